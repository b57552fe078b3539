#include "selection.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/weights.hpp>
#include <protea/model/prototype_model.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}   // namespace

LedgerPlan LedgerFlags::complete() const { return {plan.path, static_cast<std::size_t>(every), plan.resume}; }

std::string LedgerFlags::last_words() const {
  if (plan.path.empty()) return "interrupted: nothing is kept: --checkpoint FILE would keep finished trainings";
  return fmt::format(
      "interrupted: what was saved to {} by then is kept, and the same command with --resume goes on from it",
      plan.path);
}

void add_ledger_flags(Command& command, LedgerFlags& flags) {
  command.text("--checkpoint", flags.plan.path, "save finished trainings here while working");
  command.integer("--checkpoint-every", flags.every, "trainings between checkpoints [20]", 1, 1'000'000'000);
  command.toggle("--resume", flags.plan.resume, "go on from the checkpoint where it exists");
  command.needs("--resume", "--checkpoint");
}

void demand_places(const LedgerFlags& ledger, const std::vector<std::string>& outputs, const std::string& data) {
  std::vector<std::string> taken{data};
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    demand_writable_place(output, {data});
    if (std::find(taken.begin(), taken.end(), output) != taken.end()) {
      throw UsageError(fmt::format("{}: each output needs a file of its own", output));
    }
    taken.push_back(output);
  }
  if (ledger.plan.path.empty()) return;
  demand_writable_place(ledger.plan.path, taken);
  if (std::find(taken.begin(), taken.end(), ledger.plan.path) != taken.end()) {
    throw UsageError(fmt::format("{}: the checkpoint needs a file of its own", ledger.plan.path));
  }
}

EncodedTable read_labelled_data(const TrainingFlags& flags, const Method& method) {
  EncodedTable data = read_training_data(flags, method);
  if (data.dataset.y.empty() && data.dataset.numbers.empty())
    throw UsageError("there is no label column to learn from: name it with --label");
  if (method.data().missing == Missing::drop) data.dataset = drop_missing(data.dataset);
  return data;
}

std::uint64_t seed_of(const Settings& changes) {
  Plan plan;
  for (const auto& [key, text] : changes) {
    if (key == "seed") set_option(plan, "", key, text);
  }
  return static_cast<std::uint64_t>(plan.seed);
}

Predictions answers_in_pieces(const Model& model, const Dataset& rows, Runtime& runtime) {
  constexpr std::size_t piece = 8192;   // rows
  Predictions all{{}, Matrix(0, model.class_names.size())};
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  if (prototypes && prototypes->has_classes() && !prototypes->space.has_label_vectors()) {
    all.labels = model.labels(rows, runtime);
    return all;
  }
  for (std::size_t first = 0; first < rows.size(); first += piece) {
    std::vector<std::uint32_t> own(std::min(piece, rows.size() - first));
    std::iota(own.begin(), own.end(), static_cast<std::uint32_t>(first));
    const Predictions part = model.predict(model.prepare(rows.subset(own)).view(), runtime);
    all.labels.insert(all.labels.end(), part.labels.begin(), part.labels.end());
    all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
    all.distances.insert(all.distances.end(), part.distances.begin(), part.distances.end());
  }
  return all;
}

double mean_of(const std::vector<double>& values, Row weights) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weight_at(weights, i) * values[i];
  return values.empty() ? 0 : sum / total_weight(weights, values.size());
}

void write_csv(const std::string& path, const std::vector<CsvRow>& rows) {
  if (path.empty()) return;
  std::string text;
  for (const CsvRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i]);
    text += "\n";
  }
  write_file_atomically(path, text);
}

Json to_json(const MeanAndDeviation& value) { return {{"mean", value.mean}, {"std", value.deviation}}; }

std::string with_deviation(const std::vector<double>& values) {
  const MeanAndDeviation summary = mean_and_deviation(values);
  return fmt::format("{} ± {}", percent(summary.mean), percent(summary.deviation));
}

std::string balanced_text(const std::vector<double>& values, std::size_t folds) {
  if (values.size() == folds) return with_deviation(values);
  return values.size() == 1 ? fmt::format("{} of all test parts together", percent(values[0]))
                            : fmt::format("{} of all test parts of a repeat together", with_deviation(values));
}

Json balanced_json(const std::vector<double>& values, std::size_t folds) {
  Json json = to_json(mean_and_deviation(values));
  if (values.size() == folds) {
    json["folds"] = values;
    return json;
  }
  if (values.size() == 1) json["std"] = nullptr;
  json["repeats"] = values;
  return json;
}

Json balanced_json(const CrossValidation& result) {
  return balanced_json(result.balanced_accuracy, result.accuracy.size());
}

std::string accepted_text(const Confusion& confusion) {
  return confusion.samples() == 0 ? "-" : percent(confusion.accuracy());
}

Json accepted_json(const Confusion& confusion) {
  return confusion.samples() == 0 ? Json(nullptr) : Json(confusion.accuracy());
}

}   // namespace protea::app
