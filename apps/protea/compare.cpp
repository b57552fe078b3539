// protea compare: several methods on the same folds, with tests of whether they differ.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/report/comparison_page.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "page_files.hpp"
#include "selection.hpp"
#include "show.hpp"
#include "show_measures.hpp"
#include "show_numbers.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

struct CompareFlags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  SplitFlags split;
  std::string methods;
  PageFlags page;
};

// "glvq,gmlvq:prototypes=a=1,b=2,knn": a piece that names no method belongs to the one before it.
std::vector<std::string> method_texts(const std::string& list) {
  const std::vector<std::string> known = method_names();
  std::vector<std::string> result;
  for (const std::string_view piece : split(list, ',')) {
    const std::string text(trim(piece));
    const bool is_rest = !result.empty() && result.back().find(':') != std::string::npos &&
                         text.find(':') == std::string::npos &&
                         std::find(known.begin(), known.end(), text) == known.end();
    if (is_rest) result.back() += "," + text;
    else result.push_back(text);
  }
  const std::set<std::string> distinct(result.begin(), result.end());
  if (distinct.size() < result.size()) throw UsageError(fmt::format("methods = {}: one is given twice", list));
  if (result.size() < 2) throw UsageError(fmt::format("methods = {}: two at least are needed to compare", list));
  return result;
}

std::size_t splits_of(const Comparison& result) {
  std::size_t splits = 0;
  for (const CrossValidation& each : result.methods) splits = std::max(splits, each.parts());
  return splits;
}

std::string p_text(double p) { return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p); }

Json method_json(const Comparison& result, std::size_t m, const std::string& name, std::size_t positive) {
  Json json{{"name", name}};
  if (!result.failures[m].empty()) {
    json["failure"] = in_flags(result.failures[m]);
    return json;
  }
  const CrossValidation& own = result.methods[m];
  if (!own.number_parts.empty()) {
    add_number_parts(json, own);
    return json;
  }
  json["accuracy"] = to_json(mean_and_deviation(own.accuracy));
  json["accuracy"]["folds"] = own.accuracy;
  json["balanced_accuracy"] = balanced_json(own);
  json["accepted_accuracy"] = accepted_json(own.confusion);
  json["confusion"] = to_json(own.confusion);
  add_measures(json, assess(own.truth, own.predictions), positive);
  return json;
}

void print_as_json(const Comparison& result, const std::vector<std::string>& names, const SplitPlan& plan,
                   const Dataset& dataset) {
  Json methods = Json::array();
  const bool has_numbers = !dataset.numbers.empty();
  const std::size_t positive = has_numbers ? 0 : positive_class({}, dataset.class_names);
  for (std::size_t m = 0; m < names.size(); ++m) methods.push_back(method_json(result, m, names[m], positive));
  Json pairs = Json::array();
  for (const PairTest& pair : result.pairs) {
    const bool is_finite = std::isfinite(pair.resampled.t);
    Json own{{"first", names[pair.first]}, {"second", names[pair.second]}, {"difference", pair.resampled.mean}};
    if (!has_numbers)
      own["mcnemar"] = {
          {"only_first", pair.mcnemar.only_first}, {"only_second", pair.mcnemar.only_second}, {"p", pair.mcnemar.p}};
    own["resampled_t"] = {{"t", is_finite ? Json(pair.resampled.t) : Json(nullptr)},
                          {"degrees_of_freedom", pair.resampled.degrees_of_freedom},
                          {"p", pair.resampled.p}};
    pairs.push_back(own);
  }
  Json json{{"samples", dataset.size()}};
  add_plan(json, plan, splits_of(result));
  if (has_numbers) json["target"] = dataset.target_name;
  else json["classes"] = dataset.class_names;
  json["methods"] = methods;
  json["pairs"] = pairs;
  print_json(json);
}

std::string number_method_table(const Comparison& result, const std::vector<std::string>& names) {
  std::vector<CsvRow> table{{"method", "RMSE", "deviation", "MAE", "R²"}};
  std::string failures;
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (!result.failures[m].empty()) {
      table.push_back({names[m], "failed"});
      failures += fmt::format("failed: {}: {}\n", names[m], in_flags(result.failures[m]));
      continue;
    }
    const CrossValidation& own = result.methods[m];
    const MeanAndDeviation rmse = mean_and_deviation(own.rmse());
    const NumberMeasures all = own.of_numbers();
    table.push_back({names[m], fmt::format("{:.5g}", rmse.mean), fmt::format("{:.3g}", rmse.deviation),
                     fmt::format("{:.5g}", all.mae), r2_text(all.r2)});
  }
  return text_table(table) + failures;
}

std::string number_pair_table(const Comparison& result, const std::vector<std::string>& names) {
  std::vector<CsvRow> pairs{{"pair", "difference of RMSE", "corrected t", "p"}};
  for (const PairTest& pair : result.pairs)
    pairs.push_back({fmt::format("{} − {}", names[pair.first], names[pair.second]),
                     fmt::format("{:+.4g}", pair.resampled.mean), fmt::format("{:.2f}", pair.resampled.t),
                     p_text(pair.resampled.p)});
  return pairs.size() > 1 ? "\n" + text_table(pairs) : "";
}

