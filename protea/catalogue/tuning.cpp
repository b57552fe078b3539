#include <protea/catalogue/tuning.hpp>

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/catalogue/held_out.hpp>
#include <protea/catalogue/pace.hpp>
#include <protea/catalogue/selections.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

using ScoreTable = std::vector<CandidateScore>;
using Tasks = std::vector<std::size_t>;

// How many candidates reach a rung, and on how many folds they have been tried when they leave it.
struct Rung {
  std::size_t candidates;
  std::size_t folds;
};

// `first` is the folds of the first rung.
std::vector<Rung> rungs_of(std::size_t candidates, std::size_t first, std::size_t folds, bool halves) {
  if (!halves || folds < 3) return {{candidates, folds}};
  const auto third = [](std::size_t count, std::size_t least) {
    return std::max(std::min(count, least), (count + 2) / 3);
  };
  const std::size_t second = third(candidates, 6);
  return {{candidates, first}, {second, std::min(3 * first, folds)}, {third(second, 3), folds}};
}

bool has_budget(const TuningPlan& plan) { return plan.seconds > 0 || plan.trainings > 0; }

// The last rung of a small set is tried on several cuts of it into folds.
std::size_t repeats_of(const TuningPlan& plan, const Dataset& dataset) {
  constexpr std::size_t small = 500;
  const bool can_repeat = plan.split.kind == SplitKind::stratified && plan.halves && !has_budget(plan);
  return can_repeat && dataset.size() < small ? 3 : 1;
}

class Tuner {
 public:
  Tuner(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger,
        const TaskLedger::Progress& progress);
  Tuning run();

 private:
  // What is trained and tested by a task: a candidate on a fold of a selection, or what was chosen in a selection on
  // its outer fold.
  struct Place {
    bool is_outer;
    std::size_t selection;
    std::size_t candidate;
    std::size_t fold;
  };
  // A candidate that is to have been tried on so many folds.
  struct Step {
    std::size_t selection;
    std::size_t candidate;
    std::size_t folds;
  };

  bool has_deadline() const { return plan_.seconds > 0; }
  std::size_t classes() const { return data_.dataset.class_names.size(); }
  std::size_t task_of(std::size_t selection, std::size_t candidate, std::size_t fold) const {
    return first_task_[selection] + candidate * selections_.inner[selection].tests.size() + fold;
  }
  // Any candidate may be the one that is chosen without an outer part: what a task is, its number says alone.
  std::size_t outer_task_of(std::size_t outer, std::size_t candidate) const {
    return first_task_.back() + outer * plan_.candidates.size() + candidate;
  }
  Place place_of(std::size_t task) const;
  std::vector<Rung> rungs(std::size_t selection) const;
  std::size_t trainings_needed() const;
  void keep_within_budget();
  std::string identity() const;
  std::vector<double> result_of(std::size_t task) const;
  HeldOut held_out(std::span<const double> values, const Samples& test) const;
  CandidateScore score(const Step& step) const;
  bool run_tasks(const Tasks& tasks, double until);
  std::vector<Step> steps_of(std::size_t selection, const ScoreTable& table, std::size_t rung) const;
  Tasks open_tasks(std::span<const Step> steps, const ScoreTable& table) const;
  void run_in_time(std::vector<Step>& steps, const ScoreTable& table, std::size_t rung);
  bool choose(std::size_t first, std::span<ScoreTable> tables);
  OuterChoice best_of(std::size_t selection, const ScoreTable& table) const;

  const TuningPlan& plan_;
  const EncodedTable& data_;
  Runtime& runtime_;
  const TaskLedger::Progress& progress_;
  Pace pace_;
  Selections selections_;
  std::vector<std::size_t> first_task_{0};   // of each selection, and one behind the last
  std::vector<std::size_t> fitting_;         // candidates that have a method
  std::size_t most_[3];                      // candidates in each rung that the budget allows
  double first_rung_ended_ = 0;              // on all samples
  std::vector<OuterChoice> chosen_;
  std::optional<TaskLedger> ledger_;
  std::size_t trainings_ = 0;
};

Tuner::Tuner(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger,
             const TaskLedger::Progress& progress)
    : plan_(plan),
      data_(data),
      runtime_(runtime),
      progress_(progress),
      selections_(make_selections(data.dataset, plan.split, plan.folds, plan.outer, repeats_of(plan, data.dataset))) {
  for (const Selection& each : selections_.inner)
    first_task_.push_back(first_task_.back() + plan.candidates.size() * each.tests.size());
  for (std::size_t c = 0; c < plan.candidates.size(); ++c) {
    if (plan.candidates[c].method) fitting_.push_back(c);
  }
  std::ranges::fill(most_, fitting_.size());
  keep_within_budget();
  ledger_.emplace(outer_task_of(selections_.outer.size(), 0), identity(), ledger);
}

