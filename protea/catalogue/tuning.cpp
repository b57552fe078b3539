#include <protea/catalogue/tuning.hpp>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/split.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

using Rows = std::vector<std::uint32_t>;

Rows rows_at(const Rows& rows, const Rows& places) {
  Rows result;
  for (const std::uint32_t place : places) result.push_back(rows[place]);
  return result;
}

// Folds of some of the rows, as rows of the whole.
std::vector<Split> folds_of(const Dataset& dataset, const Rows& rows, std::size_t folds, Random random) {
  std::vector<Label> y;
  for (const std::uint32_t row : rows) y.push_back(dataset.y[row]);
  std::vector<Split> splits = stratified_folds(y, dataset.class_names, folds, random);
  for (Split& split : splits) split = {rows_at(rows, split.training), rows_at(rows, split.test)};
  return splits;
}

// Folds of the samples among which one choice is made: all, or the training part of an outer fold.
using Selection = std::vector<Split>;

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

  std::size_t inner_tasks() const { return selections_.size() * candidates_.size() * plan_.folds; }
  std::size_t tasks() const { return inner_tasks() + outer_.size(); }
  std::string identity() const;
  // Right answers of each class, and the number of parameters.
  std::vector<double> inner_result(std::size_t task) const;
  // The answers for the test part of an outer fold.
  std::vector<double> outer_result(std::size_t fold, std::size_t candidate) const;
  std::vector<CandidateScore> table(const TaskLedger& ledger, std::size_t selection) const;
  std::size_t choice(const TaskLedger& ledger, std::size_t selection, const std::vector<CandidateScore>& table) const;
  OuterFold outer_fold(const TaskResult& result, std::size_t fold, Confusion& confusion) const;
  std::size_t outer_count() const { return outer_.size(); }

 private:
  std::size_t task_of(std::size_t selection, std::size_t candidate, std::size_t fold) const {
    return (selection * candidates_.size() + candidate) * plan_.folds + fold;
  }
  CandidateScore score(const TaskLedger& ledger, std::size_t selection, std::size_t candidate) const;
  Model train(std::size_t candidate, const Rows& rows) const;

  const TuningPlan& plan_;
  const EncodedTable& data_;
  std::vector<Candidate> candidates_;
  std::vector<Split> outer_;
  std::vector<Selection> selections_;      // of all samples, then of each outer fold
};

Tuner::Tuner(const TuningPlan& plan, const EncodedTable& data) : plan_(plan), data_(data), candidates_(candidates(plan.grid)) {
  if (plan.folds < 2) throw UsageError(fmt::format("folds = {}: must be at least 2", plan.folds));
  if (plan.outer == 1) throw UsageError("outer = 1: must be 0 for none, or at least 2");
  const Dataset& dataset = data.dataset;
  if (dataset.y.empty()) throw UsageError("tuning needs a label column");
  Rows all(dataset.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
  const std::uint64_t seed = plan.grid.seed;
  selections_.push_back(folds_of(dataset, all, plan.folds, Random(seed, Purpose::folds, 1)));
  if (plan.outer == 0) return;
  outer_ = folds_of(dataset, all, plan.outer, Random(seed, Purpose::folds));
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    const Random random(seed, Purpose::folds, 1, static_cast<std::uint32_t>(o + 1));
    selections_.push_back(folds_of(dataset, outer_[o].training, plan.folds, random));
  }
}

std::string Tuner::identity() const {
  std::string text = fmt::format("tune;{};{};{};{};", plan_.folds, plan_.outer, choice_name(plan_.measure), fingerprint(data_.dataset));
  std::string options;                     // of all candidates: too much to keep for a large grid
  for (const Candidate& candidate : candidates_) {
    text += settings_text(candidate.settings) + ";";
    if (!candidate.configuration) continue;
    for (const auto& [name, value] : describe(*candidate.configuration)) options += fmt::format("{}={};", name, value);
  }
  return text + checksum(options);
}

Model Tuner::train(std::size_t candidate, const Rows& rows) const {
  if (!candidates_[candidate].configuration) throw UsageError(candidates_[candidate].failure);
  Serial serial;
  return train_model(*candidates_[candidate].configuration, data_.dataset.subset(rows), data_.encoding, serial).model;
}

