// protea stability: which features decide whatever samples one happens to have.
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/stability_page.hpp>
#include <protea/runtime/serial.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "interruption.hpp"
#include "json.hpp"
#include "page_files.hpp"
#include "selection.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct StabilityFlags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  std::int64_t resamples = 100;
  std::string kind = "bootstrap";
  std::string share = "0.8";
  std::string csv;
  PageFlags page;
};

StabilityPlan plan_of(const StabilityFlags& flags, std::uint64_t seed) {
  return {.resamples = static_cast<std::size_t>(flags.resamples),
          .kind = parse_choice<Resampling>("resampling", flags.kind),
          .share = parse_limited("share", flags.share, {.above = 0, .below = 1}),
          .seed = seed};
}

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"low", spread.low}, {"high", spread.high}};
}

Json as_json(const RelevanceStability& stability, const std::string& method, const std::vector<std::string>& features) {
  Json list = Json::array();
  for (std::size_t j = 0; j < features.size(); ++j)
    list.push_back({{"name", features[j]},
                    {"relevance", spread_json(stability.relevance[j])},
                    {"rank", spread_json(stability.rank[j])}});
  std::vector<std::string> sure;
  for (const std::size_t j : sure_features(stability, leading_places(features.size()))) sure.push_back(features[j]);
  Json accuracy = Json::array();
  for (const double value : stability.accuracy) accuracy.push_back(std::isnan(value) ? Json(nullptr) : Json(value));
  Json json{{"method", method},
            {"runs", stability.runs},
            {"failed", stability.failed},
            {"features", list},
            {"sure", sure},
            {"ahead", to_json(stability.ahead.view())},
            {"relevances", to_json(stability.relevances.view())},
            {"accuracy", accuracy}};
  if (stability.mean_matrix.rows() > 0) json["mean_matrix"] = to_json(stability.mean_matrix.view());
  return json;
}

std::string csv_of(const RelevanceStability& stability, const std::vector<std::string>& features) {
  std::string text = "feature,relevance,relevance_low,relevance_high,rank,rank_low,rank_high\n";
  for (std::size_t j = 0; j < features.size(); ++j) {
    const Spread& own = stability.relevance[j];
    const Spread& rank = stability.rank[j];
    text +=
        fmt::format("{},{},{},{},{},{},{}\n", quoted_cell(features[j]), number_text(own.median), number_text(own.low),
                    number_text(own.high), number_text(rank.median), number_text(rank.low), number_text(rank.high));
  }
  return text;
}

void print_table(const RelevanceStability& stability, const std::vector<std::string>& features) {
  const PageSection section = stability_section(stability, features);
  const FigureTable& table = *section.figures.front().table;
  std::size_t width = 7;
  for (const auto& row : table.rows) width = std::max(width, display_width(row[0]));
  constexpr std::size_t most = 20;
  fmt::print("\n  {}  relevance     5 %    95 %   rank     5 %    95 %\n", padded("", width));
  for (std::size_t i = 0; i < std::min(most, table.rows.size()); ++i) {
    const auto& row = table.rows[i];
    fmt::print("  {}  {:>9} {:>7} {:>7} {:>6} {:>7} {:>7}\n", padded(row[0], width), row[1], row[2], row[3], row[4],
               row[5], row[6]);
  }
  if (table.rows.size() > most) fmt::print("  … and {} more\n", table.rows.size() - most);
  fmt::print("\n");
  for (const std::string& line : section.text) fmt::print("{}\n", line);
}

void run(const StabilityFlags& flags) {
  const std::string name = flags.training.method_name();
  const std::shared_ptr<const Method> method = flags.training.make();
  demand_places(flags.ledger, {flags.csv, flags.page.page}, flags.training.data);
  const StabilityPlan plan = plan_of(flags, method->seed());
  const EncodedTable data = read_labelled_data(flags.training, *method);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const auto train = [&](const Dataset& rows) {
    Serial serial;
    return method->train(rows, data.encoding, {serial, {}, {}, false}).model;
  };
  RelevanceStability stability;
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("resamples", !flags.common.quiet);
    stability = relevance_stability(
        data.dataset, train, plan, *runtime, [&](std::size_t done, std::size_t all) { progress.show(done, all); },
        flags.ledger.complete(), identity_of(*method));
  }
  const std::vector<std::string> features = data.encoding.feature_names();
  if (!flags.csv.empty()) write_file_atomically(flags.csv, csv_of(stability, features));
  if (flags.page.are_given()) {
    Page page{.title = fmt::format("{}: stability of {}", data_name(data.dataset.source), name),
              .lead = stability_sentence(stability, features),
              .facts = {{"method", name},
                        {"rows", fmt::format("{}", data.dataset.size())},
                        {"resamples", fmt::format("{}, {}", stability.runs, flags.kind)}},
              .features = features,
              .classes = data.dataset.class_names};
    page.sections.push_back(stability_section(stability, features));
    write_page(page, flags.page);
  }
  if (flags.common.json) return print_json(as_json(stability, name, features));
  fmt::print("{} on {}: {}, {} of kind {}\n", name, data.dataset.source, counted(data.dataset.size(), "sample"),
             counted(stability.runs, "resample"), flags.kind);
  print_table(stability, features);
  say_where(flags.page);
}

}   // namespace

void add_stability(CLI::App& app) {
  Command command = add_command(app, "stability", "Which features decide whatever samples one happens to have");
  auto flags = std::make_shared<StabilityFlags>();
  add_training_flags(command, flags->training);
  command.integer("--resamples", flags->resamples, "trainings, each on a resample of the rows [100]", 2, 100'000);
  command.text(
      "--resampling", flags->kind,
      "bootstrap: as many rows, drawn with replacement; subsample: a share of them (bootstrap, subsample) [bootstrap]");
  command.text("--share", flags->share, "of the rows of each class in a subsample [0.8]");
  command.text("--csv", flags->csv, "a file for relevances and ranks of the features");
  add_page_flags(command, flags->page);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  flags->training.reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
