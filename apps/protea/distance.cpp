// protea distance: any dissimilarity between the rows of two files.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/model/data_domain.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"

namespace protea::app {
namespace {

// Of each row by itself. What is learned from all rows of a file would differ between the two.
enum class RowScaling { none, unit_sum };
constexpr auto names_of(RowScaling) {
  return std::array{std::pair<std::string_view, RowScaling>{"none", RowScaling::none},
                    std::pair<std::string_view, RowScaling>{"unit-sum", RowScaling::unit_sum}};
}

struct DistanceFlags {
  CommonFlags common;
  std::string a;
  std::string b;
  std::string label;
  ReadingFlags reading;
  std::string scale = "none";
  std::string dissimilarity = "squared-euclidean";
  Settings settings;
  std::int64_t seed = 1;
  bool gradient = false;
};

// Rows as the dissimilarity sees them, and where they come from.
struct Rows {
  Dataset dataset;
  Matrix x;
};

Rows read_rows(const std::string& name, const DistanceFlags& flags) {
  Table table = flags.reading.read(name, "none");
  const bool is_plain = flags.label.empty() && table.label_column < 0;   // no column is known to be a label
  if (table.precision == StoragePrecision::automatic) table.precision = StoragePrecision::float64;
  Dataset dataset = encode_training_table(table, is_plain ? "none" : flags.label, Nominal::refuse).dataset;
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    for (std::size_t j = 0; j < dataset.x.columns(); ++j) {
      if (std::isnan(dataset.x(i, j))) {
        throw DataError(fmt::format("{}: the value is missing, and a distance needs it", dataset.place(i, j)));
      }
    }
  }
  Preparation preparation;
  if (parse_choice<RowScaling>("scale", flags.scale) == RowScaling::unit_sum) preparation.scaling = Scaling::unit_sum;
  Matrix x = preparation.apply(dataset);
  return {std::move(dataset), std::move(x)};
}

// A dissimilarity with its first parameters, and the rows it is asked about.
struct Task {
  std::shared_ptr<const AnyDissimilarity> dissimilarity;
  std::vector<double> theta;
  Rows a;
  Rows b;
};

Task read_task(const DistanceFlags& flags) {
  Settings settings;
  for (const auto& [key, text] : flags.settings) settings.emplace_back(key.substr(key.find('.') + 1), text);
  Task task{
      dissimilarities().make(flags.dissimilarity, settings), {}, read_rows(flags.a, flags), read_rows(flags.b, flags)};
  const std::size_t n = task.a.x.columns();
  if (n != task.b.x.columns()) {
    throw DataError(fmt::format("{} has {} of numbers and {} has {}: they must agree", flags.a, counted(n, "column"),
                                flags.b, task.b.x.columns()));
  }
  const std::string remedy = "set it to 0, leave the column out, or use another dissimilarity";
  bring_into_domain(task.a.x, task.a.dataset, *task.dissimilarity, {.remedy = remedy});
  bring_into_domain(task.b.x, task.b.dataset, *task.dissimilarity,
                    {.zeros = Zeros::left, .remedy = remedy});   // judged pair by pair
  task.theta.resize(task.dissimilarity->parameter_count(n));
  Random random(static_cast<std::uint64_t>(flags.seed), Purpose::metric);
  task.dissimilarity->initialize(task.theta, n, random);
  task.dissimilarity->start(task.theta, {{task.a.x.view()}, {task.a.x.view()}, task.b.x.view()});
  return task;
}

// Why there is no number for row i of A and row k of B: a zero where the dissimilarity ends, or sizes beyond
// those of numbers.
[[noreturn]] void refuse_pair(const Task& task, std::size_t i, std::size_t k, std::string_view what) {
  const Row x = task.a.x.row(i);
  const Row w = task.b.x.row(k);
  for (const bool needs_sample : {true, false}) {   // first where the sample is not 0 too
    for (std::size_t j = 0; j < w.size() && task.dissimilarity->domain().is_bounded(); ++j) {
      if (w[j] != 0 || (needs_sample && x[j] == 0)) continue;
      throw DataError(fmt::format(
          "{}: the value of '{}' is 0, where {} has no finite {} for row {} of {}: give --dissimilarity.floor a small "
          "number to lift it to, such as 1e-3",
          task.b.dataset.place(k, j), task.b.dataset.feature_names[j], task.dissimilarity->name(), what, i + 1,
          task.a.dataset.source));
    }
  }
  throw NumericalError(fmt::format("{}: row {} is too far from row {} of {} for a finite {}", task.a.dataset.source,
                                   i + 1, k + 1, task.b.dataset.source, what));
}

bool is_finite(Row values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

Matrix values_of(const Task& task) {
  Matrix values(task.a.x.rows(), task.b.x.rows());
  for (std::size_t i = 0; i < values.rows(); ++i) {
    for (std::size_t k = 0; k < values.columns(); ++k) {
      values(i, k) = task.dissimilarity->value(task.a.x.row(i), task.b.x.row(k), task.theta);
      if (!std::isfinite(values(i, k))) refuse_pair(task, i, k, "value");
    }
  }
  return values;
}

// For each row of A the gradients of its dissimilarities to the rows of B, by those and by θ.
struct Gradients {
  std::vector<Matrix> by_w;
  std::vector<Matrix> by_theta;
};

Gradients gradients_of(const Task& task) {
  Gradients result;
  for (std::size_t i = 0; i < task.a.x.rows(); ++i) {
    Matrix& by_w = result.by_w.emplace_back(task.b.x.rows(), task.b.x.columns());
    Matrix& by_theta = result.by_theta.emplace_back(task.b.x.rows(), task.theta.size());
    for (std::size_t k = 0; k < by_w.rows(); ++k) {
      task.dissimilarity->add_gradient(task.a.x.row(i), task.b.x.row(k), task.theta, 1, by_w.row(k), by_theta.row(k));
      if (!is_finite(by_w.row(k)) || !is_finite(by_theta.row(k))) refuse_pair(task, i, k, "gradient");
    }
  }
  return result;
}

Json matrices_json(const std::vector<Matrix>& matrices) {
  Json result = Json::array();
  for (const Matrix& matrix : matrices) result.push_back(to_json(matrix.view()));
  return result;
}

void print_as_json(const Task& task, const Matrix& values, const Gradients& gradients) {
  Json json = {{"dissimilarity", task.dissimilarity->name()}, {"values", to_json(values.view())}};
  if (!gradients.by_w.empty()) {
    json["gradients"] = matrices_json(gradients.by_w);
    if (!task.theta.empty()) {
      json["parameters"] = task.theta;
      json["parameter_gradients"] = matrices_json(gradients.by_theta);
    }
  }
  print_json(json);
}

void print_as_text(const Task& task, const Matrix& values, const Gradients& gradients) {
  for (std::size_t i = 0; i < values.rows(); ++i) fmt::print("{}\n", fmt::join(values.row(i), ","));
  for (std::size_t i = 0; i < gradients.by_w.size(); ++i) {
    for (std::size_t k = 0; k < values.columns(); ++k) {
      fmt::print("gradient {} {}: {}\n", i + 1, k + 1, fmt::join(gradients.by_w[i].row(k), ","));
      if (task.theta.empty()) continue;
      fmt::print("parameter gradient {} {}: {}\n", i + 1, k + 1, fmt::join(gradients.by_theta[i].row(k), ","));
    }
  }
}

void run(const DistanceFlags& flags) {
  const Task task = read_task(flags);
  const Matrix values = values_of(task);
  const Gradients gradients = flags.gradient ? gradients_of(task) : Gradients{};
  if (flags.common.json) print_as_json(task, values, gradients);
  else print_as_text(task, values, gradients);
}

}   // namespace

void add_distance(CLI::App& app) {
  Command command =
      add_command(app, "distance", "Dissimilarities between the rows of two files, with the metric's first parameters");
  auto flags = std::make_shared<DistanceFlags>();
  command.argument("A", flags->a, "samples: a data file, a built-in set, or -");
  command.argument("B", flags->b, "prototypes: a data file or a built-in set");
  command.text("--label", flags->label,
               "a column to leave out, by name or position [the label of formats that have one]");
  add_reading_flags(command, flags->reading);
  command.text("--scale", flags->scale, "none, or unit-sum: each row of A and B is divided by its sum [none]");
  command.text("--dissimilarity", flags->dissimilarity,
               fmt::format("one of {} [squared-euclidean]", join(dissimilarities().names(), ", ")));
  command.integer("--seed", flags->seed, "seed of random metric parameters [1]", 0,
                  std::numeric_limits<std::int64_t>::max());
  command.toggle("--gradient", flags->gradient,
                 "also the gradients with respect to the rows of B, and to the metric's parameters where it has any");
  add_family_flags(command, dissimilarities(), flags->settings);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
