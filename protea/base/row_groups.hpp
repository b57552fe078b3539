// Groups of rows: what is summed over rows is summed over so many of them, and then over the groups in their order, so
// that a sum can be made wherever the rows of a group are. Where cuts are depends on nothing.
#pragma once

#include <algorithm>
#include <cstddef>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t group_rows = 32'768;

// Calls use(first row, how many) for one group after another.
template <class Use>
void for_each_group(std::size_t rows, Use use) {
  for (std::size_t first = 0; first < rows; first += group_rows) use(first, std::min(group_rows, rows - first));
}

}   // namespace protea
