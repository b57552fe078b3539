#include <protea/perceptron/fields.hpp>

#include <algorithm>

#include <protea/base/lanes.hpp>

namespace protea {

WeightField::WeightField(const Dichotomy& dichotomy)
    : dichotomy_(&dichotomy),
      kernels_(&kernels()),
      weights_(dichotomy.weights),
      per_input_(1 / static_cast<double>(std::max<std::size_t>(1, dichotomy.dimension()))),
      w_(dichotomy.dimension()),
      strengths_(dichotomy.size()),
      self_(dichotomy.size()) {
  for (std::size_t i = 0; i < self_.size(); ++i)
    self_[i] = lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i)) * per_input_;
}

std::size_t WeightField::smallest() const {
  const std::vector<double> all = potentials(*dichotomy_, w_);
  return kernels_->smallest(all.data(), all.size());
}

double WeightField::largest_self() const { return self_.empty() ? 0 : *std::max_element(self_.begin(), self_.end()); }

ProductField::ProductField(const Matrix& products, Row weights)
    : products_(&products), weights_(weights), potentials_(products.rows()), strengths_(products.rows()) {}

Matrix products_of(const Dichotomy& dichotomy) {
  const std::size_t count = dichotomy.size();
  Matrix result(count, count);
  if (count == 0) return result;
  kernels().products(dichotomy.inputs.data, count, dichotomy.inputs.data, count, dichotomy.dimension(),
                     result.values().data(), count);
  const auto n = static_cast<double>(dichotomy.dimension());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) result(i, j) *= dichotomy.outputs[i] * dichotomy.outputs[j] / n;
  }
  return result;
}

}   // namespace protea
