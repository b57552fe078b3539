#include <protea/train/means_of_many.hpp>

#include <algorithm>
#include <vector>

#include <protea/base/kernels.hpp>
#include <protea/base/weights.hpp>
#include <protea/model/nearest_search.hpp>
#include <protea/train/lloyd.hpp>

namespace protea {
namespace {

using Chosen = std::vector<std::uint32_t>;

// One of every `stretch` neighbours, drawn by chance: all of them are equally likely, whatever their order says.
Chosen part_of(std::span<const std::uint32_t> samples, std::size_t stretch, Random& random) {
  Chosen part;
  part.reserve(samples.size() / stretch + 1);
  for (std::size_t first = 0; first < samples.size(); first += stretch)
    part.push_back(samples[first + random.below(std::min(stretch, samples.size() - first))]);
  return part;
}

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
  }
  return result;
}

// Sums over the samples that each centre wins, in shards: their size depends on the number of centres alone, and they
// are added in order, a few at a time, so that memory does not grow with their number.
class ShardedSums {
 public:
  // `rounded` is empty or holds the samples.
  ShardedSums(MatrixView x, std::span<const std::uint32_t> samples, Row weights, const RoundedRows& rounded,
              Runtime& runtime, std::size_t centres)
      : x_(x),
        samples_(samples),
        weights_(weights),
        rounded_(rounded),
        runtime_(runtime),
        shard_(std::max<std::size_t>(4096, 4 * centres)),
        slots_(together),
        total_(centres, x.columns + 1) {}

  // Σ weight·x and then Σ weight for each centre.
  const Matrix& add_up(MatrixView centres) {
    std::ranges::fill(total_.values(), 0.0);
    const std::size_t shards = (samples_.size() + shard_ - 1) / shard_;
    for (std::size_t first = 0; first < shards; first += together) {
      const std::size_t count = std::min(together, shards - first);
      runtime_.run(count, [&](std::size_t s) { add_up_shard(first + s, centres, slots_[s]); });
      for (std::size_t s = 0; s < count; ++s) {
        const MutableRow total = total_.values();
        kernels().add_scaled(1, slots_[s].sums.values().data(), total.size(), total.data());
      }
    }
    return total_;
  }

 private:
  static constexpr std::size_t together = 8;

  struct Slot {
    Matrix sums = {};
    NearestSearch search = {};
    std::vector<const double*> rows = {};
    std::vector<std::uint32_t> winners = {};
  };

  void add_up_shard(std::size_t shard, MatrixView centres, Slot& slot) const {
    constexpr std::size_t at_once = 192;   // rows that stay in a near cache until they are added
    const std::size_t n = centres.columns;
    slot.sums.reshape(centres.rows, n + 1);
    std::ranges::fill(slot.sums.values(), 0.0);
    slot.search.forget();
    const std::size_t end = std::min(samples_.size(), (shard + 1) * shard_);
    for (std::size_t first = shard * shard_; first < end; first += at_once) {
      const auto own = samples_.subspan(first, std::min(at_once, end - first));
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
  std::size_t shard_;   // its rows
  std::vector<Slot> slots_;
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

std::size_t means_of_many(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                          Runtime& runtime, MutableMatrixView centres, const MeansOptions& options) {
  const auto iterate = [&](std::span<const std::uint32_t> own, const RoundedRows& rounded, double still) {
    ShardedSums sums(x, own, weights, rounded, runtime, centres.rows);
    for (std::size_t iteration = 0; iteration < options.most; ++iteration) {
      const double moved = move_to_means_of(sums.add_up(centres), centres);
      if (moved == 0) return iteration;
      if (moved <= still * squared_spread(centres)) return iteration + 1;
    }
    return options.most;
  };
  const std::size_t stretch =
      centres.rows == 1 ? 1 : samples.size() / std::max(options.part, options.per_centre * centres.rows);
  const Chosen part = stretch > 1 ? part_of(samples, stretch, random) : Chosen{};
  const std::span<const std::uint32_t> first = part.empty() ? samples : part;
  seed_k_means(x, first, weights, random, centres);
  const std::size_t moves = iterate(first, centres.rows == 1 ? RoundedRows{} : rounded_rows(x, first), options.still);
  return part.empty() ? moves : moves + iterate(samples, {}, options.still_enough);
}

}   // namespace protea
