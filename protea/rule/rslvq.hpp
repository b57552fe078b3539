// Robust soft LVQ [SeoObermayer2003]: minus the log of the likelihood ratio of a mixture with one Gaussian per
// prototype, loss = −ln(Σ_{c_k=y} e^{−d_k/2σ²} / Σ_k e^{−d_k/2σ²}).
// ∂loss/∂d_k = (P_y(k) − P(k))/2σ², P the softmax of −d/2σ² over all prototypes, P_y over the right ones.
#pragma once

#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/rule/activation.hpp>
#include <protea/rule/soft_assignment.hpp>

namespace PROTEA_EXPORT protea {

struct Rslvq {
  double sigma = 0.5;
  double annealing = 1;
  bool learn_sigma = false;

  static constexpr std::string_view name = "rslvq";
  static constexpr std::string_view summary = "Robust soft LVQ: maximizes the likelihood ratio of a Gaussian mixture.";
  static constexpr RuleTraits traits{.has_cost = true,
                                     .needs_own_prototype = true,
                                     .depends_on = DependsOn::difference,
                                     .formula = "loss = −ln(Σ_{c_k=y} e^{−d_k/2σ²} / Σ_k e^{−d_k/2σ²})",
                                     .source = "margin analysis, section 6; Seo and Obermayer 2003"};
  static constexpr auto options() {
    return std::tuple{option("sigma", &Rslvq::sigma, "width σ of the Gaussians", {.above = 0}),
                      option("annealing", &Rslvq::annealing, "factor on σ by the end of training", {.above = 0}),
                      option("learn_sigma", &Rslvq::learn_sigma, "learn σ by its gradient, from the given start")};
  }

  static constexpr std::pair<std::string_view, std::string_view> steady_setting{"annealing", "1"};
  bool changes_with_progress() const { return annealing != 1 && !learn_sigma; }
  Rslvq at(double t) const {
    Rslvq result = *this;
    if (changes_with_progress()) result.sigma *= power(annealing, t);
    return result;
  }

  // The learned parameter is ln σ, which no step can make inadmissible.
  std::size_t parameter_count(std::size_t) const { return learn_sigma ? 1 : 0; }
  void initialize(MutableRow theta) const {
    if (!theta.empty()) theta[0] = logarithm(sigma);
  }

  std::optional<NamedNumber> named_parameter(Row theta) const {
    return theta.empty() ? std::nullopt : std::optional(NamedNumber{"sigma", exponential(theta[0])});
  }

  std::vector<double> breaks(double) const { return logistic_breaks(2 * sigma * sigma); }
  std::string law_text() const { return "f = L(δ/2s²)/s², L(t) = 1/(1 + e^−t), s = " + number_text(sigma); }

  double pull(Row d, Labels labels, Label y, MutableRow pull, Row theta, MutableRow gtheta) const {
    const double width = theta.empty() ? sigma : exponential(theta[0]);
    const double s = 1 / (2 * width * width);
    const SoftSums sums = soft_sums(d, labels, y, s, pull);
    auto right = sums.right_terms.begin();
    double slope = 0;   // ∂loss/∂s
    for (std::size_t k = 0; k < d.size(); ++k) {
      double share = -pull[k] / sums.all;
      if (labels[k] == y) share += *right++ / sums.right;
      pull[k] = s * share;
      slope += d[k] * share;
    }
    if (!theta.empty()) gtheta[0] -= 2 * s * slope;   // s = e^{−2 ln σ}/2
    return s * (sums.nearest_right - sums.nearest) + logarithm(sums.all) - logarithm(sums.right);
  }
};

}   // namespace protea
