// Many trainings: tuning, comparison, curves, published experiments; and exact learning curves of the theory. Tables
// that are read.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include <protea/base/error.hpp>
#include <protea/catalogue/curated.hpp>
#include <protea/catalogue/curve.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/comparison.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/dynamics_rules.hpp>
#include <protea/report/reproduction.hpp>
#include <protea/theory/small_rate_limit.hpp>

#include "core.hpp"
#include "pages.hpp"
#include "samples.hpp"
#include "studies.hpp"

namespace protea::python {
namespace {

using NamedMethod = std::pair<std::string, Settings>;

struct PythonSplit {
  std::string kind = "stratified";
  std::size_t folds = 10;
  std::size_t repeats = 1;
  std::uint64_t seed = 1;

  SplitPlan plan() const {
    SplitPlan result;
    result.kind = parse_choice<SplitKind>("split", kind);
    result.folds = folds;
    result.repeats = repeats;
    result.seed = seed;
    return result;
  }
};

// Work without the lock, which a signal ends between two trainings.
class Stop {
 public:
  TaskLedger::Progress progress() {
    return [this](auto&&...) {
      const nb::gil_scoped_acquire lock;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
  }
};

Fields mean_fields(const MeanAndDeviation& value) { return {{"mean", value.mean}, {"deviation", value.deviation}}; }

nb::object compare_methods(const std::vector<NamedMethod>& methods, const PythonSamples& samples,
                           const PythonSplit& split, std::size_t threads, const LedgerPlan& ledger) {
  const Dataset dataset = dataset_of(samples);
  const Encoding encoding = encoding_of(dataset);
  std::vector<Contender> contenders;
  for (const auto& [name, settings] : methods)
    contenders.push_back(contender_of(name, make_method(name, settings), encoding));
  Comparison found;
  Stop stop;
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    found = compare(dataset, contenders, split.plan(), *runtime, ledger, stop.progress());
  }
  std::vector<Value> rows;
  for (std::size_t i = 0; i < found.methods.size(); ++i) {
    const CrossValidation& each = found.methods[i];
    const bool has_numbers = !each.number_parts.empty();
    rows.emplace_back(Fields{{has_numbers ? "rmse" : "accuracy", has_numbers ? each.rmse() : each.accuracy},
                             {"balanced_accuracy", each.balanced_accuracy},
                             {"failure", spelled(found.failures[i])}});
  }
  std::vector<Value> pairs;
  for (const PairTest& pair : found.pairs) {
    pairs.emplace_back(Fields{{"first", pair.first},
                              {"second", pair.second},
                              {"difference", pair.resampled.mean},
                              {"p_resampled_t", pair.resampled.p},
                              {"only_first", pair.mcnemar.only_first},
                              {"only_second", pair.mcnemar.only_second},
                              {"p_mcnemar", pair.mcnemar.p}});
  }
  return object_of(Value(Fields{{"methods", rows}, {"pairs", pairs}}));
}

nb::object tune_methods(const std::vector<std::string>& methods, const Settings& changes,
                        const std::vector<std::pair<std::string, std::vector<std::string>>>& axes,
                        const PythonSamples& samples, const PythonSplit& split, std::size_t outer,
                        const std::string& measure, std::size_t trainings, double seconds, std::size_t threads,
                        const LedgerPlan& ledger) {
  TuningPlan plan;
  plan.split = split.plan();
  plan.folds = split.folds;
  plan.outer = outer;
  plan.trainings = trainings;
  plan.seconds = seconds;
  const Dataset dataset = dataset_of(samples);
  if (!measure.empty()) plan.measure = parse_choice<Measure>("measure", measure);
  else if (dataset.target_kind() == TargetKind::numbers) plan.measure = parse_choice<Measure>("measure", "rmse");
  if (axes.empty()) {
    plan.candidates = curated_candidates(methods, changes);
    plan.halves = true;
  } else {
    GridPlan grid;
    if (!methods.empty()) grid.method = methods.front();
    grid.changes = changes;
    for (const auto& [key, values] : axes) grid.axes.push_back({key, values});
    plan.candidates = candidates(grid);
  }
  Tuning found;
  Stop stop;
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    found = tune(plan, {dataset, encoding_of(dataset)}, *runtime, ledger, stop.progress());
  }
  std::vector<Value> table;
  for (const std::size_t i : found.ranking) {
    const CandidateScore& score = found.table[i];
    table.emplace_back(Fields{{"method", plan.candidates[i].name},
                              {"settings", protea::fields_of(plan.candidates[i].settings)},
                              {"folds", score.folds},
                              {"score", score.score},
                              {"deviation", score.deviation},
                              {"parameters", score.parameters}});
  }
  std::vector<double> honest = found.honest.accuracy;
  return object_of(Value(Fields{{"table", table}, {"outer", honest}, {"trainings", found.trainings}}));
}

nb::object curve_of(const std::string& method, const Settings& changes, const std::string& key,
                    const std::vector<std::string>& values, const PythonSamples& samples, const PythonSplit& split,
                    std::size_t threads, const LedgerPlan& ledger) {
  const CurvePlan plan{.method = method, .changes = changes, .over = {key, values}, .folds = split.plan()};
  std::vector<CurvePoint> points;
  Stop stop;
  const Dataset dataset = dataset_of(samples);
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    points = measure_curve(plan, {dataset, encoding_of(dataset)}, *runtime, ledger, stop.progress());
  }
  std::vector<Value> rows;
  for (const CurvePoint& point : points) {
    rows.emplace_back(Fields{{"value", point.value},
                             {"samples", point.samples},
                             {"parameters", point.parameters},
                             {"training_error", mean_fields(point.training_error)},
                             {"test_error", mean_fields(point.test_error)},
                             {"failure", spelled(point.failure)}});
  }
  return object_of(Value(rows));
}

