#include <protea/train/prototype_objective.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <protea/base/nonzero.hpp>
#include <protea/rule/winners.hpp>
#include <protea/train/look_ahead.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 64;   // samples handled at once: large enough for matrix products, small enough for caches

void demand_prototypes(const RuleTraits& traits, std::string_view rule, Labels prototypes, Labels samples) {
  if (!traits.needs_own_prototype && !traits.needs_other_prototype) return;
  for (const Label y : std::set<Label>(samples.begin(), samples.end())) {
    const bool has_own = std::find(prototypes.begin(), prototypes.end(), y) != prototypes.end();
    const bool has_other = std::any_of(prototypes.begin(), prototypes.end(), [&](Label c) { return c != y; });
    if (!has_own && traits.needs_own_prototype) {
      throw UsageError(fmt::format("{} needs a prototype of every class, and class number {} has none", rule, y + 1));
    }
    if (!has_other && traits.needs_other_prototype) throw UsageError(fmt::format("{} needs prototypes of at least two classes", rule));
  }
}

double sum_of(Row weights, std::size_t samples) {
  if (weights.empty()) return static_cast<double>(samples);
  double sum = 0;
  for (const double weight : weights) sum += weight;
  return sum;
}

std::vector<char> incomplete_rows(MatrixView x) {
  std::vector<char> result(x.rows);
  bool has_any = false;
  for (std::size_t i = 0; i < x.rows; ++i) {
    result[i] = std::any_of(x.row(i).begin(), x.row(i).end(), [](double value) { return std::isnan(value); }) ? 1 : 0;
    has_any = has_any || result[i] != 0;
  }
  if (!has_any) result.clear();
  return result;
}

}  // namespace

struct PrototypeObjective::Work final : Workspace {
  Matrix gathered;
  std::vector<Label> labels;
  std::vector<double> weights;
  std::vector<double> costs;               // weights times costs
  Matrix distances;
  Matrix dense_pulls;
  std::vector<Pull> pulls;
  std::vector<double> spare;
  std::vector<std::uint32_t> complete;
  LookAhead ahead;
  PrototypeSpace::Scratches scratches;
};

PrototypeObjective::PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, TrainingRows rows)
    : space_(space),
      rule_(std::move(rule)),
      reads_(rule_->traits().reads),
      rows_(rows),
      total_weight_(sum_of(rows.weights, rows.x.rows)),
      is_incomplete_(incomplete_rows(rows.x)) {
  demand_prototypes(rule_->traits(), rule_->name(), space_.labels(), rows_.y);
}

std::unique_ptr<Workspace> PrototypeObjective::make_workspace() const { return std::make_unique<Work>(); }

void PrototypeObjective::look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const {
  if (!space_.dissimilarity().traits().is_squared_euclidean || reads_ == Reads::all) return;
  if (!is_incomplete_.empty() || rows_.costs.rows > 0) return;   // a cost needs the nearest wrong prototype, whatever the rule reads
  static_cast<Work&>(workspace).ahead.prepare(space_, rows_.x, samples, parameters);
}

// From distances to pulls, for one block; they are left in work.pulls.
double PrototypeObjective::pull(MatrixView d, Labels y, Row weights, const Step& step, Gradient& gradient, Work& work) const {
  // All zero between calls: what a rule sets is put back below.
  if (work.dense_pulls.rows() < d.rows) work.dense_pulls = Matrix(d.rows, d.columns);
  if (rows_.costs.rows > 0) {
    work.costs.resize(d.rows);
    for (std::size_t i = 0; i < d.rows; ++i) {
      const std::size_t wrong = nearest_pair(d.row(i), space_.labels(), y[i]).wrong;
      const double cost = wrong == nobody ? 1 : rows_.costs.row(static_cast<std::size_t>(y[i]))[static_cast<std::size_t>(space_.labels()[wrong])];
      work.costs[i] = cost * (weights.empty() ? 1 : weights[i]);
    }
    weights = work.costs;
  }
  const Row theta = space_.rule_parameters(step.parameters);
  work.spare.resize(theta.size());
  const double loss = rule_->pull({d, space_.labels(), y, weights, step.progress, theta, work.spare},
                                  {work.dense_pulls.values().data(), d.rows, d.columns, d.columns},
                                  space_.rule_parameters(gradient.values()));
  work.pulls.clear();
  for (std::size_t i = 0; i < d.rows; ++i) {
    for_each_nonzero(std::as_const(work.dense_pulls).row(i), [&](std::size_t k, double value) {
      gradient.touch(k);
      work.pulls.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), value});
    });
  }
  for (const Pull& each : work.pulls) work.dense_pulls(each.sample, each.prototype) = 0;
  return loss;
}

