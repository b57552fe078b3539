// protea predict: the classes of new samples.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"
#include "show.hpp"
#include "show_explanation.hpp"

namespace protea::app {
namespace {

struct PredictFlags : ModelFlags {
  Settings decision;
  std::string output;
  bool scores = false;
  bool explain = false;
};

const std::string rejected = "rejected";

const std::string& answer_name(const Model& model, Label label) {
  return label == no_label ? rejected : model.class_names[static_cast<std::size_t>(label)];
}

bool has_class_named_rejected(const Model& model) {
  return std::find(model.class_names.begin(), model.class_names.end(), rejected) != model.class_names.end();
}

// A model without classes answers with the number of the nearest unit, from 1.
std::string units_csv(const Predictions& predictions, const Dataset& rows) {
  std::string text = id_heading(rows) + "unit,distance\n";
  for (std::size_t i = 0; i < predictions.winners.size(); ++i)
    text += fmt::format("{}{},{}\n", id_cell(rows, i), predictions.winners[i] + 1, predictions.distances[i]);
  return text;
}

Json units_json(const Predictions& predictions) {
  Json units = Json::array();
  for (const std::uint32_t winner : predictions.winners) units.push_back(winner + 1);
  return {{"samples", predictions.winners.size()}, {"units", units}, {"distances", predictions.distances}};
}

bool rejects(const Model& model) {
  const auto* const deciding = find_ability<Deciding>(model);
  return deciding && deciding->current_decision().reject != Rejection::none;
}

std::string as_csv(const Model& model, const Predictions& predictions, const Dataset& rows, bool with_scores) {
  if (!model.has_classes()) return units_csv(predictions, rows);
  std::string text = id_heading(rows) + "predicted";
  for (const std::string& name : model.class_names) {
    if (with_scores) text += "," + quoted_cell("score " + name);
  }
  text += "\n";
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    text += id_cell(rows, i) + quoted_cell(answer_name(model, predictions.labels[i]));
    for (std::size_t c = 0; with_scores && c < model.class_names.size(); ++c)
      text += fmt::format(",{}", predictions.scores(i, c));
    text += "\n";
  }
  return text;
}

Json as_json(const Model& model, const Predictions& predictions, bool with_scores) {
  if (!model.has_classes()) return units_json(predictions);
  Json labels = Json::array();
  for (const Label label : predictions.labels) labels.push_back(answer_name(model, label));
  Json json = {{"samples", predictions.labels.size()}, {"classes", model.class_names}, {"predicted", labels}};
  if (with_scores) json["scores"] = to_json(predictions.scores.view());
  if (rejects(model)) {
    const auto accepted = std::count_if(predictions.labels.begin(), predictions.labels.end(),
                                        [](Label label) { return label != no_label; });
    json["coverage"] = static_cast<double>(accepted) / static_cast<double>(predictions.labels.size());
    json["certainty"] = predictions.certainty;
    Json is_rejected = Json::array();   // a class may have the name of a rejection
    for (const Label label : predictions.labels) is_rejected.push_back(label == no_label);
    json["rejected"] = is_rejected;
  }
  return json;
}

void run(const PredictFlags& flags) {
  const bool to_file = !flags.output.empty() && flags.output != "-";
  if (to_file) demand_writable_place(flags.output, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  Model& model = *loaded;
  change_decision(model, flags.decision);
  const PrototypeModel* const explained = flags.explain ? &demand<PrototypeModel>(model, "an explanation") : nullptr;
  const Dataset dataset = encode(flags.reading.read(flags.data, "none", &model.encoding), model.encoding,
                                 {.label = flags.label, .wants_labels = false});
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Predictions predictions = predict(model, x.view(), *runtime);
  if (flags.scores && predictions.scores.columns() == 0) refuse_ability(model, "scores", "");
  if (rejects(model) && has_class_named_rejected(model)) {
    warn("a class of the model is named 'rejected', as rejections are: --json tells them apart in the list rejected");
  }
  std::string text;
  if (flags.common.json) {
    Json json = as_json(model, predictions, flags.scores);
    if (!dataset.ids.empty()) json["ids"] = dataset.ids;
    if (explained) json["explanations"] = explanations_json(*explained, dataset, x.view(), predictions.labels);
    text = json_document(json);
  } else {
    text = explained ? explanations_text(*explained, dataset, x.view(), predictions.labels)
                     : as_csv(model, predictions, dataset, flags.scores);
  }
  if (to_file) write_file_atomically(flags.output, text);
  else std::fputs(text.c_str(), stdout);
}

}   // namespace

void add_predict(CLI::App& app) {
  Command command = add_command(app, "predict", "Classify samples with a model");
  auto flags = std::make_shared<PredictFlags>();
  add_model_flags(command, *flags);
  command.text("-o,--output", flags->output, "write here instead of standard output");
  command.toggle("--scores", flags->scores, "also the score of every class");
  command.toggle("--explain", flags->explain,
                 "why: the prototypes that decided, the share of each feature, the smallest change that flips");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
