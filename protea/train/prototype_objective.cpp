#include <protea/train/prototype_objective.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <protea/base/nonzero.hpp>
#include <protea/train/look_ahead.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows =
    64;   // samples handled at once: large enough for matrix products, small enough for caches

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

}   // namespace

Labels labels_or_none(const AnyRule& rule, Labels y, std::size_t count, std::vector<Label>& own) {
  if (!y.empty() || count == 0) return y;
  if (rule.traits().supervised)
    throw UsageError(fmt::format("{} learns from labels, and the samples have none", rule.name()));
  own.assign(count, no_label);
  return own;
}

void demand_prototypes(const AnyRule& rule, Labels prototypes, Labels samples) {
  const RuleTraits traits = rule.traits();
  if (!traits.needs_own_prototype && !traits.needs_other_prototype) return;
  for (const Label y : std::set<Label>(samples.begin(), samples.end())) {
    const bool has_own = std::find(prototypes.begin(), prototypes.end(), y) != prototypes.end();
    const bool has_other = std::any_of(prototypes.begin(), prototypes.end(), [&](Label c) { return c != y; });
    if (!has_own && traits.needs_own_prototype) {
      throw UsageError(
          fmt::format("{} needs a prototype of every class, and class number {} has none", rule.name(), y + 1));
    }
    if (!has_other && traits.needs_other_prototype)
      throw UsageError(fmt::format("{} needs prototypes of at least two classes", rule.name()));
  }
}

struct PrototypeObjective::Work final : Workspace {
  Matrix gathered;
  std::vector<Label> labels;
  std::vector<double> weights;
  Matrix distances;
  Matrix dense_pulls;
  std::vector<Pull> pulls;
  std::vector<double> spare;
  std::vector<double> unwanted;   // the gradient of the rule's own parameters, where none is wanted
  std::vector<std::uint32_t> complete;
  std::vector<std::uint32_t> incomplete;
  LookAhead ahead;
  PrototypeSpace::Scratches scratches;
};

PrototypeObjective::PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule,
                                       TrainingRows rows)
    : space_(space),
      rule_(std::move(rule)),
      reads_(rule_->traits().reads),
      rows_(rows),
      total_weight_(rows.importance.total(rows.x.rows)),
      is_incomplete_(rows.missingness == Missingness::none ? std::vector<char>{} : incomplete_rows(rows.x)) {
  rows_.y = labels_or_none(*rule_, rows_.y, rows_.x.rows, no_labels_);
  demand_prototypes(*rule_, space_.labels(), rows_.y);
}

std::unique_ptr<Workspace> PrototypeObjective::make_workspace() const { return std::make_unique<Work>(); }

void PrototypeObjective::look_ahead(std::span<const std::uint32_t> samples, Row parameters,
                                    Workspace& workspace) const {
  if (!space_.dissimilarity().traits().is_squared_euclidean || reads_ == Reads::all) return;
  if (!is_incomplete_.empty() || rows_.importance.costs.rows > 0)
    return;   // a cost needs the nearest wrong prototype, whatever the rule reads
  static_cast<Work&>(workspace).ahead.prepare(space_, rows_.x, samples, parameters);
}

// From distances to pulls, for one block; they are left in work.pulls.
double PrototypeObjective::pull(const Importance::Block& block, const Step& step, Work& work) const {
  const MatrixView d = block.d;
  // All zero between calls: what a rule sets is put back below.
  if (work.dense_pulls.rows() < d.rows) work.dense_pulls = Matrix(d.rows, d.columns);
  const Row theta = space_.rule_parameters(step.parameters);
  work.spare.resize(theta.size());
  work.unwanted.resize(theta.size());
  Gradient* const gradient = step.wanted.gradient;
  const double loss = rule_->pull(
      {d, block.labels, block.y, rows_.importance.of(block, work.weights), step.progress, theta, work.spare},
      {work.dense_pulls.values().data(), d.rows, d.columns, d.columns},
      gradient ? space_.rule_parameters(gradient->values()) : MutableRow(work.unwanted));
  work.pulls.clear();
  for (std::size_t i = 0; i < d.rows; ++i) {
    for_each_nonzero(std::as_const(work.dense_pulls).row(i), [&](std::size_t k, double value) {
      if (gradient) gradient->touch(k);
      work.pulls.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), value});
    });
  }
  for (const Pull& each : work.pulls) work.dense_pulls(each.sample, each.prototype) = 0;
  return loss;
}

// The pulls of a block of complete samples, to where they are wanted.
void PrototypeObjective::add_pulls(MatrixView x, const Step& step, Work& work) const {
  if (step.wanted.gradient)
    space_.add_gradients(x, step.parameters, work.pulls, step.wanted.gradient->values(), work.scratches);
  if (!step.wanted.moments) return;
  for (const auto& [i, k, value] : work.pulls) {
    step.wanted.moments->pulls[k] += value;
    const MutableRow sum = step.wanted.moments->samples.row(k);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += value * x.row(i)[j];
  }
}

