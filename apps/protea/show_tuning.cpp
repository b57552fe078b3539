#include "show_tuning.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/tuning_page.hpp>

#include "show.hpp"
#include "show_numbers.hpp"
#include "split_flags.hpp"

namespace protea::app {
namespace {

bool is_share(Measure measure) { return measure == Measure::accuracy || measure == Measure::balanced_accuracy; }

// Of the outer folds together.
double honest_value(const ShownTuning& shown) {
  const CrossValidation& honest = shown.result.honest;
  if (is_of_numbers(shown.plan.measure)) return value_of(shown.plan.measure, honest.of_numbers());
  return value_of(shown.plan.measure, honest.truth, honest.predictions, shown.dataset.class_names.size());
}

void print_honest_value(const ShownTuning& shown) {
  if (!is_share(shown.plan.measure)) fmt::print("{:<19}{:.4f}\n", choice_name(shown.plan.measure), honest_value(shown));
}

CsvRow keys_of(const TuningPlan& plan) {
  CsvRow keys;
  for (const auto& [key, value] : plan.candidates.front().settings) keys.push_back(key);
  return keys;
}

CsvRow values_of(const Candidate& candidate) {
  CsvRow values;
  for (const auto& [key, value] : candidate.settings) values.push_back(value);
  return values;
}

Json nested_json(const ShownTuning& shown) {
  const Tuning& result = shown.result;
  if (result.outer.empty()) return nullptr;
  Json folds = Json::array();
  if (is_of_numbers(shown.plan.measure)) {
    for (std::size_t o = 0; o < result.outer.size(); ++o)
      folds.push_back({{"chosen", result.outer[o].candidate},
                       {"inner_score", result.outer[o].inner_score},
                       {"rmse", result.honest.number_parts[o].rmse}});
    Json json = Json::object();
    add_number_parts(json, result.honest);
    json["folds"] = folds;
    return json;
  }
  for (std::size_t o = 0; o < result.outer.size(); ++o)
    folds.push_back({{"chosen", result.outer[o].candidate},
                     {"inner_score", result.outer[o].inner_score},
                     {"accuracy", result.honest.accuracy[o]}});
  Json json{{"accuracy", to_json(mean_and_deviation(result.honest.accuracy))},
            {"balanced_accuracy", balanced_json(result.honest)},
            {"coverage", result.honest.confusion.coverage()},
            {"accepted_accuracy", accepted_json(result.honest.confusion)},
            {"folds", folds},
            {"confusion", to_json(result.honest.confusion)}};
  if (!is_share(shown.plan.measure)) json["measure"] = honest_value(shown);
  return json;
}

Json candidate_json(const Candidate& candidate, const CandidateScore& score) {
  Json json{{"settings", to_json(candidate.settings)}};
  if (score.has_failed()) {
    json["failure"] = in_flags(score.failure);
    return json;
  }
  json["score"] = score.score;
  json["std"] = score.deviation;
  json["parameters"] = score.parameters;
  json["coverage"] = score.coverage;
  return json;
}

std::string grid_table(const ShownTuning& shown) {
  const auto& [plan, result, dataset, model] = shown;
  // Only where a candidate rejects samples coverage is of interest.
  const bool has_coverage =
      std::ranges::any_of(result.table, [](const CandidateScore& score) { return score.coverage < 1; });
  CsvRow head = keys_of(plan);
  head.insert(head.end(), {std::string(choice_name(plan.measure)), "deviation", "parameters"});
  if (has_coverage) head.push_back("coverage");
  head.push_back("");
  std::vector<CsvRow> rows{head};
  std::string failures;
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row = values_of(plan.candidates[c]);
    if (score.has_failed()) {
      row.push_back("failed");
      failures += fmt::format("failed: {}: {}\n", settings_text(plan.candidates[c].settings), in_flags(score.failure));
    } else {
      row.insert(row.end(), {measure_text(plan.measure, score.score), measure_text(plan.measure, score.deviation),
                             fmt::format("{:.0f}", score.parameters)});
      if (has_coverage) row.push_back(percent(score.coverage));
      row.push_back(c == result.chosen() ? "chosen" : "");
    }
    rows.push_back(row);
  }
  return text_table(rows) + failures;
}

std::size_t method_count(const TuningPlan& plan, const Tuning& result) {
  std::set<std::string> names;
  for (std::size_t c = 0; c < plan.candidates.size(); ++c) {
    if (result.table[c].folds > 0) names.insert(plan.candidates[c].name);
  }
  return names.size();
}

std::size_t tried_count(const Tuning& result) {
  return static_cast<std::size_t>(
      std::ranges::count_if(result.table, [](const CandidateScore& score) { return score.folds > 0; }));
}

// What was chosen, what came next, and how many others lost.
std::string verdict(const TuningPlan& plan, const Tuning& result) {
  const auto named = [&](std::size_t place) {
    const std::size_t c = result.ranking[place];
    return fmt::format("{} ({})", plan.candidates[c].text(), measure_text(plan.measure, result.table[c].score));
  };
  const std::size_t named_losers = std::min<std::size_t>(2, result.ranking.size() - 1);
  std::string text = "chosen: " + named(0);
  for (std::size_t place = 1; place <= named_losers; ++place)
    text += fmt::format("{}{}", place == 1 ? ", before " : " and ", named(place));
  const std::size_t others = tried_count(result) - 1 - named_losers;
  if (others > 0) text += fmt::format("; {} lost", counted(others, "other"));
  return text;
}

// The best so many, each with its number written as `number` does.
std::vector<CsvRow> best_rows(const ShownTuning& shown, std::size_t most,
                              const std::function<std::string(double)>& number) {
  std::vector<CsvRow> rows{{"candidate", std::string(choice_name(shown.plan.measure)), "folds"}};
  for (const std::size_t c : shown.result.ranking) {
    if (rows.size() > most) break;
    const CandidateScore& score = shown.result.table[c];
    rows.push_back({shown.plan.candidates[c].text(), number(score.score), std::to_string(score.folds)});
  }
  return rows;
}

// "gmlvq with prototypes = 2 (3×), svm (2×)": what the outer folds chose.
std::string outer_choices(const TuningPlan& plan, const Tuning& result) {
  std::map<std::size_t, int> counts;
  for (const OuterChoice& each : result.outer) ++counts[each.candidate];
  std::vector<std::pair<int, std::size_t>> order;
  for (const auto& [candidate, count] : counts) order.emplace_back(-count, candidate);
  std::ranges::sort(order);
  std::string text;
  for (const auto& [count, candidate] : order)
    text += fmt::format("{}{} ({}×)", text.empty() ? "" : ", ", plan.candidates[candidate].text(), -count);
  return text;
}

}   // namespace

