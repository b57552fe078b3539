#include "split_flags.hpp"

#include <fmt/format.h>

#include <protea/base/text.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

bool is_leave_p_out(SplitKind kind) { return kind == SplitKind::leave_p_out; }
bool is_monte_carlo(SplitKind kind) { return kind == SplitKind::monte_carlo; }

}   // namespace

SplitPlan SplitFlags::plan(const std::string& groups, std::uint64_t seed, std::size_t usual_folds) const {
  SplitPlan result;
  const auto take = [](std::int64_t given, std::size_t& value) {
    if (given > 0) value = static_cast<std::size_t>(given);
  };
  result.folds = usual_folds;
  result.seed = seed;
  take(folds, result.folds);
  take(repeats, result.repeats);
  take(p, result.p);
  take(draws, result.draws);
  if (!share.empty()) result.share = parse_limited("share", share, {.above = 0, .below = 1});
  if (!groups.empty()) result.kind = folds_from.empty() ? SplitKind::grouped : SplitKind::each_group;
  if (!split.empty()) result.kind = parse_choice<SplitKind>("split", split);
  if (!folds_from.empty() && result.kind != SplitKind::each_group)
    throw UsageError(fmt::format(
        "--folds-from says how the data are cut, and --split {} says it otherwise: leave one of them out", split));
  if (!groups.empty() && !has_groups(result.kind)) {
    throw UsageError(
        fmt::format("--groups keeps groups together, which --split {} does not: leave one of them out", split));
  }
  if (groups.empty() && has_groups(result.kind))
    throw UsageError(fmt::format("split = {}: name the column of the groups with --groups", choice_name(result.kind)));
  return result;
}

void SplitFlags::warn_of_idle_flags(const SplitPlan& plan) const {
  const auto say = [&](bool is_given, bool has_effect, const char* flag) {
    if (is_given && !has_effect && !folds_from.empty())
      warn(fmt::format("{} has no effect: the column '{}' says which row is in which fold", flag, folds_from));
    else if (is_given && !has_effect)
      warn(fmt::format("{} has no effect: --split {} does not use it", flag, choice_name(plan.kind)));
  };
  say(folds > 0, has_folds(plan.kind), "--folds");
  say(p > 0, is_leave_p_out(plan.kind), "--p");
  say(draws > 0, is_monte_carlo(plan.kind), "--draws");
  say(!share.empty(), is_monte_carlo(plan.kind), "--share");
}

void add_split_flags(Command& command, SplitFlags& flags, std::string& groups) {
  command.text("--split", flags.split,
               fmt::format("how the data are cut: {} [stratified]", join(choice_names<SplitKind>(), ", ")));
  command.text("--groups", groups, "the column of groups that are not torn apart, by name or position from 1");
  command.integer("--p", flags.p, "leave-p-out: samples in a test part [2]", 1, 1'000'000);
  command.integer("--draws", flags.draws, "monte-carlo: test parts [100]", 1, 1'000'000);
  command.text("--share", flags.share, "monte-carlo: share of each class in a test part [0.2]");
}

void add_fold_flags(Command& command, SplitFlags& flags, std::string& groups) {
  add_split_flags(command, flags, groups);
  const auto take = [&flags, &groups](const std::string& column) {
    if (!groups.empty())
      throw UsageError("--folds-from says which rows stay together, and so does --groups: leave one of them out");
    flags.folds_from = column;
    groups = column;   // each of which is a fold
  };
  command.setting("--folds-from", take,
                  "the column that names the fold of each row, by name or position from 1; no feature", "Options");
  command.integer("--folds", flags.folds, "parts the data are cut into [10]", 2, 1'000'000);
  command.integer("--repeats", flags.repeats, "repetitions with other folds [1]", 1, 100'000);
}

void warn_of_rare_classes(const Dataset& dataset, const SplitPlan& plan) {
  if (const std::string note = rare_class_note(dataset, plan); !note.empty()) warn(note);
}

std::string plan_text(const SplitPlan& plan, std::size_t splits) {
  const std::string repeats = counted(plan.repeats, "repeat");
  if (plan.kind == SplitKind::each_group) return counted(splits, "given fold");
  if (!has_folds(plan.kind)) return fmt::format("{} by {}", counted(splits, "split"), choice_name(plan.kind));
  if (plan.kind == SplitKind::stratified) return fmt::format("{} folds, {}", plan.folds, repeats);
  return fmt::format("{} {} folds, {}", plan.folds, plan.kind == SplitKind::grouped ? "grouped" : "plain", repeats);
}

void add_plan(Json& json, const SplitPlan& plan, std::size_t splits) {
  json["split"] = choice_name(plan.kind);
  json["splits"] = splits;
  if (has_folds(plan.kind)) json["folds"] = plan.folds;
  if (has_repeats(plan.kind)) json["repeats"] = plan.repeats;
  if (is_leave_p_out(plan.kind)) json["p"] = plan.p;
  if (!is_monte_carlo(plan.kind)) return;
  json["draws"] = plan.draws;
  json["share"] = plan.share;
}

}   // namespace protea::app
