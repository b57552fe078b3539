#include <protea/catalogue/tuning.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/catalogue/selections.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

struct ClassCounts {
  std::vector<double> right;
  std::vector<double> all;

  explicit ClassCounts(std::size_t classes) : right(classes), all(classes) {}
  void add(const ClassCounts& other) {
    for (std::size_t c = 0; c < all.size(); ++c) {
      right[c] += other.right[c];
      all[c] += other.all[c];
    }
  }
  double value(Measure measure) const {
    double sum = 0;
    double count = 0;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (all[c] == 0) continue;
      sum += measure == Measure::accuracy ? right[c] : right[c] / all[c];
      count += measure == Measure::accuracy ? all[c] : 1;
    }
    return sum / count;
  }
};

class Tuner {
 public:
  Tuner(const TuningPlan& plan, const EncodedTable& data);

  std::size_t inner_tasks() const { return first_task_.back(); }
  std::size_t tasks() const { return inner_tasks() + outer_.size(); }
  std::string identity() const;
  // Right answers of each class, the number of answers, and the number of parameters.
  std::vector<double> inner_result(std::size_t task) const;
  // The answers for the test part of an outer fold.
  std::vector<double> outer_result(std::size_t fold, std::size_t candidate) const;
  std::vector<CandidateScore> table(const TaskLedger& ledger, std::size_t selection) const;
  std::size_t choice(const TaskLedger& ledger, std::size_t selection, const std::vector<CandidateScore>& table) const;
  // The folds without what was chosen in them.
  void add_outer(const TaskLedger& ledger, Tuning& tuning) const;
  std::size_t outer_count() const { return outer_.size(); }

 private:
  std::size_t task_of(std::size_t selection, std::size_t candidate, std::size_t fold) const {
    return first_task_[selection] + candidate * selections_[selection].tests.size() + fold;
  }
  CandidateScore score(const TaskLedger& ledger, std::size_t selection, std::size_t candidate) const;
  std::unique_ptr<Model> train(std::size_t candidate, const Samples& rows) const;

  const TuningPlan& plan_;
  const EncodedTable& data_;
  std::vector<Candidate> candidates_;
  std::vector<Samples> outer_;               // test parts
  std::vector<Selection> selections_;        // of all samples, then of each outer fold
  std::vector<std::size_t> first_task_{0};   // of each selection, and one behind the last
};

Tuner::Tuner(const TuningPlan& plan, const EncodedTable& data)
    : plan_(plan), data_(data), candidates_(candidates(plan.grid)) {
  SplitPlan split = plan.split;
  split.seed = plan.grid.seed;
  Selections made = make_selections(data.dataset, split, plan.folds, plan.outer);
  outer_ = std::move(made.outer);
  selections_ = std::move(made.inner);
  for (const Selection& each : selections_)
    first_task_.push_back(first_task_.back() + candidates_.size() * each.tests.size());
}

std::string Tuner::identity() const {
  std::string text = fmt::format("tune;{};{};{};{};{};", identity_of(plan_.split), plan_.folds, plan_.outer,
                                 choice_name(plan_.measure), fingerprint(data_.dataset));
  std::string options;   // of all candidates: too much to keep for a large grid
  for (const Candidate& candidate : candidates_) {
    text += settings_text(candidate.settings) + ";";
    if (candidate.method) options += identity_of(*candidate.method);
  }
  return text + checksum(options);
}

std::unique_ptr<Model> Tuner::train(std::size_t candidate, const Samples& rows) const {
  if (!candidates_[candidate].method) throw UsageError(candidates_[candidate].failure);
  Serial serial;
  return candidates_[candidate]
      .method->train(data_.dataset.subset(rows), data_.encoding, {.runtime = serial, .wants_scores = false})
      .model;
}

std::vector<double> Tuner::inner_result(std::size_t task) const {
  const auto behind = std::upper_bound(first_task_.begin(), first_task_.end(), task);
  const Selection& selection = selections_[static_cast<std::size_t>(behind - first_task_.begin()) - 1];
  const std::size_t own = task - *(behind - 1);
  const std::size_t fold = own % selection.tests.size();
  const std::unique_ptr<Model> model = train(own / selection.tests.size(), selection.training(fold));
  const Dataset test = data_.dataset.subset(selection.tests[fold]);
  Serial serial;
  const std::vector<Label> answers = model->predict(model->prepare(test).view(), serial).labels;
  const std::size_t classes = test.class_names.size();
  std::vector<double> result(classes + 2);
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (answers[i] == test.y[i]) result[static_cast<std::size_t>(test.y[i])] += 1;
    if (answers[i] != no_label) result[classes] += 1;
  }
  result.back() = static_cast<double>(model->parameter_count());
  return result;
}

