// A method and its options for data of which nothing is known yet: a curated list of candidates, narrowed down by successive halving, and an
// honest figure for what the choice is worth.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace PROTEA_EXPORT protea {

// What is to be best, of all held-out samples together. Losses are the better the smaller.
enum class Aim { accuracy, balanced_accuracy, auc, f, matthews, kappa, log_loss, brier };
constexpr auto names_of(Aim) {
  return std::array{std::pair<std::string_view, Aim>{"accuracy", Aim::accuracy},
                    std::pair<std::string_view, Aim>{"balanced-accuracy", Aim::balanced_accuracy},
                    std::pair<std::string_view, Aim>{"auc", Aim::auc},
                    std::pair<std::string_view, Aim>{"f", Aim::f},
                    std::pair<std::string_view, Aim>{"matthews", Aim::matthews},
                    std::pair<std::string_view, Aim>{"kappa", Aim::kappa},
                    std::pair<std::string_view, Aim>{"log-loss", Aim::log_loss},
                    std::pair<std::string_view, Aim>{"brier", Aim::brier}};
}
bool is_loss(Aim aim);
bool needs_scores(Aim aim);
double value_of(Aim aim, const Assessment& assessment);

// One thing to try: a method and what is changed in it.
struct Trial {
  std::string method;
  Settings settings;
  std::shared_ptr<const Method> made = nullptr;   // null: its parts do not fit together with the changes of the plan

  std::string text() const;   // "gmlvq with prototypes = 2"
};

struct SearchPlan {
  std::vector<std::string> methods =
      {};   // empty: all that the list knows; others are tried as they are, with some numbers of prototypes
  Settings changes = {};             // the same for all candidates
  std::vector<GridAxis> axes = {};   // instead of the list: every point of a grid
  std::size_t folds = 5;
  std::size_t outer = 5;   // folds of the outer validation; 0: none
  Aim aim = Aim::accuracy;
  SplitPlan split = {};
  std::size_t trainings =
      0;                // at most so many in all; 0: no limit. The list is cut at its end, where the unlikely ones are
  double seconds = 0;   // stop adding candidates so early that all takes about as long; 0: no limit
};

// The candidates of the plan, the likeliest first.
std::vector<Trial> trials(const SearchPlan& plan);

struct TrialScore {
  std::size_t folds = 0;   // that it was tried on before others were preferred; 0: not tried
  double value = 0;        // of the aim, over the samples of these folds
  std::string failure = {};

  bool can_win() const { return folds > 0 && failure.empty(); }
};

struct SearchResult {
  std::vector<Trial> trials;
  std::vector<TrialScore> scores;       // one for each, from all samples
  std::vector<std::size_t> ranking;     // of those that can win, best first: more folds before fewer
  std::vector<std::size_t> outer;       // what was chosen in each outer fold that there was time for
  std::vector<double> outer_accuracy;   // on its test part
  Predictions answers;                  // of the outer folds, all samples of `truth` in their order
  std::vector<Label> truth;
  std::size_t trainings = 0;

  std::size_t chosen() const { return ranking.front(); }
};

// Every candidate is tried on one fold; the better third, and six at least, on two more; the better third of these, and three at least, on the
// rest. With axes all points are tried on all folds. The outer validation makes the whole choice again within each of its
// training parts. Unless the seconds are limited, the same for any number of threads and after an interruption.
SearchResult search(const SearchPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger = {},
                    const TaskLedger::Progress& progress = {});

}   // namespace protea
