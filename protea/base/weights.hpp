// What weights of samples mean: whole numbers count rows, so that weight 2 is the row twice; others say how much a row
// matters beside the rest, and their common unit says nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Weights are finite and greater than 0; none at all stand for one each.
bool are_whole(Row weights);
double total_weight(Row weights, std::size_t samples);   // summed by groups of rows
inline double weight_at(Row weights, std::size_t sample) { return weights.empty() ? 1 : weights[sample]; }

// What a sum of squares about the mean is divided by: Σw − 1 for counts, Σw − Σw²/Σw for others, which leaves variances
// alone when all weights are doubled.
class FreedomOfWeights {
 public:
  explicit FreedomOfWeights(Row weights) : is_count_(are_whole(weights)) {}
  explicit FreedomOfWeights(bool are_whole) : is_count_(are_whole) {}
  double of(double sum, double sum_of_squares) const {
    return sum - (is_count_ || sum == 0 ? 1 : sum_of_squares / sum);
  }

 private:
  bool is_count_;
};

// Samples 0, 1, 2, …, each as often as its weight says. Precondition: the weights are whole.
std::vector<std::uint32_t> repeated_samples(Row weights);
// Nothing where the weights are not whole, or would make more than 20 of a sample on average: a pass over the data
// has its price.
std::vector<std::uint32_t> repeated_if_few(Row weights);

}   // namespace protea
