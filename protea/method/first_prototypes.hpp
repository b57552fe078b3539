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

// The configuration with the numbers that were left to the data: how many units, and the side lengths of their lattice,
// about 5√n units, as long to wide as the two largest principal deviations. Throws a UsageError for more units
// than samples.
Configuration settled(Configuration configuration, const Part& training);
// `among` holds the dissimilarities among the training samples.
Start make_coefficients(const Configuration& configuration, const Part& training, MatrixView among);

}   // namespace protea
