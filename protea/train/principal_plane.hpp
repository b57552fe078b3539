// The plane in which data spread most: where a map starts, and what shape it takes.
#pragma once

#include <array>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct PrincipalPlane {
  std::vector<double> centre;
  Matrix axes;                        // two rows of length 1; zero where the data do not spread
  std::array<double, 2> deviations;   // along them, the larger first

  // Of the deviations, at least 1; infinite for data on a line, 1 where all are alike.
  double ratio() const;
};

// Of complete rows, which count by their weights; of more than 5000, every so many-th. By iteration of a few
// directions, so that wide data cost what they hold; the largest entry of an axis is positive.
PrincipalPlane principal_plane(MatrixView x, Row weights = {});
std::size_t step_of_plane(std::size_t rows);

}   // namespace protea
