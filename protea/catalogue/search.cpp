#include <protea/catalogue/search.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/catalogue/selections.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

// What is worth trying, the likeliest first: measured on the sets of `make accuracy`.
const std::vector<Trial>& curated() {
  static const std::vector<Trial> list{
      {"gmlvq", {}},
      {"lgmlvq", {}},
      {"glvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"svm", {}},
      {"lgmlvq", {{"scope", "class"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"gmlvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"knn", {{"decision.k", "3"}}},
      {"lgmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"rslvq", {{"rule.sigma", "1"}, {"prototypes", "4"}, {"init", "k-means"}}},
      {"gmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"glvq", {{"prototypes", "8"}, {"init", "k-means"}}},
      {"mrslvq", {{"rule.sigma", "0.5"}}},
      {"knn", {{"decision.k", "1"}}},
      {"gmlvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"lgmlvq", {{"scope", "class"}, {"prototypes", "4"}, {"init", "k-means"}}},
      {"rslvq", {{"rule.sigma", "0.5"}, {"prototypes", "8"}, {"init", "k-means"}}},
      {"glvq", {{"rule.steepness", "20"}}},
      {"lgmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.02"}}},
      {"grlvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"knn", {{"decision.k", "7"}}},
      {"mrslvq", {{"rule.sigma", "0.5"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"gmlvq", {{"dissimilarity.rank", "2"}}},
      {"lgmlvq",
       {{"prototypes", "4"}, {"init", "k-means"}, {"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"glvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"celvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"rslvq", {{"rule.sigma", "1"}}},
      {"grlvq", {{"rule.steepness", "20"}}},
      {"gmlvq", {{"rule.steepness", "1"}, {"epochs", "10"}}},
      {"rslvq", {{"rule.sigma", "2"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"glvq", {{"prototypes", "16"}, {"init", "k-means"}}},
  };
  return list;
}

std::vector<Trial> of_methods(const std::vector<std::string>& names) {
  if (names.empty()) return curated();
  std::vector<std::vector<Trial>> of_each;
  for (const std::string& name : names) {
    std::vector<Trial>& result = of_each.emplace_back();
    std::ranges::copy_if(curated(), std::back_inserter(result),
                         [&](const Trial& trial) { return trial.method == name; });
    if (!result.empty()) continue;
    result.push_back({name, {}});
    if (!find_method(name).preset) continue;
    for (const char* const count : {"2", "4", "8"})
      result.push_back({name, {{"prototypes", count}, {"init", "k-means"}}});
  }
  // In turn, so that a short budget leaves no method out.
  std::vector<Trial> result;
  for (std::size_t place = 0; std::ranges::any_of(of_each, [&](const auto& own) { return place < own.size(); });
       ++place) {
    for (std::vector<Trial>& own : of_each) {
      if (place < own.size()) result.push_back(std::move(own[place]));
    }
  }
  return result;
}

std::vector<Trial> of_grid(const SearchPlan& plan) {
  std::vector<Trial> result;
  for (const std::string& name : plan.methods) {
    const GridPlan grid{.method = name, .changes = plan.changes, .axes = plan.axes, .seed = plan.split.seed};
    for (Candidate& candidate : candidates(grid))
      result.push_back({name, std::move(candidate.settings), std::move(candidate.method)});
  }
  return result;
}

// How many candidates reach a rung, and on how many folds they have been tried when they leave it.
struct Rung {
  std::size_t candidates;
  std::size_t folds;
};

std::vector<Rung> rungs_of(std::size_t candidates, std::size_t folds, bool has_halving) {
  if (!has_halving || folds < 3) return {{candidates, folds}};
  const auto third = [](std::size_t count, std::size_t least) {
    return std::max(std::min(count, least), (count + 2) / 3);
  };
  const std::size_t second = third(candidates, 6);
  return {{candidates, 1}, {second, std::min<std::size_t>(3, folds)}, {third(second, 3), folds}};
}

std::size_t trainings_of(const std::vector<Rung>& rungs) {
  std::size_t total = 0;
  std::size_t before = 0;
  for (const Rung& rung : rungs) {
    total += rung.candidates * (rung.folds - before);
    before = rung.folds;
  }
  return total;
}

class Searcher {
 public:
  Searcher(const SearchPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger,
           const TaskLedger::Progress& progress)
      : plan_(plan),
        data_(data),
        runtime_(runtime),
        progress_(progress),
        trials_(trials(plan)),
        selections_(make_selections(data.dataset, plan.split, plan.folds, plan.outer)),
        start_(std::chrono::steady_clock::now()) {
    for (const Selection& each : selections_.inner)
      first_task_.push_back(first_task_.back() + trials_.size() * each.tests.size());
    tried_ = candidates_within_budget();
    ledger_.emplace(first_task_.back() + selections_.outer.size(), identity(), ledger);
  }

  SearchResult run() {
    SearchResult result;
    result.trials = trials_;
    result.ranking = choose(0, &result.scores);
    for (std::size_t o = 0; o < selections_.outer.size(); ++o) {
      if (plan_.seconds > 0 && elapsed() > plan_.seconds) break;   // the figure is of fewer parts, then
      result.outer.push_back(choose(o + 1, nullptr).front());
    }
    std::vector<std::size_t> last;
    for (std::size_t o = 0; o < result.outer.size(); ++o) last.push_back(first_task_.back() + o);
    run_tasks(last, [&](std::size_t task) {
      const std::size_t fold = task - first_task_.back();
      return to_values(answers(result.outer[fold], training_part(selections_.outer[fold], data_.dataset.size()),
                               selections_.outer[fold], true));
    });
    gather(last, result);
    result.trainings = trainings_;
    return result;
  }

 private:
  std::size_t folds() const { return selections_.inner.front().tests.size(); }

  std::size_t candidates_within_budget() const {
    std::size_t count = trials_.size();
    if (plan_.trainings == 0) return count;
    const std::size_t selections = selections_.inner.size();
    const auto needed = [&](std::size_t c) {
      return selections * trainings_of(rungs_of(c, folds(), plan_.axes.empty())) + selections_.outer.size();
    };
    while (count > 1 && needed(count) > plan_.trainings) --count;
    if (needed(count) > plan_.trainings) {
      throw UsageError(fmt::format(
          "budget = {}: a single candidate needs {} trainings: allow more, or use fewer folds or outer parts",
          plan_.trainings, needed(count)));
    }
    return count;
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  std::size_t task_of(std::size_t selection, std::size_t trial, std::size_t fold) const {
    return first_task_[selection] + trial * selections_.inner[selection].tests.size() + fold;
  }

  std::string identity() const {
    std::string text = fmt::format("search;{};{};{};{};{};{};", identity_of(plan_.split), plan_.folds, plan_.outer,
                                   choice_name(plan_.aim), tried_, fingerprint(data_.dataset));
    std::string options;
    for (const Trial& trial : trials_) options += trial.text() + (trial.made ? identity_of(*trial.made) : "");
    return text + checksum(options);
  }

  Predictions answers(std::size_t trial, const Samples& training, const Samples& test, bool wants_scores) const {
    Serial serial;
    const Trained trained = trials_[trial].made->train(data_.dataset.subset(training), data_.encoding,
                                                       {.runtime = serial, .wants_scores = wants_scores});
    return trained.model->predict(trained.model->prepare(data_.dataset.subset(test)).view(), serial);
  }

  void run_tasks(const std::vector<std::size_t>& tasks, const TaskLedger::Task& task) {
    ledger_->run(tasks, task, runtime_, [&](std::size_t, std::size_t) {
      if (progress_) progress_(++trainings_, expected_);
      else ++trainings_;
    });
  }

  void try_on(std::size_t selection, const std::vector<std::size_t>& these, std::size_t first, std::size_t last) {
    const Selection& own = selections_.inner[selection];
    const std::size_t count = own.tests.size();
    std::vector<std::size_t> tasks;
    for (const std::size_t trial : these) {
      for (std::size_t f = first; f < last; ++f) tasks.push_back(task_of(selection, trial, f));
    }
    run_tasks(tasks, [&](std::size_t task) {
      const std::size_t inside = task - first_task_[selection];
      return to_values(
          answers(inside / count, own.training(inside % count), own.tests[inside % count], needs_scores(plan_.aim)));
    });
  }

  TrialScore score(std::size_t selection, std::size_t trial, std::size_t folds_tried) const {
    TrialScore result{folds_tried, 0, {}};
    const Selection& own = selections_.inner[selection];
    Predictions together;
    std::vector<Label> truth;
    std::vector<double> scores;
    const std::size_t classes = data_.dataset.class_names.size();
    for (std::size_t f = 0; f < folds_tried; ++f) {
      const TaskResult& task = (*ledger_)[task_of(selection, trial, f)];
      if (task.has_failed()) {
        result.failure = task.sentence;
        return result;
      }
      const Predictions part = from_values(task.values, own.tests[f].size(), classes);
      together.labels.insert(together.labels.end(), part.labels.begin(), part.labels.end());
      scores.insert(scores.end(), part.scores.values().begin(), part.scores.values().end());
      for (const std::uint32_t row : own.tests[f]) truth.push_back(data_.dataset.y[row]);
    }
    together.scores = Matrix(truth.size(), classes);
    if (scores.size() == together.scores.values().size()) std::ranges::copy(scores, together.scores.values().begin());
    else if (needs_scores(plan_.aim))
      result.failure = fmt::format("it has no scores, which {} needs", choice_name(plan_.aim));
    if (result.failure.empty()) result.value = value_of(plan_.aim, assess(truth, together));
    return result;
  }

  // Best first; of equals the earlier in the list. Those that failed are left out.
  std::vector<std::size_t> best_of(std::size_t selection, std::vector<std::size_t> these, std::size_t folds_tried,
                                   std::vector<TrialScore>& scores) const {
    for (const std::size_t trial : these) scores[trial] = score(selection, trial, folds_tried);
    std::erase_if(these, [&](std::size_t trial) { return !scores[trial].failure.empty(); });
    const double sign = is_loss(plan_.aim) ? -1 : 1;
    std::ranges::stable_sort(
        these, [&](std::size_t a, std::size_t b) { return sign * scores[a].value > sign * scores[b].value; });
    return these;
  }

  // The first rung on all samples says how many candidates there is time for.
  void try_in_time(const std::vector<std::size_t>& all) {
    const double share = plan_.seconds / (2.5 * static_cast<double>(selections_.inner.size()));
    std::size_t done = 0;
    const std::size_t step = std::max<std::size_t>(1, runtime_.threads());
    while (done < all.size() && (done < 3 || elapsed() < share)) {
      const std::size_t last = std::min(done + step, all.size());
      try_on(0, {all.begin() + static_cast<std::ptrdiff_t>(done), all.begin() + static_cast<std::ptrdiff_t>(last)}, 0,
             1);
      done = last;
    }
    tried_ = done;
  }

  // Those that can win, best first.
  std::vector<std::size_t> choose(std::size_t selection, std::vector<TrialScore>* kept) {
    std::vector<std::size_t> these;
    for (std::size_t t = 0; t < tried_; ++t) {
      if (trials_[t].made) these.push_back(t);
    }
    if (plan_.seconds > 0 && selection == 0) {
      try_in_time(these);
      these.resize(std::min(these.size(), tried_));
    }
    std::vector<TrialScore> scores(trials_.size());
    std::vector<std::size_t> ranking;
    std::size_t before = 0;
    const auto rungs = rungs_of(these.size(), selections_.inner[selection].tests.size(), plan_.axes.empty());
    expected_ = std::max(expected_, selections_.inner.size() * trainings_of(rungs) + selections_.outer.size());
    for (const Rung& rung : rungs) {
      const std::size_t left = std::min(these.size(), rung.candidates);
      these.resize(left);
      try_on(selection, these, before, rung.folds);
      these = best_of(selection, std::move(these), rung.folds, scores);
      // Behind those that have come farther, in the order of what they had then.
      std::vector<std::size_t> merged = these;
      for (const std::size_t trial : ranking) {
        const bool is_out = std::ranges::find(these, trial) == these.end() && scores[trial].failure.empty();
        if (is_out) merged.push_back(trial);
      }
      ranking = std::move(merged);
      before = rung.folds;
    }
    if (ranking.empty()) fail(selection);
    if (kept) *kept = std::move(scores);
    return ranking;
  }

  [[noreturn]] void fail(std::size_t selection) const {
    for (std::size_t t = 0; t < tried_; ++t) {
      const TaskResult& task = (*ledger_)[task_of(selection, t, 0)];
      if (task.has_failed()) throw_failure(task);
    }
    throw UsageError("no candidate fits together with the options given");
  }

  void gather(const std::vector<std::size_t>& last, SearchResult& result) const {
    const std::size_t classes = data_.dataset.class_names.size();
    std::vector<double> scores;
    for (std::size_t o = 0; o < last.size(); ++o) {
      const TaskResult& task = (*ledger_)[last[o]];
      if (task.has_failed()) throw_failure(task);
      const Samples& test = selections_.outer[o];
      const Predictions part = from_values(task.values, test.size(), classes);
      std::size_t right = 0;
      for (std::size_t i = 0; i < test.size(); ++i) {
        result.truth.push_back(data_.dataset.y[test[i]]);
        right += part.labels[i] == result.truth.back() ? 1 : 0;
      }
      result.outer_accuracy.push_back(static_cast<double>(right) / static_cast<double>(test.size()));
      result.answers.labels.insert(result.answers.labels.end(), part.labels.begin(), part.labels.end());
      scores.insert(scores.end(), part.scores.values().begin(), part.scores.values().end());
    }
    result.answers.scores = Matrix(result.truth.size(), classes);
    if (scores.size() == result.answers.scores.values().size())
      std::ranges::copy(scores, result.answers.scores.values().begin());
  }

  const SearchPlan& plan_;
  const EncodedTable& data_;
  Runtime& runtime_;
  const TaskLedger::Progress& progress_;
  std::vector<Trial> trials_;
  Selections selections_;
  std::chrono::steady_clock::time_point start_;
  std::vector<std::size_t> first_task_{0};   // of each selection, and one behind the last
  std::size_t tried_ = 0;                    // of the candidates
  std::optional<TaskLedger> ledger_;
  std::size_t trainings_ = 0;
  std::size_t expected_ = 0;
};

}   // namespace

bool is_loss(Aim aim) { return aim == Aim::log_loss || aim == Aim::brier; }

bool needs_scores(Aim aim) { return aim == Aim::auc || is_loss(aim); }

double value_of(Aim aim, const Assessment& assessment) {
  switch (aim) {
    case Aim::accuracy: return assessment.confusion.accuracy_of_all();
    case Aim::balanced_accuracy: return assessment.confusion.balanced_accuracy_of_all();
    case Aim::auc: return assessment.ranking.hand_till.value_or(0);
    case Aim::f: return assessment.measures.macro_f;
    case Aim::matthews: return assessment.measures.matthews;
    case Aim::kappa: return assessment.measures.kappa;
    case Aim::log_loss: return assessment.calibration.log_loss;
    case Aim::brier: return assessment.calibration.brier;
  }
  return 0;
}

std::string Trial::text() const {
  return settings.empty() ? method : fmt::format("{} with {}", method, settings_text(settings));
}

std::vector<Trial> trials(const SearchPlan& plan) {
  if (!plan.axes.empty()) return of_grid(plan);
  std::vector<Trial> result = of_methods(plan.methods);
  // What is given is given: candidates that would change it are none.
  const auto is_given = [&](const auto& setting) {
    return std::ranges::any_of(plan.changes, [&](const auto& change) { return change.first == setting.first; });
  };
  std::erase_if(result, [&](const Trial& trial) { return std::ranges::any_of(trial.settings, is_given); });
  for (Trial& trial : result) {
    Settings changes = plan.changes;
    changes.insert(changes.end(), trial.settings.begin(), trial.settings.end());
    try {
      trial.made = make_method(trial.method, changes);
    } catch (const UsageError&) {
      if (!plan.methods.empty() && trial.settings.empty()) throw;   // asked for, and it cannot be
    }
  }
  std::erase_if(result, [](const Trial& trial) { return !trial.made; });
  if (result.empty()) throw UsageError("no candidate fits together with the options given");
  return result;
}

SearchResult search(const SearchPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger,
                    const TaskLedger::Progress& progress) {
  return Searcher(plan, data, runtime, ledger, progress).run();
}

}   // namespace protea
