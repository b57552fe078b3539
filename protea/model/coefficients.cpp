#include <protea/model/coefficients.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/data/dataset.hpp>

namespace protea {
namespace {

using Samples = std::vector<std::uint32_t>;

// The mean of some samples: ‖φ(x_i) − mean‖² = (1/m) Σ_j d_ij − ½ (1/m²) Σ_jl d_jl
struct Mean {
  Samples members;
  double spread = 0;   // (1/m²) Σ_jl d_jl

  Mean(MatrixView d, Samples samples) : members(std::move(samples)) {
    for (const std::uint32_t j : members) spread += mean_to(d, j);
    spread /= static_cast<double>(members.size());
  }
  double mean_to(MatrixView d, std::size_t i) const {
    double sum = 0;
    for (const std::uint32_t j : members) sum += d.row(i)[j];
    return sum / static_cast<double>(members.size());
  }
  double distance(MatrixView d, std::size_t i) const { return mean_to(d, i) - spread / 2; }
};

// k-means++ seeding [ArthurVassilvitskii2007] on the matrix of pairs.
std::vector<Mean> seeds(MatrixView d, const Samples& samples, std::size_t count, Random& random) {
  std::vector<Mean> result;
  std::vector<double> nearest(samples.size(), std::numeric_limits<double>::infinity());
  std::size_t pick = random.below(samples.size());
  for (std::size_t c = 0; c < count; ++c) {
    result.emplace_back(d, Samples{samples[pick]});
    for (std::size_t i = 0; i < samples.size(); ++i) nearest[i] = std::min(nearest[i], d.row(samples[i])[samples[pick]]);
    pick = draw_by_weight(nearest, random);
  }
  return result;
}

// Lloyd's iteration until nothing moves; a centre without samples stays where it is.
std::vector<Mean> k_means(MatrixView d, const Samples& samples, std::size_t count, Random& random) {
  std::vector<Mean> centres = seeds(d, samples, count, random);
  std::vector<std::size_t> owner(samples.size(), count);
  for (int iteration = 0; iteration < 300; ++iteration) {
    bool has_moved = false;
    std::vector<Samples> members(count);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      std::size_t best = 0;
      double best_distance = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < count; ++c) {
        const double distance = centres[c].distance(d, samples[i]);
        if (distance < best_distance) {
          best = c;
          best_distance = distance;
        }
      }
      has_moved = has_moved || owner[i] != best;
      owner[i] = best;
      members[best].push_back(samples[i]);
    }
    if (!has_moved) break;
    for (std::size_t c = 0; c < count; ++c) {
      if (!members[c].empty()) centres[c] = Mean(d, std::move(members[c]));
    }
  }
  return centres;
}

void spread_evenly(const Samples& members, MutableRow coefficients) {
  for (const std::uint32_t j : members) coefficients[j] = 1 / static_cast<double>(members.size());
}

// Adds noise·Σ_j (ξ_j − mean ξ)/√N φ(x_j) with normal ξ: it has the covariance of the data, times noise², and sums to 0.
void part(double noise, Random& random, MutableRow coefficients) {
  std::vector<double> draws(coefficients.size());
  double mean = 0;
  for (double& draw : draws) {
    draw = random.normal();
    mean += draw / static_cast<double>(draws.size());
  }
  const double scale = noise / std::sqrt(static_cast<double>(draws.size()));
  for (std::size_t j = 0; j < draws.size(); ++j) coefficients[j] += scale * (draws[j] - mean);
}

}  // namespace

bool has_coefficients(Initialization way) {
  return way == Initialization::class_mean || way == Initialization::random_sample || way == Initialization::k_means;
}

Matrix initial_coefficients(Initialization way, const InitializationOptions& options, MatrixView d, std::span<const Label> y,
                            std::span<const Label> labels, const std::vector<std::string>& class_names, std::uint64_t seed) {
  if (!has_coefficients(way)) {
    throw UsageError(fmt::format("init = {}: combinations of samples start from class-mean, random-sample or k-means", choice_name(way)));
  }
  Matrix alpha(labels.size(), d.columns);
  for (auto& [members, samples, random] : class_starts(y, labels, class_names, seed)) {
    const std::size_t count = members.size();
    if (way == Initialization::random_sample) random.shuffle(std::span(samples));
    const std::vector<Mean> centres = way == Initialization::k_means ? k_means(d, samples, count, random) : std::vector<Mean>{};
    for (std::size_t k = 0; k < count; ++k) {
      const MutableRow row = alpha.row(members[k]);
      if (way == Initialization::k_means) spread_evenly(centres[k].members, row);
      if (way == Initialization::random_sample) row[samples[k]] = 1;
      if (way == Initialization::class_mean) {
        spread_evenly(samples, row);
        if (count > 1) part(options.noise, random, row);
      }
    }
  }
  return alpha;
}

}  // namespace protea
