// What the figures of each experiment must show: the numbers of its document, at their places.
#pragma once

#include <string>

#include <protea/report/reproduction.hpp>

namespace protea {

void expect_figures_of(const std::string& name, const Reproduction& result);

// Tags are closed in their order, attributes are in quotes, and there is one root.
bool is_well_formed(const std::string& xml);

}   // namespace protea
