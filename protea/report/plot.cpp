#include <protea/report/plot.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace protea {
namespace {

constexpr std::size_t plot_width = 72;
constexpr std::size_t plot_height = 18;
constexpr std::string_view markers = "ox+.#%@&";

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void hold(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // From 0 to cells − 1.
  std::size_t cell(double value, std::size_t cells) const {
    const double share = high > low ? (value - low) / (high - low) : 0.5;
    return static_cast<std::size_t>(
        std::clamp(std::lround(share * static_cast<double>(cells - 1)), 0L, static_cast<long>(cells - 1)));
  }
};

// A series of simulated points is marked '*' wherever it stands in the list.
char marker(const PlotSeries& series, std::size_t index) {
  return series.name == "simulation" ? '*' : markers[index % markers.size()];
}

}   // namespace

std::string plot(std::span<const PlotSeries> series, const std::string& title, const std::string& x_label) {
  Range x;
  Range y;
  for (const PlotSeries& each : series) {
    for (const double value : each.x) x.hold(value);
    for (const double value : each.y) y.hold(value);
  }
  if (!(x.low <= x.high) || !(y.low <= y.high)) return {};
  std::vector<std::string> cells(plot_height, std::string(plot_width, ' '));
  for (std::size_t s = 0; s < series.size(); ++s) {
    for (std::size_t i = 0; i < series[s].x.size(); ++i) {
      if (!std::isfinite(series[s].x[i]) || !std::isfinite(series[s].y[i])) continue;
      cells[plot_height - 1 - y.cell(series[s].y[i], plot_height)][x.cell(series[s].x[i], plot_width)] =
          marker(series[s], s);
    }
  }
  std::string text = fmt::format("\n{:>10}  {}\n", "", title);
  for (std::size_t row = 0; row < plot_height; ++row) {
    const std::string label = row == 0                 ? fmt::format("{:.3g}", y.high)
                              : row == plot_height - 1 ? fmt::format("{:.3g}", y.low)
                                                       : "";
    text += fmt::format("{:>10} |{}\n", label, cells[row].substr(0, cells[row].find_last_not_of(' ') + 1));
  }
  text += fmt::format("{:>10} +{}\n", "", std::string(plot_width, '-'));
  const std::string low = fmt::format("{:.3g}", x.low);
  text +=
      fmt::format("{:>10}  {}{:>{}}\n", "", low, fmt::format("{} {:.3g}", x_label, x.high), plot_width - low.size());
  text += fmt::format("{:>10} ", "");
  for (std::size_t s = 0; s < series.size(); ++s) text += fmt::format(" {} {} ", marker(series[s], s), series[s].name);
  return text + "\n";
}

}   // namespace protea
