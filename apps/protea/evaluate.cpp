// protea evaluate: a model against labelled data.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/model/abilities.hpp>

#include "commands.hpp"
#include "operating_point.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_measures.hpp"

namespace protea::app {
namespace {

struct EvaluateFlags : ModelFlags {
  Settings decision;
  std::string curve;
  std::string beta = "1";
  std::string sensitivity;
};

std::string positive_of(const Model& model) {
  const auto* const deciding = find_ability<Deciding>(model);
  return deciding ? deciding->current_decision().positive : std::string();
}

double beta_of(const std::string& text) { return parse_limited("beta", text, {.above = 0}); }

// A model without classes: how far its units are from the data.
void report_quantization(const EvaluateFlags& flags, const Predictions& answers) {
  const double error = mean_of(answers.distances);
  if (flags.common.json)
    return print_json({{"model", flags.model}, {"samples", answers.distances.size()}, {"quantization_error", error}});
  fmt::print("{}\nquantization error {:.6g}\n", counted(answers.distances.size(), "sample"), error);
}

void demand_one_threshold(const EvaluateFlags& flags) {
  for (const auto& [key, text] : flags.decision) {
    if (key == "decision.threshold" && !flags.sensitivity.empty())
      throw UsageError("--sensitivity chooses the threshold that --decision.threshold gives: leave one of them out");
  }
}

void run(const EvaluateFlags& flags) {
  demand_one_threshold(flags);
  if (!flags.curve.empty()) demand_writable_place(flags.curve, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  Model& model = *loaded;
  change_decision(model, flags.decision);
  const Dataset dataset = read_labelled_rows(flags, model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  std::optional<ChosenPoint> chosen;
  if (!flags.sensitivity.empty()) {
    demand_classes(model, "a sensitivity");
    chosen = take_sensitivity(model, flags.sensitivity, x.view(), dataset.y);
  }
  const Predictions answers = predict(model, x.view(), *runtime);
  if (!model.has_classes()) {
    demand<Measuring>(model, "an evaluation without classes");
    return report_quantization(flags, answers);
  }
  const Assessment assessment = assess(dataset.y, answers, {.beta = beta_of(flags.beta)});
  const Confusion& confusion = assessment.confusion;
  const std::size_t positive = positive_class(positive_of(model), model.class_names);
  if (!flags.curve.empty()) write_file_atomically(flags.curve, curves_csv(assessment, model.class_names, positive));
  if (flags.common.json) {
    Json json = {{"model", flags.model},
                 {"samples", assessment.samples},
                 {"accuracy", accepted_json(confusion)},
                 {"balanced_accuracy", confusion.samples() == 0 ? Json(nullptr) : Json(confusion.balanced_accuracy())},
                 {"classes", model.class_names},
                 {"confusion", to_json(confusion)}};
    if (chosen) json["operating_point"] = to_json(*chosen);
    add_measures(json, assessment, positive);
    print_json(json);
    return;
  }
  if (chosen) {
    fmt::print(
        "{}to use it: --decision.threshold {} --decision.positive {}; to store it: protea reject {} {} --sensitivity {} -o FILE\n\n",
        point_text(*chosen), number_text(chosen->point.threshold), chosen->positive, flags.model, flags.data,
        flags.sensitivity);
  }
  fmt::print("{}\naccuracy           {}\nbalanced accuracy  {}\n{}\n{}\n{}", counted(assessment.samples, "sample"),
             accepted_text(confusion), confusion.samples() == 0 ? "-" : percent(confusion.balanced_accuracy()),
             overall_lines(assessment, positive), class_table(assessment, model.class_names),
             confusion_table(confusion, model.class_names));
}

}   // namespace

void add_evaluate(CLI::App& app) {
  Command command = add_command(app, "evaluate", "Compare a model's answers with the labels of data");
  auto flags = std::make_shared<EvaluateFlags>();
  add_model_flags(command, *flags);
  command.text("--roc", flags->curve, "write the ROC curves here, as CSV");
  command.text("--beta", flags->beta, "weight of recall against precision in F [1]");
  command.text(
      "--sensitivity", flags->sensitivity,
      "two classes: choose the threshold that finds this share of the positive class, such as 0.95, and use it");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
