#include <protea/evaluate/map_assessment.hpp>

#include <algorithm>

#include <protea/base/weights.hpp>
#include <protea/data/preparation.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

constexpr std::size_t rows_together = 1024;

// The first two units of each sample.
struct Ranks {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> second;
  std::vector<double> distances;
};

Ranks ranks_of(const PrototypeModel& model, MatrixView x, Runtime& runtime) {
  Ranks ranks{std::vector<std::uint32_t>(x.rows), std::vector<std::uint32_t>(x.rows), std::vector<double>(x.rows)};
  runtime.run((x.rows + rows_together - 1) / rows_together, [&](std::size_t b) {
    const std::size_t begin = b * rows_together;
    const std::size_t count = std::min(rows_together, x.rows - begin);
    const Matrix d = model.distances({x.data + begin * x.stride, count, x.columns, x.stride});
    for (std::size_t i = 0; i < count; ++i) {
      const auto [nearest, next] = nearest_two(d.row(i));
      ranks.first[begin + i] = static_cast<std::uint32_t>(nearest);
      ranks.second[begin + i] = static_cast<std::uint32_t>(next == nobody ? nearest : next);
      ranks.distances[begin + i] = d(i, nearest);
    }
  });
  return ranks;
}

std::string why_no_preservation(const Lattice& lattice, MatrixView x, std::size_t neighbours) {
  if (lattice.topology == Topology::torus) return "a torus has no places in a plane";
  if (lattice.topology == Topology::free) return "a free lattice has no places in a plane";
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (has_missing(x.row(i))) return "there are missing values";
  }
  return neighbours == 0 ? "there are fewer than three samples" : "";
}

// Places of samples are those of their units. Equal places are ranked as they stand, so this is for the
// comparison of maps.
void add_preservation(MapAssessment& result, const Lattice& lattice, MatrixView x, const Ranks& ranks,
                      Runtime& runtime) {
  const auto [step, count, k] = preservation_sample(x.rows);
  result.no_preservation = why_no_preservation(lattice, x, k);
  if (!result.no_preservation.empty()) return;
  Matrix rows(count, x.columns);
  Matrix places(count, 2);
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::copy(x.row(i * step), rows.row(i).begin());
    const auto place = lattice.place(ranks.first[i * step]);
    places(i, 0) = place[0];
    places(i, 1) = place[1];
  }
  result.preservation = neighbourhood_preservation(rows.view(), places.view(), k, runtime);
  result.preservation_samples = count;
  result.preservation_neighbours = k;
}

void add_labels(MapAssessment& result, const PrototypeModel& model, const Ranks& ranks, std::span<const Label> y,
                const std::vector<std::string>& class_names, Row weights) {
  const LabelledUnits labelled{ranks.first, y, model.space.prototype_count(), class_names.size(), weights};
  result.purity = purity(labelled);
  result.mutual_information = normalized_mutual_information(labelled);
  if (!model.units || model.units->class_names.empty()) return;
  double right = 0;
  double all = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i] == no_label) continue;
    const double weight = weight_at(weights, i);
    const Label answer = model.units->label_of(ranks.first[i]);
    all += weight;
    if (answer == no_label) continue;
    const bool is_right =
        model.units->class_names[static_cast<std::size_t>(answer)] == class_names[static_cast<std::size_t>(y[i])];
    right += is_right ? weight : 0;
  }
  if (all > 0) result.label_map_accuracy = right / all;
}

}   // namespace

MapAssessment assess_map(const PrototypeModel& model, MatrixView x, std::span<const Label> y,
                         const std::vector<std::string>& class_names, Row weights, Runtime& runtime) {
  MapAssessment result{.samples = x.rows, .units = model.space.prototype_count()};
  const Ranks ranks = ranks_of(model, x, runtime);
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double weight = weight_at(weights, i);
    sum += weight * ranks.distances[i];
    all += weight;
  }
  result.quantization_error = all > 0 ? sum / all : 0;
  result.dead_units = dead_units(ranks.first, result.units);
  if (const Lattice* const lattice = model.lattice()) {
    const auto adjacent = [&](std::uint32_t a, std::uint32_t b) { return lattice->are_neighbours(a, b); };
    result.topographic_error = topographic_error(ranks.first, ranks.second, adjacent, weights);
    add_preservation(result, *lattice, x, ranks, runtime);
  }
  if (!y.empty()) add_labels(result, model, ranks, y, class_names, weights);
  return result;
}

}   // namespace protea
