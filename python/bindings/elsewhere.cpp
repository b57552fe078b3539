// Training on rows in several processes: groups of rows where they are, and a training that asks whoever passes its questions
// on to them.
#include <optional>
#include <utility>

#include <nanobind/stl/shared_ptr.h>

#include <protea/base/error.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/asked_rows.hpp>
#include <protea/method/row_group.hpp>

#include "core.hpp"
#include "samples.hpp"
#include "trained.hpp"

namespace protea::python {
namespace {

std::shared_ptr<const Method> method_from(const Settings& settings) {
  Settings changes;
  std::string method = "own";
  for (const auto& each : settings) {
    if (each.first == "method") method = each.second;
    else changes.push_back(each);
  }
  return make_method(method, changes);
}

Dataset numbered_from(Dataset rows, std::size_t first) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows.row_numbers.push_back(static_cast<std::uint32_t>(first + i));
  return rows;
}

// Rows of Python, looked at where they are.
class PythonRowGroup {
 public:
  PythonRowGroup(PythonSamples samples, std::size_t number)
      : samples_(std::move(samples)),
        group_(numbered_from(dataset_of(samples_), number * group_rows), number, method_from) {}

  std::string answer(std::string_view question) { return group_.answer(question); }

 private:
  PythonSamples samples_;
  RowGroup group_;
};

// Groups in their order, several at a time.
nb::list answers(const std::vector<std::shared_ptr<PythonRowGroup>>& groups, const nb::bytes& question,
                 std::size_t threads) {
  std::vector<std::string> answers(groups.size());
  const std::string_view asked(question.c_str(), question.size());
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    runtime->run(groups.size(), [&](std::size_t g) { answers[g] = groups[g]->answer(asked); });
  }
  nb::list result;
  for (const std::string& each : answers) result.append(nb::bytes(each.data(), each.size()));
  return result;
}

// Passes questions on to a function of Python, which returns the answers in the order of the groups.
class PythonWorkforce final : public Workforce {
 public:
  explicit PythonWorkforce(nb::object ask) : ask_(std::move(ask)) {}
  ~PythonWorkforce() override {
    const nb::gil_scoped_acquire lock;
    ask_.reset();
  }
  PythonWorkforce(const PythonWorkforce&) = delete;
  PythonWorkforce& operator=(const PythonWorkforce&) = delete;

  std::vector<std::string> ask(const std::string& question, std::span<const std::uint32_t> groups) override {
    const nb::gil_scoped_acquire lock;
    nb::list wanted;
    for (const std::uint32_t group : groups) wanted.append(group);
    const auto answers = nb::cast<nb::list>(ask_(nb::bytes(question.data(), question.size()), wanted));
    std::vector<std::string> result;
    for (std::size_t i = 0; i < answers.size(); ++i) {   // each is let go as its copy is there
      const nb::bytes answer = nb::cast<nb::bytes>(answers[i]);
      result.emplace_back(answer.c_str(), answer.size());
      answers[i] = nb::none();
    }
    return result;
  }

 private:
  nb::object ask_;
};

// The names of features and classes are those of `head`, a row that is nowhere.
PythonTraining train_elsewhere(const std::string& method, const Settings& settings, const PythonSamples& head,
                               bool has_weights, nb::object ask, std::size_t threads, nb::object callback,
                               const std::string& checkpoint, std::size_t every, bool resume) {
  const auto workforce = std::make_shared<PythonWorkforce>(std::move(ask));
  const std::shared_ptr<const Method> made = make_method(method, settings);
  const Dataset one = dataset_of(head);
  const Encoding encoding = encoding_of(one);
  Dataset names = one.subset({});
  return run_training(threads, std::move(callback), [&](const TrainingContext& watched) {
    TrainingContext context = watched;
    context.checkpoints = {checkpoint, every, resume};
    return made->train_elsewhere({*workforce, names, has_weights}, encoding, context);
  });
}

}   // namespace

void add_elsewhere(nb::module_& module) {
  nb::class_<PythonRowGroup>(module, "RowGroup", "Rows in the process that holds them; looked at.")
      .def(nb::init<PythonSamples, std::size_t>(), nb::arg("samples"), nb::arg("number"));
  module.attr("group_rows") = group_rows;
  module.def("answers", &answers, nb::arg("groups"), nb::arg("question"), nb::arg("threads") = 1);
  module.def(
      "demand_method", [](const std::string& method, const Settings& settings) { make_method(method, settings); },
      nb::arg("method"), nb::arg("settings"));
  module.def(
      "demand_elsewhere",
      [](const std::string& method, const Settings& settings) { make_method(method, settings)->demand_elsewhere(); },
      nb::arg("method"), nb::arg("settings"));
  module.def("train_elsewhere", &train_elsewhere, nb::arg("method"), nb::arg("settings"), nb::arg("head"),
             nb::arg("has_weights"), nb::arg("ask"), nb::arg("threads") = 1, nb::arg("callback").none() = nb::none(),
             nb::arg("checkpoint") = "", nb::arg("every") = 10, nb::arg("resume") = false);
}

}   // namespace protea::python
