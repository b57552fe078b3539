// Trains a given codebook by on-line LVQ1 and prints "ns-per-step training-accuracy"; only the training is timed.
// Usage: lvq1_steps DATA.csv CODEBOOK.cod STEPS RATE     STEPS: a multiple of the number of samples
#include <algorithm>
#include <ctime>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/model/codebook.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

std::vector<Label> class_numbers(const std::vector<std::string>& words, const std::vector<std::string>& class_names) {
  std::vector<Label> labels;
  for (const std::string& word : words) {
    const auto found = std::find(class_names.begin(), class_names.end(), word);
    if (found == class_names.end()) throw DataError(fmt::format("the data have no class '{}'", word));
    labels.push_back(static_cast<Label>(found - class_names.begin()));
  }
  return labels;
}

void run(const std::string& data_path, const std::string& codebook_path, std::int64_t steps, double rate) {
  const Dataset data = encode_training_table(read_table(data_path), "", Nominal::refuse).dataset;
  const Codebook codebook = parse_codebook(read_file(codebook_path), codebook_path);
  const auto samples = static_cast<std::int64_t>(data.size());
  if (steps < samples || steps % samples != 0)
    throw UsageError(fmt::format("{} steps are not a multiple of {} samples", steps, samples));

  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<SquaredEuclidean>>(), codebook.dimension,
                             class_numbers(codebook.labels, data.class_names), Scope::shared);
  const Matrix x = data.x.to_matrix();
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Lvq1>>(), x.view(), data.y);
  const Row start = codebook.vectors.values();
  TrainingState state;
  state.parameters.assign(start.begin(), start.end());
  Sgd sgd;
  sgd.rate = rate;
  Serial serial;
  const Plan plan{.epochs = steps / samples, .presentation = Presentation::random};

  const std::clock_t before = std::clock();
  const Outcome outcome = fit({.objective = objective, .optimizer = sgd, .plan = plan, .runtime = serial}, state);
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  fmt::print("{:.1f} {:.4f}\n", seconds / static_cast<double>(steps) * 1e9,
             1 - outcome.cost / static_cast<double>(samples));
}

}   // namespace
}   // namespace protea

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: lvq1_steps DATA.csv CODEBOOK.cod STEPS RATE\n");
    return 2;
  }
  try {
    protea::run(argv[1], argv[2], std::stoll(argv[3]), std::stod(argv[4]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "lvq1_steps: {}\n", error.what());
    return 1;
  }
}
