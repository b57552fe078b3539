#include <protea/evaluate/map_measures.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

void demand_as_many(std::size_t samples, std::size_t others, std::string_view what) {
  if (samples != others) {
    throw UsageError(
        fmt::format("{} for {}: every sample needs one", counted(others, what), counted(samples, "sample")));
  }
}

void demand_weights(std::size_t samples, Row weights) {
  if (!weights.empty()) demand_as_many(samples, weights.size(), "weight");
}

void demand_unit(std::size_t sample, std::uint32_t unit, std::size_t unit_count) {
  if (unit >= unit_count) {
    throw UsageError(fmt::format("sample {} has the unit {}, counted from 0, but there {} {}", sample + 1, unit,
                                 unit_count == 1 ? "is" : "are", counted(unit_count, "unit")));
  }
}

// Compared by distance, then by index: no two are equal.
using Near = std::pair<double, std::uint32_t>;

// The samples as seen from one of them, its k nearest first.
class SeenFrom {
 public:
  SeenFrom(const Proximities& samples, std::size_t k, std::string_view side)
      : samples_(samples), k_(k), side_(side), d_(samples.count), is_near_(samples.count) {}

  void look_from(std::size_t i) {
    samples_.from(i, d_);
    others_.clear();
    for (std::size_t j = 0; j < d_.size(); ++j) {
      if (j == i) continue;
      if (std::isnan(d_[j])) {
        throw DataError(fmt::format("the {} dissimilarity of samples {} and {} is not a number", side_, i + 1, j + 1));
      }
      others_.emplace_back(d_[j], static_cast<std::uint32_t>(j));
    }
    std::nth_element(others_.begin(), others_.begin() + static_cast<std::ptrdiff_t>(k_), others_.end());
    std::fill(is_near_.begin(), is_near_.end(), false);
    for (const Near& each : nearest()) is_near_[each.second] = true;
  }

  // Σ (r(j) − k) over the k nearest j of `other` that are not among those here, r their ranks here. The rank of such a
  // j beyond k is how many of the farther samples, itself included, are no farther than j: counted from their side, one
  // search for each.
  std::uint64_t excess_of(const SeenFrom& other) {
    strangers_.clear();
    for (const Near& each : other.nearest()) {
      if (!is_near_[each.second]) strangers_.emplace_back(d_[each.second], each.second);
    }
    if (strangers_.empty()) return 0;
    std::sort(strangers_.begin(), strangers_.end());
    std::uint64_t sum = 0;
    for (const Near& each : std::span(others_).subspan(k_)) {
      if (strangers_.back() < each) continue;   // nearly all, where much is preserved
      const auto first = std::lower_bound(strangers_.begin(), strangers_.end(), each);
      sum += static_cast<std::uint64_t>(strangers_.end() - first);
    }
    return sum;
  }

 private:
  std::span<const Near> nearest() const { return std::span(others_).first(k_); }

  const Proximities& samples_;
  std::size_t k_;
  std::string_view side_;
  std::vector<double> d_;
  std::vector<bool> is_near_;
  std::vector<Near> others_;
  std::vector<Near> strangers_;
};

struct Excess {
  std::uint64_t of_places = 0;
  std::uint64_t of_original = 0;
};

void demand_neighbours(std::size_t k, std::size_t samples) {
  if (k >= 1 && k < samples && k < samples - k) return;
  throw UsageError(
      fmt::format("k = {}: must be at least 1 and less than half of the {}", k, counted(samples, "sample")));
}

// Weights of the samples by unit and class, and their sums along each side.
struct ClassTable {
  Matrix table;
  std::vector<double> of_unit;
  std::vector<double> of_class;
  double total = 0;
};

ClassTable class_table_of(const LabelledUnits& samples) {
  demand_as_many(samples.units.size(), samples.labels.size(), "label");
  demand_weights(samples.units.size(), samples.weights);
  ClassTable result{Matrix(samples.unit_count, samples.class_count), std::vector<double>(samples.unit_count),
                    std::vector<double>(samples.class_count)};
  for (std::size_t i = 0; i < samples.units.size(); ++i) {
    if (samples.labels[i] == no_label) continue;
    demand_unit(i, samples.units[i], samples.unit_count);
    const auto label = static_cast<std::size_t>(samples.labels[i]);
    if (samples.labels[i] < 0 || label >= samples.class_count) {
      throw UsageError(fmt::format("sample {} has the class {}, counted from 0, of {} in all", i + 1, samples.labels[i],
                                   samples.class_count));
    }
    const double weight = weight_at(samples.weights, i);
    result.table(samples.units[i], label) += weight;
    result.of_unit[samples.units[i]] += weight;
    result.of_class[label] += weight;
    result.total += weight;
  }
  return result;
}

// Σ m·ln(total/m), which is total times the entropy.
double scaled_entropy(Row masses, double total) {
  double sum = 0;
  for (const double mass : masses) {
    if (mass > 0) sum += mass * std::log(total / mass);
  }
  return sum;
}

