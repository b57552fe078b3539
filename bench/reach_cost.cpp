// Trains generalized matrix LVQ by l-bfgs from a given start until the cost is at most a given one, and prints
// "processor-seconds cost iterations passes training-accuracy"; the seconds are those of the fastest round and of the
// training alone.
// Usage: reach_cost DATA.csv START.txt SCOPE COST ROUNDS     SCOPE: shared or prototype, the metrics of START
#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/optimize/lbfgs.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

// An objective that knows how often each of its samples was seen.
class Counted final : public Objective {
 public:
  explicit Counted(const Objective& of) : of_(of) {}
  double passes() const { return static_cast<double>(seen_) / static_cast<double>(of_.sample_count()); }

  const ParameterLayout& layout() const override { return of_.layout(); }
  std::size_t sample_count() const override { return of_.sample_count(); }
  bool has_cost() const override { return of_.has_cost(); }
  std::unique_ptr<Workspace> make_workspace() const override { return of_.make_workspace(); }
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Wanted wanted,
                    Workspace& workspace) const override {
    seen_ += samples.size();
    return of_.accumulate(samples, parameters, progress, wanted, workspace);
  }
  double add_penalty(std::span<const std::uint32_t> samples, Row parameters, Wanted wanted) const override {
    return of_.add_penalty(samples, parameters, wanted);
  }

 private:
  const Objective& of_;
  mutable std::size_t seen_ = 0;
};

std::vector<double> read_numbers(const std::string& path) {
  std::istringstream text(read_file(path));
  std::vector<double> numbers;
  for (double number = 0; text >> number;) numbers.push_back(number);
  return numbers;
}

struct Goal {
  Scope scope = Scope::shared;
  double cost = 0;
  int rounds = 1;
};

void run(const std::string& data_path, const std::string& start_path, const Goal& goal) {
  const Dataset data = encode_training_table(read_table(data_path), "", Nominal::refuse).dataset;
  std::vector<Label> labels(data.class_names.size());
  for (std::size_t c = 0; c < labels.size(); ++c) labels[c] = static_cast<Label>(c);
  PrototypeModel model;
  model.space =
      PrototypeSpace(std::make_shared<LiftedDissimilarity<MatrixDistance>>(), data.x.columns(), labels, goal.scope);
  model.class_names = data.class_names;
  const Matrix x = data.x.to_matrix();
  const PrototypeObjective objective(model.space, std::make_shared<LiftedRule<Glvq>>(), x.view(), data.y);
  const std::vector<double> start = read_numbers(start_path);
  if (start.size() != parameter_count(objective.layout())) {
    throw DataError(fmt::format("{}: {} numbers, and the model has {}", start_path, start.size(),
                                parameter_count(objective.layout())));
  }

  Serial serial;
  double fastest = std::numeric_limits<double>::infinity();
  double passes = 0;
  Outcome outcome;
  for (int round = 0; round < goal.rounds; ++round) {
    const Counted counted(objective);
    TrainingState state;
    state.parameters = start;
    Lbfgs lbfgs;
    const auto watch = [&](const EpochReport& report) { return report.cost > goal.cost; };
    const std::clock_t before = std::clock();
    outcome =
        fit({.objective = counted, .optimizer = lbfgs, .plan = {.epochs = 15000}, .runtime = serial, .observer = watch},
            state);
    fastest = std::min(fastest, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    passes = counted.passes();
    model.parameters = state.parameters;
  }
  const Predictions answer = predict(model, x.view(), serial);
  std::size_t right = 0;
  for (std::size_t i = 0; i < data.size(); ++i) right += answer.labels[i] == data.y[i];
  fmt::print("{:.6f} {:.17g} {} {} {:.4f}\n", fastest, outcome.cost, outcome.epochs, passes,
             static_cast<double>(right) / static_cast<double>(data.size()));
  if (outcome.cost > goal.cost)
    throw NumericalError(fmt::format("stopped at the cost {} before {}", outcome.cost, goal.cost));
}

}   // namespace
}   // namespace protea

int main(int argc, char** argv) {
  if (argc != 6 || (std::string(argv[3]) != "shared" && std::string(argv[3]) != "prototype")) {
    fmt::print(stderr, "usage: reach_cost DATA.csv START.txt shared|prototype COST ROUNDS\n");
    return 2;
  }
  try {
    const auto scope = std::string(argv[3]) == "shared" ? protea::Scope::shared : protea::Scope::per_prototype;
    protea::run(argv[1], argv[2], {.scope = scope, .cost = std::stod(argv[4]), .rounds = std::stoi(argv[5])});
  } catch (const std::exception& error) {
    fmt::print(stderr, "reach_cost: {}\n", error.what());
    return 1;
  }
}
