// The nearest of many prototypes by squared Euclidean distance: a shortlist in single precision leaves a few that may be
// it, and the direct formula decides among these. Winners and distances are those of the direct formula, to the bit.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/model/shortlist.hpp>

namespace PROTEA_EXPORT protea {

class NearestSearch {
 public:
  static constexpr std::size_t worth_it = 16;   // prototypes; fewer are compared directly as quickly

  // The prototypes may have changed since the last call.
  void forget() { shortlist_.forget(); }

  // Of complete rows. The first of equals wins.
  void find(MatrixView prototypes, MatrixView x, std::span<std::uint32_t> winners, MutableRow distances);

 private:
  Shortlist shortlist_;
};

}   // namespace protea