std::string method_table(const Comparison& result, const std::vector<std::string>& names, std::size_t positive) {
  const bool has_coverage = std::any_of(result.methods.begin(), result.methods.end(),
                                        [](const auto& own) { return own.confusion.rejected() > 0; });
  std::vector<CsvRow> table{
      {"method", "accuracy", "deviation", "balanced", "deviation", "AUC", "F1", "Matthews", "kappa"}};
  if (has_coverage) table[0].push_back("coverage");
  std::string failures;
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (!result.failures[m].empty()) {
      table.push_back({names[m], "failed"});
      failures += fmt::format("failed: {}: {}\n", names[m], in_flags(result.failures[m]));
      continue;
    }
    const CrossValidation& own = result.methods[m];
    const MeanAndDeviation accuracy = mean_and_deviation(own.accuracy);
    const MeanAndDeviation balanced = mean_and_deviation(own.balanced_accuracy);
    const Assessment all = assess(own.truth, own.predictions);
    const std::optional<double> auc = area(all, positive);
    table.push_back({names[m], percent(accuracy.mean), percent(accuracy.deviation), percent(balanced.mean),
                     own.balanced_accuracy.size() == 1 ? "-" : percent(balanced.deviation),
                     auc ? fmt::format("{:.3f}", *auc) : "-", if_answered(all, all.measures.macro_f),
                     if_answered(all, all.measures.matthews), if_answered(all, all.measures.kappa)});
    if (has_coverage) table.back().push_back(percent(own.confusion.coverage()));
  }
  return text_table(table) +
         (has_coverage ? "  F1, Matthews and kappa are of the samples with an answer, the accuracies of all\n" : "") +
         failures;
}

void print_as_text(const Comparison& result, const std::vector<std::string>& names, const SplitPlan& plan,
                   const Dataset& dataset) {
  fmt::print("{} methods on {}: {}, {}, the same for all\n", names.size(), dataset.source,
             counted(dataset.size(), "sample"), plan_text(plan, splits_of(result)));
  if (!dataset.numbers.empty()) {
    fmt::print("{}{}", number_method_table(result, names), number_pair_table(result, names));
    return;
  }
  std::vector<CsvRow> pairs{{"pair", "difference", "only first right", "only second", "McNemar p", "corrected t", "p"}};
  for (const PairTest& pair : result.pairs) {
    pairs.push_back({fmt::format("{} − {}", names[pair.first], names[pair.second]),
                     fmt::format("{:+.1f} %", 100 * pair.resampled.mean), fmt::format("{}", pair.mcnemar.only_first),
                     fmt::format("{}", pair.mcnemar.only_second), p_text(pair.mcnemar.p),
                     fmt::format("{:.2f}", pair.resampled.t), p_text(pair.resampled.p)});
  }
  fmt::print("{}", method_table(result, names, positive_class({}, dataset.class_names)));
  if (pairs.size() > 1) fmt::print("\n{}", text_table(pairs));
}

void run(const CompareFlags& flags) {
  const std::vector<std::string> names = method_texts(flags.methods);
  const Settings& changes = flags.training.changes;
  std::vector<std::shared_ptr<const Method>> methods;   // says what is wrong before anything is read
  for (const std::string& name : names) methods.push_back(parse_method(name, changes));
  demand_places(flags.ledger, {flags.page.page}, flags.training.data);
  demand_page_place(flags.page, {});
  const SplitPlan plan = flags.split.plan(flags.training.reading.groups, seed_of(changes));
  flags.split.warn_of_idle_flags(plan);
  const bool has_numbers = learns_numbers(*methods.front()) || !flags.training.target_column.empty();
  const EncodedTable data = read_labelled_data(flags.training, has_numbers ? *methods.front() : *flags.training.make());
  warn_of_rare_classes(data.dataset, plan);
  std::vector<Contender> contenders;
  for (std::size_t m = 0; m < names.size(); ++m)
    contenders.push_back(contender_of(names[m], methods[m], data.encoding));
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  Comparison result;
  {
    const SayWhenInterrupted saying(flags.ledger.last_words());
    Progress progress("trainings", !flags.common.quiet);
    result = compare(data.dataset, contenders, plan, *runtime, flags.ledger.complete(),
                     [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  if (flags.page.are_given()) {
    Comparison shown = result;
    shown.failures = in_flags(result.failures);
    write_page(comparison_page(shown, names, data.dataset, plan_text(plan, splits_of(result))), flags.page);
  }
  if (flags.common.json) return print_as_json(result, names, plan, data.dataset);
  print_as_text(result, names, plan, data.dataset);
  say_where(flags.page);
}

}   // namespace

void add_compare(CLI::App& app) {
  Command command =
      add_command(app, "compare", "Compare methods on the same folds: table, McNemar, corrected resampled t-test");
  auto flags = std::make_shared<CompareFlags>();
  command.argument("DATA", flags->training.data, "a data file, the name of a built-in set, or - for standard input");
  command.required_text("--methods", flags->methods,
                        "methods, parted by commas, each with its options: glvq,gmlvq:prototypes=2,knn,svm");
  add_label_flag(command, flags->training.label);
  add_target_flag(command, flags->training.target_column);
  command.text("--weights", flags->training.reading.weights,
               "the column that holds the weights of the samples, by name or position from 1");
  add_reading_flags(command, flags->training.reading);
  for (const char* const key : {"missing", "nominal", "scale", "seed"}) {
    command.setting(
        fmt::format("--{}", key),
        [flags, key](const std::string& text) { flags->training.changes.emplace_back(key, text); },
        "the same for all methods, as in train", "Model and data");
  }
  add_fold_flags(command, flags->split, flags->training.reading.groups);
  add_page_flags(command, flags->page);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  flags->training.reading.threads = &flags->common.threads;
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
