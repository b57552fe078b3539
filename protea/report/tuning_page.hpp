// What was tried, what was chosen, and what the choice is worth, as a page.
#pragma once

#include <string>

#include <protea/base/export.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

Page tuning_page(const TuningPlan& plan, const Tuning& result, const Dataset& dataset);

// "95.3 %", or of measures that are no shares the number.
std::string measure_text(Measure measure, double value);

}   // namespace protea
