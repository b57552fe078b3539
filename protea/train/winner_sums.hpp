// Sums over the samples that each unit wins: moments of a rule with a winner are made of them, by handing them on to the
// neighbours once.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/optimize/pull_moments.hpp>
#include <protea/rule/lifted.hpp>

namespace PROTEA_EXPORT protea {

// n/observed, by which sums over the observed coordinates of a sample are rescaled.
double share_rescaled(Row x);

// Adds samples of weights, empty: all one, to the sums of those who have won them.
void add_to_winners(MatrixView x, std::span<const std::uint32_t> winners, Row weights, PullMoments& sums);

// Sums by winner become the moments that the rule makes of them.
void spread(const AnyRule& rule, double progress, PullMoments& sums);

}   // namespace protea
