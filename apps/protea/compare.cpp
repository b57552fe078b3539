// protea compare: several methods on the same folds, with tests of whether they differ.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <fmt/format.h>

#include <protea/catalogue/named_method.hpp>

#include "commands.hpp"
#include "selection.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  TrainingFlags training;
  LedgerFlags ledger;
  std::string methods;
  std::int64_t folds = 10;
  std::int64_t repeats = 1;
};

// "glvq,gmlvq:prototypes=a=1,b=2,knn": a piece that names no method belongs to the one before it.
std::vector<std::string> method_texts(const std::string& list) {
  std::vector<std::string> known{"svm"};
  for (const Preset& preset : presets()) known.push_back(preset.name);
  std::vector<std::string> result;
  for (const std::string_view piece : split(list, ',')) {
    const std::string text(trim(piece));
    const bool is_rest = !result.empty() && result.back().find(':') != std::string::npos && text.find(':') == std::string::npos &&
                         std::find(known.begin(), known.end(), text) == known.end();
    if (is_rest) result.back() += "," + text;
    else result.push_back(text);
  }
  const std::set<std::string> distinct(result.begin(), result.end());
  if (distinct.size() < result.size()) throw UsageError(fmt::format("methods = {}: one is given twice", list));
  if (result.size() < 2) throw UsageError(fmt::format("methods = {}: two at least are needed to compare", list));
  return result;
}

std::string p_text(double p) { return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p); }

void print_as_json(const Comparison& result, const std::vector<std::string>& names, const Flags& flags, const Dataset& dataset) {
  Json methods = Json::array();
  for (std::size_t m = 0; m < names.size(); ++m) {
    const CrossValidation& each = result.methods[m];
    Json accuracy = to_json(mean_and_deviation(each.accuracy));
    accuracy["folds"] = each.accuracy;
    methods.push_back({{"name", names[m]},
                       {"accuracy", accuracy},
                       {"balanced_accuracy", to_json(mean_and_deviation(each.balanced_accuracy))},
                       {"confusion", to_json(each.confusion)}});
  }
  Json pairs = Json::array();
  for (const PairTest& pair : result.pairs) {
    const bool is_finite = std::isfinite(pair.resampled.t);
    pairs.push_back({{"first", names[pair.first]},
                     {"second", names[pair.second]},
                     {"difference", pair.resampled.mean},
                     {"mcnemar", {{"only_first", pair.mcnemar.only_first}, {"only_second", pair.mcnemar.only_second}, {"p", pair.mcnemar.p}}},
                     {"resampled_t",
                      {{"t", is_finite ? Json(pair.resampled.t) : Json(nullptr)},
                       {"degrees_of_freedom", pair.resampled.degrees_of_freedom},
                       {"p", pair.resampled.p}}}});
  }
  print_json({{"samples", dataset.size()},
              {"folds", flags.folds},
              {"repeats", flags.repeats},
              {"classes", dataset.class_names},
              {"methods", methods},
              {"pairs", pairs}});
}

void print_as_text(const Comparison& result, const std::vector<std::string>& names, const Flags& flags, const std::string& source) {
  fmt::print("{} methods on {}: {} folds, {} repeat{}, the same for all\n", names.size(), source, flags.folds, flags.repeats,
             flags.repeats == 1 ? "" : "s");
  std::vector<CsvRow> table{{"method", "accuracy", "deviation", "balanced", "deviation"}};
  for (std::size_t m = 0; m < names.size(); ++m) {
    const MeanAndDeviation accuracy = mean_and_deviation(result.methods[m].accuracy);
    const MeanAndDeviation balanced = mean_and_deviation(result.methods[m].balanced_accuracy);
    table.push_back({names[m], percent(accuracy.mean), percent(accuracy.deviation), percent(balanced.mean), percent(balanced.deviation)});
  }
  std::vector<CsvRow> pairs{{"pair", "difference", "only first right", "only second", "McNemar p", "corrected t", "p"}};
  for (const PairTest& pair : result.pairs) {
    pairs.push_back({fmt::format("{} − {}", names[pair.first], names[pair.second]), fmt::format("{:+.1f} %", 100 * pair.resampled.mean),
                     fmt::format("{}", pair.mcnemar.only_first), fmt::format("{}", pair.mcnemar.only_second), p_text(pair.mcnemar.p),
                     fmt::format("{:.2f}", pair.resampled.t), p_text(pair.resampled.p)});
  }
  fmt::print("{}\n{}", text_table(table), text_table(pairs));
}

void run(const Flags& flags) {
  const std::vector<std::string> names = method_texts(flags.methods);
  const Settings& changes = flags.training.changes;
  for (const std::string& name : names) make_method(name, changes, {});   // says what is wrong before anything is read
  demand_places(flags.ledger, {}, flags.training.data);
  const Configuration base = configure("glvq", changes);
  const EncodedTable data = read_labelled_data(flags.training, base);
  std::vector<Contender> contenders;
  for (const std::string& name : names) contenders.push_back(make_method(name, changes, data.encoding));
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const CrossValidationPlan plan{static_cast<std::size_t>(flags.folds), static_cast<std::size_t>(flags.repeats),
                                 static_cast<std::uint64_t>(base.plan.seed)};
  Comparison result;
  {
    Progress progress("trainings", !flags.common.quiet);
    result = compare(data.dataset, contenders, plan, *runtime, flags.ledger.complete(),
                     [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  }
  if (flags.common.json) print_as_json(result, names, flags, data.dataset);
  else print_as_text(result, names, flags, data.dataset.source);
}

}  // namespace

void add_compare(CLI::App& app) {
  Command command = add_command(app, "compare", "Compare methods on the same folds: table, McNemar, corrected resampled t-test");
  auto flags = std::make_shared<Flags>();
  command.argument("DATA", flags->training.data, "a data file, the name of a built-in set, or - for standard input");
  command.required_text("--methods", flags->methods, "methods, parted by commas, each with its options: glvq,gmlvq:prototypes=2,knn,svm");
  add_label_flag(command, flags->training.label);
  command.text("--weights", flags->training.weights, "the column that holds the weights of the samples, by name or position from 1");
  for (const char* const key : {"missing", "nominal", "scale", "seed"}) {
    command.setting(fmt::format("--{}", key), [flags, key](const std::string& text) { flags->training.changes.emplace_back(key, text); },
                    "the same for all methods, as in train", "Model and data");
  }
  command.integer("--folds", flags->folds, "parts the data are cut into [10]", 2, 1'000'000);
  command.integer("--repeats", flags->repeats, "repetitions with other folds [1]", 1, 100'000);
  add_ledger_flags(command, flags->ledger);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
