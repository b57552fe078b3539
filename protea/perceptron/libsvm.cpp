// Hands rows to libsvm and owns what it gives back.
#include <protea/perceptron/libsvm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <svm.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>

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

svm_parameter parameters(const SvmOptions& options, std::size_t n) {
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = RBF;
  parameter.gamma = options.gamma > 0 ? options.gamma : 1.0 / static_cast<double>(n);
  parameter.C = options.cost;
  parameter.cache_size = 100;   // megabytes
  parameter.eps = 1e-3;         // libsvm's own default
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

SupportVectorMachine SupportVectorMachine::train(MatrixView x, std::span<const Label> y, const SvmOptions& options) {
  check(x, y, options);
  silence_libsvm();
  auto machine = std::make_shared<Machine>();
  machine->n = x.columns;
  machine->nodes.reserve(x.rows * (x.columns + 1));   // never moves: the rows below point into it
  std::vector<svm_node*> rows(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) {
    rows[i] = machine->nodes.data() + machine->nodes.size();
    append_nodes(x.row(i), machine->nodes);
  }
  std::vector<double> labels(y.begin(), y.end());
  const svm_problem problem{static_cast<int>(x.rows), labels.data(), rows.data()};
  const svm_parameter parameter = parameters(options, x.columns);
  if (const char* reason = svm_check_parameter(&problem, &parameter))
    throw UsageError(fmt::format("libsvm: {}", reason));
  machine->model = svm_train(&problem, &parameter);
  return SupportVectorMachine(std::move(machine));
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
  store.model.param = parameters({1, parts.gamma}, machine->n);
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
