// protea train: from data to a model file.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/row_stream.hpp>
#include <protea/evaluate/training_notes.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/model_file.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/model_page.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "json.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_numbers.hpp"
#include "train.hpp"

namespace protea::app {
namespace {

void demand_places(const TrainFlags& flags) {
  const bool to_standard_output = flags.output == "-";
  if (to_standard_output && flags.common.json)
    throw UsageError("the model and the JSON document cannot both go to standard output: use -o FILE");
  if (!to_standard_output) demand_writable_place(flags.output, {flags.training.data});
  demand_page_place(flags.page, {flags.training.data, flags.output, flags.checkpoints.path});
  if (flags.checkpoints.path.empty()) return;
  demand_writable_place(flags.checkpoints.path, {flags.training.data, flags.output});
  if (flags.checkpoints.path == flags.output) throw UsageError("the model and the checkpoint need different files");
}

// A model, the rows it learned from or goes on with, and how.
struct Task {
  std::shared_ptr<const Method> method;
  EncodedTable data;
  std::unique_ptr<Model> from;
};

Task read_task(const TrainFlags& flags) {
  if (flags.from.empty()) {
    std::shared_ptr<const Method> method = flags.training.make();
    EncodedTable data = read_training_data(flags.training, *method);
    return {std::move(method), std::move(data), nullptr};
  }
  std::unique_ptr<Model> model = load_model_to_go_on(flags);
  std::shared_ptr<const Method> method = method_of(*model, flags.training.changes);
  for (const std::string& note : method->notes()) warn(note);
  Dataset rows = read_further_data(flags.training, *model);
  Encoding encoding = model->encoding;
  return {std::move(method), {std::move(rows), std::move(encoding)}, std::move(model)};
}

// What a run tells when it has ended.
struct Report {
  const TrainFlags& flags;
  const Method& method;
  const Trained& trained;
  const Confusion& confusion;              // of a model with classes
  double quantization_error;               // of a model without
  std::optional<NumberMeasures> numbers;   // of one that answers with them
  std::size_t rows;
  double seconds;
  std::vector<std::string> notes;
};

void add_units(Json& json, const Model& model) {
  if (const auto* const measuring = find_ability<Measuring>(model)) json["prototypes"] = measuring->unit_count();
}

const Lattice* grid_of(const Model& model) {
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  const Lattice* const lattice = prototypes ? prototypes->lattice() : nullptr;
  return lattice && lattice->topology != Topology::free ? lattice : nullptr;
}

void add_grid(Json& json, const Model& model) {
  if (const Lattice* const lattice = grid_of(model))
    json["grid"] = {
        {"topology", choice_name(lattice->topology)}, {"columns", lattice->columns}, {"rows", lattice->rows}};
}

void print_as_json(const Report& report) {
  const Model& model = *report.trained.model;
  const Outcome& outcome = report.trained.outcome;
  Json json = {{"method", report.method.name()},
               {"samples", report.trained.training_samples},
               {"held_out", report.rows - report.trained.training_samples},
               {"features", model.encoding.feature_count()}};
  if (!report.numbers) {
    json["classes"] = model.class_names.size();
    json["class_names"] = model.class_names;
  }
  add_units(json, model);
  json["cost"] = outcome.cost;
  const bool measures = find_ability<Measuring>(model) != nullptr;
  if (report.numbers) add_number_measures(json, *report.numbers);
  if (model.has_classes()) {
    json["accuracy"] = report.confusion.accuracy();
    json["balanced_accuracy"] = report.confusion.balanced_accuracy();
  } else if (measures) {
    json["quantization_error"] = report.quantization_error;
    add_grid(json, model);
    if (outcome.seeded_again > 0) json["seeded_again"] = outcome.seeded_again;
  }
  json["epochs"] = outcome.epochs;
  json["converged"] = outcome.converged;
  json["seconds"] = report.seconds;
  json["model"] = report.flags.output;
  if (!report.notes.empty()) {
    json["notes"] = Json::array();
    for (const std::string& note : report.notes) json["notes"].push_back(spelled(note));
  }
  json.update(to_json(model.learned()));
  json["options"] = to_json(report.method.describe());
  print_json(json);
}

void print_as_text(const Report& report) {
  const Model& model = *report.trained.model;
  const Outcome& outcome = report.trained.outcome;
  const auto* const measuring = find_ability<Measuring>(model);
  fmt::print("{}: {}, {}{}{}\n", report.method.name(), counted(report.trained.training_samples, "sample"),
             counted(model.encoding.feature_count(), "feature"),
             model.has_classes() ? ", " + counted(model.class_names.size(), "class") : "",
             measuring ? ", " + counted(measuring->unit_count(), "prototype") : "");
  if (const Lattice* const lattice = grid_of(model))
    fmt::print("a {} of {} and {}\n", choice_name(lattice->topology),
               counted(static_cast<std::size_t>(lattice->columns), "column"),
               counted(static_cast<std::size_t>(lattice->rows), "row"));
  if (outcome.epochs > 0 && !measuring && outcome.cost == 0) {
    fmt::print("{}{}, {:.2f} s\n", counted(outcome.epochs, "epoch"), outcome.converged ? " (converged)" : "",
               report.seconds);
  } else if (outcome.epochs > 0 || (outcome.cost != 0 && !report.numbers) || measuring) {
    fmt::print("cost {:.6g} after {}{}, {:.2f} s\n", outcome.cost, counted(outcome.epochs, "epoch"),
               outcome.converged ? " (converged)" : "", report.seconds);
  } else {
    fmt::print("trained in {:.2f} s\n", report.seconds);
  }
  fmt::print("{}", model.learned_text());
  if (model.has_classes())
    fmt::print("accuracy on these data {}, balanced {}\n", percent(report.confusion.accuracy()),
               percent(report.confusion.balanced_accuracy()));
  if (report.numbers)
    fmt::print("RMSE on these data {:.6g}, R² {}\n", report.numbers->rmse, r2_text(report.numbers->r2));
  if (outcome.seeded_again > 0)
    fmt::print("{} without samples began again elsewhere\n", counted(outcome.seeded_again, "prototype"));
  if (!model.has_classes() && measuring)
    fmt::print("quantization error on these data {:.6g}\n", report.quantization_error);
  fmt::print("saved to {}\n", report.flags.output);
  say_where(report.flags.page);
}

std::string page_name(const TrainFlags& flags) { return std::filesystem::path(flags.output).filename().string(); }

void run(TrainFlags& flags) {
  if (flags.stream && flags.page.are_given())
    throw UsageError("a stream has no rows to show on a page: write the model, then protea report MODEL DATA");
  if (flags.stream) return learn_from_stream(flags);
  demand_places(flags);
  const bool to_standard_output = flags.output == "-";
  const Task task = read_task(flags);
  const Method& method = *task.method;
  const EncodedTable& data = task.data;
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  flags.checkpoints.every = static_cast<std::size_t>(flags.checkpoint_every);

  const auto start = std::chrono::steady_clock::now();
  Trained trained;
  TrainingHistory history;
  const std::string kept = fmt::format(
      "what was saved to {} is kept, and the same command with --resume goes on from it", flags.checkpoints.path);
  const bool keeps = !flags.checkpoints.path.empty();
  // With a checkpoint, every epoch that is begun after the first is finished and kept.
  std::optional<AskWhenInterrupted> asking;
  std::optional<SayWhenInterrupted> saying;
  saying.emplace("interrupted: no model is written" +
                 (!method.keeps_checkpoints() ? ", and nothing is kept"
                  : !keeps                    ? ", and nothing is kept: --checkpoint FILE would keep the state"
                  : flags.checkpoints.resume  ? "; " + kept
                                              : ""));
  {
    Progress progress("training", !flags.common.quiet);
    const Observer observer = [&](const EpochReport& report) {
      if (keeps && !asking) {
        saying.reset();
        asking.emplace();
      }
      progress.show(report.state.epoch, report.epochs, fmt::format("cost {:.5g}", report.cost));
      if (flags.page.are_given()) history.add(report);
      return !asking || !asking->is_asked();
    };
    const TrainingContext context{*runtime, observer, flags.checkpoints, true,
                                  [&] { return asking && asking->is_asked(); }};
    trained = task.from ? method.go_on(*task.from, data.dataset, context)
                        : method.train(data.dataset, data.encoding, context);
  }
  if (asking && asking->is_asked()) {
    const bool is_whole = trained.outcome.reason == StopReason::observer;   // the epoch that was asked to end
    asking->end("interrupted: no model is written; " +
                (is_whole ? fmt::format("{} has the state after {}, and the same command with --resume goes on from it",
                                        flags.checkpoints.path, counted(trained.outcome.epochs, "epoch"))
                          : kept));
  }
  asking.reset();
  saying.reset();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Model& model = *trained.model;
  const Dataset rows = method.data().missing == Missing::drop ? without_missing(data.dataset) : data.dataset;
  const Predictions answers = answers_in_pieces(model, rows, *runtime);
  const Confusion confusion(model.has_classes() ? rows.y : std::vector<Label>{}, answers.labels,
                            model.class_names.size());
  std::optional<NumberMeasures> numbers;
  if (find_ability<Estimating>(model)) numbers = number_measures(rows.numbers, answers.numbers, rows.weights);
  if (to_standard_output) {
    const std::string bytes = encode_model(model);
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    return;
  }
  save_model(model, flags.output);
  if (flags.page.are_given())
    write_page(model_page(model, rows, {.name = page_name(flags), .history = &history}, *runtime), flags.page);

  if (trained.dropped_rows > 0) {
    warn(fmt::format("{} of {} rows have missing values and were dropped", trained.dropped_rows, data.dataset.size()));
  }
  std::vector<std::string> notes = training_notes(model, rows, confusion);
  if (flags.from.empty()) std::ranges::move(notes_of_choices(method.describe(), model), std::back_inserter(notes));
  const Report report{flags,   method,      trained, confusion,       mean_of(answers.distances, rows.weights),
                      numbers, rows.size(), seconds, std::move(notes)};
  if (flags.common.json) print_as_json(report);
  else if (!flags.common.quiet) print_as_text(report);
  if (!flags.common.quiet) {
    for (const std::string& note : report.notes) warn(note);
  }
}

}   // namespace

std::unique_ptr<Model> load_model_to_go_on(const TrainFlags& flags) {
  std::unique_ptr<Model> model = load_model(flags.from);
  if (!flags.training.method.empty() && flags.training.method != model->record.method) {
    throw UsageError(fmt::format("method = {}: {} is a model of {} and stays one: leave out --method",
                                 flags.training.method, flags.from, model->record.method));
  }
  return model;
}

void add_train(CLI::App& app) {
  Command command = add_command(app, "train", "Train a model and save it");
  auto flags = std::make_shared<TrainFlags>();
  add_training_flags(command, flags->training);
  command.required_text("-o,--output", flags->output, "the model file to write");
  command.text("--from", flags->from,
               "go on from this model with the new data: metric, prototypes, scaling and classes stay");
  command.toggle("--stream", flags->stream, "learn from standard input, sample by sample, until it ends; DATA is -");
  command.integer("--snapshot-every", flags->snapshot_every,
                  "with --stream: samples between two writings of the model [1000]", 1, 1'000'000'000);
  command.needs("--snapshot-every", "--stream");
  command.text("--on-error", flags->on_error,
               fmt::format("with --stream: what becomes of a row that cannot be used ({}) [stop]",
                           join(choice_names<OnError>(), ", ")));
  command.needs("--on-error", "--stream");
  command.text("--groups", flags->training.reading.groups,
               "the column of groups that --validation must not tear apart, by name or position from 1: no feature");
  command.text("--checkpoint", flags->checkpoints.path, "save the state of the run here while training");
  command.integer("--checkpoint-every", flags->checkpoint_every, "epochs between checkpoints [10]", 1, 1'000'000'000);
  command.toggle("--resume", flags->checkpoints.resume, "go on from the checkpoint where it exists");
  command.needs("--resume", "--checkpoint");
  add_page_flags(command, flags->page);
  add_common_flags(command, flags->common);
  flags->training.reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
