// The bias–variance experiment of `protea reproduce`.
#pragma once

#include <cstdint>

#include "flags.hpp"

namespace protea::app {

struct PolynomialFlags {
  std::uint64_t seed = 1;
  bool is_quick = false;   // fewer data sets
  std::string csv = {};    // a file for the numbers; empty: none
};

void show_polynomials(const CommonFlags& common, const PolynomialFlags& flags);

}   // namespace protea::app