Dynamics dynamics_of(const std::string& rule, const Settings& settings, const ClusterModel& model, double eta) {
  Dynamics dynamics;
  dynamics.rule = dynamics_rules().make(rule, settings);
  dynamics.model = model;
  dynamics.eta = eta;
  demand_valid(dynamics);
  return dynamics;
}

nb::object learning_curve_of(const std::string& rule, const Settings& settings, const ClusterModel& model, double eta,
                             const std::vector<double>& start, const std::vector<double>& alphas) {
  const Dynamics dynamics = dynamics_of(rule, settings, model, eta);
  const LearningCurve curve = learning_curve(dynamics, to_overlaps(start, 2), alphas);
  std::vector<double> reached;
  std::vector<double> total;
  std::vector<double> plus;
  std::vector<double> minus;
  Matrix overlaps(curve.points.size(), 7);
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const LearningPoint& point = curve.points[i];
    reached.push_back(point.alpha);
    total.push_back(point.error.total);
    plus.push_back(point.error.plus);
    minus.push_back(point.error.minus);
    const std::vector<double> row = to_vector(point.overlaps);
    std::copy(row.begin(), row.end(), overlaps.row(i).begin());
  }
  return object_of(Value(Fields{{"alpha", reached},
                                {"error", total},
                                {"error_plus", plus},
                                {"error_minus", minus},
                                {"overlaps", overlaps},
                                {"best_error", best_hyperplane(model).error},
                                {"diverged_at", curve.diverged_at ? Value(*curve.diverged_at) : Value()}}));
}

// Thrown out of tasks that Python no longer waits for.
struct NoLongerWaited {};

// The runtime of long work without the lock: before tasks it looks for signals, and the callback hears of the progress.
// Once either raises, no further task begins, and nothing of the work is left but that error.
class WaitedFor final : public Runtime {
 public:
  WaitedFor(std::size_t threads, nb::object callback) : inner_(make_runtime(threads)), callback_(std::move(callback)) {}

  std::size_t threads() const override { return inner_->threads(); }
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    inner_->run(count, [&](std::size_t i) {
      look_for_signals();
      task(i);
    });
  }
  void hear(std::size_t done, std::size_t all) {
    if (!callback_.is_none()) ask([&] { callback_(done, all); });
    if (is_over_) throw NoLongerWaited();
  }
  // With the lock held.
  void raise_error() {
    if (error_) throw nb::python_error(std::exchange(error_, std::nullopt).value());
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Signals are Python's on one thread alone; tasks may be far shorter than asking takes.
  void look_for_signals() {
    if (std::this_thread::get_id() == caller_ && Clock::now() - last_look_ > std::chrono::milliseconds(50)) {
      last_look_ = Clock::now();
      ask([] {
        if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      });
    }
    if (is_over_) throw NoLongerWaited();
  }
  template <std::invocable Question>
  void ask(const Question& question) {
    const nb::gil_scoped_acquire lock;
    if (error_) return;
    try {
      question();
    } catch (nb::python_error& error) {
      error_.emplace(std::move(error));
      is_over_ = true;
    }
  }

  std::unique_ptr<Runtime> inner_;
  nb::object callback_;
  std::optional<nb::python_error> error_;   // under the lock
  std::atomic<bool> is_over_ = false;
  const std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point last_look_ = Clock::now();   // of the caller
};

