// Choosing options by cross-validation, and an honest figure for what the choice is worth.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace PROTEA_EXPORT protea {

enum class Measure { accuracy, balanced_accuracy };
constexpr auto names_of(Measure) {
  return std::array{std::pair<std::string_view, Measure>{"accuracy", Measure::accuracy},
                    std::pair<std::string_view, Measure>{"balanced-accuracy", Measure::balanced_accuracy}};
}

struct TuningPlan {
  GridPlan grid;
  std::size_t folds = 5;
  std::size_t outer = 10;                // folds of the outer validation; 0: none
  Measure measure = Measure::accuracy;   // over all samples: a rejected one is not right
  SplitPlan split = {};                  // kind, p, draws and share, the same for the choice and the outer validation
};

struct CandidateScore {
  Settings settings;
  double score = 0;        // the measure over all held-out samples together
  double deviation = 0;    // of its values in the folds, with n − 1
  double parameters = 0;   // of the trained models, in the mean over the folds
  std::string failure;     // why the candidate cannot be chosen, settings marked; empty: it can
  double coverage = 1;     // share of the held-out samples that got an answer

  bool has_failed() const { return !failure.empty(); }
};

struct OuterFold {
  std::size_t chosen = 0;   // row of the table
  double inner_score = 0;   // with which it was chosen
  double accuracy = 0;      // on samples that had no part in choice or training
  double balanced_accuracy = 0;
};

struct Tuning {
  std::vector<CandidateScore> table;   // from all samples
  std::size_t chosen = 0;
  std::vector<OuterFold> outer;            // one per outer fold
  Confusion confusion{0};                  // summed over them
  std::vector<double> balanced_accuracy;   // of the outer folds, or of all together: see CrossValidation
};

// Row of the largest score; of equals that with fewer parameters, then the earlier. `table.size()` where all have failed.
std::size_t best_candidate(const std::vector<CandidateScore>& table);

// Scores every candidate by cross-validation on all samples and, for the outer validation, again within each of its
// training parts, where the choice is made anew by splits of the same kind (groups stay together there too). The same for any number of threads and after an interruption.
Tuning tune(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger = {},
            const TaskLedger::Progress& progress = {});

}   // namespace protea
