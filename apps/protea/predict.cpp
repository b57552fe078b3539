// protea predict: the classes of new samples.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string model;
  std::string data;
  std::string label;
  Settings decision;
  std::string output;
  bool scores = false;
};

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string as_csv(const Model& model, const Predictions& predictions, bool with_scores) {
  std::string text = "predicted";
  for (const std::string& name : model.class_names) {
    if (with_scores) text += "," + quoted("score " + name);
  }
  text += "\n";
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    text += quoted(model.class_names[static_cast<std::size_t>(predictions.labels[i])]);
    for (std::size_t c = 0; with_scores && c < model.class_names.size(); ++c) text += fmt::format(",{}", predictions.scores(i, c));
    text += "\n";
  }
  return text;
}

std::string as_json(const Model& model, const Predictions& predictions, bool with_scores) {
  Json labels = Json::array();
  for (const Label label : predictions.labels) labels.push_back(model.class_names[static_cast<std::size_t>(label)]);
  Json json = {{"samples", predictions.labels.size()}, {"classes", model.class_names}, {"predicted", labels}};
  if (with_scores) json["scores"] = to_json(predictions.scores.view());
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void run(const Flags& flags) {
  const bool to_file = !flags.output.empty() && flags.output != "-";
  if (to_file) demand_writable_place(flags.output, {flags.model, flags.data});
  Model model = load_model(flags.model);
  change_decision(model, flags.decision);
  const Dataset dataset = encode(read_table(flags.data), model.encoding, {.label = flags.label, .wants_labels = false});
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Predictions predictions = predict(model, x.view(), *runtime);
  const std::string text = (flags.common.json ? as_json : as_csv)(model, predictions, flags.scores);
  if (to_file) write_file_atomically(flags.output, text);
  else std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_predict(CLI::App& app) {
  Command command = add_command(app, "predict", "Classify samples with a model");
  auto flags = std::make_shared<Flags>();
  command.argument("MODEL", flags->model, "a model file, or an LVQ_PAK codebook (.cod)");
  command.argument("DATA", flags->data, "a data file, the name of a built-in set, or - for standard input");
  add_label_flag(command, flags->label);
  command.text("-o,--output", flags->output, "write here instead of standard output");
  command.toggle("--scores", flags->scores, "also the score of every class");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
