// Finds the few entries of a row that are not zero without looking at each of the others on its own.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Calls visit(k, value) for every value that is not ±0, in order. Which ones these are is no branch, and so cannot be
// guessed wrongly.
template <class Visit>
inline void for_each_nonzero(Row values, Visit&& visit) {
  constexpr std::size_t step = 8;
  constexpr std::uint64_t without_sign = ~(std::uint64_t{1} << 63);
  typedef std::uint64_t Pair __attribute__((vector_size(16)));
  const auto pair_at = [&](std::size_t first) {
    Pair pair;
    std::memcpy(&pair, values.data() + first, sizeof pair);
    return pair;
  };
  const auto visit_from = [&](std::size_t first, std::size_t count) {
    unsigned places = 0;
    for (std::size_t l = 0; l < count; ++l) places |= static_cast<unsigned>(values[first + l] != 0) << l;
    for (; places != 0; places &= places - 1) {
      const std::size_t k = first + static_cast<std::size_t>(std::countr_zero(places));
      visit(k, values[k]);
    }
  };
  std::size_t k = 0;
  for (; k + step <= values.size(); k += step) {
    const Pair any = (pair_at(k) | pair_at(k + 2)) | (pair_at(k + 4) | pair_at(k + 6));
    if (((any[0] | any[1]) & without_sign) != 0) visit_from(k, step);
  }
  visit_from(k, values.size() - k);
}

}   // namespace protea
