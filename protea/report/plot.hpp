// Curves and points in a terminal, one character per series.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct PlotSeries {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

// Axes that hold every point, a frame with the extremes, and a legend; later series are drawn over earlier ones.
std::string plot(std::span<const PlotSeries> series, const std::string& title, const std::string& x_label);

}   // namespace protea
