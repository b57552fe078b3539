// protea train: from data to a model file.
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <protea/catalogue/continue_model.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "show.hpp"
#include "show_parameters.hpp"
#include "train.hpp"

namespace protea::app {
namespace {

void demand_places(const TrainFlags& flags) {
  const bool to_standard_output = flags.output == "-";
  if (to_standard_output && flags.common.json) throw UsageError("the model and the JSON document cannot both go to standard output: use -o FILE");
  if (!to_standard_output) demand_writable_place(flags.output, {flags.training.data});
  if (flags.checkpoints.path.empty()) return;
  demand_writable_place(flags.checkpoints.path, {flags.training.data, flags.output});
  if (flags.checkpoints.path == flags.output) throw UsageError("the model and the checkpoint need different files");
}

// A model, the rows it learned from or goes on with, and how.
struct Task {
  Configuration configuration;
  EncodedTable data;
  std::optional<Model> from;
};

Task read_task(const TrainFlags& flags) {
  if (flags.from.empty()) {
    const Configuration configuration = flags.training.configuration();
    return {configuration, read_training_data(flags.training, configuration), {}};
  }
  Model model = load_model_to_go_on(flags);
  const Configuration configuration = configuration_of(model, flags.training.changes);
  for (const std::string& note : notes(flags.training.changes, configuration)) warn(note);
  Dataset rows = read_further_data(flags.training, model);
  Encoding encoding = model.encoding;
  return {configuration, {std::move(rows), std::move(encoding)}, std::move(model)};
}

// What a run tells when it has ended.
struct Report {
  const TrainFlags& flags;
  const Configuration& configuration;
  const TrainedModel& trained;
  const Confusion& confusion;
  std::size_t rows;
  double seconds;
};

void print_as_json(const Report& report) {
  const Model& model = report.trained.model;
  const Outcome& outcome = report.trained.outcome;
  Json json = {{"method", report.configuration.method},
               {"samples", report.trained.training_samples},
               {"held_out", report.rows - report.trained.training_samples},
               {"features", model.encoding.feature_count()},
               {"classes", model.class_names.size()},
               {"class_names", model.class_names},
               {"prototypes", model.space.prototype_count()},
               {"cost", outcome.cost},
               {"accuracy", report.confusion.accuracy()},
               {"balanced_accuracy", report.confusion.balanced_accuracy()},
               {"epochs", outcome.epochs},
               {"converged", outcome.converged},
               {"seconds", report.seconds},
               {"model", report.flags.output}};
  add_parameters(json, model);
  json["options"] = to_json(describe(report.configuration));
  print_json(json);
}

void print_as_text(const Report& report) {
  const Model& model = report.trained.model;
  const Outcome& outcome = report.trained.outcome;
  fmt::print("{}: {} samples, {} features, {} classes, {} prototypes\n", report.configuration.method, report.trained.training_samples,
             model.encoding.feature_count(), model.class_names.size(), model.space.prototype_count());
  fmt::print("cost {:.6g} after {} epochs{}, {:.2f} s\n", outcome.cost, outcome.epochs, outcome.converged ? " (converged)" : "", report.seconds);
  fmt::print("{}accuracy on these data {}\n", parameters_text(model), percent(report.confusion.accuracy()));
  fmt::print("saved to {}\n", report.flags.output);
}

void run(TrainFlags& flags) {
  if (flags.stream) return learn_from_stream(flags);
  demand_places(flags);
  const bool to_standard_output = flags.output == "-";
  const Task task = read_task(flags);
  const Configuration& configuration = task.configuration;
  const EncodedTable& data = task.data;
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  flags.checkpoints.every = static_cast<std::size_t>(flags.checkpoint_every);

  const auto start = std::chrono::steady_clock::now();
  TrainedModel trained;
  {
    Progress progress("training", !flags.common.quiet);
    const Observer observer = [&](const EpochReport& report) {
      progress.show(report.state.epoch, report.epochs, fmt::format("cost {:.5g}", report.cost));
      return true;
    };
    trained = task.from ? continue_model(*task.from, configuration, data.dataset, *runtime, observer, flags.checkpoints)
                        : train_model(configuration, data.dataset, data.encoding, *runtime, observer, flags.checkpoints);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Model& model = trained.model;
  const Dataset rows = configuration.missing == Missing::drop ? without_missing(data.dataset) : data.dataset;
  const Matrix x = prepare(model, rows);
  const Confusion confusion(rows.y, predict(model, x.view(), *runtime).labels, model.class_names.size());
  if (to_standard_output) {
    const std::string bytes = encode_model(model);
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    return;
  }
  save_model(model, flags.output);

  if (trained.dropped_rows > 0) warn(fmt::format("{} rows with missing values were dropped", trained.dropped_rows));
  const Report report{flags, configuration, trained, confusion, rows.size(), seconds};
  if (flags.common.json) print_as_json(report);
  else if (!flags.common.quiet) print_as_text(report);
}

}  // namespace

Model load_model_to_go_on(const TrainFlags& flags) {
  Model model = load_model(flags.from);
  if (!flags.training.method.empty() && flags.training.method != model.record.method) {
    throw UsageError(fmt::format("method = {}: {} is a model of {} and stays one: leave out --method", flags.training.method, flags.from,
                                 model.record.method));
  }
  return model;
}

void add_train(CLI::App& app) {
  Command command = add_command(app, "train", "Train a model and save it");
  auto flags = std::make_shared<TrainFlags>();
  add_training_flags(command, flags->training);
  command.required_text("-o,--output", flags->output, "the model file to write");
  command.text("--from", flags->from, "go on from this model with the new data: metric, prototypes, scaling and classes stay");
  command.toggle("--stream", flags->stream, "learn from standard input, sample by sample, until it ends; DATA is -");
  command.integer("--snapshot-every", flags->snapshot_every, "with --stream: samples between two writings of the model [1000]", 1,
                  1'000'000'000);
  command.needs("--snapshot-every", "--stream");
  command.text("--checkpoint", flags->checkpoints.path, "save the state of the run here while training");
  command.integer("--checkpoint-every", flags->checkpoint_every, "epochs between checkpoints [10]", 1, 1'000'000'000);
  command.toggle("--resume", flags->checkpoints.resume, "go on from the checkpoint where it exists");
  command.needs("--resume", "--checkpoint");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
