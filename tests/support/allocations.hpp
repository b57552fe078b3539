// Counts every allocation of the program it is linked into (see tests/train/allocations.cpp).
#pragma once

#include <cstddef>

namespace protea::testing {

std::size_t allocation_count();

}   // namespace protea::testing
