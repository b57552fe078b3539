// Hands rows to libsvm and owns what it gives back.
#include <protea/perceptron/libsvm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <svm.h>
#include <unistd.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/large_memory.hpp>

namespace protea {

namespace {

// The function libsvm reports to is global: it is replaced once, before the first training.
void silence_libsvm() {
  static std::once_flag done;
  std::call_once(done, [] { svm_set_print_string_function([](const char*) {}); });
}

// A row as libsvm wants it: pairs of index (from 1) and value, without the zeros, closed by index −1.
void append_nodes(Row x, std::vector<svm_node>& nodes) {
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (x[j] != 0) nodes.push_back({static_cast<int>(j + 1), x[j]});
  }
  nodes.push_back({-1, 0});
}

void check(MatrixView x, std::span<const Label> y, const SvmOptions& options) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max() - 1);
  if (x.rows == 0 || x.columns == 0)
    throw UsageError("a support vector machine needs at least one sample with one feature");
  if (x.rows > most || x.columns > most)
    throw UsageError(fmt::format("{} × {} values: libsvm counts up to {}", x.rows, x.columns, most));
  if (y.size() != x.rows)
    throw UsageError(fmt::format("{} labels for {} samples: there must be one for each", y.size(), x.rows));
  if (!(options.cost > 0) || !std::isfinite(options.cost))
    throw UsageError(fmt::format("cost = {}: must be greater than 0", options.cost));
  if (!(options.gamma >= 0) || !std::isfinite(options.gamma)) {
    throw UsageError(
        fmt::format("gamma = {}: must be at least 0; 0 stands for one over the number of features", options.gamma));
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (const double value : x.row(i)) {
      if (!std::isfinite(value))
        throw DataError(fmt::format("sample {}: a value is not finite; fill or remove it first", i + 1));
    }
  }
}

// Megabytes for rows of kernel values, which libsvm keeps as floats: all of them, where they fit.
double cache_for(std::size_t samples) {
  constexpr double megabyte = 1024 * 1024;
  const double all = 4 * static_cast<double>(samples) * static_cast<double>(samples) / megabyte;
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) / megabyte;
  const double limited = static_cast<double>(memory_limit()) / megabyte;
  const double share =
      (limited > 0 ? std::min(limited, memory) : memory) / 4 / std::max(1U, std::thread::hardware_concurrency());
  const double least = limited > 0 ? std::min(100.0, 1 + share) : 100;
  return std::clamp(all + 1, least, std::max(least, share));
}

svm_parameter parameters(const SvmOptions& options, std::size_t n, std::size_t samples) {
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = RBF;
  parameter.gamma = options.gamma > 0 ? options.gamma : 1.0 / static_cast<double>(n);
  parameter.C = options.cost;
  parameter.cache_size = cache_for(samples);
  parameter.eps = 1e-3;   // libsvm's own default
  parameter.shrinking = 1;
  return parameter;
}

}   // namespace

namespace {

// Numbers of a machine that was put together here, to which the model of libsvm then points.
struct Store {
  svm_model model{};
  std::vector<svm_node*> vectors;
  std::vector<double> coefficients;
  std::vector<double*> coefficient_rows;
  std::vector<double> thresholds;
  std::vector<int> labels;
  std::vector<int> counts;
};

}   // namespace

// The model of libsvm points into the samples it was trained on, so both live and die together.
struct SupportVectorMachine::Machine {
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() {
    if (model != nullptr && model != &store.model) svm_free_and_destroy_model(&model);
  }

  std::size_t n = 0;
  std::vector<svm_node> nodes;
  Store store;
  svm_model* model = nullptr;

  std::vector<svm_node> nodes_of(Row x) const {
    if (x.size() != n)
      throw UsageError(fmt::format("a sample with {} features: the machine was trained with {}", x.size(), n));
    std::vector<svm_node> result;
    result.reserve(n + 1);
    append_nodes(x, result);
    return result;
  }
};

