// protea evaluate: a model against labelled data.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/map_assessment.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/embedding_model.hpp>
#include <protea/perceptron/hopfield_method.hpp>

#include "commands.hpp"
#include "operating_point.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_measures.hpp"
#include "show_numbers.hpp"

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

// A model without classes: how well its units stand for the data, and their lattice for the neighbourhoods.
Json units_json(const MapAssessment& assessment) {
  const auto& preserved = assessment.preservation;
  Json json{{"samples", assessment.samples},
            {"units", assessment.units},
            {"quantization_error", assessment.quantization_error},
            {"dead_units", assessment.dead_units}};
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) json[name] = *value;
  };
  add("topographic_error", assessment.topographic_error);
  if (preserved) {
    json["trustworthiness"] = preserved->trustworthiness;
    json["continuity"] = preserved->continuity;
    json["preservation_samples"] = assessment.preservation_samples;
    json["preservation_neighbours"] = assessment.preservation_neighbours;
  } else if (!assessment.no_preservation.empty()) {
    json["trustworthiness"] = nullptr;
    json["continuity"] = nullptr;
    json["reasons"] = {{"trustworthiness", assessment.no_preservation}, {"continuity", assessment.no_preservation}};
  }
  add("purity", assessment.purity);
  add("normalized_mutual_information", assessment.mutual_information);
  add("label_map_accuracy", assessment.label_map_accuracy);
  return json;
}

void report_units(const EvaluateFlags& flags, const MapAssessment& assessment) {
  const auto& preserved = assessment.preservation;
  if (flags.common.json) {
    Json json{{"model", flags.model}};
    json.update(units_json(assessment));
    return print_json(json);
  }
  fmt::print("{}, {}\nquantization error  {:.6g}\ndead units          {}\n", counted(assessment.samples, "sample"),
             counted(assessment.units, "unit"), assessment.quantization_error, assessment.dead_units);
  const auto print = [](const char* name, const std::optional<double>& value) {
    if (value) fmt::print("{:<18}  {:.4g}\n", name, *value);
  };
  print("topographic error", assessment.topographic_error);
  if (preserved) {
    fmt::print("trustworthiness     {:.4g}\ncontinuity          {:.4g}   ({} nearest of {})\n",
               preserved->trustworthiness, preserved->continuity, assessment.preservation_neighbours,
               counted(assessment.preservation_samples, "sample"));
  } else if (!assessment.no_preservation.empty()) {
    fmt::print("trustworthiness     -\ncontinuity          -   ({})\n", assessment.no_preservation);
  }
  print("purity", assessment.purity);
  print("mutual information", assessment.mutual_information);
  if (assessment.label_map_accuracy) fmt::print("label map right     {}\n", percent(*assessment.label_map_accuracy));
}

void report_numbers(const EvaluateFlags& flags, const Model& model) {
  if (!flags.curve.empty()) demand_classes(model, "a ROC curve");
  const Dataset dataset = read_numbered_rows(flags, model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const NumberMeasures measures =
      number_measures(dataset.numbers, answers_in_pieces(model, dataset, *runtime).numbers, dataset.weights);
  if (!flags.common.json) {
    fmt::print("{}, target '{}'\n{}", counted(measures.samples, "sample"), dataset.target_name, number_lines(measures));
    return;
  }
  Json json{{"model", flags.model}, {"samples", measures.samples}, {"target", dataset.target_name}};
  add_number_measures(json, measures);
  print_json(json);
}

void demand_one_threshold(const EvaluateFlags& flags) {
  for (const auto& [key, text] : flags.decision) {
    if (key == "decision.threshold" && !flags.sensitivity.empty())
      throw UsageError("--sensitivity chooses the threshold that --decision.threshold gives: leave one of them out");
  }
}

// Places and patterns are judged where they are found.
void demand_judgeable(const Model& model) {
  if (model.kind() == HopfieldModel::kind_name)
    throw UsageError(fmt::format(
        "a model of {} restores patterns, which have no right answers: protea recall prints how well it does",
        model.record.method));
  if (model.kind() != EmbeddingModel::kind_name) return;
  throw UsageError(
      fmt::format("a model of {} gives places, which have no right answers: protea embed finds places and prints how "
                  "well they keep neighbours",
                  model.record.method));
}

void run(const EvaluateFlags& flags) {
  demand_one_threshold(flags);
  if (!flags.curve.empty()) demand_writable_place(flags.curve, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  Model& model = *loaded;
  change_decision(model, flags.decision);
  demand_own_target(flags, model);
  if (!flags.sensitivity.empty()) demand_classes(model, "a sensitivity");
  if (find_ability<Estimating>(model)) return report_numbers(flags, model);
  demand_judgeable(model);
  if (!flags.reading.weights.empty() && model.has_classes())
    throw UsageError("--weights counts for numbers and units, and these are classes: leave it out");
  const Dataset dataset = model.has_classes() ? read_labelled_rows(flags, model) : read_rows_for_units(flags, model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  std::optional<ChosenPoint> chosen;
  if (!flags.sensitivity.empty()) chosen = take_sensitivity(model, flags.sensitivity, x.view(), dataset.y);
  if (!model.has_classes()) {
    const auto& units = demand<PrototypeModel>(model, "this evaluation");
    return report_units(flags, assess_map(units, x.view(), dataset.y, dataset.class_names, dataset.weights, *runtime));
  }
  const Predictions answers = predict(model, x.view(), *runtime);
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  std::optional<MapAssessment> of_units;   // of a map or a gas that learns labels too
  if (prototypes && prototypes->space.has_label_vectors())
    of_units = assess_map(*prototypes, x.view(), {}, {}, dataset.weights, *runtime);
  const Assessment assessment = assess(dataset.y, answers, {.beta = beta_of(flags.beta)});
  const Confusion& confusion = assessment.confusion;
  const std::size_t positive = positive_class(positive_of(model), model.class_names);
  if (!flags.curve.empty())
    write_file_atomically(flags.curve, curves_csv(answers.scores.view(), dataset.y, model.class_names, positive));
  if (flags.common.json) {
    Json json = {{"model", flags.model},
                 {"samples", assessment.samples},
                 {"accuracy", accepted_json(confusion)},
                 {"balanced_accuracy", confusion.samples() == 0 ? Json(nullptr) : Json(confusion.balanced_accuracy())},
                 {"classes", model.class_names},
                 {"confusion", to_json(confusion)}};
    if (chosen) json["operating_point"] = to_json(*chosen);
    add_measures(json, assessment, positive);
    if (of_units) json["map"] = units_json(*of_units);
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
  if (of_units) {
    fmt::print("\n");
    report_units(flags, *of_units);
  }
}

}   // namespace

void add_evaluate(CLI::App& app) {
  Command command = add_command(app, "evaluate", "Compare a model's answers with the labels or numbers of data");
  auto flags = std::make_shared<EvaluateFlags>();
  add_model_flags(command, *flags);
  command.text("--weights", flags->reading.weights,
               "numbers and units: the column that holds the weights of the samples, by name or position from 1");
  command.text("--roc", flags->curve, "write the ROC curves here, as CSV");
  command.text("--beta", flags->beta, "weight of recall against precision in F [1]");
  command.text(
      "--sensitivity", flags->sensitivity,
      "two classes: choose the threshold that finds this share of the positive class, such as 0.95, and use it");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  flags->reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