std::vector<double> Tuner::inner_result(std::size_t task) const {
  const std::size_t candidate = task / plan_.folds % candidates_.size();
  const Split& split = selections_[task / plan_.folds / candidates_.size()][task % plan_.folds];
  const Model model = train(candidate, split.training);
  const Dataset test = data_.dataset.subset(split.test);
  Serial serial;
  const std::vector<Label> answers = predict(model, prepare(model, test).view(), serial).labels;
  std::vector<double> result(test.class_names.size() + 1);
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (answers[i] == test.y[i]) result[static_cast<std::size_t>(test.y[i])] += 1;
  }
  result.back() = static_cast<double>(model.parameters.size());
  return result;
}

std::vector<double> Tuner::outer_result(std::size_t fold, std::size_t candidate) const {
  const Model model = train(candidate, outer_[fold].training);
  Serial serial;
  const auto answers = predict(model, prepare(model, data_.dataset.subset(outer_[fold].test)).view(), serial).labels;
  return {answers.begin(), answers.end()};
}

CandidateScore Tuner::score(const TaskLedger& ledger, std::size_t selection, std::size_t candidate) const {
  CandidateScore score{candidates_[candidate].settings, 0, 0, 0, {}};
  const std::size_t classes = data_.dataset.class_names.size();
  ClassCounts together(classes);
  std::vector<double> values;
  for (std::size_t f = 0; f < plan_.folds; ++f) {
    const TaskResult& result = ledger[task_of(selection, candidate, f)];
    if (result.has_failed()) {
      score.failure = result.sentence;
      return score;
    }
    ClassCounts counts(classes);
    counts.right.assign(result.values.begin(), result.values.end() - 1);
    for (const std::uint32_t row : selections_[selection][f].test) counts.all[static_cast<std::size_t>(data_.dataset.y[row])] += 1;
    values.push_back(counts.value(plan_.measure));
    together.add(counts);
    score.parameters += result.values.back();
  }
  score.parameters /= static_cast<double>(plan_.folds);
  score.score = together.value(plan_.measure);
  score.deviation = mean_and_deviation(values).deviation;
  return score;
}

std::vector<CandidateScore> Tuner::table(const TaskLedger& ledger, std::size_t selection) const {
  std::vector<CandidateScore> result;
  for (std::size_t c = 0; c < candidates_.size(); ++c) result.push_back(score(ledger, selection, c));
  return result;
}

std::size_t Tuner::choice(const TaskLedger& ledger, std::size_t selection, const std::vector<CandidateScore>& table) const {
  const std::size_t best = best_candidate(table);
  if (best < table.size()) return best;
  std::size_t task = task_of(selection, 0, 0);
  while (!ledger[task].has_failed()) ++task;
  throw_failure(ledger[task]);
}

OuterFold Tuner::outer_fold(const TaskResult& result, std::size_t fold, Confusion& confusion) const {
  if (result.has_failed()) throw_failure(result);
  const Dataset& dataset = data_.dataset;
  std::vector<Label> truth;
  std::vector<Label> answers;
  for (const std::uint32_t row : outer_[fold].test) truth.push_back(dataset.y[row]);
  for (const double value : result.values) answers.push_back(static_cast<Label>(value));
  const Confusion own(truth, answers, dataset.class_names.size());
  confusion.add(own);
  return {0, 0, own.accuracy(), own.balanced_accuracy()};
}

}  // namespace

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
  ledger.run(0, tuner.inner_tasks(), [&](std::size_t task) { return tuner.inner_result(task); }, runtime, progress);
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
  result.confusion = Confusion(data.dataset.class_names.size());
  for (std::size_t o = 0; o < tuner.outer_count(); ++o) {
    OuterFold fold = tuner.outer_fold(ledger[tuner.inner_tasks() + o], o, result.confusion);
    fold.chosen = choices[o].first;
    fold.inner_score = choices[o].second;
    result.outer.push_back(fold);
  }
  return result;
}

}  // namespace protea
