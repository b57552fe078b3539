// protea train: from data to a model file.
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  TrainingFlags training;
  std::string output;
  CheckpointPlan checkpoints;
  std::int64_t checkpoint_every = 10;
};

void run(Flags& flags) {
  const Configuration configuration = flags.training.configuration();
  const bool to_standard_output = flags.output == "-";
  if (to_standard_output && flags.common.json) throw UsageError("the model and the JSON document cannot both go to standard output: use -o FILE");
  if (!to_standard_output) demand_writable_place(flags.output, {flags.training.data});
  if (!flags.checkpoints.path.empty()) {
    demand_writable_place(flags.checkpoints.path, {flags.training.data, flags.output});
    if (flags.checkpoints.path == flags.output) throw UsageError("the model and the checkpoint need different files");
  }
  const EncodedTable data = read_training_data(flags.training, configuration);
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
    trained = train_model(configuration, data.dataset, data.encoding, *runtime, observer, flags.checkpoints);
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
  if (flags.common.json) {
    print_json({{"method", configuration.method},
                {"samples", trained.training_samples},
                {"held_out", rows.size() - trained.training_samples},
                {"features", model.encoding.feature_count()},
                {"classes", model.class_names.size()},
                {"class_names", model.class_names},
                {"prototypes", model.space.prototype_count()},
                {"cost", trained.outcome.cost},
                {"accuracy", confusion.accuracy()},
                {"balanced_accuracy", confusion.balanced_accuracy()},
                {"epochs", trained.outcome.epochs},
                {"converged", trained.outcome.converged},
                {"seconds", seconds},
                {"model", flags.output},
                {"options", to_json(describe(configuration))}});
  } else if (!flags.common.quiet) {
    fmt::print("{}: {} samples, {} features, {} classes, {} prototypes\n", configuration.method, trained.training_samples,
               model.encoding.feature_count(), model.class_names.size(), model.space.prototype_count());
    fmt::print("cost {:.6g} after {} epochs{}, {:.2f} s\n", trained.outcome.cost, trained.outcome.epochs,
               trained.outcome.converged ? " (converged)" : "", seconds);
    fmt::print("accuracy on these data {}\n", percent(confusion.accuracy()));
    fmt::print("saved to {}\n", flags.output);
  }
}

}  // namespace

void add_train(CLI::App& app) {
  Command command = add_command(app, "train", "Train a model and save it");
  auto flags = std::make_shared<Flags>();
  add_training_flags(command, flags->training);
  command.required_text("-o,--output", flags->output, "the model file to write");
  command.text("--checkpoint", flags->checkpoints.path, "save the state of the run here while training");
  command.integer("--checkpoint-every", flags->checkpoint_every, "epochs between checkpoints [10]", 1, 1'000'000'000);
  command.toggle("--resume", flags->checkpoints.resume, "go on from the checkpoint where it exists");
  command.needs("--resume", "--checkpoint");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
