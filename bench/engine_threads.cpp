// Two threads against one, in wall time between the end of the first epoch and the end of the last; rounds alternate and
// the fastest counts. Where the machine is busy, two threads wait for a core: then only the processor time means
// something, which two threads should not need more of than one.
// Usage: engine_threads
#include <chrono>
#include <string>

#include <protea/catalogue/configure.hpp>
#include <protea/facade/fitted.hpp>

#include "problem.hpp"
#include "table.hpp"

namespace protea::bench {
namespace {

struct Times {
  double wall = std::numeric_limits<double>::infinity();
  double processor = std::numeric_limits<double>::infinity();
};

struct Training {
  std::string name;
  std::string method;
  Settings changes;
  std::string wanted;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Keeps the better of this run and earlier ones.
void run(const Options& options, const Problem& problem, std::size_t threads, Times& fastest) {
  Times first, last;
  bool is_first = true;
  const auto watch = [&](const EpochReport&) {
    (is_first ? first : last) = {wall_seconds(), processor_seconds()};
    is_first = false;
    return true;
  };
  const ArrayView x = ArrayView::row_major(problem.x.values().data(), problem.x.rows(), problem.x.columns());
  fit(options, x, std::span<const std::int32_t>(problem.y), {.threads = threads, .observer = watch});
  fastest.wall = std::min(fastest.wall, last.wall - first.wall);
  fastest.processor = std::min(fastest.processor, last.processor - first.processor);
}

void run(const Training& training, const Shape& shape) {
  const Problem problem = make_problem(shape);
  const Options options = configure(training.method, training.changes);
  Times one, two;
  for (int round = 0; round < 3; ++round) {
    run(options, problem, 1, one);
    run(options, problem, 2, two);
  }
  print({.work = fmt::format("{}, {} × {}", training.name, shape.samples, shape.features),
         .ours = time_text(two.wall),
         .opponent = fmt::format("one thread, cpu {:.2f}", two.processor / one.processor),
         .theirs = time_text(one.wall),
         .ratio = one.wall / two.wall,
         .wanted = training.wanted});
}

void run_all() {
  const std::vector<Training> trainings{
      {"l-bfgs, glvq", "glvq", {{"epochs", "11"}}, "1.8"},
      {"l-bfgs, gmlvq", "gmlvq", {{"epochs", "6"}}, "1.8"},
      {"adam, batch 64, gmlvq", "gmlvq", {{"optimizer", "adam"}, {"batch", "64"}, {"epochs", "3"}}, "1.5"},
      {"sgd, batch 64, gmlvq", "gmlvq", {{"optimizer", "sgd"}, {"batch", "64"}, {"epochs", "3"}}, "1.5"},
      {"batch map, 20 × 20", "batch-som", {{"grid", "20x20"}, {"epochs", "4"}}, "1.8"}};
  for (const Training& training : trainings) {
    run(training, {.samples = 20000, .features = 16, .prototypes = 1});
    run(training, {.samples = 50000, .features = 64, .prototypes = 1});
  }
}

}   // namespace
}   // namespace protea::bench

int main() {
  try {
    protea::bench::run_all();
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_threads: {}\n", error.what());
    return 1;
  }
}
