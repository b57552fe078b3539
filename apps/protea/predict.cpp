// protea predict: the classes of new samples, or their numbers.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/esom.hpp>
#include <protea/model/prototype_model.hpp>

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
  bool errors = false;
};

const std::string rejected = "rejected";

const std::string& answer_name(const Model& model, Label label) {
  return label == no_label ? rejected : model.class_names[static_cast<std::size_t>(label)];
}

bool has_class_named_rejected(const Model& model) {
  return std::find(model.class_names.begin(), model.class_names.end(), rejected) != model.class_names.end();
}

// What is known of the unit that is nearest to a sample: its number from 1, its place on a grid, how far it is, its
// class on the label map.
class UnitColumns {
 public:
  explicit UnitColumns(const Model& model) {
    const auto* const prototypes = find_ability<PrototypeModel>(model);
    if (!prototypes) return;
    const Lattice* const lattice = prototypes->lattice();
    if (lattice && lattice->topology != Topology::free) lattice_ = lattice;
    if (prototypes->units && !prototypes->units->class_names.empty() && !model.has_classes())
      units_ = &*prototypes->units;
  }

  std::string heading() const {
    return fmt::format("unit,{}distance{}", lattice_ ? "column,row," : "", units_ ? ",label" : "");
  }
  std::string cells(const Predictions& predictions, std::size_t i) const {
    const std::uint32_t unit = predictions.winners[i];
    std::string text = fmt::format("{},", unit + 1);
    if (lattice_) text += fmt::format("{},{},", lattice_->column_of(unit) + 1, lattice_->row_of(unit) + 1);
    text += fmt::format("{}", predictions.distances[i]);
    return units_ ? text + "," + quoted_cell(label_of(unit)) : text;
  }
  void add(Json& json, const Predictions& predictions) const {
    Json units = Json::array();
    Json columns = Json::array();
    Json rows = Json::array();
    Json labels = Json::array();
    for (const std::uint32_t winner : predictions.winners) {
      units.push_back(winner + 1);
      if (lattice_) {
        columns.push_back(lattice_->column_of(winner) + 1);
        rows.push_back(lattice_->row_of(winner) + 1);
      }
      if (units_) labels.push_back(label_of(winner));
    }
    json["units"] = units;
    if (lattice_) {
      json["columns"] = columns;
      json["rows"] = rows;
    }
    json["distances"] = predictions.distances;
    if (units_) json["labels"] = labels;
  }

 private:
  std::string label_of(std::size_t unit) const {
    const Label label = units_->label_of(unit);
    return label == no_label ? std::string() : units_->class_names[static_cast<std::size_t>(label)];
  }

  const Lattice* lattice_ = nullptr;
  const UnitRecord* units_ = nullptr;
};

// Texts of answers begin with a heading where they are the first.
enum class Heading { wanted, none };

std::string units_csv(const Model& model, const Predictions& predictions, const Dataset& rows, Heading heading) {
  const UnitColumns columns(model);
  std::string text = heading == Heading::wanted ? id_heading(rows) + columns.heading() + "\n" : "";
  for (std::size_t i = 0; i < predictions.winners.size(); ++i)
    text += id_cell(rows, i) + columns.cells(predictions, i) + "\n";
  return text;
}

// Places of an embedding.
std::string places_csv(const Predictions& predictions, const Dataset& rows, Heading heading) {
  std::string text;
  if (heading == Heading::wanted) {
    text = id_heading(rows);
    for (std::size_t r = 0; r < predictions.places.columns(); ++r)
      text += fmt::format("{}z{}", r == 0 ? "" : ",", r + 1);
    text += "\n";
  }
  for (std::size_t i = 0; i < predictions.places.rows(); ++i) {
    text += id_cell(rows, i);
    for (std::size_t r = 0; r < predictions.places.columns(); ++r)
      text += (r == 0 ? "" : ",") + number_text(predictions.places(i, r));
    text += "\n";
  }
  return text;
}

Json units_json(const Model& model, const Predictions& predictions) {
  Json json{{"samples", predictions.winners.size()}};
  if (predictions.places.rows() > 0) json["places"] = to_json(predictions.places.view());
  else UnitColumns(model).add(json, predictions);
  return json;
}

