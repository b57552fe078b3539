// Figures of answers where the truth is known: who was confused with whom, how well scores order and what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/report/figure.hpp>

namespace PROTEA_EXPORT protea {

// Answers for rows whose classes are known; `shown` gives for each its place among the samples of the page, −1: none.
struct JudgedAnswers {
  const std::vector<std::string>& classes;
  std::span<const Label> truth;
  const Predictions& answers;
  std::span<const std::int64_t> shown;
  std::size_t times = 1;   // that each row was answered
};

Figure confusion_figure(const Confusion& confusion, const JudgedAnswers& judged);
// One curve for two classes, with its thresholds of the score of the second; else one for each class against the rest.
// Of many classes those with the smallest areas. Nothing where the rows are all of one class.
std::optional<Figure> roc_figure(const Ranking& ranking, const JudgedAnswers& judged);
// Between what the share of right answers may be, with 95 %, for all that so many rows tell [Wilson1927].
std::pair<double, double> interval_of_share(double share, double rows);
// Of rows that were answered so many `times`.
Figure reliability_figure(const Calibration& calibration, std::size_t times = 1);
// Accuracy of the answers that are kept when those of the least certainty are left out.
Figure rejection_figure(std::span<const Label> truth, std::span<const Label> answers, Row certainty);

}   // namespace protea
