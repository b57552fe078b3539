// Our side of engine_peers.py: reads what it needs once, then does its work again for every line on standard input and
// answers with "processor-seconds wall-seconds note", so that rounds of two programs alternate without being read again.
// Usage: engine_side labels PRESET ROWS FEATURES PROTOTYPES CLASSES DIRECTORY
//        engine_side means ROWS FEATURES CLASSES EACH DIRECTORY        the k-means start, EACH prototypes per class
//        engine_side neighbours ROWS FEATURES CLASSES FOLDS DIRECTORY
//        engine_side minibatch ROWS FEATURES CLASSES EPOCHS DIRECTORY
// DIRECTORY holds bare doubles x, w and theta, and bare 32-bit integers y; answers go to its file `ours`.
#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <protea/catalogue/configure.hpp>
#include <protea/facade/fitted.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/train/initialize.hpp>

#include "table.hpp"

namespace protea::bench {
namespace {

template <class Number>
std::vector<Number> read_numbers(const std::string& path, std::size_t count) {
  std::vector<Number> numbers(count);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(count * sizeof(Number)));
  if (!file) throw std::runtime_error(fmt::format("{}: not {} numbers", path, count));
  return numbers;
}

template <class Numbers>
void write_numbers(const std::string& path, const Numbers& numbers) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(numbers[0])));
}

// A round returns what there is to say of it; what it has found is written when the time is taken.
struct Rounds {
  std::function<std::string()> work;
  std::function<void()> write = [] {};
};

void serve(const Rounds& rounds) {
  fmt::print("ready\n");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    const auto wall = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    const std::string note = rounds.work();
    const double taken = processor_seconds() - processor;
    const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    rounds.write();
    fmt::print("{:.6f} {:.6f} {}\n", taken, waited, note);
    std::fflush(stdout);
  }
}

struct Task {
  std::string preset = {};
  std::size_t rows = 0;
  std::size_t features = 0;
  std::size_t prototypes = 0;   // in all, or per class
  std::size_t classes = 0;
  std::size_t repeats = 0;   // folds or epochs
  std::size_t threads = 1;
  std::string directory = {};

  std::vector<double> x() const { return read_numbers<double>(directory + "/x", rows * features); }
  std::vector<Label> y() const { return read_numbers<Label>(directory + "/y", rows); }
};

ArrayView view_of(const std::vector<double>& x, const Task& task) {
  return ArrayView::row_major(x.data(), task.rows, task.features);
}

// A model with given prototypes and metric, and nothing learned: labels of class c stand for prototypes
// c·each … (c + 1)·each − 1.
Fitted given_model(const Task& task) {
  const std::size_t each = task.prototypes / task.classes;
  const std::vector<double> w = read_numbers<double>(task.directory + "/w", task.prototypes * task.features);
  std::vector<std::int32_t> labels(task.prototypes);
  for (std::size_t k = 0; k < labels.size(); ++k) labels[k] = static_cast<std::int32_t>(k / each);
  Settings changes{{"prototypes", std::to_string(each)}, {"init", "random-sample"}, {"epochs", "0"}, {"scale", "none"}};
  if (task.preset == "gmlvq") changes.emplace_back("dissimilarity.rank", std::to_string(task.features));
  const Fitted fitted =
      fit(configure(task.preset, changes), ArrayView::row_major(w.data(), task.prototypes, task.features),
          std::span<const std::int32_t>(labels), {.threads = 1});
  auto model = std::make_unique<PrototypeModel>(dynamic_cast<const PrototypeModel&>(fitted.model()));
  const std::size_t metric = model->parameters.size() - w.size();
  const std::vector<double> theta = read_numbers<double>(task.directory + "/theta", metric);
  model->parameters = w;
  model->parameters.insert(model->parameters.end(), theta.begin(), theta.end());
  return Fitted(std::move(model), 1);
}

