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
  // … where nobody asks how far they are: who is alone on the list is not measured.
  void find_winners(MatrixView prototypes, std::span<const double* const> rows, std::span<std::uint32_t> winners);
  // … of rows that were rounded to single precision before, one after another: x − centre.
  struct Rounded {
    const float* rows;
    Row centre;
  };
  void find_winners(MatrixView prototypes, std::span<const double* const> rows, const Rounded& rounded,
                    std::span<std::uint32_t> winners);

 private:
  struct Nearest {
    std::uint32_t winner = 0;
    double distance = infinity;
  };
  // Among the rivals of row i, whose numbers are at x.
  Nearest measure_rivals(MatrixView prototypes, const double* x, std::size_t i) const;
  void take_winners(MatrixView prototypes, std::span<const double* const> rows, std::span<std::uint32_t> winners) const;

  Shortlist shortlist_;
};

}   // namespace protea
