#include <protea/experiment/cluster_noise.hpp>

#include <algorithm>
#include <cmath>

namespace protea {
namespace {

constexpr std::uint64_t places = 4096;     // where a sample may start to read the pool: a power of two, so that 12 bits choose one

// The signs of four numbers for every value of four random bits.
constexpr auto signs_of = [] {
  std::array<std::array<double, 4>, 16> signs{};
  for (std::size_t value = 0; value < 16; ++value) {
    for (std::size_t j = 0; j < 4; ++j) signs[value][j] = value >> j & 1 ? -1 : 1;
  }
  return signs;
}();

// out = ± magnitudes; out has at most 64 numbers.
void set_signs(MutableRow out, const double* magnitudes, std::uint64_t bits) {
  std::size_t i = 0;
  for (; i + 4 <= out.size(); i += 4, bits >>= 4) {
    const double* const signs = signs_of[bits & 15].data();
    std::array<double, 4> signed_values;   // of its own, so that the compiler may take several at once
    for (std::size_t j = 0; j < 4; ++j) signed_values[j] = magnitudes[i + j] * signs[j];
    std::copy(signed_values.begin(), signed_values.end(), out.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (; i < out.size(); ++i, bits >>= 1) out[i] = bits & 1 ? -magnitudes[i] : magnitudes[i];
}

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

void ClusterSamples::draw(MutableMatrixView x, std::span<Label> y) {
  Random random(source_.seed, Purpose::simulation, 2 + draws_++, source_.run);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const MutableRow row = x.row(i);
    const std::uint64_t choice = random.bits();   // the cluster from its upper bits, the place from its lower ones
    const std::size_t cluster = static_cast<double>(choice >> 12) * 0x1p-52 < model_.p_plus ? 0 : 1;
    if (source_.noise == Noise::exact) {
      for (double& each : row) each = std::sqrt(model_.v(cluster)) * random.normal();
    } else {
      const double* const magnitudes = pools_[cluster].data() + choice % places;
      for (std::size_t first = 0; first < row.size(); first += 64) {
        set_signs(row.subspan(first, std::min<std::size_t>(64, row.size() - first)), magnitudes + first, random.bits());
      }
    }
    row[cluster] += model_.lambda;
    y[i] = static_cast<Label>(cluster);
  }
}

}  // namespace protea
