#include <protea/dissimilarity/border.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace protea {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// What a feature adds to a sum over the features where its ρ is 0 and its p is not.
struct BorderTerm {
  std::string_view name;
  double (*value)(double p, double parameter);
};

constexpr std::array border_terms{
    BorderTerm{"beta", [](double p, double beta) { return beta > 1 ? std::pow(p, beta) / (beta * (beta - 1)) : infinite; }},
    BorderTerm{"eta", [](double p, double eta) { return std::pow(p, eta); }},
    BorderTerm{"alpha", [](double p, double alpha) { return alpha < 1 ? p / (1 - alpha) : infinite; }},
};

// The parameter of a divergence that has the name of its parameter.
double parameter_of(const AnyDissimilarity& dissimilarity, Row theta) {
  if (const auto learned = dissimilarity.named_parameter(theta)) return learned->value;
  for (const auto& [name, value] : dissimilarity.options()) {
    if (name == dissimilarity.name()) return std::get<double>(value);
  }
  return 0;
}

// The features with ρ > 0, and p·λ of those with ρ = 0 only; where both are 0 a feature adds nothing, whatever the divergence.
struct Parts {
  std::vector<double> x;
  std::vector<double> w;
  std::vector<double> theta;
  std::vector<double> weighed;             // λp of the features with ρ > 0
  std::vector<double> alone;               // λp > 0 of the others

  Parts(const AnyDissimilarity& dissimilarity, Row all_x, Row all_w, Row all_theta) {
    const std::size_t n = all_x.size();
    const Row lambda = dissimilarity.has_relevance_matrix() ? all_theta.last(n) : Row{};
    const Row head = all_theta.first(all_theta.size() - lambda.size());
    theta.assign(head.begin(), head.end());
    for (std::size_t l = 0; l < n; ++l) {
      const double weight = lambda.empty() ? 1 : lambda[l];
      if (all_w[l] == 0) {
        if (weight * all_x[l] > 0) alone.push_back(weight * all_x[l]);
        continue;
      }
      x.push_back(all_x[l]);
      w.push_back(all_w[l]);
      weighed.push_back(weight * all_x[l]);
      if (!lambda.empty()) theta.push_back(weight);
    }
  }
};

double power_sum(Row values, double exponent) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value, exponent);
  return sum;
}

// Of the three sums of the γ-divergence only Σp^{γ+1} has terms where ρ is 0.
double gamma_at_border(double rest, double gamma, const Parts& parts) {
  if (gamma == 0) return infinite;
  return rest + std::log1p(power_sum(parts.alone, gamma + 1) / power_sum(parts.weighed, gamma + 1)) / (gamma * (gamma + 1));
}

}  // namespace

double value_at_border(const AnyDissimilarity& dissimilarity, Row x, Row w, Row theta) {
  const bool has_zero = std::any_of(w.begin(), w.end(), [](double value) { return value == 0; });
  if (!has_zero || !dissimilarity.domain().is_bounded()) return dissimilarity.value(x, w, theta);
  const Parts parts(dissimilarity, x, w, theta);
  if (parts.alone.empty()) return parts.x.empty() ? 0 : dissimilarity.value(parts.x, parts.w, parts.theta);
  const bool has_common = std::any_of(parts.weighed.begin(), parts.weighed.end(), [](double p) { return p > 0; });
  const bool is_gamma = dissimilarity.name() == "gamma" || dissimilarity.name() == "cauchy-schwarz";
  if (!has_common && (is_gamma || dissimilarity.name() == "renyi")) return infinite;   // logarithms of what p and ρ have in common
  const double parameter = dissimilarity.name() == "cauchy-schwarz" ? 1 : parameter_of(dissimilarity, theta);
  if (is_gamma) return gamma_at_border(dissimilarity.value(parts.x, parts.w, parts.theta), parameter, parts);
  const auto term = std::find_if(border_terms.begin(), border_terms.end(), [&](const BorderTerm& t) { return t.name == dissimilarity.name(); });
  if (term != border_terms.end()) {
    double sum = parts.x.empty() ? 0 : dissimilarity.value(parts.x, parts.w, parts.theta);
    for (const double p : parts.alone) sum += term->value(p, parameter);
    return sum;
  }
  // The pair form of the others has the limit, or none that is a number.
  const double value = dissimilarity.value(x, w, theta);
  return std::isnan(value) ? infinite : value;
}

}  // namespace protea
