#include <protea/report/projection_figures.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include <protea/model/spectrum.hpp>
#include <protea/report/metric_figures.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::vector<double> middles(double low, double high, std::size_t count) {
  std::vector<double> result(count);
  const double step = (high - low) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = low + (static_cast<double>(i) + 0.5) * step;
  return result;
}

// Answers in the plane of the first two directions; what the others add to distances is left out.
Regions regions_of(const Matrix& prototypes, const std::vector<Label>& labels, const Axis& across, const Axis& up) {
  constexpr std::size_t cells = 100;
  Regions regions{middles(*across.low, *across.high, cells), middles(*up.low, *up.high, cells), {}};
  for (const double y : regions.y) {
    std::vector<std::size_t>& row = regions.classes.emplace_back();
    for (const double x : regions.x) {
      std::size_t nearest = 0;
      double least = 0;
      for (std::size_t k = 0; k < prototypes.rows(); ++k) {
        const double dx = x - prototypes(k, 0);
        const double dy = y - prototypes(k, 1);
        const double d = dx * dx + dy * dy;
        if (k > 0 && d >= least) continue;
        least = d;
        nearest = k;
      }
      row.push_back(static_cast<std::size_t>(labels[nearest]));
    }
  }
  return regions;
}

void stretch_to(Axis& axis, const std::vector<double>& values) {
  for (const double value : values) {
    axis.low = std::min(axis.low.value_or(value), value);
    axis.high = std::max(axis.high.value_or(value), value);
  }
}

void widen(Axis& axis) {
  const double pad = 0.05 * (*axis.high - *axis.low) + 1e-9;
  *axis.low -= pad;
  *axis.high += pad;
}

// Rows of each class as points, without class together, then prototypes as stars.
std::vector<Series> points_of(const PrototypeModel& model, const Matrix& places, const Matrix& prototypes,
                              const ProjectedRows& rows) {
  std::vector<Series> result;
  const std::size_t classes = rows.y.empty() ? 1 : model.class_names.size();
  for (std::size_t c = 0; c < classes; ++c) {
    Series series{.name = rows.y.empty() ? "rows" : model.class_names[c], .mark = Mark::points};
    if (!rows.y.empty()) series.of_class = c;
    for (std::size_t i = 0; i < places.rows(); ++i) {
      if (rows.shown[i] < 0 || (!rows.y.empty() && rows.y[i] != static_cast<Label>(c))) continue;
      series.x.push_back(places(i, 0));
      series.y.push_back(places(i, 1));
      series.rows.push_back(rows.shown[i]);
    }
    result.push_back(std::move(series));
  }
  for (std::size_t k = 0; k < prototypes.rows(); ++k) {
    const auto label = static_cast<std::size_t>(model.space.labels()[k]);
    auto own = std::ranges::find_if(
        result, [&](const Series& each) { return each.mark == Mark::star && each.of_class == label; });
    if (own == result.end()) own = result.insert(own, {.name = "prototypes", .mark = Mark::star, .of_class = label});
    Series& series = *own;
    series.x.push_back(prototypes(k, 0));
    series.y.push_back(prototypes(k, 1));
    series.labels.push_back(prototype_name(model, k));
  }
  return result;
}

// Two directions of Λ, and where rows and prototypes lie along them.
struct Plane {
  Matrix places;
  Matrix prototypes;
  std::array<std::size_t, 2> direction{};   // among those of Λ, from 0
  std::array<double, 2> share{};            // of the spread of the rows in the metric
};

std::string direction_text(const Plane& plane, std::size_t axis) {
  const double share = plane.share[axis];
  return fmt::format("direction {} of Λ, {} of the spread", plane.direction[axis] + 1,
                     share < 0.001 ? std::string("less than 0.1 %") : percent(share));
}

// Coordinates on all the directions given, each times the root of its eigenvalue.
Matrix along(const Directions& directions, std::size_t count, MatrixView x) {
  Matrix result(x.rows, count);
  for (std::size_t r = 0; r < count; ++r) {
    const double scale = std::sqrt(std::max(0.0, directions.values[r]));
    const Row v = directions.vectors.row(r);
    for (std::size_t i = 0; i < x.rows; ++i)
      result(i, r) = scale * std::inner_product(v.begin(), v.end(), x.row(i).begin(), 0.0);
  }
  return result;
}

// Variances of the rows along the directions, of many rows an even choice.
std::vector<double> spreads_along(const Directions& directions, std::size_t count, MatrixView x) {
  const std::size_t enough = std::clamp<std::size_t>(200'000'000 / (x.columns * x.columns), 100, 2000);
  const std::size_t step = (x.rows + enough - 1) / enough;
  const Matrix some = along(directions, count, {x.data, (x.rows + step - 1) / step, x.columns, x.stride * step});
  std::vector<double> result(count);
  for (std::size_t r = 0; r < count; ++r) {
    double mean = 0;
    for (std::size_t i = 0; i < some.rows(); ++i) mean += some(i, r) / static_cast<double>(some.rows());
    for (std::size_t i = 0; i < some.rows(); ++i)
      result[r] += (some(i, r) - mean) * (some(i, r) - mean) / static_cast<double>(some.rows());
  }
  return result;
}

