#include <protea/train/prototype_objective.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <protea/base/kernels.hpp>
#include <protea/base/nonzero.hpp>
#include <protea/base/text.hpp>
#include <protea/model/nearest_search.hpp>
#include <protea/train/look_ahead.hpp>
#include <protea/train/winner_sums.hpp>

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
  return has_any ? result : std::vector<char>{};
}

}   // namespace

std::shared_ptr<const AnyRule> on_lattice(std::shared_ptr<const AnyRule> rule, std::size_t units) {
  const Lattice* const lattice = rule->lattice();
  if (!lattice) return rule;
  demand_sound(*lattice);
  if (!lattice->is_chosen()) return rule->on({Topology::chain, static_cast<std::int64_t>(units), 1});
  if (lattice->size() == units) return rule;
  throw UsageError(fmt::format("the lattice has {}, and there are {}", counted(lattice->size(), "unit"),
                               counted(units, "prototype")));
}

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
  Matrix gathered_memberships;
  std::vector<Label> labels;
  std::vector<double> weights;
  Row importance;   // of the block whose winners were found, among `weights`
  Matrix distances;
  Matrix dense_pulls;
  std::vector<Pull> pulls;
  std::vector<Pull> label_pulls;
  std::vector<double> spare;
  std::vector<double> unwanted;   // the gradient of the rule's own parameters, where none is wanted
  std::vector<std::uint32_t> complete;
  std::vector<std::uint32_t> incomplete;
  std::vector<std::uint32_t> winners;
  std::vector<std::uint32_t> ignored;
  LookAhead ahead;
  std::vector<double> rival_pulls;
  NearestSearch search;
  PrototypeSpace::Scratches scratches;
  Scratch label_scratch;
};

PrototypeObjective::PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule,
                                       TrainingRows rows)
    : space_(space),
      rule_(on_lattice(std::move(rule), space.prototype_count())),
      reads_(rule_->traits().reads),
      reads_distances_(rule_->traits().depends_on != DependsOn::winner || rule_->traits().has_cost),
      rows_(rows),
      total_weight_(rows.importance.total(rows.x.rows)),
      is_incomplete_(rows.missingness == Missingness::none ? std::vector<char>{} : incomplete_rows(rows.x)) {
  rows_.y = labels_or_none(*rule_, rows_.y, rows_.x.rows, no_labels_);
  demand_prototypes(*rule_, space_.labels(), rows_.y);
  if (rule_->traits().learns_label_vectors && (!space_.has_label_vectors() || rows_.memberships.rows != rows_.x.rows))
    throw UsageError(
        fmt::format("{} needs prototypes with label vectors, and memberships of all samples", rule_->name()));
}

std::unique_ptr<Workspace> PrototypeObjective::make_workspace() const { return std::make_unique<Work>(); }

// Where the nearest prototypes can be shortlisted: a cost would need the nearest wrong one, whatever the rule reads.
bool PrototypeObjective::can_shortlist() const {
  return space_.dissimilarity().traits().is_squared_euclidean && reads_ != Reads::all && is_incomplete_.empty() &&
         rows_.importance.costs.rows == 0;
}

void PrototypeObjective::look_ahead(std::span<const std::uint32_t> samples, Row parameters,
                                    Workspace& workspace) const {
  for (Scratch& scratch : static_cast<Work&>(workspace).scratches) scratch.followed.is_fresh = true;
  constexpr std::size_t few = 1000;   // numbers, that are compared directly as quickly
  if (!can_shortlist() || space_.prototype_count() * space_.features() < few) return;
  if (rule_->lattice()) return;   // a map moves all of its units with every sample
  static_cast<Work&>(workspace).ahead.prepare(space_, rows_.x, samples, parameters);
}

// From distances to pulls, for one block; they are left in work.dense_pulls.
double PrototypeObjective::pull(const Importance::Block& block, const Step& step, Work& work) const {
  const MatrixView d = block.d;
  // All zero between calls: what a rule sets is put back by whoever takes it.
  if (work.dense_pulls.rows() < d.rows || work.dense_pulls.columns() != d.columns)
    work.dense_pulls = Matrix(d.rows, d.columns);
  const Row theta = space_.rule_parameters(step.parameters);
  work.spare.resize(theta.size());
  work.unwanted.resize(theta.size());
  Gradient* const gradient = step.wanted.gradient;
  const Row weights = rows_.importance.of(block, work.weights);
  if (d.rows == 1 && weights.empty() && theta.empty())
    return rule_->pull_one(d.row(0), block.labels, block.y[0], step.progress, work.dense_pulls.row(0));
  return rule_->pull({d, block.labels, block.y, weights, step.progress, theta, work.spare},
                     {work.dense_pulls.values().data(), d.rows, d.columns, d.columns},
                     gradient ? space_.rule_parameters(gradient->values()) : MutableRow(work.unwanted));
}

