#include <protea/experiment/margin_hinge.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <protea/catalogue/configure.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/method/prototype_method.hpp>

namespace protea {
namespace {

void measure(const PrototypeModel& model, const Dataset& data, Runtime& runtime, HingeRun& result) {
  const Matrix x = data.x.to_matrix();
  const Margins margins = margins_of(metric_space_of(model), x.view(), data.y, runtime);
  double loss = 0;
  for (const double margin : margins.hypothesis) loss += std::max(0.0, 1 - margin);
  result.loss.push_back(loss);
  result.errors.push_back(theta_error(margins.hypothesis, 0));
}

}   // namespace

Dataset three_gaussians(std::size_t samples, std::uint64_t seed) {
  const double centres[3][2] = {{0, 0}, {2, 0}, {1, std::sqrt(3.0)}};
  Dataset data;
  data.source = "three Gaussians";
  data.class_names = {"1", "2", "3"};
  data.feature_names = {"x1", "x2"};
  data.file_columns = {1, 2};
  Matrix x(samples, 2);
  Random random(seed, Purpose::generator);
  for (std::size_t i = 0; i < samples; ++i) {
    data.y.push_back(static_cast<Label>(i % 3));
    for (std::size_t j = 0; j < 2; ++j) x(i, j) = centres[i % 3][j] + 0.6 * random.normal();
  }
  data.x = std::move(x);
  return data;
}

HingeRun margin_hinge(const HingeOptions& options, Runtime& runtime) {
  const Dataset data = three_gaussians(options.samples, options.seed);
  Encoding encoding;
  for (const std::string& name : data.feature_names) encoding.columns.push_back({name, {}});
  encoding.label_name = "class";
  encoding.label_position = 2;
  Settings settings{{"prototypes", std::to_string(options.prototypes)},
                    {"rule.rate", "0.3"},
                    {"reach", "inf"},
                    {"scale", "none"},
                    {"init", "random-sample"},
                    {"seed", std::to_string(options.seed)},
                    {"epochs", "0"}};
  HingeRun result;
  PrototypeModel model = train_model(configure("olvq1", settings), data, encoding, runtime).model;
  measure(model, data, runtime, result);
  settings.back().second = std::to_string(options.epochs);
  const Observer watch = [&](const EpochReport& report) {
    model.parameters = report.state.parameters;
    measure(model, data, runtime, result);
    return true;
  };
  train_model(configure("olvq1", settings), data, encoding, runtime, watch);
  return result;
}

}   // namespace protea
