// Minkowski distance in its power form: d = Σ|x − w|ᵖ, p ≥ 1, given or learned; for p = ∞, to measure only, max|x − w|.
#pragma once

#include <cmath>
#include <optional>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct Minkowski {
  double p = 2;
  bool learn_p = false;

  static constexpr std::string_view name = "minkowski";
  static constexpr std::string_view summary = "Sum of absolute differences to the power p; p may be learned.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .masking = Masking::sum,
                                              .formula = "d = Σ_l |x_l − w_l|^p, p ≥ 1; max_l |x_l − w_l| for p = inf",
                                              .source = "lecture notes, section 5.2.1"};
  static constexpr auto options() {
    return std::tuple{
        option("p", &Minkowski::p,
               "the power: 1 city-block, 2 squared Euclidean, inf the largest difference (to measure only)",
               {.at_least = 1, .or_infinite = true}),
        option("learn_p", &Minkowski::learn_p, "learn p by its gradient, from the given start")};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t) const;
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  void project(MutableRow theta) const;   // p ≥ 1
  std::optional<NamedNumber> named_parameter(Row theta) const {
    return theta.empty() ? std::nullopt : std::optional(NamedNumber{"p", theta[0]});
  }

  std::string_view only_measures_with() const {
    return std::isinf(p) ? "dissimilarity.p = inf: use a finite one, such as 8" : "";
  }

  // p = 1 + u²
  void from_free(MutableRow theta) const;
  void to_free(MutableRow theta) const;
  void pull_back(Row free, MutableRow gradient) const;
};

}   // namespace protea
