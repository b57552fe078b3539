#include <protea/train/initialize.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/exact_math.hpp>
#include <protea/base/text.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>
#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/rule/vq.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/lloyd.hpp>
#include <protea/train/means_of_many.hpp>
#include <protea/train/principal_plane.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

using Samples = std::vector<std::uint32_t>;

double squared_distance(Row a, Row b) {
  double d = 0;
  kernels().squared_distances(a.data(), b.data(), 1, a.size(), &d);
  return d;
}

void copy_row(Row from, MutableRow to) { std::copy(from.begin(), from.end(), to.begin()); }

// The samples in ascending order, those of one group of rows after those of another.
template <class Use>
void for_groups_of(std::span<const std::uint32_t> samples, Use use) {
  for (std::size_t first = 0; first < samples.size();) {
    const std::size_t group = samples[first] / group_rows;
    std::size_t end = first;
    while (end < samples.size() && samples[end] / group_rows == group) ++end;
    use(samples.subspan(first, end - first));
    first = end;
  }
}

void mean_of(MatrixView x, const Samples& samples, Row weights, MutableRow mean) {
  WeightedSum all(mean.size());
  for_groups_of(samples, [&](std::span<const std::uint32_t> own) { all.add(weighted_sum(x, own, weights)); });
  all.mean(mean);
}

std::vector<double> deviations(MatrixView x, Row weights) {
  std::vector<double> mean(x.columns);
  Samples all(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) all[i] = static_cast<std::uint32_t>(i);
  mean_of(x, all, weights, mean);
  WeightedSum squares(x.columns);
  for_groups_of(all, [&](std::span<const std::uint32_t> own) { squares.add(squares_about(mean, x, own, weights)); });
  return squares.deviations();
}

// Seeds, then Lloyd's iteration until nothing moves.
void k_means(const TrainingRows& rows, const Samples& samples, Random& random, Runtime& runtime,
             MutableMatrixView centres) {
  if (rows.x.rows > few_samples) {
    means_of_many(rows.x, samples, rows.importance.weights, random, runtime, centres);
    return;
  }
  seed_k_means(rows.x, samples, rows.importance.weights, random, centres);
  means_of_few(rows, samples, centres);
}

}   // namespace

void means_of_few(const TrainingRows& rows, std::span<const std::uint32_t> samples, MutableMatrixView centres) {
  const PrototypeSpace space(std::make_shared<const LiftedDissimilarity<SquaredEuclidean>>(), rows.x.columns,
                             std::vector<Label>(centres.rows, 0), Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<const LiftedRule<Vq>>(), rows);
  iterate_means(objective, in_order(objective, samples), {centres.data, centres.rows * centres.columns});
}

WeightedSum weighted_sum(MatrixView x, std::span<const std::uint32_t> samples, Row weights) {
  WeightedSum result(x.columns);
  for (const std::uint32_t i : samples) {
    const double weight = weight_at(weights, i);
    result.weight += weight;
    for (std::size_t j = 0; j < x.columns; ++j) result.sum[j] += weight * x.row(i)[j];
    walked_over(std::max<std::size_t>(4096, x.columns * sizeof(double)));   // rows of one class lie apart
  }
  return result;
}

WeightedSum squares_about(Row centre, MatrixView x, std::span<const std::uint32_t> samples, Row weights) {
  WeightedSum result(x.columns);
  for (const std::uint32_t i : samples) {
    const double weight = weight_at(weights, i);
    result.weight += weight;
    for (std::size_t j = 0; j < x.columns; ++j)
      result.sum[j] += weight * ((x.row(i)[j] - centre[j]) * (x.row(i)[j] - centre[j]));
    walked_over(std::max<std::size_t>(4096, x.columns * sizeof(double)));
  }
  return result;
}

void WeightedSum::add(const WeightedSum& other) {
  weight += other.weight;
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += other.sum[j];
}

void WeightedSum::mean(MutableRow to) const {
  for (std::size_t j = 0; j < sum.size(); ++j) to[j] = sum[j] / weight;
}

std::vector<double> WeightedSum::deviations() const {
  std::vector<double> result;
  for (const double value : sum) result.push_back(std::sqrt(value / weight));
  return result;
}

