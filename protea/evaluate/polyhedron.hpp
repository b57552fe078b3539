// The point of a polyhedron that is nearest to the origin.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// The shortest u with normals·u ≤ offsets, row by row. The normals have length one. The dual active-set method of Goldfarb and
// Idnani (1983), which begins at u = 0, adds the most violated halfspace and ends after finitely many steps with the exact
// answer, up to rounding. Precondition: the polyhedron is not empty.
std::vector<double> shortest_step(MatrixView normals, Row offsets);

}   // namespace protea
