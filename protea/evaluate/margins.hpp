// How far a sample, or the prototypes, can move before an answer changes [Crammer, Gilad-Bachrach, Navot, Tishby 2003].
#pragma once

#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/metric_space.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

// One number per sample, in the model's metric (the root of its dissimilarity) and model units; w⁺ and w⁻ are the
// nearest prototypes of the sample's class and of any other. Positive where the answer is right. A class without
// prototypes gives −∞.
struct Margins {
  std::vector<double> hypothesis;   // (‖x − w⁻‖ − ‖x − w⁺‖)/2, Lemma 1: how far the prototypes can move
  std::vector<double> prediction;   // the same for the answer instead of the class, never negative: Lemma 4 (errata M4)
  std::vector<double>
      bisector;   // to the nearest bisector of the winner and a prototype across; at most the sample margin
  std::vector<double> sample;   // to the union of the cells across, exactly: how far the sample can move
  std::vector<Label> answers;
};
// |hypothesis| ≤ |bisector| ≤ |sample|: Lemma 2, which the signs reverse for samples that are answered
// wrongly (errata M4).
// Across from a right answer are all other classes, across from a wrong one is the right class.
Margins margins_of(const MetricSpace& space, MatrixView x, std::span<const Label> y, Runtime& runtime);

// No perturbation below these radii changes the answer. They are never too large: what rounding may have added is taken
// off, which is seen where prototypes are much closer to one another than samples to them.
struct Certificates {
  std::vector<double> metric;      // of a perturbation measured by the model's metric: exact
  std::vector<double> euclidean;   // in Euclidean norm (model units): metric over the largest singular value of Ω
  std::vector<double> exact;   // in Euclidean norm, exact: the distance to the nearest point that is answered otherwise
  Matrix steps;                // row i leads from sample i to that point, a corner of a cell perhaps
  std::vector<std::size_t> rivals;   // the prototype of that cell: whoever goes on towards it gets its answer
};
Certificates certificates_of(const MetricSpace& space, MatrixView x, Runtime& runtime);

// Throws a UsageError that names the first row with a missing value.
void demand_whole_rows(MatrixView x);
// Throws a NumericalError where the distances of row i to the prototypes are too large to compute with.
void demand_finite_distances(Row d, std::size_t i);

// Hypothesis margins alone, from distances, each prototype with its own metric: those of Margins and of LocalMargins for
// much less. Throws a UsageError where answers are not those of the nearest prototype under quadratic forms.
std::vector<double> hypothesis_margins(const PrototypeModel& model, MatrixView x, std::span<const Label> y,
                                       Runtime& runtime);

// Share of the samples whose signed margin is below θ.
double theta_error(Row margins, double theta);

}   // namespace protea
