// Training without the interpreter's lock: a method by name and settings, arrays, and who watches.
#include <optional>
#include <utility>

#include <protea/base/error.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/method.hpp>
#include <protea/method/prototype_method.hpp>

#include "core.hpp"
#include "own_dissimilarity.hpp"
#include "own_rule.hpp"
#include "samples.hpp"
#include "trained.hpp"

namespace protea::python {
namespace {

// Asks Python after each epoch whether to go on: signals first, then whoever wants to know.
class Watcher {
 public:
  explicit Watcher(nb::object callback) : callback_(std::move(callback)) {}
  ~Watcher() {
    const nb::gil_scoped_acquire lock;
    error_.reset();
    callback_.reset();
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  bool goes_on(std::size_t epoch, std::size_t epochs, double cost, std::optional<double> held_out) {
    const nb::gil_scoped_acquire lock;
    if (error_) return false;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      return callback_.is_none() || !callback_(epoch, epochs, cost, held_out).is(nb::bool_(false));
    } catch (nb::python_error& error) {
      error_.emplace(std::move(error));
      return false;
    }
  }
  bool is_interrupted() {
    const nb::gil_scoped_acquire lock;
    if (!error_ && PyErr_CheckSignals() != 0) error_.emplace();
    return error_.has_value();
  }
  // With the lock held.
  void raise_error() {
    if (error_) throw nb::python_error(std::exchange(error_, std::nullopt).value());
  }

 private:
  nb::object callback_;
  std::optional<nb::python_error> error_;
};

PythonTraining run(const PythonSamples& samples, std::size_t threads, nb::object callback,
                   const std::function<Trained(const Dataset&, const TrainingContext&)>& train) {
  return run_training(threads, std::move(callback),
                      [&](const TrainingContext& context) { return train(dataset_of(samples), context); });
}

// A method of the catalogue, or one of its compositions with parts of the caller.
std::shared_ptr<const Method> method_with(const std::string& method, const Settings& settings,
                                          const std::optional<OwnRule>& rule,
                                          const std::optional<OwnDissimilarity>& dissimilarity) {
  if (!rule && !dissimilarity) return make_method(method, settings);
  Configuration configuration = configure(method, settings);
  if (rule) configuration.rule = rule->rule;
  if (dissimilarity) configuration.dissimilarity = dissimilarity->dissimilarity;
  return std::make_shared<const PrototypeMethod>(configuration);
}

PythonTraining train(const std::string& method, const Settings& settings, const PythonSamples& samples,
                     std::size_t threads, nb::object callback, const std::optional<OwnRule>& rule,
                     const std::optional<OwnDissimilarity>& dissimilarity) {
  const std::shared_ptr<const Method> made = method_with(method, settings, rule, dissimilarity);
  return run(samples, threads, std::move(callback), [&](const Dataset& dataset, const TrainingContext& context) {
    return made->train(dataset, encoding_of(dataset), context);
  });
}

PythonTraining go_on(const PythonModel& model, const Settings& settings, const PythonSamples& samples,
                     std::size_t threads, nb::object callback) {
  const std::shared_ptr<const Method> method = method_of(*model.model, settings);
  return run(samples, threads, std::move(callback), [&](const Dataset& dataset, const TrainingContext& context) {
    return method->go_on(*model.model, dataset, context);
  });
}

bool is_streaming(const std::string& method, const Settings& settings) {
  try {
    make_method(method, settings)->demand_streaming();
  } catch (const UsageError&) {
    return false;
  }
  return true;
}

// Learns from rows as they come.
class PythonStream {
 public:
  PythonStream(const PythonModel& model, const Settings& settings)
      : learner_(method_of(*model.model, settings)->stream(*model.model)) {}
  void learn(const PythonSamples& samples, std::size_t threads) {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    learner_->learn(dataset_of(samples), *runtime);
  }
  PythonModel model() const { return {learner_->model().clone()}; }

 private:
  std::unique_ptr<StreamLearner> learner_;
};

}   // namespace

PythonTraining run_training(std::size_t threads, nb::object callback,
                            const std::function<Trained(const TrainingContext&)>& train) {
  Watcher watcher(std::move(callback));
  Trained trained;
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    const Observer observer = [&](const EpochReport& report) {
      return watcher.goes_on(report.state.epoch, report.epochs, report.cost, report.held_out);
    };
    try {
      trained = train({*runtime, observer, {}, true, [&] { return watcher.is_interrupted(); }});
    } catch (...) {
      if (!watcher.is_interrupted()) throw;
    }
  }
  watcher.raise_error();
  return {{std::move(trained.model)}, trained.outcome, trained.training_samples, trained.dropped_rows};
}

void add_training(nb::module_& module) {
  nb::class_<PythonSamples>(module, "Samples", "Rows, what they are to be learned for, and weights; looked at.")
      .def(
          "__init__",
          [](PythonSamples* self, Rows x, std::optional<Codes> codes, std::vector<std::string> class_names,
             std::optional<Numbers> numbers, std::optional<Rows> memberships, std::optional<Numbers> weights,
             std::vector<std::string> feature_names) {
            new (self)
                PythonSamples{std::move(x),
                              {std::move(codes), std::move(numbers), std::move(memberships), std::move(class_names)},
                              std::move(weights),
                              std::move(feature_names)};
          },
          nb::arg("x"), nb::arg("codes").none() = nb::none(), nb::arg("class_names") = std::vector<std::string>(),
          nb::arg("numbers").none() = nb::none(), nb::arg("memberships").none() = nb::none(),
          nb::arg("weights").none() = nb::none(), nb::arg("feature_names") = std::vector<std::string>());
  nb::class_<PythonTraining>(module, "Training", "A model, and how its training went.")
      .def_ro("model", &PythonTraining::model)
      .def_ro("samples", &PythonTraining::samples)
      .def_ro("dropped", &PythonTraining::dropped)
      .def_prop_ro("epochs", [](const PythonTraining& self) { return self.outcome.epochs; })
      .def_prop_ro("converged", [](const PythonTraining& self) { return self.outcome.converged; })
      .def_prop_ro("cost", [](const PythonTraining& self) { return self.outcome.cost; });
  nb::class_<PythonStream>(module, "Stream", "Learns from rows as they come.")
      .def(nb::init<const PythonModel&, const Settings&>(), nb::arg("model"), nb::arg("settings"))
      .def("learn", &PythonStream::learn, nb::arg("samples"), nb::arg("threads") = 1)
      .def("model", &PythonStream::model);
  module.def("train", &train, nb::arg("method"), nb::arg("settings"), nb::arg("samples"), nb::arg("threads") = 1,
             nb::arg("callback").none() = nb::none(), nb::arg("rule").none() = nb::none(),
             nb::arg("dissimilarity").none() = nb::none());
  module.def("go_on", &go_on, nb::arg("model"), nb::arg("settings"), nb::arg("samples"), nb::arg("threads") = 1,
             nb::arg("callback").none() = nb::none());
  module.def("is_streaming", &is_streaming, nb::arg("method"), nb::arg("settings"));
}

}   // namespace protea::python