// The two directions along which the rows spread most: the second eigenvector of Λ may be one along which none differ.
Plane plane_of(const PrototypeModel& model, MatrixView x) {
  const Directions directions = directions_of(model.relevance_matrix(0));
  const double sum = std::accumulate(directions.values.begin(), directions.values.end(), 0.0);
  const auto is_real = [&](double value) { return value > 1e-12 * sum; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(directions.values, is_real));
  const std::vector<double> spreads = spreads_along(directions, count, x);
  const double all = std::accumulate(spreads.begin(), spreads.end(), 0.0);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t r) { return spreads[r]; });
  Plane plane{Matrix(x.rows, 2), Matrix(model.space.prototype_count(), 2)};
  const MatrixView prototypes = model.space.prototypes(Row(model.parameters));
  for (std::size_t axis = 0; axis < std::min<std::size_t>(2, count); ++axis) {
    const std::size_t r = order[axis];
    plane.direction[axis] = r;
    plane.share[axis] = all > 0 ? spreads[r] / all : 0;
    Directions own{{directions.values[r]}, Matrix(1, x.columns)};
    std::ranges::copy(directions.vectors.row(r), own.vectors.row(0).begin());
    const Matrix of_rows = along(own, 1, x);
    const Matrix of_prototypes = along(own, 1, prototypes);
    for (std::size_t i = 0; i < x.rows; ++i) plane.places(i, axis) = of_rows(i, 0);
    for (std::size_t k = 0; k < prototypes.rows; ++k) plane.prototypes(k, axis) = of_prototypes(k, 0);
  }
  return plane;
}

Figure plane_figure(const PrototypeModel& model, const ProjectedRows& rows, const Plane& plane) {
  Plot plot{{.label = direction_text(plane, 0)}, {.label = direction_text(plane, 1)}};
  plot.series = points_of(model, plane.places, plane.prototypes, rows);
  for (const Series& series : plot.series) {
    stretch_to(plot.x, series.x);
    stretch_to(plot.y, series.y);
  }
  widen(plot.x);
  widen(plot.y);
  plot.regions = regions_of(plane.prototypes, model.space.labels(), plot.x, plot.y);
  return {"projection", "Rows and prototypes",
          "Rows and prototypes (stars) on the two directions of Λ along which the rows spread most. A region shows the "
          "class of the nearest prototype in this plane; what other directions add to distances is left out.",
          std::move(plot)};
}

// Counts of each class along the first direction.
Figure line_figure(const PrototypeModel& model, const ProjectedRows& rows, const Plane& plane) {
  constexpr std::size_t bins = 30;
  const Matrix& places = plane.places;
  const Matrix& prototypes = plane.prototypes;
  Axis axis{.label = direction_text(plane, 0)};
  for (const Matrix* const each : {&places, &prototypes}) {
    for (std::size_t i = 0; i < each->rows(); ++i) stretch_to(axis, {(*each)(i, 0)});
  }
  widen(axis);
  const std::vector<double> middle = middles(*axis.low, *axis.high, bins);
  Plot plot{axis, {.label = "rows", .low = 0}};
  const std::size_t classes = rows.y.empty() ? 1 : model.class_names.size();
  for (std::size_t c = 0; c < classes; ++c) {
    Series series{.name = rows.y.empty() ? "rows" : model.class_names[c], .mark = Mark::step, .x = middle};
    series.y.resize(bins);
    if (!rows.y.empty()) series.of_class = c;
    for (std::size_t i = 0; i < places.rows(); ++i) {
      if (!rows.y.empty() && rows.y[i] != static_cast<Label>(c)) continue;
      const double at = (places(i, 0) - *axis.low) / (*axis.high - *axis.low) * static_cast<double>(bins);
      ++series.y[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, at)))];
    }
    plot.series.push_back(std::move(series));
  }
  for (std::size_t k = 0; k < prototypes.rows(); ++k) {
    plot.series.push_back({.name = "prototype of " + prototype_name(model, k),
                           .mark = Mark::rule,
                           .x = {prototypes(k, 0)},
                           .of_class = static_cast<std::size_t>(model.space.labels()[k]),
                           .is_dashed = true,
                           .is_vertical = true});
  }
  return {
      "line", "One direction decides",
      fmt::format("Along direction {} of Λ lies {} of the spread of the rows in the metric, so that answers go by the "
                  "place along it. Dashed lines are prototypes.",
                  plane.direction[0] + 1, percent(plane.share[0])),
      std::move(plot)};
}

bool has_gaps(MatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (std::ranges::any_of(x.row(i), [](double value) { return std::isnan(value); })) return true;
  }
  return false;
}

}   // namespace

std::optional<PageSection> projection_section(const PrototypeModel& model, const ProjectedRows& rows) {
  const bool has_directions = model.has_classes() && !model.expansion && model.space.metric_block().size > 0 &&
                              model.dissimilarity().has_relevance_matrix() && model.space.features() > 1;
  if (!has_directions || rows.x.rows == 0) return std::nullopt;
  PageSection section{"seen", "The data as the model sees them"};
  constexpr std::size_t most_features = 1000;
  if (model.space.scope() != Scope::shared) {
    section.text.push_back(
        "There is no one picture: each class, or each prototype, sees the rows in a metric of its own.");
    return section;
  }
  if (has_gaps(rows.x)) {
    section.text.push_back("Some rows have missing values, so that they have no place in a plane.");
    return section;
  }
  if (model.space.features() > most_features) {
    section.text.push_back(fmt::format("The directions of more than {} features are not looked for.", most_features));
    return section;
  }
  const Plane plane = plane_of(model, rows.x);
  constexpr double nearly_all = 0.95;
  if (plane.share[0] >= nearly_all) section.figures.push_back(line_figure(model, rows, plane));
  if (plane.share[1] > 0) section.figures.push_back(plane_figure(model, rows, plane));
  if (section.figures.empty()) return std::nullopt;
  return section;
}

}   // namespace protea