// `.bm` of the ESOM tools: which unit each sample is at.
std::string best_matches(const Model& model, const Predictions& predictions) {
  const auto& prototypes = demand<PrototypeModel>(model, "best matches");
  const Lattice* const lattice = prototypes.lattice();
  if (!lattice || lattice->topology == Topology::free)
    throw UsageError("best matches (.bm) are those of a map on a grid");
  EsomBestMatches best{esom_grid(*lattice), {}};
  for (std::size_t i = 0; i < predictions.winners.size(); ++i)
    best.matches.push_back({static_cast<std::int64_t>(i + 1), lattice->row_of(predictions.winners[i]),
                            lattice->column_of(predictions.winners[i])});
  return format_esom_best_matches(best);
}

bool rejects(const Model& model) {
  const auto* const deciding = find_ability<Deciding>(model);
  return deciding && deciding->current_decision().reject != Rejection::none;
}

std::string class_heading(const Model& model, const UnitColumns& columns, const Dataset& rows, bool has_vectors,
                          bool with_scores) {
  std::string text = id_heading(rows) + "predicted" + (has_vectors ? "," + columns.heading() : "");
  for (const std::string& name : model.class_names) {
    if (has_vectors) text += "," + quoted_cell("membership " + name);
  }
  for (const std::string& name : model.class_names) {
    if (with_scores) text += "," + quoted_cell("score " + name);
  }
  return text + "\n";
}

std::string as_csv(const Model& model, const Predictions& predictions, const Dataset& rows, bool with_scores,
                   Heading heading) {
  if (predictions.places.rows() > 0) return places_csv(predictions, rows, heading);
  if (!model.has_classes()) return units_csv(model, predictions, rows, heading);
  const bool has_vectors = predictions.memberships.rows() > 0;
  const UnitColumns columns(model);
  std::string text = heading == Heading::wanted ? class_heading(model, columns, rows, has_vectors, with_scores) : "";
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    text += id_cell(rows, i) + quoted_cell(answer_name(model, predictions.labels[i]));
    if (has_vectors) {
      text += "," + columns.cells(predictions, i);
      for (const double each : predictions.memberships.row(i)) text += fmt::format(",{}", each);
    }
    for (std::size_t c = 0; with_scores && c < model.class_names.size(); ++c)
      text += fmt::format(",{}", predictions.scores(i, c));
    text += "\n";
  }
  return text;
}

// What a model of numbers says: the number, and how far the truth may be from it.
std::string numbers_csv(const Predictions& predictions, const std::vector<double>& errors, const Dataset& rows,
                        Heading heading) {
  std::string text;
  if (heading == Heading::wanted)
    text = id_heading(rows) + "predicted" + (errors.empty() ? "" : ",standard_error") + "\n";
  for (std::size_t i = 0; i < predictions.numbers.size(); ++i) {
    text += id_cell(rows, i) + number_text(predictions.numbers[i]);
    text += errors.empty() ? "\n" : fmt::format(",{}\n", number_text(errors[i]));
  }
  return text;
}

Json numbers_json(const Model& model, const Predictions& predictions, const std::vector<double>& errors) {
  Json json{{"samples", predictions.numbers.size()},
            {"target", model.encoding.target_name},
            {"predicted", predictions.numbers}};
  if (!errors.empty()) json["standard_errors"] = errors;
  return json;
}