// The pulls that are not zero, on prototypes and on their label vectors.
void PrototypeObjective::list_pulls(Gradient& gradient, std::size_t rows, Work& work) const {
  const std::size_t prototypes = space_.prototype_count();
  work.pulls.clear();
  work.label_pulls.clear();
  for (std::size_t i = 0; i < rows; ++i) {
    const MutableRow all = work.dense_pulls.row(i);
    for_each_nonzero(Row(all.first(prototypes)), [&](std::size_t k, double value) {
      gradient.touch(k);
      work.pulls.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), value});
    });
    for_each_nonzero(Row(all.subspan(prototypes)), [&](std::size_t k, double value) {
      work.label_pulls.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), value});
    });
  }
  for (const Pull& each : work.pulls) work.dense_pulls(each.sample, each.prototype) = 0;
  for (const Pull& each : work.label_pulls) work.dense_pulls(each.sample, prototypes + each.prototype) = 0;
}

// The pulls of a block, to where they are wanted.
void PrototypeObjective::add_pulls(const Block& block, const Step& step, Work& work) const {
  if (step.wanted.moments) add_dense_moments(block, *step.wanted.moments, work);
  if (step.wanted.gradient) {
    const MutableRow gradient = step.wanted.gradient->values();
    list_pulls(*step.wanted.gradient, block.x.rows, work);
    if (block.is_incomplete)
      space_.add_observed_gradients(block.x, step.parameters, work.pulls, gradient, work.scratches);
    else space_.add_gradients(block.x, step.parameters, work.pulls, gradient, work.scratches);
    if (space_.has_label_vectors())
      space_.add_label_gradients(block.memberships, step.parameters, work.label_pulls, gradient, work.label_scratch);
  } else {
    for (std::size_t i = 0; i < block.x.rows; ++i) {
      const MutableRow row = work.dense_pulls.row(i);
      std::fill(row.begin(), row.end(), 0.0);
    }
  }
}

void PrototypeObjective::add_dense_moments(const Block& block, PullMoments& moments, Work& work) const {
  const std::size_t count = space_.prototype_count();
  const std::size_t n = block.x.columns;
  const MatrixView x = block.x;
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < count; ++k) moments.pulls[k] += work.dense_pulls(i, k);
  }
  if (moments.observed.rows() == 0 && x.is_contiguous() && work.dense_pulls.columns() == count) {
    kernels().add_outer_products(work.dense_pulls.values().data(), x.rows, count, x.data, n,
                                 moments.samples.values().data());
    return;
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double factor = block.is_incomplete ? share_rescaled(x.row(i)) : 1;
    for (std::size_t k = 0; k < count; ++k) {
      const double value = factor * work.dense_pulls(i, k);
      if (value == 0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (std::isnan(x.row(i)[j])) continue;
        moments.samples(k, j) += value * x.row(i)[j];
        if (moments.observed.rows() > 0) moments.observed(k, j) += value;
      }
    }
  }
}

double PrototypeObjective::accumulate_one_ahead(std::uint32_t sample, const Step& step, Work& work) const {
  const Row x = rows_.x.row(sample);
  const Labels y = rows_.y.subspan(sample, 1);
  work.ahead.find(space_, y[0], reads_, step.parameters);
  if (reads_distances_ || work.ahead.rivals().size() > 1) work.ahead.measure(space_, x, step.parameters);
  if (step.wanted.gradient && space_.rule_parameters(step.parameters).empty())
    return pull_on_rivals(sample, step, work);
  const Row d = work.ahead.distances();
  const double loss = pull({{&sample, 1}, matrix_view(d, 1, d.size()), space_.labels(), y}, step, work);
  add_pulls({{&sample, 1}, matrix_view(x, 1, x.size()), y, {}}, step, work);
  for (const Pull& each : work.pulls) work.ahead.touch(each.prototype);
  return loss;
}

