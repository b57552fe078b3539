// The point of a polyhedron that is nearest to the origin.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// The shortest u with normals·u ≤ offsets, row by row. The normals have length one. The dual active-set method of
// Goldfarb and Idnani (1983), which begins at u = 0, adds the most violated halfspace and ends after finitely many
// steps with the exact answer, up to rounding. Precondition: the polyhedron is not empty.
std::vector<double> shortest_step(MatrixView normals, Row offsets);

// The same with the multipliers μ ≥ 0 of the halfspaces that bound it there, u = −Σ μ_i·normal_i. Whatever they are,
// every point v of the polyhedron has −(Σ μ_i·normal_i)·v ≥ −Σ μ_i·offset_i, and so a length of at least −Σ
// μ_i·offset_i/‖Σ μ_i·normal_i‖: a bound that rounding in u cannot spoil.
struct BoundedStep {
  std::vector<double> step;
  std::vector<std::pair<std::size_t, double>> multipliers;   // by halfspace
};
BoundedStep shortest_step_with_multipliers(MatrixView normals, Row offsets);

}   // namespace protea
