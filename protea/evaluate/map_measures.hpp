// How well units, on a map or not, stand for the samples: neighbours that stay neighbours, classes that stay apart,
// units that win nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

// The share of the samples whose nearest and second nearest units are not adjacent on the map [Kiviluoto 1996]; 0
// without samples. Weights as in base/weights.hpp.
double topographic_error(std::span<const std::uint32_t> nearest, std::span<const std::uint32_t> second_nearest,
                         const std::function<bool(std::uint32_t, std::uint32_t)>& adjacent, Row weights = {});

// Samples as they lie to one another: from(i, d) writes the dissimilarities from sample i to all `count` samples into
// d; that to itself is not looked at. Several threads call it at once.
struct Proximities {
  std::size_t count = 0;
  std::function<void(std::size_t i, MutableRow d)> from;
};

// Both look at what they are given, which must live on.
Proximities squared_distances_between(MatrixView rows);
Proximities dissimilarities_of(MatrixView square);   // row i holds those from sample i

// Trustworthiness and continuity [Venna, Kaski 2001], each from 0 to 1. With U_i the samples that are among the k
// nearest of i by their places but not originally, and r(i, j) the original rank of j seen from i,
//   trustworthiness = 1 − 2/(nk(2n − 3k − 1)) Σ_i Σ_{j ∈ U_i} (r(i, j) − k);
// continuity is the same with the two sides exchanged. Ranks start at 1, without i itself; of samples equally far away
// the one of lower index comes first, as samples of one unit do, which share a place. Sums are whole numbers: the bits
// do not depend on the threads.
// Rows enough to measure neighbourhoods on, whose cost grows with the square of their number: every `step`-th of n, and
// how many neighbours of each.
struct PreservationSample {
  std::size_t step;
  std::size_t rows;
  std::size_t neighbours;   // ten, or fewer of few rows; 0: too few rows
};
PreservationSample preservation_sample(std::size_t n);

struct Preservation {
  double trustworthiness = 0;
  double continuity = 0;
};

// Throws UsageError unless both sides have the same n samples and 1 ≤ k < n/2, where 2n − 3k − 1 > 0; DataError where a
// dissimilarity is NaN. O(n²·log k) time, O(n) memory for each thread.
Preservation neighbourhood_preservation(const Proximities& original, const Proximities& places, std::size_t k,
                                        Runtime& runtime);
// By squared Euclidean distances between rows.
Preservation neighbourhood_preservation(MatrixView original, MatrixView places, std::size_t k, Runtime& runtime);

// The unit of every sample beside its class; samples without one (no_label) count nowhere.
struct LabelledUnits {
  std::span<const std::uint32_t> units;
  std::span<const Label> labels;
  std::size_t unit_count = 0;
  std::size_t class_count = 0;
  Row weights = {};
};

// The share of the samples that are of the commonest class of their unit; 0 without labelled samples.
double purity(const LabelledUnits& samples);

// What unit and class say of one another, I(U, C) / ((H(U) + H(C))/2), from 0 to 1; as in scikit-learn it is 1 where
// all samples are of one unit and of one class, 0 where only one of the two is so. 0 without labelled samples.
double normalized_mutual_information(const LabelledUnits& samples);

// Units that win no sample.
std::size_t dead_units(std::span<const std::uint32_t> winners, std::size_t unit_count);

}   // namespace protea