std::vector<double> Tuner::outer_result(std::size_t fold, std::size_t candidate) const {
  const std::unique_ptr<Model> model = train(candidate, training_part(outer_[fold], data_.dataset.size()));
  Serial serial;
  const auto answers = model->predict(model->prepare(data_.dataset.subset(outer_[fold])).view(), serial).labels;
  return {answers.begin(), answers.end()};
}

CandidateScore Tuner::score(const TaskLedger& ledger, std::size_t selection, std::size_t candidate) const {
  CandidateScore score{candidates_[candidate].settings, 0, 0, 0, {}};
  const std::vector<Samples>& tests = selections_[selection].tests;
  const std::size_t classes = data_.dataset.class_names.size();
  ClassCounts together(classes);
  std::vector<double> values;
  double answered = 0;
  double all = 0;
  for (std::size_t f = 0; f < tests.size(); ++f) {
    const TaskResult& result = ledger[task_of(selection, candidate, f)];
    if (result.has_failed()) {
      score.failure = result.sentence;
      return score;
    }
    ClassCounts counts(classes);
    counts.right.assign(result.values.begin(), result.values.end() - 2);
    answered += result.values[classes];
    all += static_cast<double>(tests[f].size());
    for (const std::uint32_t row : tests[f]) counts.all[static_cast<std::size_t>(data_.dataset.y[row])] += 1;
    values.push_back(counts.value(plan_.measure));
    together.add(counts);
    score.parameters += result.values.back();
  }
  score.parameters /= static_cast<double>(tests.size());
  score.coverage = answered / all;
  score.score = together.value(plan_.measure);
  score.deviation = mean_and_deviation(values).deviation;
  return score;
}

std::vector<CandidateScore> Tuner::table(const TaskLedger& ledger, std::size_t selection) const {
  std::vector<CandidateScore> result;
  for (std::size_t c = 0; c < candidates_.size(); ++c) result.push_back(score(ledger, selection, c));
  return result;
}

std::size_t Tuner::choice(const TaskLedger& ledger, std::size_t selection,
                          const std::vector<CandidateScore>& table) const {
  const std::size_t best = best_candidate(table);
  if (best < table.size()) return best;
  std::size_t task = task_of(selection, 0, 0);
  while (!ledger[task].has_failed()) ++task;
  throw_failure(ledger[task]);
}

void Tuner::add_outer(const TaskLedger& ledger, Tuning& tuning) const {
  const std::size_t classes = data_.dataset.class_names.size();
  std::vector<Predictions> answers;
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    const TaskResult& result = ledger[inner_tasks() + o];
    if (result.has_failed()) throw_failure(result);
    answers.push_back(from_values(result.values, outer_[o].size(), classes));
    std::vector<Label> truth;
    for (const std::uint32_t row : outer_[o]) truth.push_back(data_.dataset.y[row]);
    const Confusion own(truth, answers.back().labels, classes);
    tuning.outer.push_back({0, 0, own.accuracy_of_all(), own.balanced_accuracy_of_all()});
  }
  CrossValidation together = summarize(data_.dataset, outer_, outer_.empty() ? 0 : 1, answers);
  tuning.confusion = together.confusion;
  tuning.balanced_accuracy = std::move(together.balanced_accuracy);
}

}   // namespace

std::size_t best_candidate(const std::vector<CandidateScore>& table) {
  std::size_t best = table.size();
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (table[c].has_failed()) continue;
    const bool is_better = best == table.size() || table[c].score > table[best].score ||
                           (table[c].score == table[best].score && table[c].parameters < table[best].parameters);
    if (is_better) best = c;
  }
  return best;
}

Tuning tune(const TuningPlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger_plan,
            const TaskLedger::Progress& progress) {
  const Tuner tuner(plan, data);
  TaskLedger ledger(tuner.tasks(), tuner.identity(), ledger_plan);
  ledger.run(
      0, tuner.inner_tasks(), [&](std::size_t task) { return tuner.inner_result(task); }, runtime, progress);
  Tuning result;
  result.table = tuner.table(ledger, 0);
  result.chosen = tuner.choice(ledger, 0, result.table);
  std::vector<std::pair<std::size_t, double>> choices;
  for (std::size_t o = 0; o < tuner.outer_count(); ++o) {
    const auto table = tuner.table(ledger, o + 1);
    const std::size_t chosen = tuner.choice(ledger, o + 1, table);
    choices.emplace_back(chosen, table[chosen].score);
  }
  const auto outer_task = [&](std::size_t task) {
    const std::size_t fold = task - tuner.inner_tasks();
    return tuner.outer_result(fold, choices[fold].first);
  };
  ledger.run(tuner.inner_tasks(), tuner.tasks(), outer_task, runtime, progress);
  tuner.add_outer(ledger, result);
  for (std::size_t o = 0; o < tuner.outer_count(); ++o) {
    result.outer[o].chosen = choices[o].first;
    result.outer[o].inner_score = choices[o].second;
  }
  return result;
}

}   // namespace protea
