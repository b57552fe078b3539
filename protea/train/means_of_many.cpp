#include <protea/train/means_of_many.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <protea/base/kernels.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>
#include <protea/model/nearest_search.hpp>
#include <protea/train/lloyd.hpp>

namespace protea {
namespace {

using Chosen = std::vector<std::uint32_t>;

// x − centre in single precision, of samples that are looked at many times.
struct RoundedRows {
  std::vector<double> centre = {};
  std::vector<float> rows = {};
};

RoundedRows rounded_rows(MatrixView x, std::span<const std::uint32_t> samples) {
  const std::size_t n = x.columns;
  RoundedRows result{std::vector<double>(n), std::vector<float>(samples.size() * n)};
  for (const std::uint32_t i : samples) kernels().add_scaled(1, x.row(i).data(), n, result.centre.data());
  for (double& value : result.centre) value /= static_cast<double>(samples.size());
  const std::vector<double> ones(n, 1.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    kernels().shifted_floats(x.row(samples[i]).data(), result.centre.data(), ones.data(), n,
                             result.rows.data() + i * n);
    walked_over(2 * n * sizeof(double));
  }
  return result;
}

// Sums over the samples that each centre wins, in shards: their size depends on the number of centres alone. They are
// added in order, those of a group of rows first, and a few at a time, so that memory does not grow with their number.
class ShardedSums {
 public:
  // `rounded` is empty or holds the samples; the groups are those of the samples' numbers, unless they are a part.
  ShardedSums(MatrixView x, std::span<const std::uint32_t> samples, Row weights, const RoundedRows& rounded,
              Runtime& runtime, std::size_t centres, bool are_part)
      : x_(x),
        samples_(samples),
        weights_(weights),
        rounded_(rounded),
        runtime_(runtime),
        slots_(together),
        group_(centres, x.columns + 1),
        total_(centres, x.columns + 1) {
    const std::size_t most = std::max<std::size_t>(4096, 4 * centres);
    for (std::size_t first = 0; first < samples.size();) {
      std::size_t end = std::min(samples.size(), first + most);
      const std::size_t group = are_part ? 0 : samples[first] / group_rows;
      while (!are_part && samples[end - 1] / group_rows != group) --end;
      shards_.push_back({first, end, group});
      first = end;
    }
  }

  // Σ weight·x and then Σ weight for each centre.
  const Matrix& add_up(MatrixView centres) {
    std::ranges::fill(total_.values(), 0.0);
    std::ranges::fill(group_.values(), 0.0);
    for (std::size_t first = 0; first < shards_.size(); first += together) {
      const std::size_t count = std::min(together, shards_.size() - first);
      runtime_.run(count, [&](std::size_t s) { add_up_shard(shards_[first + s], centres, slots_[s]); });
      for (std::size_t s = first; s < first + count; ++s) {
        add(slots_[s - first].sums, group_);
        if (s + 1 < shards_.size() && shards_[s + 1].group == shards_[s].group) continue;
        add(group_, total_);
        std::ranges::fill(group_.values(), 0.0);
      }
    }
    return total_;
  }

 private:
  static constexpr std::size_t together = 8;

  struct Shard {
    std::size_t first;
    std::size_t end;
    std::size_t group;
  };
  struct Slot {
    Matrix sums = {};
    NearestSearch search = {};
    std::vector<const double*> rows = {};
    std::vector<std::uint32_t> winners = {};
  };

  static void add(const Matrix& sums, Matrix& to) {
    const MutableRow all = to.values();
    kernels().add_scaled(1, sums.values().data(), all.size(), all.data());
  }

  void add_up_shard(const Shard& shard, MatrixView centres, Slot& slot) const {
    constexpr std::size_t at_once = 192;   // rows that stay in a near cache until they are added
    const std::size_t n = centres.columns;
    slot.sums.reshape(centres.rows, n + 1);
    std::ranges::fill(slot.sums.values(), 0.0);
    slot.search.forget();
    for (std::size_t first = shard.first; first < shard.end; first += at_once) {
      const auto own = samples_.subspan(first, std::min(at_once, shard.end - first));
      walked_over(own.size() * n * sizeof(double));
      slot.rows.resize(own.size());
      slot.winners.resize(own.size());
      for (std::size_t i = 0; i < own.size(); ++i) slot.rows[i] = x_.row(own[i]).data();
      if (rounded_.rows.empty()) slot.search.find_winners(centres, slot.rows, slot.winners);
      else
        slot.search.find_winners(centres, slot.rows, {rounded_.rows.data() + first * n, rounded_.centre}, slot.winners);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const MutableRow sum = slot.sums.row(slot.winners[i]);
        const double weight = weight_at(weights_, own[i]);
        kernels().add_scaled(weight, slot.rows[i], n, sum.data());
        sum[n] += weight;
      }
    }
  }

