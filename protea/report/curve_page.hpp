// Learning and complexity curves, as a page.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/curve.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

Page curve_page(const std::vector<CurvePoint>& points, const CurvePlan& plan, const Dataset& dataset);

}   // namespace protea
