// The version space of a separable dichotomy: all weights that store it.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace PROTEA_EXPORT protea {

// The centre of mass of the normalized weights with E > 0 (3.37), errata N27, as the mean of `samples` of them (3.38): the student that generalizes best.
// Samples are drawn evenly from the cone of solutions within the unit ball by hit and run [Smith 1984]: from a point to one on a random chord through it, N steps from one sample to the
// next. `inside` is a solution; throws a UsageError where it is none.
std::vector<double> version_space_centre(const Dichotomy& dichotomy, Row inside, std::size_t samples,
                                         std::uint64_t seed);

}   // namespace protea
