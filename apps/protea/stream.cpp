// protea train --stream: learning from standard input, sample by sample, with a snapshot of the model every so often.
#include <cmath>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/row_stream.hpp>
#include <protea/model/model_file.hpp>

#include "json.hpp"
#include "show.hpp"
#include "train.hpp"

namespace protea::app {
namespace {

void demand_stream(const TrainFlags& flags) {
  if (flags.training.data != "-") throw UsageError("--stream reads standard input: give - as DATA");
  if (flags.output == "-") throw UsageError("snapshots need a file: use -o FILE");
  if (!flags.checkpoints.path.empty())
    throw UsageError("--stream writes snapshots of the model, and no checkpoints: leave out --checkpoint");
  if (!flags.training.target_column.empty())
    throw UsageError("no method learns numbers from a stream: leave out --target, or --stream");
  demand_writable_place(flags.output, {});
}

// The model that goes on: the one given, or one trained on the first rows as on a file.
struct Beginning {
  std::unique_ptr<StreamLearner> learner;
  std::size_t samples;   // already learned from
  std::size_t dropped;   // beside them
};

Beginning begin(const TrainFlags& flags, const Model* from, RowStream& rows, Runtime& runtime) {
  if (from) return {method_of(*from, flags.training.changes)->stream(*from), 0, 0};
  const std::shared_ptr<const Method> method = flags.training.make();
  method->demand_streaming();
  const auto encoded = [&](Table table) {
    flags.training.reading.settle(table);
    return encode_training_table(std::move(table), flags.training.label, method->data().nominal);
  };
  const DataOptions options = method->data();
  std::optional<Table> first = rows.next(static_cast<std::size_t>(flags.snapshot_every), [&](const Table& row) {
    const Dataset alone = encoded(row).dataset;
    if (options.missing != Missing::refuse) return;
    for (std::size_t j = 0; j < alone.x.columns(); ++j) {
      if (std::isnan(alone.x(0, j)))
        throw DataError(fmt::format("{}: the value of '{}' is missing", alone.place(0, j), alone.feature_names[j]));
    }
  });
  if (!first) throw DataError("standard input: nothing to read");
  for (const std::string& note : first->notes) warn(note);
  const EncodedTable data = encoded(std::move(*first));
  const Trained trained = method->train(data.dataset, data.encoding, {runtime});
  return {method->stream(*trained.model), data.dataset.size() - trained.dropped_rows, trained.dropped_rows};
}

std::size_t count_right(const Model& model, const Dataset& rows, Runtime& runtime) {
  const Matrix x = prepare(model, rows);
  const Predictions answers = predict(model, x.view(), runtime);
  std::size_t right = 0;
  for (std::size_t i = 0; i < answers.labels.size(); ++i) right += answers.labels[i] == rows.y[i] ? 1 : 0;
  return right;
}

}   // namespace

void learn_from_stream(const TrainFlags& flags) {
  demand_stream(flags);
  const auto every = static_cast<std::size_t>(flags.snapshot_every);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  std::unique_ptr<Model> from;
  if (!flags.from.empty()) from = load_model_to_go_on(flags);
  RowStream rows(stdin, "standard input",
                 flags.training.reading.options(from ? label_for(flags.training, *from) : flags.training.label,
                                                from ? &from->encoding : nullptr),
                 parse_choice<OnError>("on-error", flags.on_error));
  Beginning beginning = begin(flags, from.get(), rows, *runtime);
  const std::unique_ptr<StreamLearner> learner = std::move(beginning.learner);
  std::size_t samples = beginning.samples;
  std::size_t dropped = beginning.dropped;
  save_model(learner->model(), flags.output);
  std::size_t snapshots = 1;
  std::size_t asked = 0;
  std::size_t right = 0;
  const auto encoded = [&](Table table) {
    flags.training.reading.settle(table);
    return encode_further_rows(std::move(table), flags.training, learner->model());
  };
  const auto demand_usable = [&](const Table& row) {
    const Dataset part = encoded(row);
    if (learner->model().preparation.missing != Missing::drop) prepare(learner->model(), part);
  };
  while (std::optional<Table> table = rows.next(every, demand_usable)) {
    Dataset part = encoded(std::move(*table));
    if (learner->model().preparation.missing == Missing::drop) {
      dropped += part.size();
      part = without_missing(part);
      dropped -= part.size();
    }
    right += count_right(learner->model(), part, *runtime);   // before it has learned from them
    asked += learner->model().has_classes() ? part.size() : 0;
    learner->learn(part, *runtime);
    samples += part.size();
    save_model(learner->model(), flags.output);
    ++snapshots;
    if (!flags.common.quiet && !flags.common.json) {
      const std::string accuracy = asked == 0
                                       ? ""
                                       : fmt::format(", accuracy before learning from them {}",
                                                     percent(static_cast<double>(right) / static_cast<double>(asked)));
      fmt::print("{}{}\n", counted(samples, "sample"), accuracy);
      std::fflush(stdout);
    }
  }
  if (dropped > 0)
    warn(fmt::format("{} missing values and {} dropped",
                     dropped == 1 ? "1 row has" : fmt::format("{} rows have", dropped), dropped == 1 ? "was" : "were"));
  if (rows.skipped() > 0)
    warn(fmt::format("{} could not be used and {} skipped; the first: {}", counted(rows.skipped(), "row"),
                     rows.skipped() == 1 ? "was" : "were", rows.first_skipped()));
  if (flags.common.json) {
    Json json = {{"method", learner->model().record.method},
                 {"samples", samples},
                 {"skipped", rows.skipped()},
                 {"snapshots", snapshots},
                 {"accuracy_before_learning",
                  asked == 0 ? Json() : Json(static_cast<double>(right) / static_cast<double>(asked))},
                 {"model", flags.output}};
    json.update(to_json(learner->model().learned()));
    print_json(json);
  } else if (!flags.common.quiet) {
    fmt::print("{}saved to {}\n", learner->model().learned_text(), flags.output);
  }
}

}   // namespace protea::app