  MatrixView x_;
  std::span<const std::uint32_t> samples_;
  Row weights_;
  const RoundedRows& rounded_;
  Runtime& runtime_;
  std::vector<Shard> shards_;
  std::vector<Slot> slots_;
  Matrix group_;
  Matrix total_;
};

// Returns the squared moves of all centres together.
double move_to_means_of(const Matrix& sums, MutableMatrixView centres) {
  const std::size_t n = centres.columns;
  double moved = 0;
  for (std::size_t k = 0; k < centres.rows; ++k) {
    const Row sum = sums.row(k);
    if (!(sum[n] > 0)) continue;
    const MutableRow w = centres.row(k);
    for (std::size_t j = 0; j < n; ++j) {
      const double mean = sum[j] / sum[n];
      moved += (mean - w[j]) * (mean - w[j]);
      w[j] = mean;
    }
  }
  return moved;
}

}   // namespace

void seed_k_means(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                  MutableMatrixView centres) {
  const auto between = [&](std::uint32_t i, std::uint32_t j) {
    double d = 0;
    kernels().squared_distances(x.row(i).data(), x.row(j).data(), 1, x.columns, &d);
    return d;
  };
  const Chosen seeds = draw_seeds(samples, centres.rows, random, between, weights);
  for (std::size_t c = 0; c < centres.rows; ++c) std::ranges::copy(x.row(seeds[c]), centres.row(c).begin());
}

std::vector<std::uint32_t> part_of_many(std::size_t samples, std::size_t centres, Random& random,
                                        const MeansOptions& options) {
  const std::size_t stretch = centres == 1 ? 1 : samples / std::max(options.part, options.per_centre * centres);
  Chosen part;
  if (stretch <= 1) return part;
  part.reserve(samples / stretch + 1);
  // All of a stretch are equally likely, whatever their order says.
  for (std::size_t first = 0; first < samples; first += stretch)
    part.push_back(static_cast<std::uint32_t>(first + random.below(std::min(stretch, samples - first))));
  return part;
}

std::vector<std::uint32_t> samples_at(std::span<const std::uint32_t> samples, std::span<const std::uint32_t> places) {
  Chosen result;
  result.reserve(places.size());
  for (const std::uint32_t place : places) result.push_back(samples[place]);
  return result;
}

Matrix winner_sums(MatrixView x, std::span<const std::uint32_t> samples, Row weights, MatrixView centres,
                   Runtime& runtime) {
  const RoundedRows none;
  return ShardedSums(x, samples, weights, none, runtime, centres.rows, false).add_up(centres);
}

std::size_t means_of_many(const ManySamples& samples, Random& random, Runtime& runtime, MutableMatrixView centres,
                          const MeansOptions& options) {
  const auto iterate = [&](const std::function<const Matrix&()>& sums, double still) {
    for (std::size_t iteration = 0; iteration < options.most; ++iteration) {
      const double moved = move_to_means_of(sums(), centres);
      if (moved == 0) return iteration;
      if (moved <= still * squared_spread(centres)) return iteration + 1;
    }
    return options.most;
  };
  if (centres.rows == 1) {   // the mean, wherever it started
    std::ranges::fill(centres.row(0), 0.0);
    move_to_means_of(samples.sums(centres), centres);
    return 1;
  }
  Chosen places = part_of_many(samples.count, centres.rows, random, options);
  const bool is_all = places.empty();
  std::size_t moves = 0;
  if (is_all) {
    places.resize(samples.count);
    std::iota(places.begin(), places.end(), 0U);
  }
  {
    const ManySamples::Part part = samples.part(places);
    places = {};
    seed_k_means(part.x, part.samples, part.weights, random, centres);
    const RoundedRows rounded = rounded_rows(part.x, part.samples);
    ShardedSums sums(part.x, part.samples, part.weights, rounded, runtime, centres.rows, true);
    moves = iterate([&]() -> const Matrix& { return sums.add_up(centres); }, options.still);
  }
  if (is_all) return moves;
  Matrix all;
  const auto sums_of_all = [&]() -> const Matrix& { return all = samples.sums(centres); };
  return moves + iterate(sums_of_all, options.still_enough);
}

std::size_t means_of_many(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                          Runtime& runtime, MutableMatrixView centres, const MeansOptions& options) {
  const RoundedRows none;
  std::optional<ShardedSums> of_all;
  ManySamples here;
  here.count = samples.size();
  here.part = [&](std::span<const std::uint32_t> places) {
    return ManySamples::Part{.x = x, .samples = samples_at(samples, places), .weights = weights};
  };
  here.sums = [&](MatrixView at) {
    if (!of_all) of_all.emplace(x, samples, weights, none, runtime, centres.rows, false);
    return of_all->add_up(at);
  };
  return means_of_many(here, random, runtime, centres, options);
}

}   // namespace protea
