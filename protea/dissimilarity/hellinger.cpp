#include <protea/dissimilarity/hellinger.hpp>

#include <algorithm>
#include <cmath>

namespace protea {
namespace {

Term term(double p, double rho, double) {
  const double difference = std::sqrt(p) - std::sqrt(rho);
  return {difference * difference, p == 0 ? 1 : 1 - std::sqrt(p / rho), 0};
}

double term_value(double p, double rho, double) {
  const double difference = std::sqrt(p) - std::sqrt(rho);
  return difference * difference;
}

// u = √p, s = p
void of_sample(const Factored& p, const SampleFactors& out) {
  for (std::size_t l = 0; l < p.x.size(); ++l) {
    out.u[l] = std::sqrt(p.x[l]);
    out.s[l] = p.x[l];
  }
}

// v = 2√ρ, t = ρ
void of_prototype(const Factored& rho, const PrototypeFactors& out) {
  for (std::size_t l = 0; l < rho.x.size(); ++l) {
    const double root = std::sqrt(rho.x[l]);
    out.v[l] = 2 * root;
    out.t[l] = rho.x[l];
    out.v_by_rho[l] = 1 / root;
    out.t_by_rho[l] = 1;
  }
}

double one(double) { return 1; }

}   // namespace

const SeparableFamily hellinger_family{term, term_value, of_sample, of_prototype, one, 0, true, false};

}   // namespace protea