std::size_t groups_of(Row masses) {
  return static_cast<std::size_t>(std::count_if(masses.begin(), masses.end(), [](double mass) { return mass > 0; }));
}

}   // namespace

double topographic_error(std::span<const std::uint32_t> nearest, std::span<const std::uint32_t> second_nearest,
                         const std::function<bool(std::uint32_t, std::uint32_t)>& adjacent, Row weights) {
  demand_as_many(nearest.size(), second_nearest.size(), "second nearest unit");
  demand_weights(nearest.size(), weights);
  if (nearest.empty()) return 0;
  double torn = 0;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    if (!adjacent(nearest[i], second_nearest[i])) torn += weight_at(weights, i);
  }
  return torn / total_weight(weights, nearest.size());
}

Proximities squared_distances_between(MatrixView rows) {
  return {rows.rows, [rows](std::size_t i, MutableRow d) {
            const double* const x = rows.row(i).data();
            if (rows.is_contiguous()) {
              kernels().squared_distances(x, rows.data, rows.rows, rows.columns, d.data());
              return;
            }
            for (std::size_t j = 0; j < rows.rows; ++j) {
              kernels().squared_distances(x, rows.row(j).data(), 1, rows.columns, &d[j]);
            }
          }};
}

Proximities dissimilarities_of(MatrixView square) {
  if (square.rows != square.columns) {
    throw UsageError(fmt::format("dissimilarities of {} to {}: there must be as many of both",
                                 counted(square.rows, "sample"), counted(square.columns, "sample")));
  }
  return {square.rows, [square](std::size_t i, MutableRow d) { std::ranges::copy(square.row(i), d.begin()); }};
}

PreservationSample preservation_sample(std::size_t n) {
  constexpr std::size_t enough = 2000;
  constexpr std::size_t neighbours = 10;
  const std::size_t step = std::max<std::size_t>(1, (n + enough - 1) / enough);
  const std::size_t rows = (n + step - 1) / step;
  return {step, rows, rows < 3 ? 0 : std::min(neighbours, (rows - 1) / 2)};
}

Preservation neighbourhood_preservation(const Proximities& original, const Proximities& places, std::size_t k,
                                        Runtime& runtime) {
  const std::size_t n = original.count;
  demand_as_many(n, places.count, "place");
  demand_neighbours(k, n);
  constexpr std::size_t rows_at_once = 64;   // for one allocation
  std::vector<Excess> excesses((n + rows_at_once - 1) / rows_at_once);
  runtime.run(excesses.size(), [&](std::size_t task) {
    SeenFrom here(original, k, "original");
    SeenFrom there(places, k, "place");
    for (std::size_t i = task * rows_at_once; i < std::min(n, (task + 1) * rows_at_once); ++i) {
      here.look_from(i);
      there.look_from(i);
      excesses[task].of_places += here.excess_of(there);
      excesses[task].of_original += there.excess_of(here);
    }
  });
  Excess all;
  for (const Excess& each : excesses) {
    all.of_places += each.of_places;
    all.of_original += each.of_original;
  }
  const auto samples = static_cast<double>(n);
  const auto neighbours = static_cast<double>(k);
  const double worst = samples * neighbours * (2 * samples - 3 * neighbours - 1) / 2;
  return {1 - static_cast<double>(all.of_places) / worst, 1 - static_cast<double>(all.of_original) / worst};
}

Preservation neighbourhood_preservation(MatrixView original, MatrixView places, std::size_t k, Runtime& runtime) {
  return neighbourhood_preservation(squared_distances_between(original), squared_distances_between(places), k, runtime);
}

double purity(const LabelledUnits& samples) {
  const ClassTable classes = class_table_of(samples);
  if (classes.total == 0) return 0;
  double common = 0;
  for (std::size_t u = 0; u < samples.unit_count; ++u) common += std::ranges::max(classes.table.row(u));
  return common / classes.total;
}

double normalized_mutual_information(const LabelledUnits& samples) {
  const auto [table, of_unit, of_class, total] = class_table_of(samples);
  if (total == 0) return 0;
  if (groups_of(of_unit) == 1 && groups_of(of_class) == 1) return 1;
  double information = 0;
  for (std::size_t u = 0; u < of_unit.size(); ++u) {
    for (std::size_t c = 0; c < of_class.size(); ++c) {
      const double mass = table(u, c);
      if (mass > 0) information += mass * std::log(total * mass / (of_unit[u] * of_class[c]));
    }
  }
  const double mean = (scaled_entropy(of_unit, total) + scaled_entropy(of_class, total)) / 2;
  return std::clamp(information / mean, 0.0, 1.0);
}

std::size_t dead_units(std::span<const std::uint32_t> winners, std::size_t unit_count) {
  std::vector<bool> has_won(unit_count);
  for (std::size_t i = 0; i < winners.size(); ++i) {
    demand_unit(i, winners[i], unit_count);
    has_won[winners[i]] = true;
  }
  return static_cast<std::size_t>(std::count(has_won.begin(), has_won.end(), false));
}

}   // namespace protea
