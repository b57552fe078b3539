// What the author of a dissimilarity writes: a small value type that holds its options and states one pair.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <protea/base/matrix.hpp>
#include <protea/base/option.hpp>
#include <protea/base/random.hpp>

namespace protea {

struct DissimilarityTraits {
  bool symmetric = false;
  bool bregman = false;            // the mean minimizes the expected dissimilarity, so batch means exist
  bool is_squared_euclidean = false;    // d = ‖x − w‖², without parameters: nearest prototypes can be shortlisted
  bool scale_free_parameters = false;   // θ and s·θ lead to the same order of prototypes
  std::string_view formula;
  std::string_view source;
};

// One entry of the pulls ∂loss/∂d of a block that is not zero.
struct Pull {
  std::uint32_t sample;
  std::uint32_t prototype;
  double value;
};
using Pulls = std::span<const Pull>;

// What a block form leaves behind for its gradient: buffers that live as long as a worker does.
struct Scratch {
  std::vector<double> buffers[6];
  std::vector<Pull> pulls;                 // those of one metric group
  MutableRow take(std::size_t which, std::size_t size) {
    if (buffers[which].size() < size) buffers[which].resize(size);
    return {buffers[which].data(), size};
  }
};

template <class D>
concept Dissimilarity = Described<D> && requires(const D d, Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta,
                                                 std::size_t n, Random& random) {
  { d.value(x, w, theta) } -> std::same_as<double>;
  d.add_gradient(x, w, theta, pull, gw, gtheta);       // gw += pull·∂d/∂w, gθ += pull·∂d/∂θ
  { d.parameter_count(n) } -> std::same_as<std::size_t>;
  d.initialize(gtheta, n, random);
  d.project(gtheta);                                   // back to the admissible θ, after each step
  { D::traits } -> std::convertible_to<DissimilarityTraits>;
};

// Optional: all pairs of a block of samples and prototypes at once; must agree with the pair form.
// `add_gradients` follows `values` on the same arguments and may use what that left in the scratch.
template <class D>
concept HasBlockValues = requires(const D d, MatrixView x, MatrixView w, Row theta, MutableMatrixView out, Scratch& scratch) {
  d.values(x, w, theta, out, scratch);
};
template <class D>
concept HasBlockGradients = requires(const D d, MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                     MutableRow gtheta, Scratch& scratch) {
  d.add_gradients(x, w, theta, pulls, gw, gtheta, scratch);
};

// Optional: a smooth map from unconstrained numbers u onto the admissible θ, for minimizers that need one
// (`to_free` inverts it; `pull_back` turns gθ = ∂/∂θ into ∂/∂u in place). Without it, θ is unconstrained.
template <class D>
concept HasChart = requires(const D d, Row free, MutableRow theta, MutableRow gradient) {
  d.from_free(free, theta);
  d.to_free(theta);
  d.pull_back(free, gradient);
};

// Optional: options under which `add_gradient` is an update of the literature and no derivative of d. Without it, it is one.
template <class D>
concept MayLackGradient = requires(const D d) {
  { d.has_gradient() } -> std::same_as<bool>;
};

// Optional: the matrix Λ with d = (x−w)ᵀΛ(x−w), for interpretation.
template <class D>
concept HasRelevanceMatrix = requires(const D d, Row theta, std::size_t n, MutableMatrixView lambda) {
  d.relevance_matrix(theta, n, lambda);
};

}  // namespace protea
