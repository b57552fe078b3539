// Figures of what a model has learned: relevances, directions, prototypes, and the data as the model sees them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// "versicolor 2": the class of a prototype, with a number where the class has several.
std::string prototype_name(const PrototypeModel& model, std::size_t prototype);

// Nothing to see: no section. `ranges` are those of the features in the rows at hand, empty without rows: a feature that
// never varies is said to.
std::optional<PageSection> relevance_section(const PrototypeModel& model,
                                             const std::vector<std::pair<double, double>>& ranges);
PageSection prototype_section(const PrototypeModel& model);

}   // namespace protea