double PrototypeObjective::accumulate_one_ahead(std::uint32_t sample, const Step& step, Gradient& gradient, Work& work) const {
  const Row x = rows_.x.row(sample);
  const Row d = work.ahead.distances(space_, x, rows_.y[sample], reads_, step.parameters);
  const Row weights = rows_.weights.empty() ? Row() : rows_.weights.subspan(sample, 1);
  const double loss = pull(matrix_view(d, 1, d.size()), rows_.y.subspan(sample, 1), weights, step, gradient, work);
  space_.add_gradients(matrix_view(x, 1, x.size()), step.parameters, work.pulls, gradient.values(), work.scratches);
  for (const Pull& each : work.pulls) work.ahead.touch(each.prototype);
  return loss;
}

double PrototypeObjective::accumulate_incomplete(std::uint32_t sample, const Step& step, Gradient& gradient, Work& work) const {
  const Row x = rows_.x.row(sample);
  const Row weights = rows_.weights.empty() ? Row() : rows_.weights.subspan(sample, 1);
  work.distances.reshape(1, space_.prototype_count());
  space_.observed_distances(x, step.parameters, work.distances.row(0), work.scratches);
  const double loss = pull(std::as_const(work.distances).view(), rows_.y.subspan(sample, 1), weights, step, gradient, work);
  space_.add_observed_gradients(x, step.parameters, work.pulls, gradient.values(), work.scratches);
  return loss;
}

// Samples without missing values. Consecutive ones are used in place, others are gathered.
double PrototypeObjective::accumulate_block(std::span<const std::uint32_t> samples, const Step& step, Gradient& gradient,
                                            Work& work) const {
  const std::size_t count = samples.size();
  const std::uint32_t first = samples.front();
  const bool in_place = rows_.x.is_contiguous() && samples.back() == first + count - 1 && std::is_sorted(samples.begin(), samples.end());
  MatrixView x{rows_.x.data + first * rows_.x.stride, count, rows_.x.columns, rows_.x.stride};
  Labels y = rows_.y.subspan(in_place ? first : 0, in_place ? count : 0);
  Row weights = rows_.weights.empty() || !in_place ? Row() : rows_.weights.subspan(first, count);
  if (!in_place) {
    work.gathered.reshape(count, rows_.x.columns);
    work.labels.resize(count);
    work.weights.resize(rows_.weights.empty() ? 0 : count);
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(rows_.x.row(samples[i]).begin(), rows_.x.columns, work.gathered.row(i).begin());
      work.labels[i] = rows_.y[samples[i]];
      if (!rows_.weights.empty()) work.weights[i] = rows_.weights[samples[i]];
    }
    x = std::as_const(work.gathered).view();
    y = work.labels;
    weights = work.weights;
  }
  work.distances.reshape(count, space_.prototype_count());
  space_.distances(x, step.parameters, work.distances.view(), work.scratches);
  const double loss = pull(std::as_const(work.distances).view(), y, weights, step, gradient, work);
  space_.add_gradients(x, step.parameters, work.pulls, gradient.values(), work.scratches);
  return loss;
}

double PrototypeObjective::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Gradient& gradient,
                                      Workspace& workspace) const {
  auto& work = static_cast<Work&>(workspace);
  const Step step{parameters, progress};
  if (samples.size() == 1 && work.ahead.has(samples[0])) return accumulate_one_ahead(samples[0], step, gradient, work);
  double weight = rows_.weights.empty() ? static_cast<double>(samples.size()) : 0;
  for (std::size_t i = 0; !rows_.weights.empty() && i < samples.size(); ++i) weight += rows_.weights[samples[i]];
  double loss = 0;
  if (!is_incomplete_.empty()) {
    work.complete.clear();
    for (const std::uint32_t i : samples) {
      if (is_incomplete_[i]) loss += accumulate_incomplete(i, step, gradient, work);
      else work.complete.push_back(i);
    }
    samples = work.complete;
  }
  for (std::size_t first = 0; first < samples.size(); first += block_rows) {
    loss += accumulate_block(samples.subspan(first, std::min(block_rows, samples.size() - first)), step, gradient, work);
  }
  const double penalty = space_.add_penalty(parameters, weight, gradient.values());
  if (has_cost()) loss += weight * penalty;   // without a cost, the loss counts errors
  return loss;
}

void PrototypeObjective::to_free(MutableRow parameters) const {
  for (std::size_t g = 0; g < space_.group_count(); ++g) space_.dissimilarity().to_free(space_.metric(parameters, g));
}

void PrototypeObjective::from_free(Row free, MutableRow parameters) const {
  std::copy(free.begin(), free.end(), parameters.begin());
  for (std::size_t g = 0; g < space_.group_count(); ++g) {
    space_.dissimilarity().from_free(space_.metric(free, g), space_.metric(parameters, g));
  }
}

void PrototypeObjective::pull_back(Row free, MutableRow gradient) const {
  for (std::size_t g = 0; g < space_.group_count(); ++g) {
    space_.dissimilarity().pull_back(space_.metric(free, g), space_.metric(gradient, g));
  }
}

}  // namespace protea
