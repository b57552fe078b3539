// How time and memory of a whole training, of the k-means start and of labels grow with samples, features, prototypes,
// classes and threads: slopes of straight lines through the logarithms, beside those of the mathematics. Every
// measurement is a process of its own; its memory is what its peak has beyond that of one that only makes the data.
// Usage: growth
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <protea/catalogue/configure.hpp>
#include <protea/facade/fitted.hpp>

#include "problem.hpp"
#include "table.hpp"

namespace protea::bench {
namespace {

struct Cost {
  double seconds = 0;   // of the processor
  double megabytes = 0;
};

// What the work costs in a process of its own; the work returns its seconds.
Cost in_own_process(const std::function<double()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    double seconds = -1;
    try {
      seconds = work();
    } catch (const std::exception& error) {
      fmt::print(stderr, "growth: {}\n", error.what());
    }
    const bool is_told = write(ends[1], &seconds, sizeof seconds) == sizeof seconds;
    _exit(is_told ? 0 : 1);
  }
  close(ends[1]);
  Cost cost;
  const bool is_told = read(ends[0], &cost.seconds, sizeof cost.seconds) == sizeof cost.seconds;
  close(ends[0]);
  rusage usage{};
  int status = 0;
  wait4(child, &status, 0, &usage);
  if (!is_told || cost.seconds < 0) throw std::runtime_error("a measurement failed");
  cost.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return cost;
}

struct Setting {
  Shape shape;
  std::string method = "glvq";
  Settings changes;
  std::size_t threads = 1;
  bool labels_only = false;
};

double run_once(const Setting& setting) {
  const Problem problem = make_problem(setting.shape);
  const ArrayView x = ArrayView::row_major(problem.x.values().data(), problem.x.rows(), problem.x.columns());
  Settings changes = setting.changes;
  changes.emplace_back("prototypes", std::to_string(setting.shape.prototypes / setting.shape.classes));
  if (setting.labels_only) {
    changes.emplace_back("epochs", "0");
    changes.emplace_back("init", "random-sample");
  }
  const Options options = configure(setting.method, changes);
  double start = processor_seconds();
  const Fitted fitted = fit(options, x, std::span<const std::int32_t>(problem.y), {.threads = setting.threads});
  if (setting.labels_only) {
    start = processor_seconds();
    fitted.predict(x);
  }
  return processor_seconds() - start;
}

Cost measure(const Setting& setting) {
  Cost least{infinity, infinity};
  for (int round = 0; round < 2; ++round) {
    const Cost empty = in_own_process([&] {
      make_problem(setting.shape);
      return 0.0;
    });
    const Cost cost = in_own_process([&] { return run_once(setting); });
    least.seconds = std::min(least.seconds, cost.seconds);
    least.megabytes = std::min(least.megabytes, std::max(0.1, cost.megabytes - empty.megabytes));
  }
  return least;
}

// The slope of the straight line through the logarithms.
double slope(const std::vector<double>& at, const std::vector<double>& values) {
  double mean_x = 0, mean_y = 0, xy = 0, xx = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    mean_x += std::log(at[i]) / static_cast<double>(at.size());
    mean_y += std::log(values[i]) / static_cast<double>(at.size());
  }
  for (std::size_t i = 0; i < at.size(); ++i) {
    xy += (std::log(at[i]) - mean_x) * (std::log(values[i]) - mean_y);
    xx += (std::log(at[i]) - mean_x) * (std::log(at[i]) - mean_x);
  }
  return xy / xx;
}

struct Axis {
  std::string name;
  Setting setting;                                  // of everything else
  std::function<void(Setting&, std::size_t)> set;   // the size along the axis
  std::vector<std::size_t> sizes;
  std::string time_limit;   // the exponents of the mathematics
  std::string memory_limit;
};

