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
Start make_start(const Configuration& configuration, const Part& training, const Preparation& preparation);
// `among` holds the dissimilarities among the training samples.
Start make_coefficients(const Configuration& configuration, const Part& training, MatrixView among);

}   // namespace protea
