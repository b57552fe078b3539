// The order of samples that are shuffled before every epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/random.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t values_in_window = std::size_t{1} << 23;
inline constexpr std::size_t blocks_in_window = 16;

// Mixes samples within what memory may hold of data larger than itself: blocks of neighbours are put into a random
// order, and the samples of as many blocks as make a window into a random order among themselves. Samples that fit
// into one window are shuffled as a whole, and so are those of which nobody knows the size (0). Depends on the number
// of samples and their size alone.
void shuffle_by_windows(std::span<std::uint32_t> samples, std::size_t values_per_sample, Random& random);

}   // namespace protea