namespace {

// Rows as libsvm wants them.
struct NodeRows {
  explicit NodeRows(MatrixView x) {
    SupportVectorMachine::demand_room(x.rows, x.columns);
    nodes.reserve(x.rows * (x.columns + 1));   // never moves: the rows point into it
    for (std::size_t i = 0; i < x.rows; ++i) {
      rows.push_back(nodes.data() + nodes.size());
      append_nodes(x.row(i), nodes);
    }
  }
  std::vector<svm_node> nodes;
  std::vector<svm_node*> rows = {};
};

svm_model* trained(std::vector<svm_node*>& rows, std::vector<double>& labels, const SvmOptions& options,
                   std::size_t n) {
  const svm_problem problem{static_cast<int>(rows.size()), labels.data(), rows.data()};
  const svm_parameter parameter = parameters(options, n, rows.size());
  if (const char* reason = svm_check_parameter(&problem, &parameter))
    throw UsageError(fmt::format("libsvm: {}", reason));
  return svm_train(&problem, &parameter);
}

// One class of a problem of several: where its rows are, and what each pair gave them.
struct OwnClass {
  Label label;
  std::vector<std::size_t> rows = {};
  Matrix coefficients = {};   // one row for each other class
};

// In the order in which they are met, as libsvm has them.
std::vector<OwnClass> classes_of(std::span<const Label> y) {
  std::vector<OwnClass> result;
  for (std::size_t i = 0; i < y.size(); ++i) {
    auto own = std::ranges::find(result, y[i], &OwnClass::label);
    if (own == result.end()) own = result.insert(own, {y[i]});
    own->rows.push_back(i);
  }
  for (OwnClass& each : result) each.coefficients = Matrix(result.size() - 1, each.rows.size());
  return result;
}

// The machine of classes a < b: libsvm trains it on rows of a and then of b, and so do we. Returns its threshold.
double train_pair(OwnClass& a, OwnClass& b, std::size_t place_in_a, std::size_t place_in_b, const NodeRows& nodes,
                  const SvmOptions& options, std::size_t n) {
  std::vector<svm_node*> rows;
  for (const OwnClass* each : {&a, &b}) {
    for (const std::size_t i : each->rows) rows.push_back(nodes.rows[i]);
  }
  std::vector<double> labels(rows.size());   // 0 and 1
  std::fill(labels.begin() + static_cast<std::ptrdiff_t>(a.rows.size()), labels.end(), 1.0);
  svm_model* model = trained(rows, labels, options, n);
  for (int v = 0; v < model->l; ++v) {
    const auto row = static_cast<std::size_t>(model->sv_indices[v] - 1);
    const double coefficient = model->sv_coef[0][v];
    if (row < a.rows.size()) a.coefficients(place_in_a, row) = coefficient;
    else b.coefficients(place_in_b, row - a.rows.size()) = coefficient;
  }
  const double threshold = model->rho[0];
  svm_free_and_destroy_model(&model);
  return threshold;
}

}   // namespace

void SupportVectorMachine::demand_room(std::size_t samples, std::size_t features) {
  demand_memory(samples * (features + 1) * sizeof(svm_node),
                fmt::format("libsvm wants all {} samples in a form of its own", samples));
}

SupportVectorMachine SupportVectorMachine::train(MatrixView x, std::span<const Label> y, const SvmOptions& options) {
  check(x, y, options);
  silence_libsvm();
  auto machine = std::make_shared<Machine>();
  machine->n = x.columns;
  NodeRows nodes(x);
  std::vector<double> labels(y.begin(), y.end());
  machine->model = trained(nodes.rows, labels, options, x.columns);
  machine->nodes = std::move(nodes.nodes);   // where they are
  return SupportVectorMachine(std::move(machine));
}

SupportVectorMachine SupportVectorMachine::train(MatrixView x, std::span<const Label> y, const SvmOptions& options,
                                                 Runtime& runtime) {
  check(x, y, options);
  std::vector<OwnClass> classes = classes_of(y);
  if (classes.size() <= 2) return train(x, y, options);
  silence_libsvm();
  const NodeRows nodes(x);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < classes.size(); ++a) {
    for (std::size_t b = a + 1; b < classes.size(); ++b) pairs.emplace_back(a, b);
  }
  SvmParts parts;
  parts.gamma = parameters(options, x.columns, x.rows).gamma;
  parts.thresholds.resize(pairs.size());
  runtime.run(pairs.size(), [&](std::size_t p) {
    const std::size_t a = pairs[p].first;
    const std::size_t b = pairs[p].second;
    parts.thresholds[p] = train_pair(classes[a], classes[b], b - 1, a, nodes, options, x.columns);
  });
  // Whoever supports one pair is there for all.
  std::vector<std::pair<const OwnClass*, std::size_t>> vectors;
  for (const OwnClass& each : classes) {
    const std::size_t before = vectors.size();
    for (std::size_t i = 0; i < each.rows.size(); ++i) {
      bool supports = false;
      for (std::size_t row = 0; row + 1 < classes.size(); ++row) supports = supports || each.coefficients(row, i) != 0;
      if (supports) vectors.emplace_back(&each, i);
    }
    parts.labels.push_back(each.label);
    parts.counts.push_back(static_cast<std::int32_t>(vectors.size() - before));
  }
  parts.vectors = Matrix(vectors.size(), x.columns);
  parts.coefficients = Matrix(classes.size() - 1, vectors.size());
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    const OwnClass& own = *vectors[v].first;
    const std::size_t i = vectors[v].second;
    std::ranges::copy(x.row(own.rows[i]), parts.vectors.row(v).begin());
    for (std::size_t row = 0; row + 1 < classes.size(); ++row) parts.coefficients(row, v) = own.coefficients(row, i);
  }
  return from_parts(parts);
}

