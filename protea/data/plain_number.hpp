// Plain decimal numbers, eight characters at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace protea {

namespace plain {

// The first characters of `at` as digits, 0 … 9 each, and how many of the eight are digits before one that is not.
struct Digits {
  std::uint64_t values;
  unsigned count;
};

inline Digits digits_at(const char* at) {
  std::uint64_t text = 0;
  std::memcpy(&text, at, sizeof text);
  const std::uint64_t values = text ^ 0x3030303030303030U;
  // A sum that reaches the highest bit of its byte is no digit; without that bit no sum reaches the next byte.
  const std::uint64_t others = (((values & 0x7f7f7f7f7f7f7f7fU) + 0x7676767676767676U) | values) & 0x8080808080808080U;
  return {values, others == 0 ? 8U : static_cast<unsigned>(std::countr_zero(others)) / 8};
}

// The number that the first `count` digits make, 1 to 8 of them: pairs, fours and eights are joined at once.
inline std::uint64_t value_of(Digits digits) {
  const std::uint64_t ones = digits.values << (64 - 8 * digits.count);
  const std::uint64_t pairs = ones * 10 + (ones >> 8);
  constexpr std::uint64_t every_fourth = 0x000000ff000000ffU;
  return ((pairs & every_fourth) * 0x000f424000000064U + ((pairs >> 16) & every_fourth) * 0x0000271000000001U) >> 32;
}

}   // namespace plain

// Bytes that plain_number_at() may look at.
inline constexpr std::ptrdiff_t plain_number_reach = 32;

// Reads a number of digits with or without a sign and a point (-12.345), of at most 7 digits before it and 15 behind.
// Where the digits together are below 2⁵³, quotient and integer have no error and the division is rounded once, so the
// value is the nearest double, as every reader finds it. Null, and nothing read, for all other texts: they may well be
// numbers. Precondition: plain_number_reach bytes are there.
inline const char* plain_number_at(const char* at, double& value) {
  static constexpr std::array<double, 16> powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  static constexpr std::array<std::uint64_t, 9> whole_powers{1,       10,        100,        1'000,      10'000,
                                                             100'000, 1'000'000, 10'000'000, 100'000'000};
  if constexpr (std::endian::native != std::endian::little) return nullptr;
  const bool is_negative = *at == '-';   // no branch: signs follow no pattern
  at += is_negative ? 1 : 0;
  const plain::Digits before = plain::digits_at(at);
  if (before.count - 1 > 6) return nullptr;
  std::uint64_t number = plain::value_of(before);
  std::size_t places = 0;
  at += before.count;
  if (*at == '.') {
    plain::Digits behind = plain::digits_at(++at);
    if (behind.count == 0) return nullptr;
    number = number * whole_powers[behind.count] + plain::value_of(behind);
    places = behind.count;
    at += behind.count;
    if (behind.count == 8) {
      behind = plain::digits_at(at);
      if (places + behind.count >= powers.size()) return nullptr;
      if (before.count + places + behind.count > 19) return nullptr;   // 64 bits hold them
      if (behind.count > 0) number = number * whole_powers[behind.count] + plain::value_of(behind);
      places += behind.count;
      at += behind.count;
    }
    if (number > (1ULL << 53)) return nullptr;   // below 10²² in any case
  }
  const double size = static_cast<double>(number) / powers[places];
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) | (is_negative ? 1ULL << 63 : 0));
  return at;
}

}   // namespace protea