// The document as JSON text, which Python reads into lists and dicts of its own.
// The document, the page and its figures.
nb::tuple reproduce_and_tell(const ReproductionRequest& request, std::size_t threads, nb::object callback) {
  WaitedFor runtime(threads, std::move(callback));
  std::string text;
  std::string html;
  Page page;
  {
    const nb::gil_scoped_release release;
    try {
      const Reproduction result =
          reproduce(request, runtime, [&](std::size_t done, std::size_t all) { runtime.hear(done, all); });
      text = json_document(with_settings_spelled(result.json));
      page = reproduction_page(result, request);
      html = page_html(page);
    } catch (const NoLongerWaited&) {   // there is an error to raise
    }
  }
  runtime.raise_error();
  return nb::make_tuple(text, html, drawn_figures(page));
}

std::vector<std::string> reproduction_names() {
  std::vector<std::string> names;
  for (const ReproductionSummary& each : reproductions()) names.push_back(each.name);
  return names;
}

nb::dict read(const std::string& name, const std::string& label, const std::string& target) {
  const Table table = read_table(name, ReadOptions{.label = label});
  const EncodedTable data =
      encode_training_table(table, {.label = target.empty() ? label : "", .target_column = target}, Nominal::one_hot);
  nb::dict result;
  result["x"] = array_of(data.dataset.x.to_matrix());
  result["codes"] = array_of(data.dataset.y);
  result["numbers"] = array_of(data.dataset.numbers);
  result["class_names"] = data.dataset.class_names;
  result["feature_names"] = data.dataset.feature_names;
  return result;
}

}   // namespace

void add_studies(nb::module_& module) {
  nb::class_<PythonSplit>(module, "Split", "How samples are cut into training and test parts.")
      .def(
          "__init__",
          [](PythonSplit* self, std::string kind, std::size_t folds, std::size_t repeats, std::uint64_t seed) {
            new (self) PythonSplit{std::move(kind), folds, repeats, seed};
          },
          nb::arg("kind"), nb::arg("folds"), nb::arg("repeats"), nb::arg("seed"));
  nb::class_<ClusterModel>(module, "Clusters", "Two Gaussian clusters in many dimensions.")
      .def(
          "__init__",
          [](ClusterModel* self, double p_plus, double separation, double v_plus, double v_minus) {
            new (self) ClusterModel{p_plus, separation, v_plus, v_minus};
          },
          nb::arg("p_plus"), nb::arg("separation"), nb::arg("v_plus"), nb::arg("v_minus"));
  nb::class_<LedgerPlan>(module, "Tasks", "Where the trainings of a study run: here, elsewhere, or only these.")
      .def(
          "__init__",
          [](LedgerPlan* self, nb::object elsewhere, std::vector<std::size_t> only) {
            new (self) LedgerPlan(ledger_of(std::move(elsewhere), std::move(only)));
          },
          nb::arg("elsewhere").none() = nb::none(), nb::arg("only") = std::vector<std::size_t>());
  def_study(module, "compare", &compare_methods, nb::arg("methods"), nb::arg("samples"), nb::arg("split"),
            nb::arg("threads"));
  def_study(module, "tune", &tune_methods, nb::arg("methods"), nb::arg("changes"), nb::arg("axes"), nb::arg("samples"),
            nb::arg("split"), nb::arg("outer"), nb::arg("measure"), nb::arg("trainings"), nb::arg("seconds"),
            nb::arg("threads"));
  def_study(module, "curve", &curve_of, nb::arg("method"), nb::arg("changes"), nb::arg("key"), nb::arg("values"),
            nb::arg("samples"), nb::arg("split"), nb::arg("threads"));
  module.def("learning_curve", &learning_curve_of, nb::arg("rule"), nb::arg("settings"), nb::arg("clusters"),
             nb::arg("eta"), nb::arg("start"), nb::arg("alphas"));
  module.def("dynamics_rules", [] { return dynamics_rules().names(); });
  module.def("reproductions", &reproduction_names);
  module.def(
      "reproduce",
      [](std::string name, std::uint64_t seed, bool is_quick, std::int64_t samples, std::string data,
         std::size_t threads, nb::object callback) {
        return reproduce_and_tell({std::move(name), seed, is_quick, samples, std::move(data)}, threads,
                                  std::move(callback));
      },
      nb::arg("name"), nb::arg("seed"), nb::arg("quick"), nb::arg("samples"), nb::arg("data"), nb::arg("threads"),
      nb::arg("callback").none());
  module.def("read", &read, nb::arg("name"), nb::arg("label"), nb::arg("target"));
}

}   // namespace protea::python