Tuner::Place Tuner::place_of(std::size_t task) const {
  if (task >= first_task_.back()) {
    const std::size_t fold = (task - first_task_.back()) / plan_.candidates.size();
    return {true, fold + 1, (task - first_task_.back()) % plan_.candidates.size(), fold};
  }
  const auto behind = std::ranges::upper_bound(first_task_, task);
  const auto selection = static_cast<std::size_t>(behind - first_task_.begin()) - 1;
  const std::size_t folds = selections_.inner[selection].tests.size();
  const std::size_t own = task - first_task_[selection];
  return {false, selection, own / folds, own % folds};
}

std::vector<Rung> Tuner::rungs(std::size_t selection) const {
  const Selection& own = selections_.inner[selection];
  // One fold of few samples would choose by luck.
  constexpr std::size_t enough = 200;
  std::size_t first = 1;
  std::size_t tested = own.tests[0].size();
  while (!has_budget(plan_) && tested < enough && first < own.tests.size() / repeats_of(plan_, data_.dataset))
    tested += own.tests[first++].size();
  auto result = rungs_of(most_[0], first, own.tests.size(), plan_.halves);
  for (std::size_t r = 0; r < result.size(); ++r) result[r].candidates = std::min(result[r].candidates, most_[r]);
  return result;
}

std::size_t Tuner::trainings_needed() const {
  std::size_t total = selections_.outer.size();
  for (std::size_t s = 0; s < selections_.inner.size(); ++s) {
    std::size_t before = 0;
    for (const Rung& rung : rungs(s)) {
      total += rung.candidates * (rung.folds - before);
      before = rung.folds;
    }
  }
  return total;
}

void Tuner::keep_within_budget() {
  if (plan_.trainings == 0) return;
  while (most_[0] > 1 && trainings_needed() > plan_.trainings) --most_[0];
  if (trainings_needed() <= plan_.trainings) return;
  throw UsageError(
      fmt::format("budget = {}: a single candidate needs {} trainings: allow more, or use fewer folds or outer parts",
                  plan_.trainings, trainings_needed()));
}

std::string Tuner::identity() const {
  std::string candidates;   // too much to keep for a large grid
  for (const Candidate& each : plan_.candidates)
    candidates += each.text() + (each.method ? identity_of(*each.method) : "") + ";";
  return fmt::format("tuning 2;{};{};{};{};{};{};{};{}", identity_of(plan_.split), plan_.folds, plan_.outer,
                     choice_name(plan_.measure), plan_.halves, most_[0], fingerprint(data_.dataset),
                     checksum(candidates));
}

std::vector<double> Tuner::result_of(std::size_t task) const {
  const Place at = place_of(task);
  const Selection& own = selections_.inner[at.selection];
  const Dataset test = data_.dataset.subset(at.is_outer ? selections_.outer[at.fold] : own.tests[at.fold]);
  const Dataset training = data_.dataset.subset(at.is_outer ? own.rows : own.training(at.fold));
  Serial serial;
  const bool wants_scores = needs_scores(plan_.measure);
  const auto model = plan_.candidates[at.candidate]
                         .method->train(training, data_.encoding, {.runtime = serial, .wants_scores = wants_scores})
                         .model;
  demand_answers(*model);
  const Predictions answers = model->predict(model->prepare(test).view(), serial);
  if (at.is_outer) return to_values(answers);
  std::vector<double> values =
      wants_scores || is_of_numbers(plan_.measure) ? to_values(answers) : to_counts(test.y, answers.labels, classes());
  values.push_back(static_cast<double>(model->parameter_count()));
  return values;
}

HeldOut Tuner::held_out(std::span<const double> values, const Samples& test) const {
  const std::span<const double> kept = values.first(values.size() - 1);   // parameters are behind them
  if (is_of_numbers(plan_.measure)) {
    const Dataset rows = data_.dataset.subset(test);
    return {.true_numbers = rows.numbers, .numbers = {kept.begin(), kept.end()}, .weights = rows.weights};
  }
  if (!needs_scores(plan_.measure)) return from_counts(kept, classes());
  Predictions answers = from_values(kept, test.size(), classes());
  HeldOut result{{}, std::move(answers.labels)};
  for (const std::uint32_t row : test) result.truth.push_back(data_.dataset.y[row]);
  result.scores.assign(answers.scores.values().begin(), answers.scores.values().end());
  return result;
}

