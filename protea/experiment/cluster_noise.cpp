#include <protea/experiment/cluster_noise.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace protea {
namespace {

constexpr std::uint64_t places =
    2048;   // where a sample may start to read the pool: a power of two, so that 11 bits choose one

// Random bits, many and cheap: xoshiro256++ [Blackman, Vigna 2021], started from Philox, so that the stream stays a
// function of its key.
class CheapBits {
 public:
  explicit CheapBits(Random& random) {
    for (std::uint64_t& word : state_) word = random.bits();
    state_[0] |= 1;   // never all zero
  }
  std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

double with_sign(double magnitude, std::uint64_t word) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) ^ (word & sign));
}

// out = ± magnitudes, the sign of number i from the bits of word i mod 4 in turn.
void set_signs(MutableRow out, const double* magnitudes, CheapBits& bits) {
  constexpr std::size_t most = 64 * 4;   // numbers that four words serve
  const std::size_t even = out.size() / 4 * 4;
  for (std::size_t first = 0; first < even; first += most) {
    std::uint64_t a = bits();
    std::uint64_t b = bits();
    std::uint64_t c = bits();
    std::uint64_t d = bits();
    const std::size_t last = std::min(even, first + most);
    for (std::size_t i = first; i < last; i += 4, a <<= 1, b <<= 1, c <<= 1, d <<= 1) {
      // All four before any is written: the compiler cannot know that they do not overlap.
      const std::array<double, 4> values{with_sign(magnitudes[i], a), with_sign(magnitudes[i + 1], b),
                                         with_sign(magnitudes[i + 2], c), with_sign(magnitudes[i + 3], d)};
      std::copy(values.begin(), values.end(), out.data() + i);
    }
  }
  for (std::size_t i = even; i < out.size(); ++i) out[i] = with_sign(magnitudes[i], bits());
}

}   // namespace

ClusterSamples::ClusterSamples(const ClusterModel& model, std::size_t dimension, const Source& source)
    : model_(model), source_(source) {
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
  CheapBits bits(random);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const MutableRow row = x.row(i);
    const std::uint64_t choice = bits();   // the cluster from its upper bits, the place from its lower ones
    const std::size_t cluster = static_cast<double>(choice >> 12) * 0x1p-52 < model_.p_plus ? 0 : 1;
    if (source_.noise == Noise::exact) {
      for (double& each : row) each = std::sqrt(model_.v(cluster)) * random.normal();
    } else {
      set_signs(row, pools_[cluster].data() + choice % places, bits);
    }
    row[cluster] += model_.lambda;
    y[i] = static_cast<Label>(cluster);
  }
}

}   // namespace protea
