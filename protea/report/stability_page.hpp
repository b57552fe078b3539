// How much relevances owe to the choice of samples, as a section of a page.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Features that are among the first `places` in 95 % of the runs, the most relevant first.
std::vector<std::size_t> sure_features(const RelevanceStability& stability, std::size_t places);
// The sentence a reader takes home.
std::string stability_sentence(const RelevanceStability& stability, const std::vector<std::string>& features);

PageSection stability_section(const RelevanceStability& stability, const std::vector<std::string>& features);

}   // namespace protea
