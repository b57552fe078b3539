#include "search.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/model/model_file.hpp>

#include "interruption.hpp"
#include "show.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

constexpr std::size_t rows_shown = 10;

std::string aim_text(Aim aim, double value) {
  const bool is_share = aim == Aim::accuracy || aim == Aim::balanced_accuracy;
  return is_share ? percent(value) : fmt::format("{:.4f}", value);
}

std::size_t method_count(const SearchResult& result) {
  std::set<std::string> names;
  for (const Trial& trial : result.trials) names.insert(trial.method);
  return names.size();
}

std::size_t tried_count(const SearchResult& result) {
  return static_cast<std::size_t>(
      std::ranges::count_if(result.scores, [](const TrialScore& score) { return score.folds > 0; }));
}

// What was chosen, what came next, and how many others lost.
std::string verdict(const SearchResult& result, Aim aim) {
  const auto named = [&](std::size_t place) {
    const std::size_t trial = result.ranking[place];
    return fmt::format("{} ({})", result.trials[trial].text(), aim_text(aim, result.scores[trial].value));
  };
  const std::size_t named_losers = std::min<std::size_t>(2, result.ranking.size() - 1);
  std::string text = "chosen: " + named(0);
  for (std::size_t place = 1; place <= named_losers; ++place)
    text += fmt::format("{}{}", place == 1 ? ", before " : " and ", named(place));
  const std::size_t others = tried_count(result) - 1 - named_losers;
  if (others > 0) text += fmt::format("; {} others lost", others);
  return text;
}

std::vector<CsvRow> table_rows(const SearchResult& result, Aim aim, std::size_t most) {
  std::vector<CsvRow> rows{{"candidate", std::string(choice_name(aim)), "folds"}};
  for (const std::size_t trial : result.ranking) {
    if (rows.size() > most) break;
    const TrialScore& score = result.scores[trial];
    rows.push_back({result.trials[trial].text(),
                    most == rows_shown ? aim_text(aim, score.value) : fmt::format("{}", score.value),
                    std::to_string(score.folds)});
  }
  return rows;
}

// "gmlvq with prototypes = 2 (3×), svm (2×)": what the outer folds chose.
std::string outer_choices(const SearchResult& result) {
  std::map<std::size_t, int> counts;
  for (const std::size_t trial : result.outer) ++counts[trial];
  std::vector<std::pair<int, std::size_t>> order;
  for (const auto& [trial, count] : counts) order.emplace_back(-count, trial);
  std::ranges::sort(order);
  std::string text;
  for (const auto& [count, trial] : order)
    text += fmt::format("{}{} ({}×)", text.empty() ? "" : ", ", result.trials[trial].text(), -count);
  return text;
}

void print_as_json(const SearchTask& task, const SearchResult& result, const Dataset& dataset) {
  const Aim aim = task.plan.aim;
  Json candidates = Json::array();
  for (std::size_t t = 0; t < result.trials.size(); ++t) {
    const TrialScore& score = result.scores[t];
    candidates.push_back({{"method", result.trials[t].method},
                          {"settings", to_json(result.trials[t].settings)},
                          {"folds", score.folds},
                          {"score", score.can_win() ? Json(score.value) : Json(nullptr)},
                          {"failure", score.failure.empty() ? Json(nullptr) : Json(in_flags(score.failure))}});
  }
  Json json = {{"samples", dataset.size()},      {"measure", choice_name(aim)}, {"folds", task.plan.folds},
               {"candidates", candidates},       {"chosen", result.chosen()},   {"trainings", result.trainings},
               {"verdict", verdict(result, aim)}};
  if (!result.outer.empty()) {
    const Assessment honest = assess(result.truth, result.answers);
    Json outer = {{"folds", result.outer.size()},
                  {"chosen", result.outer},
                  {"accuracy", to_json(mean_and_deviation(result.outer_accuracy))}};
    outer["measure"] = value_of(aim, honest);
    outer["balanced_accuracy"] = honest.confusion.balanced_accuracy_of_all();
    json["outer"] = outer;
  }
  if (!task.output.empty()) json["model"] = task.output;
  print_json(json);
}

void print_as_text(const SearchTask& task, const SearchResult& result, const Dataset& dataset) {
  const Aim aim = task.plan.aim;
  fmt::print("{} samples of {}: {} candidates of {} methods, {} trainings\n", dataset.size(), dataset.source,
             tried_count(result), method_count(result), result.trainings);
  fmt::print("{}{}\n", text_table(table_rows(result, aim, rows_shown)), verdict(result, aim));
  if (result.outer.empty()) {
    fmt::print("its {} is optimistic, since it was chosen for it; --outer 5 gives an honest figure\n",
               choice_name(aim));
    return;
  }
  const Assessment honest = assess(result.truth, result.answers);
  fmt::print("to expect, by making the whole choice again in {} outer folds, which chose {}\n", result.outer.size(),
             outer_choices(result));
  fmt::print("accuracy           {}\n", with_deviation(result.outer_accuracy));
  fmt::print("balanced accuracy  {}\n", percent(honest.confusion.balanced_accuracy_of_all()));
  if (aim != Aim::accuracy && aim != Aim::balanced_accuracy)
    fmt::print("{:<19}{:.4f}\n", choice_name(aim), value_of(aim, honest));
}

}   // namespace

void set_budget(SearchPlan& plan, const std::string& text) {
  if (text.empty()) return;
  constexpr std::pair<std::string_view, double> units[] = {{"min", 60}, {"s", 1}, {"h", 3600}};
  for (const auto& [unit, seconds] : units) {
    if (!text.ends_with(unit)) continue;
    plan.seconds = seconds * parse_limited("budget", text.substr(0, text.size() - unit.size()), {.above = 0});
    return;
  }
  const auto trainings = parse_integer(text);
  if (!trainings || *trainings < 1)
    throw UsageError(fmt::format("budget = {}: expected a time (60s, 5min, 1h) or a number of trainings", text));
  plan.trainings = static_cast<std::size_t>(*trainings);
}

void run_search(const SearchTask& task) {
  const std::vector<Trial> candidates = trials(task.plan);   // says what is wrong before anything is read
  const auto made = std::ranges::find_if(candidates, [](const Trial& trial) { return trial.made != nullptr; });
  if (made == candidates.end()) throw UsageError("grid: no point fits together");
  const EncodedTable data = read_labelled_data(task.training, *made->made);
  SplitPlan most = task.plan.split;
  most.folds = std::max(task.plan.folds, task.plan.outer);
  warn_of_rare_classes(data.dataset, most);
  const auto runtime = make_runtime(static_cast<std::size_t>(task.common.threads));
  SearchResult result;
  {
    const SayWhenInterrupted saying(task.ledger.last_words());
    Progress progress("trainings", !task.common.quiet);
    result = search(task.plan, data, *runtime, task.ledger.complete(),
                    [&](std::size_t done, std::size_t all) { progress.show(done, std::max(done, all)); });
  }
  write_csv(task.csv, table_rows(result, task.plan.aim, result.ranking.size()));
  if (!task.output.empty())
    save_model(*result.trials[result.chosen()].made->train(data.dataset, data.encoding, {*runtime}).model, task.output);
  if (task.common.json) return print_as_json(task, result, data.dataset);
  print_as_text(task, result, data.dataset);
  if (!task.output.empty()) fmt::print("saved to {}\n", task.output);
}

}   // namespace protea::app
