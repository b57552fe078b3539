// Distance in the feature space of a kernel κ: d = κ(w,w) − 2κ(w,x) + κ(x,x).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

enum class KernelKind { rbf, polynomial, linear };
constexpr auto names_of(KernelKind) {
  return std::array{std::pair<std::string_view, KernelKind>{"rbf", KernelKind::rbf},
                    std::pair<std::string_view, KernelKind>{"polynomial", KernelKind::polynomial},
                    std::pair<std::string_view, KernelKind>{"linear", KernelKind::linear}};
}

struct KernelDistance {
  KernelKind kind = KernelKind::rbf;
  double sigma = 1;
  bool learn_sigma = false;
  std::int64_t degree = 2;

  static constexpr std::string_view name = "kernel";
  static constexpr std::string_view summary =
      "Squared distance in the feature space of an RBF, polynomial or linear kernel.";
  static constexpr DissimilarityTraits traits{
      .symmetric = true,
      .formula = "d = κ(w,w) − 2κ(w,x) + κ(x,x), κ = e^{−‖x−w‖²/2σ²}, (1 + x·w)^q or x·w",
      .source = "lecture notes (5.12)"};
  static constexpr auto options() {
    return std::tuple{
        option("kind", &KernelDistance::kind, "the kernel"),
        option("sigma", &KernelDistance::sigma, "rbf: width σ; 0 means √n, which suits n scaled features",
               {.at_least = 0}),
        option("learn_sigma", &KernelDistance::learn_sigma, "rbf: learn σ by its gradient, from the given start"),
        option("degree", &KernelDistance::degree, "polynomial: degree q", {.at_least = 1, .at_most = 20})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  // The learned parameter is ln σ, which no step can make inadmissible.
  std::size_t parameter_count(std::size_t) const { return learn_sigma && kind == KernelKind::rbf ? 1 : 0; }
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  void project(MutableRow) const {}
  std::optional<NamedNumber> named_parameter(Row theta) const {
    return theta.empty() ? std::nullopt : std::optional(NamedNumber{"sigma", exponential(theta[0])});
  }

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;

 private:
  double width(std::size_t n) const;
  double inverse_square_width(Row theta, std::size_t n) const;
  double polynomial(double product) const;
  double polynomial_slope(double product) const;
};

}   // namespace protea
