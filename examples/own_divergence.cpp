// Two divergences of one's own, from a generating function each, and LVQ trained with them.
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/dissimilarity/bregman.hpp>
#include <protea/dissimilarity/f_divergence.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace {

// Bregman's divergence of Φ(x) = x³ on non-negative numbers.
struct Cube {
  static constexpr std::string_view name = "cube";
  static constexpr std::string_view formula = "D = Σ_l p_l³ − ρ_l³ − 3ρ_l²(p_l − ρ_l)";
  static constexpr protea::Domain domain = protea::Domain::non_negative;
  double value(double x) const { return x * x * x; }
  double slope(double x) const { return 3 * x * x; }
  double curvature(double x) const { return 6 * x; }
};

// Jensen and Shannon's divergence: f(u) = u ln u − (1 + u) ln((1 + u)/2).
struct JensenShannon {
  static constexpr std::string_view name = "jensen-shannon";
  static constexpr std::string_view formula = "D = Σ_l p_l ln(2p_l/(p_l + ρ_l)) + ρ_l ln(2ρ_l/(p_l + ρ_l))";
  static constexpr protea::Domain domain = protea::Domain::non_negative;
  double value(double u) const { return (u == 0 ? 0 : u * std::log(u)) - (1 + u) * std::log((1 + u) / 2); }
  double slope(double u) const { return std::log(u) - std::log((1 + u) / 2); }
};

constexpr std::size_t samples = 200;
constexpr std::size_t features = 8;

// Two kinds of histograms: counts fall from left to right, or rise.
struct Histograms {
  protea::Matrix x{samples, features};
  std::vector<protea::Label> y = std::vector<protea::Label>(samples);
};

Histograms draw(std::uint64_t seed) {
  Histograms data;
  protea::Random random(seed, protea::Purpose::generator);
  for (std::size_t i = 0; i < samples; ++i) {
    data.y[i] = static_cast<protea::Label>(i % 2);
    double sum = 0;
    for (std::size_t l = 0; l < features; ++l) {
      const double height = data.y[i] == 0 ? static_cast<double>(features - l) : static_cast<double>(l + 1);
      sum += data.x(i, l) = height * random.uniform();
    }
    for (double& value : data.x.row(i)) value /= sum;
  }
  return data;
}

// The share of samples whose nearest prototype is right.
template <protea::Dissimilarity D>
double train_and_count(const Histograms& data) {
  const protea::PrototypeSpace space(std::make_shared<const protea::LiftedDissimilarity<D>>(), features, {0, 1},
                                     protea::Scope::shared);
  const protea::PrototypeObjective objective(space, std::make_shared<const protea::LiftedRule<protea::Glvq>>(),
                                             data.x.view(), data.y);
  protea::TrainingState state;
  state.parameters.assign(protea::parameter_count(space.layout()), 1.0 / features);   // both prototypes start flat …
  state.parameters[0] = 0.2;   // … but for the first column of the first
  protea::Sgd sgd;
  sgd.rate = 0.02;
  protea::Plan plan;
  plan.epochs = 30;
  protea::Serial serial;
  const protea::Outcome outcome = protea::fit({objective, sgd, plan, serial}, state);

  protea::Matrix d(samples, 2);
  protea::PrototypeSpace::Scratches scratches;
  space.distances(data.x.view(), state.parameters, d.view(), scratches);
  double right = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    right += (d(i, 0) < d(i, 1)) == (data.y[i] == 0) ? 1.0 / samples : 0;
  }
  std::printf("%-15s cost %.2f, %.1f %% right\n", D::name.data(), outcome.cost, 100 * right);
  return right;
}

}   // namespace

int main() {
  const Histograms data = draw(3);
  const double cube = train_and_count<protea::Bregman<Cube>>(data);
  const double jensen_shannon = train_and_count<protea::FDivergence<JensenShannon>>(data);
  return cube > 0.9 && jensen_shannon > 0.9 ? 0 : 1;
}
