// protea embed: from data to their places in a space of few dimensions, and how far these keep neighbours together.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/evaluate/map_measures.hpp>
#include <protea/model/embedding_model.hpp>
#include <protea/model/model_file.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/page_samples.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "interruption.hpp"
#include "json.hpp"
#include "page_files.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct EmbedFlags {
  CommonFlags common;
  TrainingFlags training;
  std::string output;
  std::string model;             // a file; empty: none
  std::int64_t dimensions = 0;   // 0: as the settings say
  PageFlags page;
};

std::vector<std::string> embedding_methods() {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) {
    if (entry.model_kind == EmbeddingModel::kind_name) names.push_back(entry.name);
  }
  return names;
}

void demand_embedding(const std::string& method) {
  if (find_method(method).model_kind == EmbeddingModel::kind_name) return;
  throw UsageError(
      fmt::format("method = {}: gives no places: methods that do are {}", method, join(embedding_methods(), ", ")));
}

void demand_places(const EmbedFlags& flags) {
  const bool to_standard_output = flags.output == "-";
  if (to_standard_output && flags.common.json)
    throw UsageError("the places and the JSON document cannot both go to standard output: use -o FILE");
  if (!to_standard_output) demand_writable_place(flags.output, {flags.training.data});
  demand_page_place(flags.page, {flags.training.data, flags.output, flags.model});
  if (flags.model.empty()) return;
  demand_writable_place(flags.model, {flags.training.data, flags.output});
  if (flags.model == flags.output) throw UsageError("the places and the model need different files");
}

struct Quality {
  Preservation preservation;
  std::size_t samples = 0;
  std::size_t neighbours = 0;
};

Matrix every(const Matrix& rows, std::size_t step) {
  Matrix taken((rows.rows() + step - 1) / step, rows.columns());
  for (std::size_t i = 0; i < taken.rows(); ++i) std::ranges::copy(rows.row(i * step), taken.row(i).begin());
  return taken;
}

// Of the rows that were trained on, or of so many of them, evenly taken; they differ as the method says.
Quality quality_of(const EmbeddingModel& model, Runtime& runtime) {
  const PreservationSample sample = preservation_sample(model.rows.rows());   // at least three rows were demanded
  const Matrix rows = every(model.rows, sample.step);
  const Matrix places = every(model.places, sample.step);
  const Proximities original{rows.rows(), [&](std::size_t i, MutableRow d) {
                               Scratch scratch;
                               model.dissimilarity->values({rows.row(i).data(), 1, rows.columns(), rows.columns()},
                                                           rows.view(), {}, {d.data(), 1, d.size(), d.size()}, scratch);
                             }};
  const std::size_t k = sample.neighbours;
  return {neighbourhood_preservation(original, squared_distances_between(places.view()), k, runtime), rows.rows(), k};
}

std::string csv_of(const Dataset& rows, const Matrix& places) {
  const bool has_classes = !rows.y.empty() && !rows.class_names.empty();
  std::string text = id_heading(rows) + (has_classes ? "class," : "");
  for (std::size_t r = 0; r < places.columns(); ++r) text += fmt::format("{}z{}", r == 0 ? "" : ",", r + 1);
  text += "\n";
  for (std::size_t i = 0; i < places.rows(); ++i) {
    text += id_cell(rows, i);
    if (has_classes && rows.y[i] != no_label)
      text += quoted_cell(rows.class_names[static_cast<std::size_t>(rows.y[i])]);
    if (has_classes) text += ",";
    for (std::size_t r = 0; r < places.columns(); ++r) text += (r == 0 ? "" : ",") + number_text(places(i, r));
    text += "\n";
  }
  return text;
}

// What a run tells when it has ended.
struct Report {
  const EmbedFlags& flags;
  const Method& method;
  const EmbeddingModel& model;
  const Outcome& outcome;
  Quality quality;
  double seconds;
};

void print_as_json(const Report& report) {
  Json json{{"method", report.method.name()},
            {"samples", report.model.places.rows()},
            {"features", report.model.encoding.feature_count()},
            {"dimensions", report.model.places.columns()},
            {"cost", report.outcome.cost},
            {"epochs", report.outcome.epochs},
            {"converged", report.outcome.converged},
            {"trustworthiness", report.quality.preservation.trustworthiness},
            {"continuity", report.quality.preservation.continuity},
            {"preservation_samples", report.quality.samples},
            {"preservation_neighbours", report.quality.neighbours},
            {"seconds", report.seconds},
            {"output", report.flags.output}};
  if (!report.flags.model.empty()) json["model"] = report.flags.model;
  json["options"] = to_json(report.method.describe());
  print_json(json);
}

