// How much samples count: each with a weight, times the cost of the class of its nearest wrong prototype.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

// The views must outlive whoever uses them.
struct Importance {
  Row weights = {};        // of the samples; empty: all one
  MatrixView costs = {};   // classes × classes, of taking a sample of the row's class for the column's; empty: all one

  bool is_absolute = false;   // steps are taken as weights say, without dividing by their mean

  double total(std::size_t samples) const;   // weight of all samples
  double total(std::span<const std::uint32_t> samples) const;

  // Samples whose distances to prototypes with these labels are the rows of d.
  struct Block {
    std::span<const std::uint32_t> samples;
    MatrixView d;
    Labels labels;
    Labels y;
  };
  // Their weights times costs, kept in `buffer`; empty where all are one.
  Row of(const Block& block, std::vector<double>& buffer) const;
};

}   // namespace protea
