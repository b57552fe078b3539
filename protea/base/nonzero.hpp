// Finds the few entries of a row that are not zero without looking at each of the others on its own.
#pragma once

#include <cstdint>
#include <cstring>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Calls visit(k, value) for every value that is not ±0, in order.
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
  std::size_t k = 0;
  for (; k + step <= values.size(); k += step) {
    const Pair any = (pair_at(k) | pair_at(k + 2)) | (pair_at(k + 4) | pair_at(k + 6));
    if (((any[0] | any[1]) & without_sign) == 0) continue;
    for (std::size_t l = 0; l < step; ++l) {
      if (values[k + l] != 0) visit(k + l, values[k + l]);
    }
  }
  for (; k < values.size(); ++k) {
    if (values[k] != 0) visit(k, values[k]);
  }
}

}   // namespace protea
