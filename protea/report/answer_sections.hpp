// Sections of a page that judge answers: how often they are right, and how sure they are.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/report/answer_figures.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Confusions and receiver operating characteristics, with the measures of each class.
PageSection answer_section(const JudgedAnswers& judged, const Assessment& assessment);
// Whether scores mean what they say, and what leaving unsure rows out gains; nothing without scores.
std::vector<Figure> certainty_figures(const JudgedAnswers& judged, const Assessment& assessment);

// Numbers that were answered, against the truth.
PageSection number_section(const std::vector<double>& truth, const std::vector<double>& answers);

}   // namespace protea
