#include <protea/method/training_run.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/version.hpp>
#include <protea/base/weights.hpp>
#include <protea/data/split.hpp>
#include <protea/model/data_domain.hpp>
#include <protea/train/checkpoint.hpp>

namespace protea {
namespace {

void demand_every_class(const Dataset& before, const Dataset& after) {
  const std::set<Label> wanted(before.y.begin(), before.y.end());
  const std::set<Label> left(after.y.begin(), after.y.end());
  for (const Label label : wanted) {
    if (!left.contains(label)) {
      throw DataError(
          fmt::format("{}: dropping rows with missing values leaves no sample of class '{}': use {} or median",
                      before.source, before.class_names[static_cast<std::size_t>(label)], setting("missing", "mean")));
    }
  }
}

constexpr double many_floors = 100;   // above which a value is more than the floor

// As they were read, or crisp, within the domain of the dissimilarity of labels.
Matrix memberships_of(const Part& part, const Configuration& configuration) {
  const Dataset& rows = part.rows;
  Matrix c = rows.memberships.rows() > 0 ? rows.memberships : crisp_memberships(rows.y, rows.class_names.size());
  const DataDomain domain = configuration.label_dissimilarity->domain();
  const bool must_sum_to_one = configuration.membership_sum == MembershipSum::one || domain.kind == Domain::probability;
  for (std::size_t i = 0; i < c.rows(); ++i) {
    double sum = 0;
    for (double& value : c.row(i)) {
      if (domain.is_bounded()) value = std::max(value, domain.floor);
      sum += value;
      if (domain.kind != Domain::positive || value > 0) continue;
      throw DataError(fmt::format("{}: a membership is 0, and {} needs positive numbers: give {}", rows.source,
                                  configuration.label_dissimilarity->name(), setting("label_dissimilarity.floor")));
    }
    if (!must_sum_to_one || std::abs(sum - 1) <= 1e-6) continue;
    const std::string place = i < rows.lines.size() ? fmt::format("{}:{}", rows.source, rows.lines[i])
                                                    : fmt::format("{} row {}", rows.source, rows.row_number(i) + 1);
    throw DataError(fmt::format("{}: the memberships sum to {:.4g}: they must sum to one", place, sum));
  }
  return c;
}

template <class Number>
void add_checksum(std::span<const Number> values, std::string& text) {
  text += checksum({reinterpret_cast<const char*>(values.data()), values.size_bytes()}) + ";";
}

}   // namespace

TrainingParts cut_into_parts(const Configuration& configuration, Dataset dataset) {
  TrainingParts parts;
  if (configuration.missing == Missing::drop) {
    parts.training.rows = without_missing(dataset);
    parts.dropped_rows = dataset.size() - parts.training.rows.size();
    demand_every_class(dataset, parts.training.rows);
  } else {
    parts.training.rows = std::move(dataset);
  }
  if (configuration.plan.validation > 0) {
    const Dataset all = std::move(parts.training.rows);
    const Random random(static_cast<std::uint64_t>(configuration.plan.seed), Purpose::split);
    const double share = configuration.plan.validation;
    const Split split = all.groups.empty() ? stratified_split(all, share, random) : grouped_split(all, share, random);
    parts.held_out.rows = all.subset(split.test);
    parts.training.rows = all.subset(split.training);
  }
  return parts;
}

void prepare_part(Part& part, const Configuration& configuration, const Preparation& preparation) {
  const Gaps gaps = preparation.missing == Missing::refuse ? gaps_of(configuration) : Gaps::may_be_masked;
  part.x = preparation.apply(part.rows, gaps);
  if (!is_given_matrix(configuration.space)) bring_into_domain(part.x, part.rows, *configuration.dissimilarity);
  if (configuration.rule->traits().learns_label_vectors) part.memberships = memberships_of(part, configuration);
}

void demand_moderate_values(const Part& part) {
  for (std::size_t i = 0; i < part.x.rows(); ++i) {
    for (std::size_t j = 0; j < part.x.columns(); ++j) {
      if (!(std::abs(part.x(i, j)) >= 1e150)) continue;   // also NaN: missing, and masked
      throw NumericalError(
          fmt::format("{}: the value of '{}' is too large to compute with: change its unit, or scale the data",
                      part.rows.place(i, j), part.rows.feature_names[j]));
    }
    walked_over(part.x.columns() * sizeof(double));
  }
}

bool reaches_above_floor(const Part& part, const AnyDissimilarity& dissimilarity) {
  const DataDomain domain = dissimilarity.domain();
  if (!domain.is_bounded() || domain.floor > 0) return true;
  const Row values = part.x.values();
  return std::any_of(values.begin(), values.end(), [&](double value) { return !(value < many_floors * domain.least); });
}

void refuse_below_floor(const std::string& source, const AnyDissimilarity& dissimilarity) {
  const double least = dissimilarity.domain().least;
  throw DataError(fmt::format(
      "{}: no value is above {:.4g}, and prototypes of {} stay above {:.4g}: scale the data ({}, or another unit), or give "
      "a smaller {}",
      source, many_floors * least, dissimilarity.name(), least, setting("scale", "unit-sum"),
      setting("dissimilarity.floor")));
}

void prepare_parts(TrainingParts& parts, const Configuration& configuration, const Preparation& preparation) {
  for (Part* part : {&parts.training, &parts.held_out}) {
    if (part->rows.size() == 0) continue;
    prepare_part(*part, configuration, preparation);
    part->weights = row_weights(part->rows, configuration.class_weights);
  }
  const bool has_features = !is_given_matrix(configuration.space);
  if (has_features && !reaches_above_floor(parts.training, *configuration.dissimilarity))
    refuse_below_floor(parts.training.rows.source, *configuration.dissimilarity);
  parts.costs = cost_matrix(configuration.costs, parts.training.rows.class_names);
  demand_moderate_values(parts.training);
}

double rows_meant(const Part& part) {
  const std::size_t samples = part.x.rows();
  const bool counts_rows = !part.weights.empty() && are_whole(part.weights);
  return counts_rows ? total_weight(part.weights, samples) : static_cast<double>(samples);
}

TrainingRows TrainingParts::rows_of(const Part& part, const Importance& importance,
                                    const AnyDissimilarity& metric) const {
  return {.x = part.x.view(),
          .y = part.rows.y,
          .importance = importance,
          .memberships = part.memberships.view(),
          .penalty_share = metric.penalty_share(are_weights_absolute ? earlier_rows : rows_meant(training))};
}

TrainingRun::TrainingRun(const Configuration& c) : configuration(c), optimizer(c.optimizer->clone()) {}

Importance TrainingRun::importance_in_steps(const TrainingParts& parts) {
  Importance importance = parts.importance_of(parts.training);
  const bool steps_by_samples = dynamic_cast<const Stepper*>(optimizer.get()) && configuration.plan.batch != 0;
  if (steps_by_samples && !parts.are_weights_absolute) presented = repeated_if_few(importance.weights);
  if (!presented.empty()) importance.weights = {};
  return importance;
}

void TrainingRun::attach(const PrototypeSpace& space, const TrainingParts& parts, Runtime& runtime) {
  const Importance importance = importance_in_steps(parts);
  const LabelledRows rows{parts.training.x.view(), parts.training.rows.y, importance};
  objective = std::make_unique<PrototypeObjective>(space, configuration.rule,
                                                   parts.rows_of(parts.training, importance, space.dissimilarity()));
  if (parts.has_held_out())
    validation = std::make_unique<PrototypeObjective>(
        space, configuration.rule,
        parts.rows_of(parts.held_out, parts.importance_of(parts.held_out), space.dissimilarity()));
  if (const auto growth = configuration.rule->growth())
    between = std::make_unique<GrowingUnits>(space, *growth, parts.training.x.view(), parts.training.weights, runtime);
  if (!configuration.relevance) return;
  companion = std::make_unique<RelevanceCompanion>(space, configuration.relevance->clone(), rows,
                                                   parts.training.rows.class_names.size());
}

void TrainingRun::attach_combinations(const std::vector<Label>& labels, const TrainingParts& parts) {
  auto own = combinations->objective(labels, configuration.rule, importance_in_steps(parts));
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
    if (checkpoints.path.empty()) return goes_on;
    const bool is_due = report.state.epoch % checkpoints.every == 0 || !goes_on;
    if (is_due) save_checkpoint(checkpoints.path, identity, report.state, learners);
    return goes_on;
  };
  // Samples that are prototypes, and stay so: each is at distance 0 from itself.
  const bool is_given = configuration.initialization == Initialization::samples && configuration.plan.epochs == 0;
  return protea::fit({*objective, *optimizer, configuration.plan, context.runtime, validation.get(), watch,
                      companion.get(), presented, between.get(), !is_given},
                     state);
}

std::string checksum_of(const Part& part) {
  std::string text;
  add_checksum(part.x.values(), text);
  add_checksum(std::span(part.rows.y), text);
  add_checksum(std::span(part.weights), text);
  if (part.memberships.rows() > 0) add_checksum(part.memberships.values(), text);
  return text;
}

std::string identity_of(const Configuration& configuration, const std::string& rows, Row start,
                        const std::vector<Label>& labels) {
  std::string text;
  for (const auto& [name, value] : describe(configuration)) text += fmt::format("{}={};", name, value);
  text += rows;
  add_checksum(start, text);
  add_checksum(std::span(labels), text);
  return text;
}

std::string identity_of(const Configuration& configuration, const TrainingParts& parts, Row start,
                        const std::vector<Label>& labels) {
  return identity_of(configuration, checksum_of(parts.training) + checksum_of(parts.held_out), start, labels);
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

}   // namespace protea