namespace {

// Samples whose `neighbours` nearest others mostly share their class, as LVQ_PAK's eveninit wants them; the rest after
// them. A sample of weight 2 is two neighbours, and has itself for one.
Samples clean_first(MatrixView x, std::span<const Label> y, Row weights, const Samples& samples, double neighbours) {
  Samples clean;
  Samples others;
  for (const std::uint32_t i : samples) {
    std::vector<std::pair<double, std::uint32_t>> near;
    for (std::size_t j = 0; j < x.rows; ++j) {
      if (j != i || weight_at(weights, i) > 1)
        near.emplace_back(squared_distance(x.row(i), x.row(j)), static_cast<std::uint32_t>(j));
    }
    const auto most = std::min(static_cast<std::size_t>(std::ceil(neighbours)), near.size());
    if (weights.empty()) std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end());
    else std::sort(near.begin(), near.end());
    double same = 0;
    double counted = 0;
    for (std::size_t r = 0; r < near.size() && counted < neighbours; ++r) {
      const std::uint32_t j = near[r].second;
      const double weight = std::min(weight_at(weights, j) - (j == i ? 1 : 0), neighbours - counted);
      counted += weight;
      same += y.empty() || y[j] == y[i] ? weight : 0;
    }
    (2 * same > counted || counted == 0 ? clean : others).push_back(i);
  }
  clean.insert(clean.end(), others.begin(), others.end());
  return clean;
}

}   // namespace

void spread_about(MutableMatrixView centres, double noise, Row spread, Random& random) {
  const std::vector<double> mean(centres.row(0).begin(), centres.row(0).end());
  for (std::size_t k = 0; k < centres.rows; ++k) {
    copy_row(mean, centres.row(k));
    for (std::size_t j = 0; centres.rows > 1 && j < mean.size(); ++j)
      centres.row(k)[j] += noise * spread[j] * random.normal();
  }
}

std::vector<Label> prototype_labels(const std::vector<std::size_t>& counts) {
  std::vector<Label> labels;
  for (std::size_t c = 0; c < counts.size(); ++c) labels.insert(labels.end(), counts[c], static_cast<Label>(c));
  return labels;
}

std::vector<ClassPlaces> class_places(std::size_t samples, const std::vector<std::size_t>& counts,
                                      std::span<const Label> labels, const std::vector<std::string>& class_names,
                                      std::uint64_t seed) {
  std::vector<ClassPlaces> result;
  if (class_names.empty()) {   // no classes: all samples, all prototypes
    ClassPlaces start{0, std::vector<std::size_t>(labels.size()), samples, Random(seed, Purpose::prototypes)};
    std::iota(start.prototypes.begin(), start.prototypes.end(), std::size_t{0});
    if (samples < labels.size())
      throw UsageError(fmt::format("there {} {}, fewer than the {} prototypes asked for", samples == 1 ? "is" : "are",
                                   counted(samples, "sample"), labels.size()));
    result.push_back(std::move(start));
    return result;
  }
  for (std::size_t c = 0; c < class_names.size(); ++c) {
    ClassPlaces start{c, {}, counts[c], Random(seed, Purpose::prototypes, 0, static_cast<std::uint32_t>(c))};
    for (std::size_t k = 0; k < labels.size(); ++k) {
      if (labels[k] == static_cast<Label>(c)) start.prototypes.push_back(k);
    }
    if (start.prototypes.empty()) continue;
    if (start.count < start.prototypes.size()) {
      throw UsageError(fmt::format("class '{}' has {}, fewer than the {} prototypes asked for", class_names[c],
                                   counted(start.count, "sample"), start.prototypes.size()));
    }
    result.push_back(std::move(start));
  }
  return result;
}

std::vector<ClassStart> class_starts(std::size_t samples, std::span<const Label> y, std::span<const Label> labels,
                                     const std::vector<std::string>& class_names, std::uint64_t seed) {
  auto by_class =
      class_names.empty() ? std::vector<Samples>{Samples(samples)} : samples_by_class(y, class_names.size());
  if (class_names.empty()) std::iota(by_class[0].begin(), by_class[0].end(), 0U);
  std::vector<std::size_t> counts;
  for (const Samples& own : by_class) counts.push_back(own.size());
  std::vector<ClassStart> result;
  for (ClassPlaces& places : class_places(samples, counts, labels, class_names, seed))
    result.push_back({std::move(places.prototypes), std::move(by_class[places.of]), places.random});
  return result;
}

Matrix filled_by_class(const Matrix& x, std::span<const Label> y, Row weights) {
  struct Sum {
    double value = 0;
    double count = 0;
    void add(double number, double weight) {
      value += weight * number;
      count += weight;
    }
  };
  Matrix result = x;
  for (std::size_t j = 0; j < x.columns(); ++j) {
    Sum all;
    std::map<Label, Sum> of_class;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      if (std::isnan(x(i, j))) continue;
      all.add(x(i, j), weight_at(weights, i));
      of_class[y.empty() ? no_label : y[i]].add(x(i, j), weight_at(weights, i));
    }
    for (std::size_t i = 0; i < x.rows(); ++i) {
      if (!std::isnan(x(i, j))) continue;
      const Sum& of_own = of_class[y.empty() ? no_label : y[i]];
      const Sum& own = of_own.count > 0 ? of_own : all;
      result(i, j) = own.value / own.count;
    }
  }
  return result;
}

