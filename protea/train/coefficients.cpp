#include <protea/train/coefficients.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/weights.hpp>
#include <protea/rule/vq.hpp>
#include <protea/train/kernel_objective.hpp>
#include <protea/train/lloyd.hpp>

namespace protea {
namespace {

using Samples = std::vector<std::uint32_t>;

// Seeds, then Lloyd's iteration until nothing moves, on the pairs of some samples alone. A row of coefficients
// for each centre.
Matrix k_means(MatrixView d, const Samples& samples, Row weights, std::size_t count, Random& random) {
  Matrix own(samples.size(), samples.size());
  Samples all(samples.size());
  std::vector<double> own_weights;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    all[i] = i;
    if (!weights.empty()) own_weights.push_back(weights[samples[i]]);
    for (std::size_t j = 0; j < samples.size(); ++j) own(i, j) = d.row(samples[i])[samples[j]];
  }
  const auto between = [&](std::uint32_t i, std::uint32_t j) { return std::as_const(own)(i, j); };
  const Samples seeds = draw_seeds(all, count, random, between, own_weights);
  Matrix first(count, samples.size());
  for (std::size_t c = 0; c < count; ++c) first(c, seeds[c]) = 1;
  const std::vector<Label> labels(std::max(count, samples.size()));   // vq reads none
  const KernelObjective objective({labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(count)},
                                  std::make_shared<const LiftedRule<Vq>>(),
                                  {std::as_const(own).view(), labels, RelatedSamples::Role::training, {own_weights}});
  std::vector<double> parameters = objective.start_from(first.view());
  iterate_means(objective, in_order(objective, all), parameters);
  Matrix alpha(count, d.columns);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t j = 0; j < samples.size(); ++j)
      alpha(c, samples[j]) = objective.coefficients(parameters).row(c)[j];
  }
  return alpha;
}

void spread_evenly(const Samples& members, Row weights, MutableRow coefficients) {
  double total = 0;
  for (const std::uint32_t j : members) total += weight_at(weights, j);
  for (const std::uint32_t j : members) coefficients[j] = weight_at(weights, j) / total;
}

// Adds noise·Σ_j (ξ_j − mean ξ)/√N φ(x_j) with normal ξ: it has the covariance of the data, times noise², and sums to
// 0. A row of weight w has the sum of w such ξ, which is √w·ξ, and w shares of the mean.
void part(double noise, Row weights, Random& random, MutableRow coefficients) {
  if (!weights.empty()) {
    const double total = total_weight(weights, weights.size());
    std::vector<double> draws(coefficients.size());
    double sum = 0;
    for (std::size_t j = 0; j < draws.size(); ++j) sum += draws[j] = std::sqrt(weights[j]) * random.normal();
    for (std::size_t j = 0; j < draws.size(); ++j)
      coefficients[j] += noise / std::sqrt(total) * (draws[j] - weights[j] / total * sum);
    return;
  }
  std::vector<double> draws(coefficients.size());
  double mean = 0;
  for (double& draw : draws) {
    draw = random.normal();
    mean += draw / static_cast<double>(draws.size());
  }
  const double scale = noise / std::sqrt(static_cast<double>(draws.size()));
  for (std::size_t j = 0; j < draws.size(); ++j) coefficients[j] += scale * (draws[j] - mean);
}

}   // namespace

bool has_coefficients(Initialization way) {
  return way == Initialization::class_mean || way == Initialization::random_sample || way == Initialization::k_means;
}

Matrix initial_coefficients(Initialization way, const InitializationOptions& options, MatrixView d,
                            std::span<const Label> y, std::span<const Label> labels,
                            const std::vector<std::string>& class_names, std::uint64_t seed, Row weights) {
  if (!has_coefficients(way)) {
    throw UsageError(fmt::format("init = {}: combinations of samples start from class-mean, random-sample or k-means",
                                 choice_name(way)));
  }
  Matrix alpha(labels.size(), d.columns);
  for (auto& [members, samples, random] : class_starts(d.rows, y, labels, class_names, seed)) {
    const std::size_t count = members.size();
    if (way == Initialization::random_sample) draw_order(samples, weights, random);
    const Matrix centres = way == Initialization::k_means ? k_means(d, samples, weights, count, random) : Matrix{};
    for (std::size_t k = 0; k < count; ++k) {
      const MutableRow row = alpha.row(members[k]);
      if (way == Initialization::k_means) std::copy_n(centres.row(k).begin(), row.size(), row.begin());
      if (way == Initialization::random_sample) row[samples[k]] = 1;
      if (way == Initialization::class_mean) {
        spread_evenly(samples, weights, row);
        if (count > 1) part(options.noise, weights, random, row);
      }
    }
  }
  return alpha;
}

}   // namespace protea