// Rows in single precision, as the opponents have them.
void serve_labels(const Task& task) {
  std::vector<float> x;
  for (const double value : task.x()) x.push_back(static_cast<float>(value));
  const Fitted fitted = given_model(task);
  const auto& model = dynamic_cast<const PrototypeModel&>(fitted.model());
  const std::unique_ptr<Runtime> runtime = make_runtime(task.threads);
  std::vector<Label> labels;
  serve({[&] {
           labels = model.labels(FloatRows{x.data(), task.rows, task.features, task.features}, *runtime);
           return std::string("-");
         },
         [&] { write_numbers(task.directory + "/ours", labels); }});
}

void serve_means(const Task& task) {
  const std::vector<double> x = task.x();
  const std::vector<Label> y = task.y();
  std::vector<std::string> names;
  for (std::size_t c = 0; c < task.classes; ++c) names.push_back(std::to_string(c));
  const std::vector<Label> labels = prototype_labels(std::vector<std::size_t>(task.classes, task.prototypes));
  Matrix w;
  serve({[&] {
           w = initial_prototypes(Initialization::k_means, {}, matrix_view(Row(x), task.rows, task.features), y, labels,
                                  names, 1);
           return std::string("-");
         },
         [&] { write_numbers(task.directory + "/ours", w.values()); }});
}

void serve_neighbours(const Task& task) {
  const std::vector<double> x = task.x();
  const std::vector<Label> y = task.y();
  serve({[&] {
    const CrossValidation result = cross_validate(preset("knn"), view_of(x, task), std::span<const std::int32_t>(y),
                                                  {.folds = task.repeats}, {.threads = 1});
    return fmt::format("{:.4f}", mean_and_deviation(result.accuracy).mean);
  }});
}

// Adam with 64 samples per step, as others do it: constant rates, a full matrix, no penalty, no scaling. The note says
// when the last epoch was over, in processor seconds: what follows is calibration.
void serve_minibatch(const Task& task) {
  const std::vector<double> x = task.x();
  const std::vector<Label> y = task.y();
  const Options options = configure("gmlvq", {{"dissimilarity.rank", std::to_string(task.features)},
                                              {"dissimilarity.log_det", "0"},
                                              {"rule.steepness", "1"},
                                              {"optimizer", "adam"},
                                              {"optimizer.rate", "0.01"},
                                              {"optimizer.metric_rate", "0.00003"},
                                              {"optimizer.schedule", "constant"},
                                              {"batch", "64"},
                                              {"epochs", std::to_string(task.repeats)},
                                              {"scale", "none"}});
  std::vector<double> parameters;
  serve({[&] {
           const double start = processor_seconds();
           double trained = start;
           const auto watch = [&](const EpochReport&) {
             trained = processor_seconds();
             return true;
           };
           const Fitted fitted =
               fit(options, view_of(x, task), std::span<const std::int32_t>(y), {.threads = 1, .observer = watch});
           parameters = dynamic_cast<const PrototypeModel&>(fitted.model()).parameters;
           return fmt::format("{:.3f}", trained - start);
         },
         [&] { write_numbers(task.directory + "/ours", parameters); }});
}

void run(const std::vector<std::string>& words) {
  const auto number = [&](std::size_t i) { return std::stoul(words.at(i)); };
  const std::string name = words.empty() ? "" : words[0];
  if (name == "labels" && words.size() == 7) {
    return serve_labels({.preset = words[1],
                         .rows = number(2),
                         .features = number(3),
                         .prototypes = number(4),
                         .classes = number(5),
                         .directory = words[6]});
  }
  if (words.size() != 6) throw std::runtime_error("see the head of engine_side.cpp for its arguments");
  Task task{.rows = number(1), .features = number(2), .classes = number(3), .directory = words[5]};
  if (name == "means") {
    task.prototypes = number(4);
    return serve_means(task);
  }
  task.repeats = number(4);
  if (name == "neighbours") return serve_neighbours(task);
  if (name == "minibatch") return serve_minibatch(task);
  throw std::runtime_error(fmt::format("unknown task '{}'", name));
}

}   // namespace
}   // namespace protea::bench

int main(int argc, char** argv) {
  try {
    protea::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_side: {}\n", error.what());
    return 1;
  }
}
