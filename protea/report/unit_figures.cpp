#include <protea/report/unit_figures.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/histogram.hpp>
#include <protea/train/principal_plane.hpp>

namespace protea {
namespace {

constexpr std::size_t most_points = 3000;

// Points of each class, of many an even choice; without classes together.
std::vector<Series> class_points(const Matrix& places, std::span<const Label> y,
                                 const std::vector<std::string>& classes, std::size_t across, std::size_t up) {
  const std::size_t groups = y.empty() ? 1 : classes.size();
  std::vector<Series> result;
  for (std::size_t c = 0; c < groups; ++c) {
    result.push_back({.name = y.empty() ? "rows" : classes[c], .mark = Mark::points});
    if (!y.empty()) result.back().of_class = c;
  }
  const std::size_t step = (places.rows() + most_points - 1) / most_points;
  for (std::size_t i = 0; i < places.rows(); i += std::max<std::size_t>(step, 1)) {
    if (!y.empty() && y[i] == no_label) continue;
    Series& own = result[y.empty() ? 0 : static_cast<std::size_t>(y[i])];
    own.x.push_back(places(i, across));
    own.y.push_back(places(i, up));
  }
  std::erase_if(result, [](const Series& series) { return series.x.empty(); });
  return result;
}

Matrix in_plane(const PrincipalPlane& plane, MatrixView x) {
  Matrix places(x.rows, 2);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t r = 0; r < 2; ++r) {
      double sum = 0;
      for (std::size_t j = 0; j < x.columns; ++j) sum += (x.row(i)[j] - plane.centre[j]) * plane.axes(r, j);
      places(i, r) = sum;
    }
  }
  return places;
}

bool is_whole(Row x) {
  return std::ranges::all_of(x, [](double value) { return std::isfinite(value); });
}

// Pairs of units that are the nearest and the second nearest of a row [Martinetz 1993].
std::set<std::pair<std::size_t, std::size_t>> neighbouring_units(const PrototypeModel& model, MatrixView x) {
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  constexpr std::size_t at_once = 256;
  for (std::size_t first = 0; first < x.rows; first += at_once) {
    const std::size_t count = std::min(at_once, x.rows - first);
    const Matrix d = model.distances({x.data + first * x.stride, count, x.columns, x.stride});
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_whole(x.row(first + i))) continue;
      std::size_t nearest = 0;
      std::size_t second = 1;
      if (d(i, second) < d(i, nearest)) std::swap(nearest, second);
      for (std::size_t k = 2; k < d.columns(); ++k) {
        if (d(i, k) < d(i, nearest)) {
          second = nearest;
          nearest = k;
        } else if (d(i, k) < d(i, second)) {
          second = k;
        }
      }
      pairs.emplace(std::min(nearest, second), std::max(nearest, second));
    }
  }
  return pairs;
}

}   // namespace

std::optional<PageSection> gas_section(const PrototypeModel& model, const std::optional<SeenRows>& rows) {
  const bool is_on_a_grid = model.lattice() && model.lattice()->topology != Topology::free;
  const std::size_t units = model.space.prototype_count();
  if (model.has_classes() || model.expansion || is_on_a_grid || model.space.features() < 2 || units < 3)
    return std::nullopt;
  const MatrixView prototypes = model.space.prototypes(Row(model.parameters));
  const PrincipalPlane plane = principal_plane(prototypes);
  const Matrix places = in_plane(plane, prototypes);
  Plot plot{{.label = "first direction of the units"}, {.label = "second direction of the units"}};
  std::string caption = "Units (stars) in the plane in which they spread most.";
  if (rows && rows->x.rows > 0) {
    Matrix seen = in_plane(plane, rows->x);
    plot.series = class_points(seen, rows->y, rows->classes, 0, 1);
    Series edges{.name = "neighbours", .is_dashed = true};
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [a, b] : neighbouring_units(model, rows->x)) {
      for (const std::size_t unit : {a, b}) {
        edges.x.push_back(places(unit, 0));
        edges.y.push_back(places(unit, 1));
      }
      edges.x.push_back(gap);
      edges.y.push_back(gap);
    }
    plot.series.push_back(std::move(edges));
    caption =
        "Rows, and units (stars), in the plane in which the units spread most. Lines join units that are the two "
        "nearest of some row: they draw the shape of the data.";
    if (rows->x.rows > most_points) caption += fmt::format(" {} of {} rows are drawn.", most_points, rows->x.rows);
  }
  Series stars{.name = "units", .mark = Mark::star};
  for (std::size_t k = 0; k < units; ++k) {
    stars.x.push_back(places(k, 0));
    stars.y.push_back(places(k, 1));
  }
  plot.series.push_back(std::move(stars));
  PageSection section{"gas", "The units among the data"};
  section.figures.push_back({"units", "Units in their plane", std::move(caption), std::move(plot)});
  return section;
}

PageSection embedding_section(const EmbeddingModel& model, const std::optional<SeenRows>& rows, Runtime& runtime) {
  const bool has_rows = rows && rows->x.rows > 0;
  const Matrix places = has_rows ? model.predict(rows->x, runtime).places : model.places;
  const std::span<const Label> y = has_rows ? rows->y : std::span<const Label>();
  const std::vector<std::string> none;
  const std::vector<std::string>& classes = has_rows ? rows->classes : none;
  PageSection section{"embedding", "Where the rows lie"};
  const std::size_t dimensions = places.columns();
  const std::string caption =
      has_rows ? "Rows that differ little lie near each other; places far apart say less. Rows that the model was not "
                 "trained on lie between those of their nearest."
               : "The rows it was trained on. Rows that differ little lie near each other; places far apart say less.";
  if (dimensions == 1) {
    Plot plot{{.label = "place"}, {.label = "rows", .low = 0}};
    plot.series = {histogram_series(places.values(), "rows")};
    section.figures.push_back({"places", "Places along a line", caption, std::move(plot)});
  }
  for (std::size_t up = 1; up < dimensions; ++up) {
    Plot plot{{.label = "z1"}, {.label = fmt::format("z{}", up + 1)}};
    plot.series = class_points(places, y, classes, 0, up);
    section.figures.push_back({up == 1 ? std::string("places") : fmt::format("places-{}", up + 1),
                               dimensions == 2 ? std::string("Places") : fmt::format("Places, z1 and z{}", up + 1),
                               caption, std::move(plot), std::nullopt,
                               dimensions == 2 ? FigureSize::wide : FigureSize::half});
  }
  return section;
}

}   // namespace protea
