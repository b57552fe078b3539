// Finds the few entries of a row that are not zero without looking at each of the others on its own.
#pragma once

#include <bit>
#include <cstdint>

#include <protea/base/matrix.hpp>

namespace protea {

// Calls visit(k, value) for every value that is not ±0, in order.
template <class Visit>
inline void for_each_nonzero(Row values, Visit&& visit) {
  constexpr std::size_t step = 8;
  constexpr std::uint64_t without_sign = ~(std::uint64_t{1} << 63);
  std::size_t k = 0;
  for (; k + step <= values.size(); k += step) {
    std::uint64_t any = 0;
    for (std::size_t l = 0; l < step; ++l) any |= std::bit_cast<std::uint64_t>(values[k + l]);
    if ((any & without_sign) == 0) continue;
    for (std::size_t l = 0; l < step; ++l) {
      if (values[k + l] != 0) visit(k + l, values[k + l]);
    }
  }
  for (; k < values.size(); ++k) {
    if (values[k] != 0) visit(k, values[k]);
  }
}

}  // namespace protea
