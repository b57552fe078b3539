#include <protea/method/training_run.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/version.hpp>
#include <protea/train/checkpoint.hpp>

namespace protea {

TrainingRun::TrainingRun(const Configuration& c) : configuration(c), optimizer(c.optimizer->clone()) {}

void TrainingRun::attach(const PrototypeSpace& space, const TrainingParts& parts) {
  objective = std::make_unique<PrototypeObjective>(space, configuration.rule, parts.rows_of(parts.training));
  if (parts.has_held_out())
    validation = std::make_unique<PrototypeObjective>(space, configuration.rule, parts.rows_of(parts.held_out));
  if (!configuration.relevance) return;
  companion = std::make_unique<RelevanceCompanion>(space, configuration.relevance->clone(),
                                                   LabelledRows{parts.training.x.view(), parts.training.rows.y},
                                                   parts.training.rows.class_names.size());
}

void TrainingRun::attach_combinations(const std::vector<Label>& labels, const TrainingParts& parts) {
  auto own = combinations->objective(labels, configuration.rule, parts.importance_of(parts.training));
  combined = own.get();
  objective = std::move(own);
  if (!parts.has_held_out()) return;
  validation = combinations->objective_of({parts.held_out.rows, parts.held_out.x}, labels, configuration.rule,
                                          parts.importance_of(parts.held_out));
}

std::vector<NamedValues> TrainingRun::statistics() const {
  std::vector<NamedValues> result;
  if (!companion) return result;
  for (const StateBuffer& buffer : companion->state()) result.push_back({buffer.name, *buffer.values});
  return result;
}

void TrainingRun::set_statistics(const std::vector<NamedValues>& kept) const {
  if (!companion) return;
  for (const StateBuffer& buffer : companion->state()) {
    const auto found =
        std::find_if(kept.begin(), kept.end(), [&](const NamedValues& each) { return each.name == buffer.name; });
    if (found != kept.end() && found->values.size() == buffer.values->size()) *buffer.values = found->values;
  }
}

Outcome TrainingRun::fit(TrainingState& state, const TrainingContext& context, const std::string& identity) const {
  const CheckpointPlan& checkpoints = context.checkpoints;
  const Learners learners{*optimizer, companion.get()};
  if (checkpoints.resume && std::filesystem::exists(checkpoints.path)) {
    state = load_checkpoint(checkpoints.path, identity, learners, objective->layout());
  }
  const Observer watch = [&](const EpochReport& report) {
    const bool goes_on = !context.observer || context.observer(report);
    const bool is_due = report.state.epoch % checkpoints.every == 0 || !goes_on;
    if (!checkpoints.path.empty() && is_due) save_checkpoint(checkpoints.path, identity, report.state, learners);
    return goes_on;
  };
  return protea::fit(
      {*objective, *optimizer, configuration.plan, context.runtime, validation.get(), watch, companion.get()}, state);
}

std::string identity_of(const Configuration& configuration, const TrainingParts& parts, Row start,
                        const std::vector<Label>& labels) {
  std::string text;
  for (const auto& [name, value] : describe(configuration)) text += fmt::format("{}={};", name, value);
  const auto add = [&]<class Number>(const Number* values, std::size_t count) {
    text += checksum({reinterpret_cast<const char*>(values), count * sizeof(Number)}) + ";";
  };
  for (const Part* part : {&parts.training, &parts.held_out}) {
    add(part->x.values().data(), part->x.values().size());
    add(part->rows.y.data(), part->rows.y.size());
    add(part->weights.data(), part->weights.size());
  }
  add(start.data(), start.size());
  add(labels.data(), labels.size());
  return text;
}

TrainingRecord record_of(const Configuration& configuration, const Outcome& outcome, std::size_t samples) {
  TrainingRecord record{configuration.method,
                        {{"rule", record_of(*configuration.rule)}, {"optimizer", record_of(*configuration.optimizer)}},
                        describe_plan(configuration),
                        samples,
                        outcome.epochs,
                        outcome.converged,
                        outcome.cost,
                        std::string(version())};
  if (configuration.relevance) record.parts.push_back({"relevance", record_of(*configuration.relevance)});
  return record;
}

void set_decision(PrototypeModel& model, const Decision& decision, const TrainingParts& parts) {
  const double before = model.decision.sigma;
  model.decision = decision;
  if (!model.has_classes() || decision.kind == DecisionKind::k_nearest || decision.sigma > 0) return;
  const std::set<Label> seen(parts.training.rows.y.begin(), parts.training.rows.y.end());
  if (before > 0 && seen.size() < model.class_names.size()) {   // too few to judge by
    model.decision.sigma = before;
    return;
  }
  const Part& part = parts.has_held_out() ? parts.held_out : parts.training;
  if (!model.expansion) return calibrate(model, part.x.view(), part.rows.y);
  calibrate(model, prepare(model, part.rows).view(), part.rows.y);
}

}   // namespace protea