double PrototypeObjective::accumulate_one_ahead(std::uint32_t sample, const Step& step, Work& work) const {
  const Row x = rows_.x.row(sample);
  const Row d = work.ahead.distances(space_, x, rows_.y[sample], reads_, step.parameters);
  const double loss =
      pull({{&sample, 1}, matrix_view(d, 1, d.size()), space_.labels(), rows_.y.subspan(sample, 1)}, step, work);
  add_pulls(matrix_view(x, 1, x.size()), step, work);
  for (const Pull& each : work.pulls) work.ahead.touch(each.prototype);
  return loss;
}

double PrototypeObjective::accumulate_incomplete(std::span<const std::uint32_t> samples, const Step& step,
                                                 Work& work) const {
  gather(samples, work);
  const MatrixView x = std::as_const(work.gathered).view();
  work.distances.reshape(samples.size(), space_.prototype_count());
  space_.observed_distances(x, step.parameters, work.distances.view(), work.scratches);
  const double loss = pull({samples, std::as_const(work.distances).view(), space_.labels(), work.labels}, step, work);
  if (step.wanted.gradient)
    space_.add_observed_gradients(x, step.parameters, work.pulls, step.wanted.gradient->values(), work.scratches);
  return loss;
}

void PrototypeObjective::gather(std::span<const std::uint32_t> samples, Work& work) const {
  work.gathered.reshape(samples.size(), rows_.x.columns);
  work.labels.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::copy_n(rows_.x.row(samples[i]).begin(), rows_.x.columns, work.gathered.row(i).begin());
    work.labels[i] = rows_.y[samples[i]];
  }
}

// Samples without missing values. Consecutive ones are used in place, others are gathered.
double PrototypeObjective::accumulate_block(std::span<const std::uint32_t> samples, const Step& step,
                                            Work& work) const {
  const std::size_t count = samples.size();
  const std::uint32_t first = samples.front();
  const bool in_place =
      rows_.x.is_contiguous() && samples.back() == first + count - 1 && std::is_sorted(samples.begin(), samples.end());
  MatrixView x{rows_.x.data + first * rows_.x.stride, count, rows_.x.columns, rows_.x.stride};
  Labels y = rows_.y.subspan(in_place ? first : 0, in_place ? count : 0);
  if (!in_place) {
    gather(samples, work);
    x = std::as_const(work.gathered).view();
    y = work.labels;
  }
  work.distances.reshape(count, space_.prototype_count());
  space_.distances(x, step.parameters, work.distances.view(), work.scratches);
  const double loss = pull({samples, std::as_const(work.distances).view(), space_.labels(), y}, step, work);
  add_pulls(x, step, work);
  return loss;
}

double PrototypeObjective::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                      Wanted wanted, Workspace& workspace) const {
  auto& work = static_cast<Work&>(workspace);
  const Step step{parameters, progress, wanted};
  if (samples.size() == 1 && work.ahead.has(samples[0])) return accumulate_one_ahead(samples[0], step, work);
  const double weight = rows_.importance.total(samples);
  double loss = 0;
  if (!is_incomplete_.empty()) {
    work.complete.clear();
    work.incomplete.clear();
    for (const std::uint32_t i : samples) (is_incomplete_[i] ? work.incomplete : work.complete).push_back(i);
    samples = work.complete;
    const std::span<const std::uint32_t> others = work.incomplete;
    for (std::size_t first = 0; first < others.size(); first += block_rows) {
      loss += accumulate_incomplete(others.subspan(first, std::min(block_rows, others.size() - first)), step, work);
    }
  }
  for (std::size_t first = 0; first < samples.size(); first += block_rows) {
    loss += accumulate_block(samples.subspan(first, std::min(block_rows, samples.size() - first)), step, work);
  }
  const double penalty =
      space_.add_penalty(parameters, weight, wanted.gradient ? wanted.gradient->values() : MutableRow{});
  if (has_cost()) loss += weight * penalty;   // without a cost, the loss counts errors
  return loss;
}

PullMoments PrototypeObjective::make_moments() const {
  if (!is_incomplete_.empty())
    throw UsageError("means of samples need all of their values: use missing = mean or median");
  return {space_.prototype_count(), space_.features()};
}

void PrototypeObjective::move_to_means(const PullMoments& moments, MutableRow parameters) const {
  const ParameterBlock& block = space_.prototype_block();
  for (std::size_t k = 0; k < space_.prototype_count(); ++k) {
    if (!(moments.pulls[k] > 0)) continue;
    const MutableRow w = block.unit_of(parameters, k);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = moments.samples(k, j) / moments.pulls[k];
    block.manifold->project(w);
  }
}

}   // namespace protea