// A rule without parameters of its own need not know of those that it would not read.
double PrototypeObjective::pull_on_rivals(std::uint32_t sample, const Step& step, Work& work) const {
  const std::span<const std::uint32_t> rivals = work.ahead.rivals();
  const std::size_t count = rivals.size();
  const Row d = work.ahead.rival_distances();
  if (work.rival_pulls.size() < count) {
    work.rival_pulls.resize(space_.prototype_count());
    work.labels.resize(space_.prototype_count());
  }
  for (std::size_t c = 0; c < count; ++c) {
    work.rival_pulls[c] = 0;
    work.labels[c] = space_.labels()[rivals[c]];
  }
  const Labels labels = Labels(work.labels).first(count);
  const MutableRow pulls = MutableRow(work.rival_pulls).first(count);
  double loss = 0;
  if (rows_.importance.weights.empty()) {
    loss = rule_->pull_one(d, labels, rows_.y[sample], step.progress, pulls);
  } else {
    const Labels y = rows_.y.subspan(sample, 1);
    const MatrixView one = matrix_view(d, 1, count);
    const Row weight = rows_.importance.of({{&sample, 1}, one, labels, y}, work.weights);
    loss = rule_->pull({one, labels, y, weight, step.progress, {}, {}}, matrix_view(pulls, 1, count), {});
  }
  const Row x = rows_.x.row(sample);
  Gradient& gradient = *step.wanted.gradient;
  for (std::size_t c = 0; c < count; ++c) {
    if (pulls[c] == 0) continue;
    gradient.touch(rivals[c]);
    work.ahead.touch(rivals[c]);
    space_.add_gradient(x, step.parameters, rivals[c], pulls[c], gradient.values());
  }
  return loss;
}

double PrototypeObjective::accumulate_followed(std::uint32_t sample, const Step& step, Work& work) const {
  const std::size_t prototypes = space_.prototype_count();
  work.distances.reshape(1, prototypes);
  space_.followed_distances(rows_.x.row(sample), step.parameters, work.distances.row(0), work.scratches);
  const double loss = pull(
      {{&sample, 1}, std::as_const(work.distances).view(), space_.labels(), rows_.y.subspan(sample, 1)}, step, work);
  list_pulls(*step.wanted.gradient, 1, work);
  space_.add_followed_gradients(step.parameters, work.pulls, *step.wanted.gradient, work.scratches);
  return loss;
}

void PrototypeObjective::gather(std::span<const std::uint32_t> samples, Work& work) const {
  work.gathered.reshape(samples.size(), rows_.x.columns);
  work.gathered_memberships.reshape(samples.size(), rows_.memberships.columns);
  work.labels.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::copy_n(rows_.x.row(samples[i]).begin(), rows_.x.columns, work.gathered.row(i).begin());
    if (rows_.memberships.rows > 0)
      std::copy_n(rows_.memberships.row(samples[i]).begin(), rows_.memberships.columns,
                  work.gathered_memberships.row(i).begin());
    work.labels[i] = rows_.y[samples[i]];
  }
}

// Consecutive samples are used in place, others are gathered.
PrototypeObjective::Block PrototypeObjective::block_of(std::span<const std::uint32_t> samples, bool is_incomplete,
                                                       Work& work) const {
  const std::size_t count = samples.size();
  const std::uint32_t first = samples.front();
  const bool in_place =
      rows_.x.is_contiguous() && samples.back() == first + count - 1 && std::is_sorted(samples.begin(), samples.end());
  if (in_place && !is_incomplete) {
    const auto rows_from_first = [&](MatrixView all) {
      return all.rows == 0 ? all : MatrixView{all.data + first * all.stride, count, all.columns, all.stride};
    };
    return {samples, rows_from_first(rows_.x), rows_.y.subspan(first, count), rows_from_first(rows_.memberships)};
  }
  gather(samples, work);
  return {samples, std::as_const(work.gathered).view(), work.labels, std::as_const(work.gathered_memberships).view(),
          is_incomplete};
}

// Distances to prototypes, and behind them those to their label vectors.
void PrototypeObjective::measure(const Block& block, Row parameters, Work& work) const {
  const std::size_t prototypes = space_.prototype_count();
  const std::size_t width = space_.has_label_vectors() ? 2 * prototypes : prototypes;
  work.distances.reshape(block.x.rows, width);
  const MutableMatrixView d{work.distances.values().data(), block.x.rows, prototypes, width};
  if (block.is_incomplete) space_.observed_distances(block.x, parameters, d, work.scratches);
  else space_.distances(block.x, parameters, d, work.scratches);
  if (width > prototypes)
    space_.label_distances(block.memberships, parameters, {d.data + prototypes, d.rows, prototypes, width},
                           work.label_scratch);
}

