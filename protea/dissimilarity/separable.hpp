// Divergences that are functions of a sum over the features: D = F(Σ_l λ_l^κ t(p_l, ρ_l)), κ the degree of t. A family
// states t for one pair, for exactness, and as t = s(p) + t(ρ) − u(p)·v(ρ), so that a block takes logarithms once per
// sample and once per prototype and the rest are products. Where little is left of these sums, p and ρ being nearly
// equal, a block turns to the pair form.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/divergence_theta.hpp>

namespace PROTEA_EXPORT protea {

// t(p, ρ) and its derivatives by ρ and by the family's parameter.
struct Term {
  double value;
  double by_rho;
  double by_parameter;
};

// A vector of the block, its logarithms (−∞ for 0) and room for as many numbers.
struct Factored {
  Row x;
  Row logs;
  double parameter;
  MutableRow spare;
};

// The slopes, by the parameter, are empty unless it is learned.
struct SampleFactors {
  MutableRow u;
  MutableRow s;
  MutableRow u_slope;
  MutableRow s_slope;
};
struct PrototypeFactors {
  MutableRow v;
  MutableRow t;
  MutableRow v_by_rho;
  MutableRow t_by_rho;
  MutableRow v_slope;
  MutableRow t_slope;
};

struct SeparableFamily {
  Term (*term)(double p, double rho, double parameter);
  double (*term_value)(double p, double rho, double parameter);   // Term::value alone
  void (*of_sample)(const Factored& p, const SampleFactors& out);
  void (*of_prototype)(const Factored& rho, const PrototypeFactors& out);
  double (*degree)(double parameter);   // t(λp, λρ) = λ^degree·t(p, ρ)
  double degree_slope;
  bool is_non_negative;   // each t is
  bool uses_logs = true;
};

// What F is a function of. Divergences of probability vectors weigh them by λ and divide by these sums again; without
// λ the sums are 1.
struct Sums {
  double core;    // Σ λ^κ t
  double a = 1;   // Σ λp
  double b = 1;   // Σ λρ
};

struct Outer {
  double value;
  double by_core;
  double by_parameter;
  double by_a = 0;
  double by_b = 0;
};

// One divergence with its parameters, as the engine sees it.
struct SeparableCall {
  const SeparableFamily& family;
  Outer (*outer)(double parameter, const Sums& sums);
  double parameter;
  Row lambda;   // empty: all 1
  bool learns_parameter;
  bool is_of_shares;   // of probability vectors: without λ, t stands for t + p − ρ; with λ, F depends on a and b

  double value(Row x, Row w) const;
  void add_gradient(Row x, Row w, double pull, MutableRow gw, MutableRow gtheta) const;
  void values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;

  // Of samples with missing coordinates (NaN), over the observed ones, times n/observed. t(p, ρ) is 0 for p = ρ, and so
  // a coordinate is left out where the prototype's own stands in. Precondition: not is_of_shares.
  void observed_values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const;
  void add_observed_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                              Scratch& scratch) const;

  Sums sums_of_pair(Row x, Row w) const;
  Sums completed(double core, double a, double b) const;   // from Σ λ^κ t and the sums of both vectors
  Outer outer_of(const Sums& sums) const;
};

// For a divergence D that states `family(parameter)` and `outer(parameter, sums)`.
template <class D>
struct Separable : DivergenceMembers<D> {
  SeparableCall call(Row values) const {
    const DivergenceTheta theta = this->theta();
    const double parameter = theta.parameter(values);
    return {D::family(parameter),
            &D::outer,
            parameter,
            theta.has_relevances ? theta.relevances(values) : Row{},
            theta.has_parameter,
            D::traits.domain == Domain::probability};
  }
};

}   // namespace protea
