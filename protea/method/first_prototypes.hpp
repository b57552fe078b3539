// Where the prototypes of a configuration start: among the features, or as coefficients of samples.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/training_run.hpp>

namespace PROTEA_EXPORT protea {

struct Start {
  std::vector<Label> labels;
  Matrix prototypes;   // in model units, or coefficients
};

// Every sample a prototype, of weight 2 two of them. `x` holds the rows without gaps.
Start samples_as_prototypes(const Configuration& configuration, const Part& part, const Matrix& x);
// The `attempt` counts from 0 and is another draw of everything random.
Start make_start(const Configuration& configuration, const Part& training, const Preparation& preparation,
                 Runtime& runtime, std::size_t attempt = 0);

// A space for prototypes with these labels. `rows` has the names; its values are not looked at.
PrototypeSpace space_at(const Configuration& configuration, std::shared_ptr<const AnyDissimilarity> dissimilarity,
                        const Dataset& rows, const std::vector<Label>& labels);

// How many samples there are, and what shape the cloud of them has.
struct Extent {
  std::size_t samples = 0;
  double rows = 0;                      // that they stand for: whole weights count rows
  std::function<double()> ratio = {};   // of the two largest principal deviations
};
// Are prototypes those of classes? Units that learn label vectors are nobody's at the start.
bool goes_by_classes(const Configuration& configuration, const Dataset& rows);
// Of the first prototypes; a class without samples gets none: the training part of a split may lack a class that the
// whole has.
std::vector<Label> first_labels(const Configuration& configuration, const Dataset& rows,
                                const std::vector<bool>& has_samples);
// Prototypes of a codebook (.cod) or another model, in original units there, scaled here.
Start start_from_file(const Configuration& configuration, const Dataset& rows, const Preparation& preparation);

// The configuration with the numbers that were left to the data: how many units, and the side lengths of their lattice,
// about 5√n units, as long to wide as the two largest principal deviations. Throws a UsageError for more units
// than samples.
Configuration settled(Configuration configuration, const Part& training);
Configuration settled(Configuration configuration, const Extent& extent);
// `among` holds the dissimilarities among the training samples.
Start make_coefficients(const Configuration& configuration, const Part& training, MatrixView among);

}   // namespace protea
