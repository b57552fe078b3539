// Figures of units on a lattice: heights between them, hits, labels, component planes.
#pragma once

#include <optional>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Nothing for models without a grid.
std::optional<PageSection> map_section(const PrototypeModel& model);
std::optional<PageSection> planes_section(const PrototypeModel& model);

}   // namespace protea
