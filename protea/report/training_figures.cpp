#include <protea/report/training_figures.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/text.hpp>

namespace protea {
namespace {

// Of very many epochs an even choice, and the last.
Series cost_curve(std::string name, const std::vector<double>& epochs, const std::vector<double>& values) {
  constexpr std::size_t enough = 500;
  const std::size_t step = std::max<std::size_t>(1, epochs.size() / enough);
  Series series{.name = std::move(name)};
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    if (i % step != 0 && i + 1 != epochs.size()) continue;
    series.x.push_back(epochs[i]);
    series.y.push_back(values[i]);
  }
  return series;
}

// Where costs fall by powers of ten, a logarithmic axis shows what happens at the end.
bool falls_far(const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax(values);
  return low > 0 && high > 50 * low;
}

}   // namespace

void TrainingHistory::add(const EpochReport& report) {
  epochs.push_back(static_cast<double>(report.state.epoch));
  cost.push_back(report.cost);
  if (report.held_out) held_out.push_back(*report.held_out);
}

std::optional<PageSection> training_section(const TrainingHistory& history) {
  if (history.epochs.size() < 2) return std::nullopt;
  PageSection section{"training", "How training went"};
  const bool has_held_out = history.held_out.size() == history.epochs.size();
  const AxisKind kind = falls_far(history.cost) ? AxisKind::log : AxisKind::number;
  Plot plot{{.label = "epoch"}, {.label = "cost", .kind = kind}};
  plot.series.push_back(cost_curve("training", history.epochs, history.cost));
  std::string caption = fmt::format("The cost fell from {:.4g} to {:.4g} in {}.", history.cost.front(),
                                    history.cost.back(), counted(history.epochs.size(), "epoch"));
  if (fmt::format("{:.4g}", history.cost.back()) == fmt::format("{:.4g}", history.cost.front()))
    caption = fmt::format("The cost was {:.4g} at the beginning and after {}.", history.cost.back(),
                          counted(history.epochs.size(), "epoch"));
  else if (history.cost.back() > history.cost.front())
    caption = fmt::format("The cost went from {:.4g} to {:.4g} in {}: it did not fall.", history.cost.front(),
                          history.cost.back(), counted(history.epochs.size(), "epoch"));
  if (has_held_out) {
    plot.series.push_back(cost_curve("held out", history.epochs, history.held_out));
    const auto best = std::ranges::min_element(history.held_out) - history.held_out.begin();
    caption += fmt::format(
        " Rows held out cost least after epoch {:.0f}; a curve that rises from there on learns the training rows by heart.",
        history.epochs[static_cast<std::size_t>(best)]);
  }
  section.figures.push_back({"cost", "The cost, epoch by epoch", std::move(caption), std::move(plot)});
  return section;
}

}   // namespace protea
