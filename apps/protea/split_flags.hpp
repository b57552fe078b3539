// How the commands that validate cut the data: the same flags, sentences and keys for all of them.
#pragma once

#include <string>

#include <protea/evaluate/splits.hpp>

#include "flags.hpp"
#include "json.hpp"

namespace protea::app {

// 0 and "" stand for: not given.
struct SplitFlags {
  std::int64_t folds = 0;
  std::int64_t repeats = 0;
  std::string split = {};
  std::int64_t p = 0;
  std::int64_t draws = 0;
  std::string share = {};
  std::string folds_from = {};   // the column of folds, which is then the column of groups as well

  // `usual_folds` where --folds is not given; `groups` is the column of groups, which asks for the kind that keeps
  // them together.
  SplitPlan plan(const std::string& groups, std::uint64_t seed, std::size_t usual_folds = 10) const;
  // Says on standard error which of the flags that are given have no effect on such splits.
  void warn_of_idle_flags(const SplitPlan& plan) const;
};

// --split, --groups, --p, --draws, --share
void add_split_flags(Command& command, SplitFlags& flags, std::string& groups);
// The same with --folds, --repeats and --folds-from
void add_fold_flags(Command& command, SplitFlags& flags, std::string& groups);

// A note on standard error about classes with fewer samples than there are folds.
void warn_of_rare_classes(const Dataset& dataset, const SplitPlan& plan);

// "10 folds, 5 repeats", "150 splits by leave-one-out"
std::string plan_text(const SplitPlan& plan, std::size_t splits);
// The keys "split", "splits" and those that matter of "folds", "repeats", "p", "draws", "share".
void add_plan(Json& json, const SplitPlan& plan, std::size_t splits);

}   // namespace protea::app