// Of those of the folds that there was time for.
CandidateScore Tuner::score(const Step& step) const {
  CandidateScore result;
  HeldOut together;
  std::vector<double> values;
  for (std::size_t f = 0; f < step.folds; ++f) {
    const std::size_t task = task_of(step.selection, step.candidate, f);
    if (!ledger_->is_done(task)) break;
    const TaskResult& kept = (*ledger_)[task];
    if (kept.has_failed()) return {.folds = step.folds, .failure = kept.sentence};
    const HeldOut part = held_out(kept.values, selections_.inner[step.selection].tests[f]);
    if (needs_scores(plan_.measure) && part.scores.empty())
      return {.folds = step.folds,
              .failure = fmt::format("it has no scores, which {} needs", choice_name(plan_.measure))};
    values.push_back(part.value(plan_.measure, classes()));
    result.parameters += kept.values.back();
    together.add(part);
  }
  result.folds = values.size();
  if (values.empty()) return result;
  result.parameters /= static_cast<double>(values.size());
  result.score = together.value(plan_.measure, classes());
  result.deviation = mean_and_deviation(values).deviation;
  if (is_of_numbers(plan_.measure)) return result;   // no answer is rejected
  result.coverage = Confusion(together.truth, together.labels, classes()).coverage();
  return result;
}

// Runs those that there is time for, as many at once as there are threads, and says whether that was all. Something
// is always run.
bool Tuner::run_tasks(const Tasks& tasks, double until) {
  Tasks open;
  std::ranges::copy_if(tasks, std::back_inserter(open), [&](std::size_t task) { return !ledger_->is_done(task); });
  trainings_ += tasks.size() - open.size();
  const std::size_t step = has_deadline() ? std::max<std::size_t>(1, runtime_.threads()) : open.size();
  for (std::size_t first = 0; first < open.size(); first += step) {
    const Tasks now(open.begin() + static_cast<std::ptrdiff_t>(first),
                    open.begin() + static_cast<std::ptrdiff_t>(std::min(first + step, open.size())));
    const auto is_late = [&](std::size_t task) {
      return pace_.elapsed() + pace_.expected(place_of(task).candidate) > until;
    };
    if (has_deadline() && pace_.is_known() && std::ranges::any_of(now, is_late)) return false;
    const auto timed = [&](std::size_t task) {
      const double start = pace_.elapsed();
      std::vector<double> values = result_of(task);
      pace_.note(place_of(task).candidate, pace_.elapsed() - start);
      return values;
    };
    ledger_->run(now, timed, runtime_, [&](std::size_t, std::size_t) {
      ++trainings_;
      if (progress_) progress_(trainings_, std::max(trainings_, trainings_needed()));
    });
  }
  return true;
}

std::vector<Tuner::Step> Tuner::steps_of(std::size_t selection, const ScoreTable& table, std::size_t rung) const {
  const std::vector<Rung> all = rungs(selection);
  if (rung >= all.size()) return {};
  std::vector<std::size_t> these = rung == 0 ? fitting_ : ranked(table, plan_.measure);
  if (rung > 0) std::erase_if(these, [&](std::size_t c) { return table[c].folds < all[rung - 1].folds; });
  these.resize(std::min(these.size(), all[rung].candidates));
  std::vector<Step> steps;
  for (const std::size_t c : these) steps.push_back({selection, c, all[rung].folds});
  return steps;
}

// Those that bring the candidates from where the table has them to where they are to be.
Tasks Tuner::open_tasks(std::span<const Step> steps, const ScoreTable& table) const {
  Tasks tasks;
  for (const Step& step : steps) {
    for (std::size_t f = table[step.candidate].folds; f < step.folds; ++f)
      tasks.push_back(task_of(step.selection, step.candidate, f));
  }
  return tasks;
}

// On all samples: leaves out what there is no time for, here and in the outer training parts, which are to have
// their share.
void Tuner::run_in_time(std::vector<Step>& steps, const ScoreTable& table, std::size_t rung) {
  const double share = plan_.seconds / static_cast<double>(selections_.inner.size());
  if (rung == 0) {
    const auto few = std::span(steps).first(std::min<std::size_t>(3, steps.size()));   // less is no choice
    const double until = plan_.halves ? share / 2.5 : share;
    if (run_tasks(open_tasks(few, table), plan_.seconds))
      run_tasks(open_tasks(std::span(steps).subspan(few.size()), table), until);
    std::erase_if(steps, [&](const Step& step) { return !ledger_->is_done(task_of(0, step.candidate, 0)); });
    first_rung_ended_ = pace_.elapsed();
  } else {
    const double until = std::min(plan_.seconds, std::max(share, 2.5 * first_rung_ended_));
    double end = pace_.elapsed();
    std::erase_if(steps, [&](const Step& step) {
      end += pace_.expected(step.candidate) * static_cast<double>(step.folds - table[step.candidate].folds) /
             static_cast<double>(runtime_.threads());
      return end > until;
    });
    run_tasks(open_tasks(steps, table), until);
  }
  most_[rung] = steps.size();
}

