#include <protea/experiment/cluster_noise.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace protea {
namespace {

constexpr std::size_t places = 4096;       // where a sample may start to read the pool

}  // namespace

ClusterSamples::ClusterSamples(const ClusterModel& model, std::size_t dimension, const Source& source) : model_(model), source_(source) {
  if (source_.noise == Noise::exact) return;
  Random random(source_.seed, Purpose::simulation, 1, source_.run);
  std::vector<double> pool(places + dimension);
  double squares = 0;
  for (double& each : pool) {
    each = random.normal();
    squares += each * each;
  }
  // A pool of finite size would give each run a variance of its own.
  const double scale = std::sqrt(static_cast<double>(pool.size()) / squares);
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {
    pools_[cluster] = pool;
    for (double& each : pools_[cluster]) each *= scale * std::sqrt(model_.v(cluster));
  }
}

void ClusterSamples::draw_noise(MutableRow x, std::size_t cluster, Random& random) const {
  if (source_.noise == Noise::exact) {
    const double deviation = std::sqrt(model_.v(cluster));
    for (double& each : x) each = deviation * random.normal();
    return;
  }
  const double* const magnitudes = pools_[cluster].data() + random.bits() % places;   // a power of two: unbiased
  for (std::size_t first = 0; first < x.size(); first += 64) {
    std::uint64_t signs = random.bits();
    const std::size_t end = std::min(first + 64, x.size());
    for (std::size_t i = first; i < end; ++i) {
      x[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitudes[i]) ^ (signs & 0x8000'0000'0000'0000U));
      signs <<= 1;
    }
  }
}

void ClusterSamples::draw(MutableMatrixView x, std::span<Label> y) {
  Random random(source_.seed, Purpose::simulation, 2 + draws_++, source_.run);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const std::size_t cluster = random.uniform() < model_.p_plus ? 0 : 1;
    y[i] = static_cast<Label>(cluster);
    draw_noise(x.row(i), cluster, random);
    x.row(i)[cluster] += model_.lambda;
  }
}

}  // namespace protea