SupportVectorMachine SupportVectorMachine::from_parts(const SvmParts& parts) {
  const std::size_t classes = parts.labels.size();
  const std::size_t count = parts.vectors.rows();
  if (classes < 2 || parts.counts.size() != classes || parts.coefficients.rows() != classes - 1 ||
      parts.coefficients.columns() != count || parts.thresholds.size() != classes * (classes - 1) / 2 ||
      std::accumulate(parts.counts.begin(), parts.counts.end(), std::size_t{0}) != count) {
    throw UsageError("the parts of a support vector machine do not fit together");
  }
  auto machine = std::make_shared<Machine>();
  machine->n = parts.vectors.columns();
  machine->nodes.reserve(count * (machine->n + 1));
  Store& store = machine->store;
  for (std::size_t i = 0; i < count; ++i) {
    store.vectors.push_back(machine->nodes.data() + machine->nodes.size());
    append_nodes(parts.vectors.row(i), machine->nodes);
  }
  store.coefficients.assign(parts.coefficients.values().begin(), parts.coefficients.values().end());
  for (std::size_t row = 0; row + 1 < classes; ++row)
    store.coefficient_rows.push_back(store.coefficients.data() + row * count);
  store.thresholds = parts.thresholds;
  store.labels.assign(parts.labels.begin(), parts.labels.end());
  store.counts.assign(parts.counts.begin(), parts.counts.end());
  store.model.param = parameters({1, parts.gamma}, machine->n, count);
  store.model.nr_class = static_cast<int>(classes);
  store.model.l = static_cast<int>(count);
  store.model.SV = store.vectors.data();
  store.model.sv_coef = store.coefficient_rows.data();
  store.model.rho = store.thresholds.data();
  store.model.label = store.labels.data();
  store.model.nSV = store.counts.data();
  machine->model = &store.model;
  return SupportVectorMachine(std::move(machine));
}

SvmParts SupportVectorMachine::parts() const {
  const svm_model& model = *machine_->model;
  const auto classes = static_cast<std::size_t>(model.nr_class);
  const auto count = static_cast<std::size_t>(model.l);
  if (classes < 2) throw UsageError("a support vector machine of one class has no parts");
  SvmParts parts{model.param.gamma,
                 {model.label, model.label + classes},
                 {model.nSV, model.nSV + classes},
                 Matrix(count, machine_->n),
                 Matrix(classes - 1, count),
                 {model.rho, model.rho + classes * (classes - 1) / 2}};
  for (std::size_t i = 0; i < count; ++i) {
    for (const svm_node* node = model.SV[i]; node->index != -1; ++node)
      parts.vectors(i, static_cast<std::size_t>(node->index - 1)) = node->value;
    for (std::size_t row = 0; row + 1 < classes; ++row) parts.coefficients(row, i) = model.sv_coef[row][i];
  }
  return parts;
}

Label SupportVectorMachine::predict(Row x) const {
  return static_cast<Label>(svm_predict(machine_->model, machine_->nodes_of(x).data()));
}

void SupportVectorMachine::scores(Row x, MutableRow scores) const {
  const auto classes = static_cast<std::size_t>(svm_get_nr_class(machine_->model));
  std::vector<int> labels(classes);
  svm_get_labels(machine_->model, labels.data());
  std::fill(scores.begin(), scores.end(), 0.0);
  if (classes == 1) {
    scores[static_cast<std::size_t>(labels[0])] = 1;
    return;
  }
  std::vector<double> values(classes * (classes - 1) / 2);
  svm_predict_values(machine_->model, machine_->nodes_of(x).data(), values.data());
  const auto logistic = [](double v) { return 1 / (1 + exponential(-v)); };
  const double pairs = static_cast<double>(values.size());
  const double of_value = classes == 2 ? 1 : 1 / static_cast<double>(classes);
  const double of_vote = classes == 2 ? 0 : 1;
  std::size_t next = 0;
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = a + 1; b < classes; ++b, ++next) {
      double& first = scores[static_cast<std::size_t>(labels[a])];
      double& second = scores[static_cast<std::size_t>(labels[b])];
      (values[next] > 0 ? first : second) += of_vote / (pairs * (of_vote + of_value));
      first += logistic(values[next]) * of_value / (pairs * (of_vote + of_value));
      second += logistic(-values[next]) * of_value / (pairs * (of_vote + of_value));
    }
  }
}

double SupportVectorMachine::decision(Row x) const {
  const int classes = svm_get_nr_class(machine_->model);
  if (classes != 2)
    throw UsageError(fmt::format("one value decides between two classes, and the machine knows {}", classes));
  double value = 0;
  svm_predict_values(machine_->model, machine_->nodes_of(x).data(), &value);
  return value;
}

}   // namespace protea
