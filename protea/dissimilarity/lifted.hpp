// From one pair to blocks: a coarse virtual interface for whoever composes, one template that lifts any dissimilarity to it.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <protea/dissimilarity/dissimilarity.hpp>

namespace protea {

class AnyDissimilarity {
 public:
  virtual ~AnyDissimilarity() = default;

  virtual std::string_view name() const = 0;
  virtual DissimilarityTraits traits() const = 0;
  virtual std::vector<std::pair<std::string, OptionValue>> options() const = 0;

  virtual bool has_gradient() const = 0;   // add_gradient adds the derivative, not just an update
  virtual std::size_t parameter_count(std::size_t n) const = 0;
  virtual void initialize(MutableRow theta, std::size_t n, Random& random) const = 0;
  virtual void project(MutableRow theta) const = 0;

  // One pair, as its author wrote it.
  virtual double value(Row x, Row w, Row theta) const = 0;
  virtual void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const = 0;

  // d(i, k) for every sample i and prototype k of the block.
  virtual void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const = 0;
  // Adds Σ pull·∂d over the pairs with a pull; follows `values` on the same arguments.
  virtual void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                             Scratch& scratch) const = 0;

  virtual void from_free(Row free, MutableRow theta) const = 0;
  virtual void to_free(MutableRow theta) const = 0;
  virtual void pull_back(Row free, MutableRow gradient) const = 0;

  virtual bool has_relevance_matrix() const = 0;
  virtual void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const = 0;
};

template <Dissimilarity D>
class LiftedDissimilarity final : public AnyDissimilarity {
 public:
  explicit LiftedDissimilarity(D dissimilarity = {}) : dissimilarity_(std::move(dissimilarity)) {}

  std::string_view name() const override { return D::name; }
  DissimilarityTraits traits() const override { return D::traits; }
  std::vector<std::pair<std::string, OptionValue>> options() const override { return option_values(dissimilarity_); }

  bool has_gradient() const override {
    if constexpr (MayLackGradient<D>) return dissimilarity_.has_gradient();
    else return true;
  }
  std::size_t parameter_count(std::size_t n) const override { return dissimilarity_.parameter_count(n); }
  void initialize(MutableRow theta, std::size_t n, Random& random) const override {
    dissimilarity_.initialize(theta, n, random);
  }
  void project(MutableRow theta) const override { dissimilarity_.project(theta); }

  double value(Row x, Row w, Row theta) const override { return dissimilarity_.value(x, w, theta); }
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const override {
    dissimilarity_.add_gradient(x, w, theta, pull, gw, gtheta);
  }

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const override {
    if constexpr (HasBlockValues<D>) {
      dissimilarity_.values(x, w, theta, d, scratch);
    } else {
      for (std::size_t i = 0; i < x.rows; ++i) {
        for (std::size_t k = 0; k < w.rows; ++k) d.row(i)[k] = dissimilarity_.value(x.row(i), w.row(k), theta);
      }
    }
  }

  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     [[maybe_unused]] Scratch& scratch) const override {
    if constexpr (HasBlockGradients<D>) {
      dissimilarity_.add_gradients(x, w, theta, pulls, gw, gtheta, scratch);
    } else {
      for (const auto& [i, k, value] : pulls) dissimilarity_.add_gradient(x.row(i), w.row(k), theta, value, gw.row(k), gtheta);
    }
  }

  void from_free(Row free, MutableRow theta) const override {
    if constexpr (HasChart<D>) dissimilarity_.from_free(free, theta);
    else std::copy(free.begin(), free.end(), theta.begin());
  }
  void to_free(MutableRow theta) const override {
    if constexpr (HasChart<D>) dissimilarity_.to_free(theta);
  }
  void pull_back(Row free, MutableRow gradient) const override {
    if constexpr (HasChart<D>) dissimilarity_.pull_back(free, gradient);
  }

  bool has_relevance_matrix() const override { return HasRelevanceMatrix<D>; }
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const override {
    if constexpr (HasRelevanceMatrix<D>) dissimilarity_.relevance_matrix(theta, n, lambda);
    else throw UsageError(std::string(D::name) + " has no relevance matrix");
  }

 private:
  D dissimilarity_;
};

}  // namespace protea