std::vector<CsvRow> grid_rows(const ShownTuning& shown) {
  const auto& [plan, result, dataset, model] = shown;
  CsvRow head = keys_of(plan);
  head.insert(head.end(),
              {std::string(choice_name(plan.measure)), "deviation", "parameters", "coverage", "chosen", "failure"});
  std::vector<CsvRow> rows{head};
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    CsvRow row = values_of(plan.candidates[c]);
    if (score.has_failed()) row.insert(row.end(), {"", "", "", ""});
    else
      row.insert(row.end(), {number_text(score.score), number_text(score.deviation), number_text(score.parameters),
                             number_text(score.coverage)});
    row.insert(row.end(), {c == result.chosen() ? "1" : "0", in_flags(score.failure)});
    rows.push_back(row);
  }
  return rows;
}

Json grid_json(const ShownTuning& shown) {
  const auto& [plan, result, dataset, model] = shown;
  Json table = Json::array();
  for (std::size_t c = 0; c < result.table.size(); ++c)
    table.push_back(candidate_json(plan.candidates[c], result.table[c]));
  const Candidate& chosen = plan.candidates[result.chosen()];
  Json json{{"method", chosen.name}, {"samples", dataset.size()}, {"measure", choice_name(plan.measure)}};
  add_plan(json, plan.split, make_test_parts(dataset, plan.split).size());
  json["outer"] = plan.outer;
  json["seed"] = plan.split.seed;
  json["candidates"] = table;
  json["chosen"] = {{"index", result.chosen()},
                    {"settings", to_json(chosen.settings)},
                    {"score", result.table[result.chosen()].score}};
  json["nested"] = nested_json(shown);
  if (is_of_numbers(plan.measure)) json["target"] = dataset.target_name;
  else json["classes"] = dataset.class_names;
  json["model"] = model.empty() ? Json(nullptr) : Json(model);
  return json;
}

