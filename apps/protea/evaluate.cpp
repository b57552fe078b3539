// protea evaluate: a model against labelled data.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"
#include "show_measures.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string model;
  std::string data;
  std::string label;
  Settings decision;
  std::string curve;
  std::string beta = "1";
};

double beta_of(const std::string& text) { return parse_limited("beta", text, {.above = 0}); }

void run(const Flags& flags) {
  if (!flags.curve.empty()) demand_writable_place(flags.curve, {flags.model, flags.data});
  Model model = load_model(flags.model);
  change_decision(model, flags.decision);
  const std::string label = flags.label.empty() ? model.encoding.label_name : flags.label;
  Dataset dataset = encode(read_table(flags.data, label), model.encoding, {.label = flags.label, .class_names = model.class_names});
  if (dataset.y.empty()) {
    throw DataError(fmt::format("{}: there is no label column to compare with: name it with --label", dataset.source));
  }
  if (model.preparation.missing == Missing::drop) {
    const std::size_t before = dataset.size();
    dataset = without_missing(dataset);
    if (dataset.size() < before) warn(fmt::format("{} rows with missing values were dropped", before - dataset.size()));
  }
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Assessment assessment = assess(dataset.y, predict(model, x.view(), *runtime), {.beta = beta_of(flags.beta)});
  const Confusion& confusion = assessment.confusion;
  const std::size_t positive = positive_class(model.decision, model.class_names);
  if (!flags.curve.empty()) write_file_atomically(flags.curve, curves_csv(assessment, model.class_names, positive));
  if (flags.common.json) {
    Json json = {{"model", flags.model},
                 {"samples", assessment.samples},
                 {"accuracy", confusion.accuracy()},
                 {"balanced_accuracy", confusion.balanced_accuracy()},
                 {"classes", model.class_names},
                 {"confusion", to_json(confusion)}};
    add_measures(json, assessment, positive);
    print_json(json);
    return;
  }
  fmt::print("{} samples\naccuracy           {}\nbalanced accuracy  {}\n{}\n{}\n{}", assessment.samples, percent(confusion.accuracy()),
             percent(confusion.balanced_accuracy()), overall_lines(assessment, positive), class_table(assessment, model.class_names),
             confusion_table(confusion, model.class_names));
}

}  // namespace

void add_evaluate(CLI::App& app) {
  Command command = add_command(app, "evaluate", "Compare a model's answers with the labels of data");
  auto flags = std::make_shared<Flags>();
  command.argument("MODEL", flags->model, "a model file, or an LVQ_PAK codebook (.cod)");
  command.argument("DATA", flags->data, "a data file, the name of a built-in set, or - for standard input");
  add_label_flag(command, flags->label);
  command.text("--roc", flags->curve, "write the ROC curves here, as CSV");
  command.text("--beta", flags->beta, "weight of recall against precision in F [1]");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
