// Ways to cut samples into training and test parts, for estimates of what a method does on samples it has not seen.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/data/split.hpp>

namespace PROTEA_EXPORT protea {

// Lecture notes, section 6.2.1.
//   stratified              `folds` parts with every class in its share, each of them the test part once; a class with
//                           fewer samples than there are folds is in as many of them as it has samples
//   folds                   the same without a look at the classes
//   leave-one-out           every sample is a test part
//   leave-one-out-per-class one sample of each class is a test part; as many splits as the largest class has
//                           samples, smaller classes begin again
//   leave-p-out             every set of p samples is a test part
//   monte-carlo             `draws` test parts with `share` of each class, drawn anew
//   grouped                 `folds` parts; samples of one group stay together
//   each-group              every group is a test part, in the order in which groups first appear
// Where the targets are no labels, the kinds that look at classes do not: stratified is folds, leave-one-out-per-class
// is leave-one-out.
enum class SplitKind {
  stratified,
  folds,
  leave_one_out,
  leave_one_out_per_class,
  leave_p_out,
  monte_carlo,
  grouped,
  each_group
};
constexpr auto names_of(SplitKind) {
  return std::array{
      std::pair<std::string_view, SplitKind>{"stratified", SplitKind::stratified},
      std::pair<std::string_view, SplitKind>{"folds", SplitKind::folds},
      std::pair<std::string_view, SplitKind>{"leave-one-out", SplitKind::leave_one_out},
      std::pair<std::string_view, SplitKind>{"leave-one-out-per-class", SplitKind::leave_one_out_per_class},
      std::pair<std::string_view, SplitKind>{"leave-p-out", SplitKind::leave_p_out},
      std::pair<std::string_view, SplitKind>{"monte-carlo", SplitKind::monte_carlo},
      std::pair<std::string_view, SplitKind>{"grouped", SplitKind::grouped},
      std::pair<std::string_view, SplitKind>{"each-group", SplitKind::each_group}};
}

struct SplitPlan {
  std::size_t folds = 10;
  std::size_t repeats = 1;   // with other folds or draws each time
  std::uint64_t seed = 1;
  SplitKind kind = SplitKind::stratified;
  std::size_t p = 2;
  std::size_t draws = 100;
  double share = 0.2;
  std::uint32_t first_repeat = 0;   // other parts of the same seed: for a choice inside a training part
  std::uint32_t stream = 0;
};

// Does it need the groups of the samples?
bool has_groups(SplitKind kind);
// Does the plan's number of folds matter?
bool has_folds(SplitKind kind);
// Is a repetition different from the first? Not where every sample or every set of p samples is tested anyway.
bool has_repeats(SplitKind kind);
// Is every sample tested exactly once per repeat?
bool tests_each_once(SplitKind kind);

using Samples = std::vector<std::uint32_t>;

// The test parts, repeat by repeat, each in ascending order; training_part() gives the rest. Training parts are not
// kept: leave-one-out of many samples would need the square of their number. Throws a UsageError for a plan without
// sense and a DataError where the data are too few for it.
std::vector<Samples> make_test_parts(const Dataset& dataset, const SplitPlan& plan);

// The same with their training parts.
std::vector<Split> make_splits(const Dataset& dataset, const SplitPlan& plan);

// Throws a DataError, which names the split, where fewer than two classes are left to learn from.
void demand_two_classes_left(const Dataset& dataset, const std::vector<Samples>& tests);

// A sentence about classes with fewer samples than there are folds; empty where there are none.
std::string rare_class_note(const Dataset& dataset, const SplitPlan& plan);

// Tells plans apart, for the identity of a run.
std::string identity_of(const SplitPlan& plan);

}   // namespace protea
