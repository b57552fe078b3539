// The nearest of many prototypes by squared Euclidean distance: products in single precision leave a few that may be
// it, and the direct formula decides among these. Winners and distances are those of the direct formula, to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

class NearestSearch {
 public:
  static constexpr std::size_t worth_it = 32;   // prototypes; fewer are compared directly as quickly

  // The prototypes may have changed since the last call.
  void forget() { prepared_ = 0; }

  // Of complete rows. The first of equals wins.
  void find(MatrixView prototypes, MatrixView x, std::span<std::uint32_t> winners, MutableRow distances);

 private:
  void prepare(MatrixView prototypes);

  std::size_t prepared_ = 0;    // prototypes that the panels hold
  std::vector<float> panels_;   // of 16 prototypes each, coordinate by coordinate
  std::vector<float> norms_;    // squared, of the prototypes
  double largest_norm_ = 0;
  std::vector<float> samples_;   // −2x
  std::vector<float> sums_;      // ‖w‖² − 2x·w
  std::vector<std::uint32_t> places_;
};

}   // namespace protea