double PrototypeObjective::accumulate_block(const Block& block, const Step& step, Work& work) const {
  if (rule_->has_winner() && !step.wanted.gradient) {
    const double loss = find_winners(block, step, work);
    if (step.wanted.moments) add_to_winners(block.x, work.winners, work.importance, *step.wanted.moments);
    return loss;
  }
  const bool is_rule_alone = space_.rule_parameters(step.parameters).empty() && !rule_->lattice();
  if (!step.wanted.gradient && !step.wanted.moments && is_rule_alone && can_ask_nearest(block.x.rows))
    return lose_to_nearest(block, step, work);
  measure(block, step.parameters, work);
  const double loss = pull({block.samples, std::as_const(work.distances).view(), space_.labels(), block.y}, step, work);
  add_pulls(block, step, work);
  return loss;
}

// A rule that reads the nearest alone is shown that one.
bool PrototypeObjective::can_ask_nearest(std::size_t samples) const {
  constexpr std::size_t few = 16;   // samples, for which a shortlist is not worth its preparation
  return reads_ == Reads::nearest && can_shortlist() && space_.prototype_count() >= NearestSearch::worth_it &&
         samples >= few;
}

// The loss alone, of a rule that neither has parameters nor pulls on others than it reads.
double PrototypeObjective::lose_to_nearest(const Block& block, const Step& step, Work& work) const {
  const std::size_t count = block.x.rows;
  work.winners.resize(count);
  work.distances.reshape(count, 1);
  work.search.find(space_.prototypes(step.parameters), block.x, work.winners, work.distances.values());
  const Row weights = rows_.importance.of({block.samples, {}, {}, block.y}, work.weights);
  double loss = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double unwanted = 0;
    loss += weight_at(weights, i) * rule_->pull_one(std::as_const(work.distances).row(i),
                                                    Labels(space_.labels()).subspan(work.winners[i], 1), block.y[i],
                                                    step.progress, {&unwanted, 1});
  }
  return loss;
}

double PrototypeObjective::find_winners(const Block& block, const Step& step, Work& work) const {
  const std::size_t count = block.x.rows;
  work.winners.resize(count);
  const auto ask = [&](MatrixView d, std::span<std::uint32_t> winners) {
    work.importance = rows_.importance.of({block.samples, d, space_.labels(), block.y}, work.weights);
    return rule_->find_winners(
        {.d = d, .labels = space_.labels(), .y = block.y, .weights = work.importance, .progress = step.progress},
        winners);
  };
  if (!can_ask_nearest(count)) {
    measure(block, step.parameters, work);
    return ask(std::as_const(work.distances).view(), work.winners);
  }
  work.distances.reshape(count, 1);
  work.search.find(space_.prototypes(step.parameters), block.x, work.winners, work.distances.values());
  work.ignored.resize(count);
  return ask(std::as_const(work.distances).view(), work.ignored);
}

double PrototypeObjective::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                      Wanted wanted, Workspace& workspace) const {
  auto& work = static_cast<Work&>(workspace);
  const Step step{parameters, progress, wanted};
  constexpr std::size_t page = 4096;   // of which single rows are all that is wanted
  walked_over(samples.size() * std::max(page, rows_.x.columns * sizeof(double)));
  if (wanted.gradient && wanted.gradient->form() == GradientForm::factors)
    return accumulate_followed(samples.front(), step, work);
  if (samples.size() == 1 && work.ahead.has(samples[0])) return accumulate_one_ahead(samples[0], step, work);
  const std::span<const std::uint32_t> all = samples;
  work.search.forget();
  for (Scratch& scratch : work.scratches) scratch.keeps_prototypes = false;
  double loss = 0;
  const auto add_all = [&](std::span<const std::uint32_t> some, bool is_incomplete) {
    for (std::size_t first = 0; first < some.size(); first += block_rows) {
      const auto own = some.subspan(first, std::min(block_rows, some.size() - first));
      loss += accumulate_block(block_of(own, is_incomplete, work), step, work);
      for (Scratch& scratch : work.scratches) scratch.keeps_prototypes = !is_incomplete;
    }
  };
  if (!is_incomplete_.empty()) {
    work.complete.clear();
    work.incomplete.clear();
    for (const std::uint32_t i : samples) (is_incomplete_[i] ? work.incomplete : work.complete).push_back(i);
    samples = work.complete;
    add_all(work.incomplete, true);
  }
  add_all(samples, false);
  return wanted.without_penalty ? loss : loss + add_penalty(all, parameters, wanted);
}

