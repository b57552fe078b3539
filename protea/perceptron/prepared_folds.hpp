// Parts of the training rows, each prepared as if the rest were all there is: for choices and for scores.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/lifted_method.hpp>

namespace PROTEA_EXPORT protea {

// Three parts, whole groups where there are some, scaled and filled by their training rows. Fewer, or none, where there are too few rows.
struct PreparedFold {
  Dataset training;
  Dataset test;
  std::vector<double> weights = {};   // of the training rows; empty: all one
  std::vector<double> test_weights = {};
  Preparation preparation = {};
  Matrix x = {};   // of the training rows
  Matrix test_x = {};
};
std::vector<PreparedFold> prepared_folds(const PreparedSamples& samples);

}   // namespace protea