void print_as_text(const Report& report) {
  const EmbeddingModel& model = report.model;
  fmt::print("{}: {}, {}, places in {}\n", report.method.name(), counted(model.places.rows(), "sample"),
             counted(model.encoding.feature_count(), "feature"), counted(model.places.columns(), "dimension"));
  fmt::print("cost {:.6g} after {}, {:.2f} s\n", report.outcome.cost, counted(report.outcome.epochs, "epoch"),
             report.seconds);
  fmt::print("trustworthiness  {:.4g}\ncontinuity       {:.4g}   ({} nearest of {})\n",
             report.quality.preservation.trustworthiness, report.quality.preservation.continuity,
             report.quality.neighbours, counted(report.quality.samples, "sample"));
  fmt::print("written to {}\n", report.flags.output);
  if (!report.flags.model.empty()) fmt::print("saved to {}\n", report.flags.model);
  say_where(report.flags.page);
}

Page page_of(const Report& report, const Dataset& rows, Runtime& runtime) {
  Page page = model_page(report.model, rows,
                         {.name = fmt::format("{} of {}", report.method.name(), data_name(rows.source))}, runtime);
  const Preservation& kept = report.quality.preservation;
  for (PageSection& section : page.sections) {
    if (section.id == "embedding")
      section.text.push_back(fmt::format(
          "Of the {} nearest of each row, those that are near in the picture are near in the data with trustworthiness {:.3f}, "
          "and those near in the data near in the picture with continuity {:.3f}; 1 would be perfect.",
          report.quality.neighbours, kept.trustworthiness, kept.continuity));
  }
  return page;
}

Trained train(const EmbedFlags& flags, const Method& method, const EncodedTable& data, Runtime& runtime) {
  const SayWhenInterrupted saying("interrupted: nothing is written");
  Progress progress("embedding", !flags.common.quiet);
  const Observer observer = [&](const EpochReport& report) {
    progress.show(report.state.epoch, report.epochs, fmt::format("cost {:.5g}", report.cost));
    return true;
  };
  return method.train(data.dataset, data.encoding, {runtime, observer});
}

void run(EmbedFlags& flags) {
  demand_embedding(flags.training.method);
  if (flags.dimensions > 0)
    flags.training.changes.emplace_back("embedding.dimensions", fmt::format("{}", flags.dimensions));
  demand_places(flags);
  const std::shared_ptr<const Method> method = flags.training.make();
  const EncodedTable data = read_training_data(flags.training, *method);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const auto start = std::chrono::steady_clock::now();
  const Trained trained = train(flags, *method, data, *runtime);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto& model = dynamic_cast<const EmbeddingModel&>(*trained.model);
  const Dataset rows = method->data().missing == Missing::drop ? without_missing(data.dataset) : data.dataset;
  const Report report{flags, *method, model, trained.outcome, quality_of(model, *runtime), seconds};
  const std::string text = csv_of(rows, model.places);
  if (trained.dropped_rows > 0) {
    warn(fmt::format("{} of {} rows have missing values and were dropped", trained.dropped_rows, data.dataset.size()));
  }
  if (!flags.model.empty()) save_model(model, flags.model);
  if (flags.page.are_given()) write_page(page_of(report, rows, *runtime), flags.page);
  if (flags.output == "-") {
    std::fputs(text.c_str(), stdout);
    return;
  }
  write_file_atomically(flags.output, text);
  if (flags.common.json) print_as_json(report);
  else if (!flags.common.quiet) print_as_text(report);
}

}   // namespace

void add_embed(CLI::App& app) {
  Command command = add_command(app, "embed", "Places for data in one to three dimensions, and how good these are");
  auto flags = std::make_shared<EmbedFlags>();
  flags->training.method = embedding_methods().front();
  add_training_flags(command, flags->training);
  command.required_text("-o,--output", flags->output, "the CSV file of places to write, or - for standard output");
  command.integer("--dimensions", flags->dimensions, "of the space of the places: short for --embedding.dimensions [2]",
                  1, 3);
  command.text("--model", flags->model, "also write the model here, which gives new rows their places");
  add_page_flags(command, flags->page);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