void print_grid(const ShownTuning& shown) {
  const auto& [plan, result, dataset, model] = shown;
  const Candidate& chosen = plan.candidates[result.chosen()];
  const std::string kind =
      plan.split.kind == SplitKind::stratified ? "" : fmt::format(", {}", choice_name(plan.split.kind));
  const std::string folds = has_folds(plan.split.kind) ? fmt::format(", {} folds", plan.folds) : "";
  fmt::print("{} on {}: {}, {}{}{}\n{}\nchosen: {}\n", chosen.name, dataset.source, counted(dataset.size(), "sample"),
             counted(result.table.size(), "candidate"), folds, kind, grid_table(shown), settings_text(chosen.settings));
  if (result.outer.empty()) {
    fmt::print("{} {} is optimistic, since this candidate was chosen for it; --outer 10 gives an honest figure\n",
               choice_name(plan.measure), measure_text(plan.measure, result.table[result.chosen()].score));
    return;
  }
  const CrossValidation& honest = result.honest;
  fmt::print("to expect, by nested cross-validation with {}\n",
             counted(result.outer.size(), has_folds(plan.split.kind) ? "outer fold" : "outer split"));
  if (is_of_numbers(plan.measure)) {
    fmt::print("{}", number_table(honest));
    return;
  }
  fmt::print("accuracy           {}\n", with_deviation(honest.accuracy));
  fmt::print("balanced accuracy  {}\n", balanced_text(honest.balanced_accuracy, result.outer.size()));
  print_honest_value(shown);
  if (honest.confusion.rejected() == 0) return;
  fmt::print("coverage           {}\nof the accepted    {}\n", percent(honest.confusion.coverage()),
             accepted_text(honest.confusion));
}

std::vector<CsvRow> search_rows(const ShownTuning& shown) {
  return best_rows(shown, std::numeric_limits<std::size_t>::max(),
                   [](double value) { return fmt::format("{}", value); });
}

Json search_json(const ShownTuning& shown) {
  const auto& [plan, result, dataset, model] = shown;
  Json candidates = Json::array();
  for (std::size_t c = 0; c < result.table.size(); ++c) {
    const CandidateScore& score = result.table[c];
    candidates.push_back({{"method", plan.candidates[c].name},
                          {"settings", to_json(plan.candidates[c].settings)},
                          {"folds", score.folds},
                          {"score", score.can_win() ? Json(score.score) : Json(nullptr)},
                          {"failure", score.has_failed() ? Json(in_flags(score.failure)) : Json(nullptr)}});
  }
  Json json = {{"samples", dataset.size()},
               {"measure", choice_name(plan.measure)},
               {"folds", plan.folds},
               {"candidates", candidates},
               {"chosen", result.chosen()},
               {"trainings", result.trainings},
               {"verdict", verdict(plan, result)}};
  if (!result.outer.empty()) {
    Json chosen = Json::array();
    for (const OuterChoice& each : result.outer) chosen.push_back(each.candidate);
    if (is_of_numbers(plan.measure)) {
      json["outer"] = {{"folds", result.outer.size()}, {"chosen", chosen}, {"measure", honest_value(shown)}};
      add_number_parts(json["outer"], result.honest);
    } else
      json["outer"] = {{"folds", result.outer.size()},
                       {"chosen", chosen},
                       {"accuracy", to_json(mean_and_deviation(result.honest.accuracy))},
                       {"measure", honest_value(shown)},
                       {"balanced_accuracy", result.honest.confusion.balanced_accuracy_of_all()}};
  }
  if (!model.empty()) json["model"] = model;
  return json;
}

void print_search(const ShownTuning& shown) {
  constexpr std::size_t rows_shown = 10;
  const auto& [plan, result, dataset, model] = shown;
  fmt::print("{} of {}: {} of {}, {}\n", counted(dataset.size(), "sample"), dataset.source,
             counted(tried_count(result), "candidate"), counted(method_count(plan, result), "method"),
             counted(result.trainings, "training"));
  const auto number = [&](double value) { return measure_text(shown.plan.measure, value); };
  fmt::print("{}{}\n", text_table(best_rows(shown, rows_shown, number)), verdict(plan, result));
  if (result.outer.empty()) {
    fmt::print("its {} is optimistic, since it was chosen for it; --outer 5 gives an honest figure\n",
               choice_name(plan.measure));
    return;
  }
  fmt::print("to expect, by making the whole choice again in {}, which chose {}\n",
             counted(result.outer.size(), "outer fold"), outer_choices(plan, result));
  if (is_of_numbers(plan.measure)) {
    fmt::print("{}", number_table(result.honest));
    return;
  }
  fmt::print("accuracy           {}\n", with_deviation(result.honest.accuracy));
  fmt::print("balanced accuracy  {}\n", percent(result.honest.confusion.balanced_accuracy_of_all()));
  print_honest_value(shown);
}

}   // namespace protea::app