// In the selections from `first` on; false: there was not time for all of it.
bool Tuner::choose(std::size_t first, std::span<ScoreTable> tables) {
  for (std::size_t rung = 0; rung < std::size(most_); ++rung) {
    std::vector<Step> steps;
    Tasks tasks;
    for (std::size_t s = 0; s < tables.size(); ++s) {
      const std::vector<Step> own = steps_of(first + s, tables[s], rung);
      const Tasks open = open_tasks(own, tables[s]);
      steps.insert(steps.end(), own.begin(), own.end());
      tasks.insert(tasks.end(), open.begin(), open.end());
    }
    if (has_deadline() && first == 0) run_in_time(steps, tables[0], rung);
    else if (!run_tasks(tasks, plan_.seconds)) return false;
    for (const Step& step : steps) tables[step.selection - first][step.candidate] = score(step);
  }
  return true;
}

OuterChoice Tuner::best_of(std::size_t selection, const ScoreTable& table) const {
  const std::vector<std::size_t> ranking = ranked(table, plan_.measure);
  if (!ranking.empty()) return {ranking.front(), table[ranking.front()].score};
  for (std::size_t task = first_task_[selection]; task < first_task_[selection + 1]; ++task) {
    if ((*ledger_)[task].has_failed()) throw_failure((*ledger_)[task]);
  }
  const auto failed = std::ranges::find_if(table, &CandidateScore::has_failed);
  throw UsageError(failed == table.end() ? "no candidate fits together with the options given" : failed->failure);
}

Tuning Tuner::run() {
  ScoreTable untried(plan_.candidates.size());
  for (std::size_t c = 0; c < untried.size(); ++c) untried[c].failure = plan_.candidates[c].failure;
  Tuning result;
  const std::size_t selections = selections_.inner.size();
  const std::size_t at_once = has_deadline() ? 1 : selections;
  double took = 0;   // to choose on all samples
  for (std::size_t first = 0; first < selections; first += at_once) {
    if (pace_.elapsed() + took > plan_.seconds && first > 0) break;   // the figure is of fewer parts, then
    std::vector<ScoreTable> tables(at_once, untried);
    if (!choose(first, tables)) break;
    Tasks last;
    for (std::size_t s = 0; s < at_once; ++s) {
      const OuterChoice best = best_of(first + s, tables[s]);
      if (first + s == 0) continue;
      last.push_back(outer_task_of(chosen_.size(), best.candidate));
      chosen_.push_back(best);
    }
    if (first == 0) {
      took = pace_.elapsed();
      result.ranking = ranked(tables[0], plan_.measure);
      result.table = std::move(tables[0]);
    }
    if (run_tasks(last, plan_.seconds)) continue;
    chosen_.pop_back();
    break;
  }
  std::vector<Predictions> answers;
  for (std::size_t o = 0; o < chosen_.size(); ++o) {
    const TaskResult& task = (*ledger_)[outer_task_of(o, chosen_[o].candidate)];
    if (task.has_failed()) throw_failure(task);
    answers.push_back(from_values(task.values, selections_.outer[o].size(), classes()));
  }
  selections_.outer.resize(chosen_.size());
  if (!answers.empty()) result.honest = summarize(data_.dataset, selections_.outer, 1, answers);
  result.outer = std::move(chosen_);
  result.trainings = trainings_;
  return result;
}

}   // namespace

std::vector<std::size_t> ranked(const std::vector<CandidateScore>& table, Measure measure) {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (table[c].can_win()) result.push_back(c);
  }
  const auto key = [&](std::size_t c) {
    const double value = is_loss(measure) ? table[c].score : -table[c].score;
    return std::tuple(-static_cast<double>(table[c].folds), value, table[c].parameters);
  };
  std::ranges::stable_sort(result, {}, key);
  return result;
}

Tuning tune(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger,
            const TaskLedger::Progress& progress) {
  demand_fitting(plan.measure, data.dataset.target_kind());
  return Tuner(plan, data, runtime, ledger, progress).run();
}

}   // namespace protea
