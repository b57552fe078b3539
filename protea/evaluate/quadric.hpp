// The point of a quadric region that is nearest to the origin.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/linear_algebra.hpp>

namespace PROTEA_EXPORT protea {

struct QuadricStep {
  double distance = 0;        // never above the true one, but for rounding
  std::vector<double> step;   // of that length; it ends on the quadric, up to rounding, unless the region is empty
};

// The shortest u with uᵀAu + 2bᵀu + c ≤ 0, where A may be indefinite. One quadratic constraint leaves no gap to the
// dual problem (the S-lemma): with β = Vᵀb the square of the distance is
//   max over μ ≥ 0 with 1 + μA ⪰ 0 of  μc − μ² Σ β_r²/(1 + μ a_r),
// whose slope at μ is the left-hand side at u = −μ(1 + μA)⁻¹b. It falls with μ, so its zero is found by bisection, and
// every μ below gives a distance that is not too large.
QuadricStep shortest_step_to_quadric(const Spectrum& a, Row b, double c);

}   // namespace protea
