// Dissimilarities of samples among one another, computed or given as a matrix.
#pragma once

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

// The matrix of all pairs, symmetric to the bit, with a diagonal of 0. The dissimilarity is symmetric and has no
// parameters.
// Throws a NumericalError where a value is not finite.
Matrix dissimilarities_among(MatrixView x, const AnyDissimilarity& dissimilarity, Runtime& runtime);

// The same from a table that holds the whole matrix, or from some of its rows (Dataset::row_numbers): then among these
// rows. Throws a DataError that names the cell where the matrix is not whole, not symmetric within rounding, or
// not of its kind.
Matrix from_dissimilarity_matrix(const Dataset& dataset);
// d(i,j) = κ(i,i) − 2κ(i,j) + κ(j,j)
Matrix from_kernel_matrix(const Dataset& dataset);

// Throws a DataError where a value is missing.
void demand_whole(const Dataset& dataset);
// Throws a DataError where a whole table does not hold a number for every pair of its rows.
void demand_square(const Dataset& dataset);

}   // namespace protea
