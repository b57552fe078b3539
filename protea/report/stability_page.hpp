// How much relevances owe to the choice of samples, as a section of a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Five, or of few features half of them: to be among the first says little where hardly any are left.
std::size_t leading_places(std::size_t features);
// Features that are among the first `places` in 95 % of the runs, the most relevant first.
std::vector<std::size_t> sure_features(const RelevanceStability& stability, std::size_t places);
// The sentence a reader takes home.
std::string stability_sentence(const RelevanceStability& stability, const std::vector<std::string>& features);

// What the page of a model says of it: the method of the model, trained again on resamples of rows. Without a number of
// resamples it is 20 where that is quick, else none. Nothing for models without relevances and rows without classes;
// where the number was given, a UsageError says why.
std::optional<RelevanceStability> stability_for_page(const Model& model, const std::optional<Dataset>& data,
                                                     std::optional<std::size_t> resamples, Runtime& runtime);

// Shorter, and without the mean metric, beside a model whose metric is there to see.
PageSection stability_section(const RelevanceStability& stability, const std::vector<std::string>& features,
                              bool is_beside_model = false);

}   // namespace protea
