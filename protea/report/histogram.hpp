// How numbers are spread.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/report/figure.hpp>

namespace PROTEA_EXPORT protea {

// Bars over thirty equal steps from the least to the largest; at least one number, all finite.
Series histogram_series(Row values, std::string name);
// … alone in a figure; where some are negative, a line says that these are wrong.
Figure margin_histogram(Row margins, std::string caption, std::string label);

// The share of the margins below θ, from no margin at all to the largest; at `marked`, where it is positive, a line.
// Nothing where no margin is positive.
std::vector<Figure> theta_error_figures(Row margins, double marked = 0);

}   // namespace protea
