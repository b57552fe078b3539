// Composes a rule, a dissimilarity and an optimizer by hand, without the catalogue, and watches the training.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace {

constexpr std::size_t samples = 200;
constexpr std::size_t features = 3;

// Two classes that differ in the first feature alone; the other two are noise, and the last one is loud.
struct Samples {
  protea::Matrix x{samples, features};
  std::vector<protea::Label> y = std::vector<protea::Label>(samples);
};

Samples draw(std::uint64_t seed) {
  Samples data;
  protea::Random random(seed, protea::Purpose::generator);
  for (std::size_t i = 0; i < samples; ++i) {
    data.y[i] = static_cast<protea::Label>(i % 2);
    data.x(i, 0) = (data.y[i] == 0 ? -1 : 1) + 0.4 * random.normal();
    data.x(i, 1) = random.normal();
    data.x(i, 2) = 4 * random.normal();
  }
  return data;
}

}   // namespace

int main() {
  const Samples data = draw(7);

  // 1. Distances: one prototype per class, one 3 × 3 matrix for both.
  auto dissimilarity = std::make_shared<const protea::LiftedDissimilarity<protea::MatrixDistance>>();
  const protea::PrototypeSpace space(dissimilarity, features, {0, 1}, protea::Scope::shared);

  // 2. The rule over that space, and the samples it is summed over.
  protea::Glvq glvq;
  glvq.steepness = 3;
  const auto rule = std::make_shared<const protea::LiftedRule<protea::Glvq>>(glvq);
  const protea::PrototypeObjective objective(space, rule, data.x.view(), data.y);

  // 3. The first parameters: both prototypes near the middle, the identity as matrix.
  protea::TrainingState state;
  state.parameters.resize(protea::parameter_count(space.layout()));
  const protea::MutableMatrixView w = space.prototypes(protea::MutableRow(state.parameters));
  w.row(0)[0] = -0.1;
  w.row(1)[0] = 0.1;
  space.initialize_metric(state.parameters, 1);

  // 4. How to step, how long, where, and who watches.
  protea::Adam adam;
  adam.rate = 0.05;
  adam.metric_rate = 0.02;
  protea::Plan plan;
  plan.epochs = 60;
  plan.batch = 20;
  protea::Serial serial;
  const protea::Observer observer = [](const protea::EpochReport& report) {
    if (report.state.epoch % 20 == 0)
      std::printf("epoch %zu of %zu: cost %.3f\n", report.state.epoch, report.epochs, report.cost);
    return true;
  };
  const protea::Outcome outcome = protea::fit({objective, adam, plan, serial, nullptr, observer}, state);

  // 5. What came out: the share of samples whose nearest prototype is right, and the relevances.
  protea::Matrix d(samples, space.prototype_count());
  protea::PrototypeSpace::Scratches scratches;
  space.distances(data.x.view(), state.parameters, d.view(), scratches);
  std::size_t right = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t winner = protea::nearest(std::as_const(d).row(i));
    right += space.labels()[winner] == data.y[i] ? 1 : 0;
  }
  protea::Matrix lambda(features, features);
  space.dissimilarity().relevance_matrix(space.metric(protea::Row(state.parameters), 0), features, lambda.view());
  std::printf("cost %.3f, %zu of %zu right, relevances %.3f %.3f %.3f\n", outcome.cost, right, samples, lambda(0, 0),
              lambda(1, 1), lambda(2, 2));
  return right >= 190 && lambda(0, 0) > 0.5 ? 0 : 1;
}
