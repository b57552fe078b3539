#include <protea/train/initialize.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/kernels.hpp>
#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/rule/vq.hpp>
#include <protea/train/lloyd.hpp>
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

void mean_of(MatrixView x, const Samples& samples, MutableRow mean) {
  std::fill(mean.begin(), mean.end(), 0.0);
  for (const std::uint32_t i : samples) {
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += x.row(i)[j];
  }
  for (double& value : mean) value /= static_cast<double>(samples.size());
}

std::vector<double> deviations(MatrixView x) {
  std::vector<double> mean(x.columns);
  Samples all(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) all[i] = static_cast<std::uint32_t>(i);
  mean_of(x, all, mean);
  std::vector<double> result(x.columns, 0.0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) result[j] += (x.row(i)[j] - mean[j]) * (x.row(i)[j] - mean[j]);
  }
  for (double& value : result) value = std::sqrt(value / static_cast<double>(x.rows));
  return result;
}

// Seeds, then Lloyd's iteration until nothing moves.
void k_means(const TrainingRows& rows, const Samples& samples, Random& random, MutableMatrixView centres) {
  const auto between = [&](std::uint32_t i, std::uint32_t j) { return squared_distance(rows.x.row(i), rows.x.row(j)); };
  const Samples seeds = draw_seeds(samples, centres.rows, random, between);
  for (std::size_t c = 0; c < centres.rows; ++c) copy_row(rows.x.row(seeds[c]), centres.row(c));
  const PrototypeSpace space(std::make_shared<const LiftedDissimilarity<SquaredEuclidean>>(), rows.x.columns,
                             std::vector<Label>(centres.rows, 0), Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<const LiftedRule<Vq>>(), rows);
  iterate_means(objective, in_order(objective, samples), {centres.data, centres.rows * centres.columns});
}

// Samples whose `neighbours` nearest others mostly share their class, as LVQ_PAK's eveninit wants them; the rest after them.
Samples clean_first(MatrixView x, std::span<const Label> y, const Samples& samples, std::size_t neighbours) {
  Samples clean;
  Samples others;
  for (const std::uint32_t i : samples) {
    std::vector<std::pair<double, std::uint32_t>> near;
    for (std::size_t j = 0; j < x.rows; ++j) {
      if (j != i) near.emplace_back(squared_distance(x.row(i), x.row(j)), static_cast<std::uint32_t>(j));
    }
    const std::size_t count = std::min(neighbours, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::size_t same = 0;
    for (std::size_t r = 0; r < count; ++r) same += y.empty() || y[near[r].second] == y[i] ? 1 : 0;
    (2 * same > count || count == 0 ? clean : others).push_back(i);
  }
  clean.insert(clean.end(), others.begin(), others.end());
  return clean;
}

}   // namespace

std::vector<Label> prototype_labels(const std::vector<std::size_t>& counts) {
  std::vector<Label> labels;
  for (std::size_t c = 0; c < counts.size(); ++c) labels.insert(labels.end(), counts[c], static_cast<Label>(c));
  return labels;
}

std::vector<ClassStart> class_starts(std::size_t samples, std::span<const Label> y, std::span<const Label> labels,
                                     const std::vector<std::string>& class_names, std::uint64_t seed) {
  std::vector<ClassStart> result;
  if (class_names.empty()) {   // no classes: all samples, all prototypes
    ClassStart start{std::vector<std::size_t>(labels.size()), Samples(samples), Random(seed, Purpose::prototypes)};
    std::iota(start.prototypes.begin(), start.prototypes.end(), std::size_t{0});
    std::iota(start.samples.begin(), start.samples.end(), 0U);
    if (samples < labels.size())
      throw UsageError(
          fmt::format("there are {} samples, fewer than the {} prototypes asked for", samples, labels.size()));
    result.push_back(std::move(start));
    return result;
  }
  auto by_class = samples_by_class(y, class_names.size());
  for (std::size_t c = 0; c < class_names.size(); ++c) {
    ClassStart start{{}, std::move(by_class[c]), Random(seed, Purpose::prototypes, 0, static_cast<std::uint32_t>(c))};
    for (std::size_t k = 0; k < labels.size(); ++k) {
      if (labels[k] == static_cast<Label>(c)) start.prototypes.push_back(k);
    }
    if (start.prototypes.empty()) continue;
    if (start.samples.size() < start.prototypes.size()) {
      throw UsageError(fmt::format("class '{}' has {} sample{}, fewer than the {} prototypes asked for", class_names[c],
                                   start.samples.size(), start.samples.size() == 1 ? "" : "s",
                                   start.prototypes.size()));
    }
    result.push_back(std::move(start));
  }
  return result;
}

Matrix filled_by_class(const Matrix& x, std::span<const Label> y) {
  struct Sum {
    double value = 0;
    double count = 0;
    void add(double number) {
      value += number;
      count += 1;
    }
  };
  Matrix result = x;
  for (std::size_t j = 0; j < x.columns(); ++j) {
    Sum all;
    std::map<Label, Sum> of_class;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      if (std::isnan(x(i, j))) continue;
      all.add(x(i, j));
      of_class[y.empty() ? no_label : y[i]].add(x(i, j));
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

Matrix initial_prototypes(Initialization way, const InitializationOptions& options, MatrixView x,
                          std::span<const Label> y, std::span<const Label> labels,
                          const std::vector<std::string>& class_names, std::uint64_t seed) {
  Matrix w(labels.size(), x.columns);
  const std::vector<double> spread = deviations(x);
  for (auto& [members, samples, random] : class_starts(x.rows, y, labels, class_names, seed)) {
    const std::size_t count = members.size();
    Matrix own(count, x.columns);
    const MutableMatrixView block = own.view();
    switch (way) {
      case Initialization::k_means: k_means({x, y, {}, Missingness::none}, samples, random, block); break;
      case Initialization::class_mean:
        for (std::size_t k = 0; k < count; ++k) {
          mean_of(x, samples, block.row(k));
          for (std::size_t j = 0; count > 1 && j < x.columns; ++j)
            block.row(k)[j] += options.noise * spread[j] * random.normal();
        }
        break;
      case Initialization::even:
      case Initialization::random_sample:
        random.shuffle(std::span(samples));
        if (way == Initialization::even)
          samples = clean_first(x, y, samples, static_cast<std::size_t>(options.neighbours));
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
      case Initialization::samples:
      case Initialization::file:
        throw UsageError("prototypes that are samples, or come from a file, are set by the caller");
    }
    for (std::size_t k = 0; k < count; ++k) copy_row(block.row(k), w.row(members[k]));
  }
  return w;
}

}   // namespace protea
