// The learnable numbers of a divergence: θ = [own parameter, if it is learned][relevances λ, if they are].
#pragma once

#include <string_view>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>
#include <protea/base/random.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

// Where a parameter may go while it is learned.
struct ParameterRange {
  double low = 0;
  double high = 0;

  double middle() const { return (low + high) / 2; }
  double half() const { return (high - low) / 2; }
};

struct DivergenceTheta {
  std::string_view name = {};   // of the parameter
  double start = 0;
  ParameterRange range = {};
  bool has_parameter = false;
  bool has_relevances = false;

  double parameter(Row theta) const { return has_parameter ? theta[0] : start; }
  Row relevances(Row theta) const { return theta.subspan(has_parameter ? 1 : 0); }
  MutableRow relevances(MutableRow theta) const { return theta.subspan(has_parameter ? 1 : 0); }

  // Throws a UsageError where the start lies outside the range.
  std::size_t count(std::size_t n) const;
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  void project(MutableRow theta) const;

  // parameter = middle + half·sin u of its range, λ_l = u_l²/Σu²; see to_free() for the ends.
  void from_free(MutableRow theta) const;
  void to_free(MutableRow theta) const;
  void pull_back(Row free, MutableRow gradient) const;
};

// What all divergences share. A divergence D states `own_theta()`, and `allows_zeros()` for the values of its
// parameter.
template <class D>
struct DivergenceBase {
  bool relevances = false;
  double floor = 0;

  static constexpr double least_prototype = 1e-6;   // where no floor is given

  static constexpr auto shared_options() {
    return std::tuple{
        option("relevances", &D::relevances, "learn a relevance λ of each feature: both vectors are weighed by it"),
        option("floor", &D::floor,
               "data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above 1e-06",
               {.at_least = 0, .below = 1})};
  }

  std::size_t parameter_count(std::size_t n) const { return theta().count(n); }
  void initialize(MutableRow values, std::size_t n, Random& random) const { theta().initialize(values, n, random); }
  void project(MutableRow values) const { theta().project(values); }
  void from_free(MutableRow values) const { theta().from_free(values); }
  void to_free(MutableRow values) const { theta().to_free(values); }
  void pull_back(Row free, MutableRow gradient) const { theta().pull_back(free, gradient); }

  std::optional<NamedNumber> named_parameter(Row values) const {
    if (!theta().has_parameter) return {};
    return NamedNumber{theta().name, values[0]};
  }
  bool has_relevance_matrix() const { return relevances; }
  void relevance_matrix(Row values, std::size_t n, MutableMatrixView lambda) const {
    const Row own = theta().relevances(values);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) lambda.row(i)[j] = i == j ? own[i] : 0;
    }
  }

  DataDomain domain() const {
    if (D::traits.domain == Domain::any) return {};
    DataDomain result{D::traits.domain, floor, floor > 0 ? floor : least_prototype};
    if (result.kind != Domain::probability)
      result.kind = self().allows_zeros() ? Domain::non_negative : Domain::positive;
    return result;
  }

  bool allows_zeros() const { return true; }

 protected:
  const D& self() const { return static_cast<const D&>(*this); }
  DivergenceTheta theta() const {
    DivergenceTheta result = self().own_theta();
    result.has_relevances = relevances;
    return result;
  }
};

// The members of a dissimilarity for a divergence D whose `call(theta)` is the divergence with its parameters in place,
// a SeparableCall for
// one: it has `value`, `add_gradient` and their block forms.
template <class D>
struct DivergenceMembers : DivergenceBase<D> {
  double value(Row x, Row w, Row theta) const { return call(theta).value(x, w); }
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
    call(theta).add_gradient(x, w, pull, gw, gtheta);
  }
  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
    call(theta).values(x, w, d, scratch);
  }
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const {
    call(theta).add_gradients(x, w, pulls, gw, gtheta, scratch);
  }
  template <class Self = D>
  requires(Self::traits.masking != Masking::none) void observed_values(MatrixView x, MatrixView w, Row theta,
                                                                       MutableMatrixView d, Scratch& scratch) const {
    call(theta).observed_values(x, w, d, scratch);
  }
  template <class Self = D>
  requires(Self::traits.masking !=
           Masking::none) void add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls,
                                                      MutableMatrixView gw, MutableRow gtheta, Scratch& scratch) const {
    call(theta).add_observed_gradients(x, w, pulls, gw, gtheta, scratch);
  }

 private:
  auto call(Row theta) const { return this->self().call(theta); }
};

}   // namespace protea