void run(const Axis& axis) {
  std::vector<double> at, seconds, megabytes;
  for (const std::size_t size : axis.sizes) {
    Setting setting = axis.setting;
    axis.set(setting, size);
    const Cost cost = measure(setting);
    at.push_back(static_cast<double>(size));
    seconds.push_back(cost.seconds);
    megabytes.push_back(cost.megabytes);
  }
  fmt::print("  {:<34} {:>6}…{:<7} {:>9} {:>9} {:>6.2f} {:>5}   {:>8.1f} {:>8.1f} {:>6.2f} {:>5}\n", axis.name,
             axis.sizes.front(), axis.sizes.back(), time_text(seconds.front()), time_text(seconds.back()),
             slope(at, seconds), axis.time_limit, megabytes.front(), megabytes.back(), slope(at, megabytes),
             axis.memory_limit);
  std::fflush(stdout);
}

void run_all() {
  const auto samples = [](Setting& s, std::size_t size) { s.shape.samples = size; };
  const auto features = [](Setting& s, std::size_t size) { s.shape.features = size; };
  const auto matrix_features = [](Setting& s, std::size_t size) {
    s.shape.features = size;
    s.changes.emplace_back("dissimilarity.rank", std::to_string(size));
  };
  const auto prototypes = [](Setting& s, std::size_t size) { s.shape.prototypes = size; };
  const auto classes = [](Setting& s, std::size_t size) { s.shape.prototypes = s.shape.classes = size; };
  const auto threads = [](Setting& s, std::size_t size) { s.threads = size; };
  const Settings few{{"epochs", "5"}};
  const Setting plain{{.samples = 20000, .features = 16, .prototypes = 10, .classes = 10}, "glvq", few};
  const Setting matrix{{.samples = 8000, .features = 32, .prototypes = 10, .classes = 10},
                       "gmlvq",
                       {{"epochs", "5"}, {"dissimilarity.log_det", "0"}}};
  const Setting start{{.samples = 20000, .features = 16, .prototypes = 40, .classes = 4},
                      "lvq1",
                      {{"epochs", "0"}, {"init", "k-means"}}};
  Setting labels = plain;
  labels.labels_only = true;
  labels.changes = {};
  Setting matrix_labels = labels;
  matrix_labels.method = "gmlvq";

  fmt::print("  {:<34} {:^14} {:^31}   {:^29}\n", "", "", "processor time", "megabytes beyond the data");
  fmt::print("  {:<34} {:^14} {:>9} {:>9} {:>6} {:>5}   {:>8} {:>8} {:>6} {:>5}\n", "along", "from … to", "from", "to",
             "exp.", "limit", "from", "to", "exp.", "limit");
  run({"samples, glvq", plain, samples, {80000, 160000, 320000, 640000}, "1.0", "1.0"});
  run({"samples, gmlvq", matrix, samples, {32000, 64000, 128000, 256000}, "1.0", "1.0"});
  run({"samples, k-means start", start, samples, {20000, 40000, 80000, 160000}, "1.0", "1.0"});
  run({"samples, labels", labels, samples, {50000, 100000, 200000, 400000}, "1.0", "1.0"});
  run({"features, glvq", plain, features, {32, 64, 128, 256}, "1.0", "1.0"});
  run({"features, gmlvq", matrix, matrix_features, {64, 128, 256}, "2.0", "2.0"});
  run({"features, labels", labels, features, {32, 64, 128, 256}, "1.0", "1.0"});
  run({"features, labels, matrix", matrix_labels, matrix_features, {32, 64, 128, 256}, "2.0", "2.0"});
  run({"prototypes, glvq", plain, prototypes, {40, 80, 160, 320}, "1.0", "1.0"});
  run({"prototypes, labels", labels, prototypes, {40, 80, 160, 320}, "1.0", "1.0"});
  run({"classes, glvq", plain, classes, {20, 40, 80, 160}, "1.0", "1.0"});
  run({"classes, labels", labels, classes, {20, 40, 80, 160}, "1.0", "1.0"});
  run({"threads, gmlvq", matrix, threads, {1, 2, 4}, "0.0", "1.0"});
}

}   // namespace
}   // namespace protea::bench

int main() {
  try {
    protea::bench::run_all();
  } catch (const std::exception& error) {
    fmt::print(stderr, "growth: {}\n", error.what());
    return 1;
  }
}