Json as_json(const Model& model, const Predictions& predictions, bool with_scores) {
  if (!model.has_classes()) return units_json(model, predictions);
  Json labels = Json::array();
  for (const Label label : predictions.labels) labels.push_back(answer_name(model, label));
  Json json = {{"samples", predictions.labels.size()}, {"classes", model.class_names}, {"predicted", labels}};
  if (predictions.memberships.rows() > 0) {
    UnitColumns(model).add(json, predictions);
    json["memberships"] = to_json(predictions.memberships.view());
  }
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

// Answers for some rows.
struct Answered {
  Matrix x;
  Predictions predictions;
  std::vector<double> errors = {};   // standard ones, where they are wanted
};

Answered answer(const PredictFlags& flags, const Model& model, const Dataset& rows, Runtime& runtime) {
  Answered result{prepare(model, rows), {}};
  const bool needs_scores = flags.scores || flags.common.json || flags.explain || rejects(model);
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  if (!needs_scores && model.has_classes() && prototypes && !prototypes->space.has_label_vectors())
    result.predictions.labels = model.labels(result.x.view(), runtime);
  else result.predictions = predict(model, result.x.view(), runtime);
  if (flags.scores && result.predictions.scores.columns() == 0) refuse_ability(model, "scores", "");
  if (flags.errors) result.errors = demand<Estimating>(model, "standard errors").standard_errors(result.x.view());
  return result;
}

std::string whole_text(const PredictFlags& flags, const Model& model, const Dataset& dataset, Runtime& runtime) {
  const PrototypeModel* const explained = flags.explain ? &demand<PrototypeModel>(model, "an explanation") : nullptr;
  const Answered answers = answer(flags, model, dataset, runtime);
  const Predictions& predictions = answers.predictions;
  if (flags.output.ends_with(".bm")) return best_matches(model, predictions);
  if (!flags.common.json) return explanations_text(*explained, dataset, answers.x.view(), predictions.labels);
  Json json = find_ability<Estimating>(model) ? numbers_json(model, predictions, answers.errors)
                                              : as_json(model, predictions, flags.scores);
  if (!dataset.ids.empty()) json["ids"] = dataset.ids;
  if (explained) json["explanations"] = explanations_json(*explained, dataset, answers.x.view(), predictions.labels);
  return json_document(json);
}

// Hands on pieces of text, or all of them at the end, where half of the answers would be seen.
class AnswerText {
 public:
  explicit AnswerText(FileWriter* file) : file_(file) {}

  void add(std::string_view text) {
    if (file_ && file_->replaces()) file_->write(text);
    else waiting_.insert(waiting_.end(), text.begin(), text.end());
  }
  void finish() {
    if (file_) {
      file_->write(as_text(waiting_));
      file_->finish();
    } else {
      std::fwrite(waiting_.data(), 1, waiting_.size(), stdout);
    }
  }

 private:
  FileWriter* file_;
  Bytes waiting_;
};

// Some rows at a time, so that scores of many classes never stand in memory as a whole.
void answer_in_pieces(const PredictFlags& flags, const Model& model, const Dataset& dataset, Runtime& runtime,
                      AnswerText& text) {
  constexpr std::size_t piece = 8192;
  for (std::size_t first = 0; first < dataset.size(); first += piece) {
    std::vector<std::uint32_t> own(std::min(piece, dataset.size() - first));
    std::iota(own.begin(), own.end(), static_cast<std::uint32_t>(first));
    const Dataset rows = dataset.subset(own);
    const Heading heading = first == 0 ? Heading::wanted : Heading::none;
    const Answered answers = answer(flags, model, rows, runtime);
    text.add(find_ability<Estimating>(model) ? numbers_csv(answers.predictions, answers.errors, rows, heading)
                                             : as_csv(model, answers.predictions, rows, flags.scores, heading));
  }
}

void run(const PredictFlags& flags) {
  const bool to_file = !flags.output.empty() && flags.output != "-";
  if (to_file) demand_writable_place(flags.output, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  Model& model = *loaded;
  change_decision(model, flags.decision);
  demand_own_target(flags, model);
  if (flags.explain) demand<PrototypeModel>(model, "an explanation");
  const Dataset dataset = encode(flags.reading.read(flags.data, "none", &model.encoding), model.encoding,
                                 {.label = flags.label, .wants_labels = false, .target_column = flags.target});
  if (rejects(model) && has_class_named_rejected(model)) {
    warn("a class of the model is named 'rejected', as rejections are: --json tells them apart in the list rejected");
  }
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  std::optional<FileWriter> file;
  if (to_file) file.emplace(flags.output);
  AnswerText text(file ? &*file : nullptr);
  const bool is_whole = flags.output.ends_with(".bm") || flags.common.json || flags.explain;
  if (is_whole) text.add(whole_text(flags, model, dataset, *runtime));
  else answer_in_pieces(flags, model, dataset, *runtime, text);
  text.finish();
}

}   // namespace

void add_predict(CLI::App& app) {
  Command command = add_command(app, "predict", "Classify samples with a model, or tell their numbers");
  auto flags = std::make_shared<PredictFlags>();
  add_model_flags(command, *flags);
  command.text("-o,--output", flags->output,
               "write here instead of standard output; .bm of the ESOM tools for the units of a map");
  command.toggle("--scores", flags->scores, "also the score of every class");
  command.toggle("--errors", flags->errors, "numbers: also the standard error of each, by which the truth may differ");
  command.toggle("--explain", flags->explain,
                 "why: the prototypes that decided, the share of each feature, the smallest change that flips");
  add_decision_flags(command, flags->decision);
  add_common_flags(command, flags->common);
  flags->reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
