// Choosing among candidates by cross-validation, and an honest figure for what the choice is worth.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace PROTEA_EXPORT protea {

struct TuningPlan {
  std::vector<Candidate> candidates;   // candidates() of a grid, or curated_candidates()
  bool halves = false;                 // successive halving; else all are tried on all folds
  std::size_t folds = 5;
  std::size_t outer = 10;   // folds of the outer validation; 0: none
  Measure measure = Measure::accuracy;
  SplitPlan split = {};   // kind, seed, p, draws and share, the same for the choice and the outer validation
  // At most so many in all; 0: no limit. The candidates are cut at their end, where the unlikely ones are.
  std::size_t trainings = 0;
  double seconds = 0;   // no training is begun that seems to end later; 0: no limit
};

struct CandidateScore {
  std::size_t folds = 0;      // that it was tried on before others were preferred; 0: not tried
  double score = 0;           // the measure over all samples held out in these folds together
  double deviation = 0;       // of its values in the folds, with n − 1
  double parameters = 0;      // of the trained models, in the mean over the folds
  double coverage = 1;        // share of the held-out samples that got an answer
  std::string failure = {};   // why the candidate cannot be chosen, settings marked; empty: it can

  bool has_failed() const { return !failure.empty(); }
  bool can_win() const { return folds > 0 && failure.empty(); }
};

// Those that can win, best first: those tried on more folds before others; then the better score; of equals that with
// fewer parameters, then the earlier.
std::vector<std::size_t> ranked(const std::vector<CandidateScore>& table, Measure measure);

struct OuterChoice {
  std::size_t candidate = 0;
  double inner_score = 0;   // with which it was chosen
};

struct Tuning {
  std::vector<CandidateScore> table = {};   // one for each candidate, from all samples
  std::vector<std::size_t> ranking = {};    // of the table; never empty
  std::vector<OuterChoice> outer = {};      // one for each outer fold that there was time for
  // The answers of those chosen, for samples that had no part in choice or training.
  CrossValidation honest{.confusion = Confusion(0)};
  std::size_t trainings = 0;   // that this took, whether in this run or before an interruption

  std::size_t chosen() const { return ranking.front(); }
};

// Tries the candidates on all samples and, for the outer validation, again within each of its training parts, where the
// choice is made anew by splits of the same kind (groups stay together there too). With halving every candidate is
// tried on one fold, or on as many as hold 200 samples; the better third, and six at least, on three times as many; the
// better third of these, and three at least, on all. A set of fewer than 500 samples is cut into stratified folds three
// times for that. With a budget it is one fold, three, and all of a single cut. Unless the seconds are limited, the
// same for any number of threads and after an interruption. Throws the first failure where all candidates fail.
Tuning tune(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger = {},
            const TaskLedger::Progress& progress = {});

}   // namespace protea
