#include <protea/base/random.hpp>

#include <cmath>

#include <protea/base/exact_math.hpp>

namespace protea {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t product_1 = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(product_1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product_1),
               static_cast<std::uint32_t>(product_0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product_0)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

Random::Random(std::uint64_t seed, Purpose purpose, std::uint32_t epoch, std::uint32_t shard)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, static_cast<std::uint32_t>(purpose), epoch, shard} {}

std::uint64_t Random::bits() {
  if (used_ >= 4) {
    output_ = philox(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }
  const std::uint64_t result = std::uint64_t{output_[used_]} << 32 | output_[used_ + 1];
  used_ += 2;
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

// Rejects the incomplete last interval, so every value is equally likely.
std::size_t Random::below(std::size_t bound) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  for (;;) {
    const std::uint64_t draw = bits();
    if (draw < most - bound || draw < most - most % bound)   // the first says it without a division, but for a few
      return static_cast<std::size_t>(draw % bound);
  }
}

double Random::normal() {
  if (has_spare_normal_) {
    has_spare_normal_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2 * logarithm(1 - uniform()));
  const auto [sine, cosine] = sine_and_cosine(uniform());
  spare_normal_ = radius * sine;
  has_spare_normal_ = true;
  return radius * cosine;
}

}   // namespace protea