double PrototypeObjective::add_penalty(std::span<const std::uint32_t> samples, Row parameters, Wanted wanted) const {
  const double weight = rows_.penalty_share * rows_.importance.total(samples);
  const double penalty =
      space_.add_penalty(parameters, weight, wanted.gradient ? wanted.gradient->values() : MutableRow{});
  return has_cost() ? weight * penalty : 0;   // without a cost, the loss counts errors
}

// Matrices of m rows cost of the order of m²n operations each, a sample mn.
std::size_t PrototypeObjective::samples_per_penalty() const {
  return std::max<std::size_t>(1, space_.metric_block().size / (2 * space_.features()));
}

PullMoments PrototypeObjective::make_moments() const {
  return {space_.prototype_count(), space_.features(), !is_incomplete_.empty()};
}

void PrototypeObjective::finish_moments(double progress, PullMoments& moments) const {
  if (rule_->has_winner()) spread(*rule_, progress, moments);
}

void PrototypeObjective::move_to_means(const PullMoments& moments, MutableRow parameters) const {
  const ParameterBlock& block = space_.prototype_block();
  const bool has_gaps = moments.observed.rows() > 0;
  for (std::size_t k = 0; k < space_.prototype_count(); ++k) {
    if (!(moments.pulls[k] > 0)) continue;
    const MutableRow w = block.unit_of(parameters, k);
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double all = has_gaps ? moments.observed(k, j) : moments.pulls[k];
      if (all > 0) w[j] = moments.samples(k, j) / all;   // else nobody saw it
    }
    block.manifold->project(w);
  }
}

bool FarSample::is_at_prototype() const {
  constexpr double rounding = 1e-24;   // of squared distances, relative to the sizes of what is compared
  double size = 0;
  for (const double value : x) size += value * value;
  return !(loss > rounding * size);
}

namespace {

bool is_farther(const FarSample& a, const FarSample& b) {
  return a.loss > b.loss || (a.loss == b.loss && a.sample < b.sample);
}

// Of samples from the farthest on, each value once; behind one that is at its prototype all are.
template <class At>
std::vector<FarSample> different_ones(std::size_t samples, std::size_t count, At at) {
  std::vector<FarSample> result;
  for (std::size_t i = 0; i < samples && result.size() < count; ++i) {
    FarSample next = at(i);
    if (std::ranges::any_of(result, [&](const FarSample& other) { return other.x == next.x; })) continue;
    result.push_back(std::move(next));
    if (result.back().is_at_prototype()) break;
  }
  return result;
}

}   // namespace

std::vector<FarSample> PrototypeObjective::far_samples(Row parameters, std::size_t count) const {
  std::vector<FarSample> losses;   // of each sample: how far it is from its own prototype
  const auto workspace = make_workspace();
  for (std::uint32_t i = 0; i < rows_.x.rows; ++i) {
    if (!is_incomplete_.empty() && is_incomplete_[i]) continue;
    losses.push_back({accumulate({&i, 1}, parameters, 1, value_only, *workspace), i});
  }
  std::ranges::sort(losses, is_farther);
  return different_ones(losses.size(), count, [&](std::size_t i) {
    const Row x = rows_.x.row(losses[i].sample);
    return FarSample{losses[i].loss, losses[i].sample, {x.begin(), x.end()}};
  });
}

std::size_t PrototypeObjective::seed_again(const PullMoments& moments, Row before, MutableRow parameters) const {
  return seed_again(
      moments, [&](std::size_t count) { return far_samples(before, count); }, parameters);
}

std::size_t PrototypeObjective::seed_again(const PullMoments& moments, const FarSamples& far,
                                           MutableRow parameters) const {
  if (!rule_->has_winner() || rule_->lattice()) return 0;
  std::vector<std::size_t> idle;
  for (std::size_t k = 0; k < moments.pulls.size(); ++k) {
    if (!(moments.pulls[k] > 0)) idle.push_back(k);
  }
  if (idle.empty()) return 0;
  std::vector<FarSample> candidates = far(idle.size());
  std::ranges::sort(candidates, is_farther);
  const auto seeds = different_ones(candidates.size(), idle.size(), [&](std::size_t i) { return candidates[i]; });
  std::size_t seeded = 0;
  const ParameterBlock& block = space_.prototype_block();
  for (const FarSample& seed : seeds) {
    if (seed.is_at_prototype()) break;
    const MutableRow w = block.unit_of(parameters, idle[seeded++]);
    std::ranges::copy(seed.x, w.begin());
    block.manifold->project(w);
  }
  return seeded;
}

}   // namespace protea
