// Where potentials come from: weights, or products of the inputs alone. Both start from nothing embedded, or from given strengths.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/dichotomy.hpp>
#include <protea/perceptron/modulation.hpp>

namespace PROTEA_EXPORT protea {

// Keeps w = (1/N) Σ x ξ S: an example costs N operations, whatever their number.
class WeightField {
 public:
  explicit WeightField(const Dichotomy& dichotomy);

  std::size_t size() const { return strengths_.size(); }
  Presented example(std::size_t i) const { return {potential(i), strengths_[i], self_[i], weight_at(weights_, i)}; }
  double potential(std::size_t i) const {
    double product = 0;
    kernels_->products(w_.data(), 1, dichotomy_->inputs.row(i).data(), 1, w_.size(), &product, 1);
    return dichotomy_->outputs[i] * product;
  }
  void embed(std::size_t i, double change) {
    strengths_[i] += change;
    kernels_->add_scaled(change * dichotomy_->outputs[i] * per_input_, dichotomy_->inputs.row(i).data(), w_.size(),
                         w_.data());
  }
  std::size_t smallest() const;

  Row weights() const { return w_; }
  Row strengths() const { return strengths_; }
  double largest_self() const;

 private:
  const Dichotomy* dichotomy_;
  const Kernels* kernels_;
  Row weights_;   // of the examples
  double per_input_;
  std::vector<double> w_;
  std::vector<double> strengths_;
  std::vector<double> self_;
};

// Keeps all potentials E = Cx, from the matrix C of S S' K(ξ, ξ'): an example costs P operations, whatever the inputs.
class ProductField {
 public:
  // C is symmetric, P × P; it and the weights of the examples outlive the field.
  explicit ProductField(const Matrix& products, Row weights = {});

  std::size_t size() const { return strengths_.size(); }
  Presented example(std::size_t i) const {
    return {potentials_[i], strengths_[i], (*products_)(i, i), weight_at(weights_, i)};
  }
  void embed(std::size_t i, double change) {
    strengths_[i] += change;
    kernels().add_scaled(change, products_->row(i).data(), potentials_.size(), potentials_.data());
  }
  std::size_t smallest() const { return kernels().smallest(potentials_.data(), potentials_.size()); }

  Row potentials() const { return potentials_; }
  Row strengths() const { return strengths_; }

 private:
  const Matrix* products_;
  Row weights_;
  std::vector<double> potentials_;
  std::vector<double> strengths_;
};

// C = S S' ξ·ξ'/N.
Matrix products_of(const Dichotomy& dichotomy);

}   // namespace protea
