// protea predict: the classes of new samples.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"
#include "show_explanation.hpp"

namespace protea::app {
namespace {

struct Flags : ModelFlags {
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

std::string as_csv(const Model& model, const Predictions& predictions, bool with_scores) {
  std::string text = "predicted";
  for (const std::string& name : model.class_names) {
    if (with_scores) text += "," + quoted_cell("score " + name);
  }
  text += "\n";
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    text += quoted_cell(answer_name(model, predictions.labels[i]));
    for (std::size_t c = 0; with_scores && c < model.class_names.size(); ++c) text += fmt::format(",{}", predictions.scores(i, c));
    text += "\n";
  }
  return text;
}

Json as_json(const Model& model, const Predictions& predictions, bool with_scores) {
  Json labels = Json::array();
  for (const Label label : predictions.labels) labels.push_back(answer_name(model, label));
  Json json = {{"samples", predictions.labels.size()}, {"classes", model.class_names}, {"predicted", labels}};
  if (with_scores) json["scores"] = to_json(predictions.scores.view());
  if (model.decision.reject != Rejection::none) {
    const auto accepted = std::count_if(predictions.labels.begin(), predictions.labels.end(), [](Label label) { return label != no_label; });
    json["coverage"] = static_cast<double>(accepted) / static_cast<double>(predictions.labels.size());
    json["certainty"] = predictions.certainty;
    Json is_rejected = Json::array();      // a class may have the name of a rejection
    for (const Label label : predictions.labels) is_rejected.push_back(label == no_label);
    json["rejected"] = is_rejected;
  }
  return json;
}

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void run(const Flags& flags) {
  const bool to_file = !flags.output.empty() && flags.output != "-";
  if (to_file) demand_writable_place(flags.output, {flags.model, flags.data});
  Model model = load_model(flags.model);
  change_decision(model, flags.decision);
  const Dataset dataset = encode(read_table(flags.data), model.encoding, {.label = flags.label, .wants_labels = false});
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Predictions predictions = predict(model, x.view(), *runtime);
  if (model.decision.reject != Rejection::none && has_class_named_rejected(model)) {
    warn("a class of the model is named 'rejected', as rejections are: --json tells them apart in the list rejected");
  }
  std::string text;
  if (flags.common.json) {
    Json json = as_json(model, predictions, flags.scores);
    if (flags.explain) json["explanations"] = explanations_json(model, dataset, x.view(), predictions.labels);
    text = text_of(json);
  } else {
    text = flags.explain ? explanations_text(model, dataset, x.view(), predictions.labels) : as_csv(model, predictions, flags.scores);
  }
  if (to_file) write_file_atomically(flags.output, text);
  else std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_predict(CLI::App& app) {
  Command command = add_command(app, "predict", "Classify samples with a model");
  auto flags = std::make_shared<Flags>();
  add_model_flags(command, *flags);
  command.text("-o,--output", flags->output, "write here instead of standard output");
  command.toggle("--scores", flags->scores, "also the score of every class");
  command.toggle("--explain", flags->explain, "why: the prototypes that decided, the share of each feature, the smallest change that flips");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