// The logarithm of a uniform number over the weight: the largest come first, each with the chance its weight gives it
// among those left [EfraimidisSpirakis2006].
void draw_order(std::vector<std::uint32_t>& samples, Row weights, Random& random) {
  if (weights.empty()) return random.shuffle(std::span(samples));
  std::vector<std::pair<double, std::uint32_t>> keys;
  for (const std::uint32_t sample : samples)
    keys.emplace_back(logarithm(1 - random.uniform()) / weights[sample], sample);
  std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::transform(keys.begin(), keys.end(), samples.begin(), [](const auto& key) { return key.second; });
}

Matrix prototypes_in_plane(const Lattice& lattice, MatrixView x, Row weights) {
  const PrincipalPlane plane = principal_plane(x, weights);
  const auto [right, bottom] = lattice.place(lattice.size() - 1);
  // From −1 at one border to 1 at the other.
  const auto along = [](double place, double last) { return last > 0 ? std::min(1.0, 2 * place / last - 1) : 0; };
  Matrix w(lattice.size(), x.columns);
  for (std::size_t k = 0; k < w.rows(); ++k) {
    const auto [column, row] = lattice.place(k);
    const double a = along(column, right) * plane.deviations[0];
    const double b = along(row, bottom) * plane.deviations[1];
    for (std::size_t j = 0; j < x.columns; ++j) w(k, j) = plane.centre[j] + a * plane.axes(0, j) + b * plane.axes(1, j);
  }
  return w;
}

Matrix initial_prototypes(Initialization way, const InitializationOptions& options, MatrixView x,
                          std::span<const Label> y, std::span<const Label> labels,
                          const std::vector<std::string>& class_names, std::uint64_t seed, Row weights) {
  Serial serial;
  return initial_prototypes(way, options, x, y, labels, class_names, seed, weights, serial);
}

Matrix initial_prototypes(Initialization way, const InitializationOptions& options, MatrixView x,
                          std::span<const Label> y, std::span<const Label> labels,
                          const std::vector<std::string>& class_names, std::uint64_t seed, Row weights,
                          Runtime& runtime) {
  Matrix w(labels.size(), x.columns);
  const std::vector<double> spread = way == Initialization::class_mean ? deviations(x, weights) : std::vector<double>{};
  std::vector<ClassStart> starts = class_starts(x.rows, y, labels, class_names, seed);
  runtime.run(starts.size(), [&](std::size_t c) {
    auto& [members, samples, random] = starts[c];
    const std::size_t count = members.size();
    Matrix own(count, x.columns);
    const MutableMatrixView block = own.view();
    switch (way) {
      case Initialization::k_means:
        k_means({x, y, {weights}, Missingness::none}, samples, random, runtime, block);
        break;
      case Initialization::k_means_seeds: {
        const Samples part = x.rows > few_samples ? part_of_many(samples.size(), count, random) : Samples{};
        seed_k_means(x, part.empty() ? samples : samples_at(samples, part), weights, random, block);
        break;
      }
      case Initialization::class_mean:
        mean_of(x, samples, weights, block.row(0));
        spread_about(block, options.noise, spread, random);
        break;
      case Initialization::even:
      case Initialization::random_sample:
        draw_order(samples, weights, random);
        if (way == Initialization::even)
          samples = clean_first(x, y, weights, samples, static_cast<double>(options.neighbours));
        for (std::size_t k = 0; k < count; ++k) copy_row(x.row(samples[k]), block.row(k));
        break;
      case Initialization::uniform:
        for (std::size_t j = 0; j < x.columns; ++j) {
          double low = std::numeric_limits<double>::infinity();
          double high = -low;
          for (std::size_t i = 0; i < x.rows; ++i) {
            low = std::min(low, x.row(i)[j]);
            high = std::max(high, x.row(i)[j]);
          }
          for (std::size_t k = 0; k < count; ++k) block.row(k)[j] = random.uniform(low, high);
        }
        break;
      case Initialization::plane:
      case Initialization::samples:
      case Initialization::file:
        throw UsageError("prototypes in a plane, that are samples, or come from a file, are set by the caller");
    }
    for (std::size_t k = 0; k < count; ++k) copy_row(block.row(k), w.row(members[k]));
  });
  return w;
}

}   // namespace protea
