#include <protea/train/prototype_objective.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <protea/base/nonzero.hpp>
#include <protea/train/look_ahead.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 64;   // samples handled at once: large enough for matrix products, small enough for caches

struct PrototypeWorkspace final : Workspace {
  Matrix gathered;
  std::vector<Label> labels;
  Matrix distances;
  Matrix dense_pulls;
  std::vector<Pull> pulls;
  LookAhead ahead;
  PrototypeSpace::Scratches scratches;
};

}  // namespace

void demand_prototypes(const AnyRule& rule, Labels prototypes, Labels samples) {
  const RuleTraits traits = rule.traits();
  if (!traits.needs_own_prototype && !traits.needs_other_prototype) return;
  for (const Label y : std::set<Label>(samples.begin(), samples.end())) {
    const bool has_own = std::find(prototypes.begin(), prototypes.end(), y) != prototypes.end();
    const bool has_other = std::any_of(prototypes.begin(), prototypes.end(), [&](Label c) { return c != y; });
    if (!has_own && traits.needs_own_prototype) {
      throw UsageError(fmt::format("{} needs a prototype of every class, and class number {} has none", rule.name(), y + 1));
    }
    if (!has_other && traits.needs_other_prototype) throw UsageError(fmt::format("{} needs prototypes of at least two classes", rule.name()));
  }
}

PrototypeObjective::PrototypeObjective(const PrototypeSpace& space, std::shared_ptr<const AnyRule> rule, MatrixView x, Labels y)
    : space_(space), rule_(std::move(rule)), reads_(rule_->traits().reads), x_(x), y_(y) {
  demand_prototypes(*rule_, space_.labels(), y_);
}

std::unique_ptr<Workspace> PrototypeObjective::make_workspace() const { return std::make_unique<PrototypeWorkspace>(); }

void PrototypeObjective::look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const {
  if (!space_.dissimilarity().traits().is_squared_euclidean || rule_->traits().reads == Reads::all) return;
  auto& work = static_cast<PrototypeWorkspace&>(workspace);
  work.ahead.prepare(space_, x_, samples, parameters);
}

// From distances to pulls to gradients, for one block.
double PrototypeObjective::pull(MatrixView x, MatrixView d, Labels y, Row parameters, double progress, Gradient& gradient,
                                Workspace& workspace) const {
  auto& work = static_cast<PrototypeWorkspace&>(workspace);
  // All zero between calls: what a rule sets is put back below.
  if (work.dense_pulls.rows() < d.rows) work.dense_pulls = Matrix(d.rows, d.columns);
  const double loss = rule_->pull(d, space_.labels(), y, progress, {work.dense_pulls.values().data(), d.rows, d.columns, d.columns}, space_.rule_parameters(parameters),
                                  space_.rule_parameters(gradient.values()));
  work.pulls.clear();
  for (std::size_t i = 0; i < d.rows; ++i) {
    for_each_nonzero(std::as_const(work.dense_pulls).row(i), [&](std::size_t k, double value) {
      gradient.touch(k);
      work.pulls.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), value});
    });
  }
  for (const Pull& each : work.pulls) work.dense_pulls(each.sample, each.prototype) = 0;
  space_.add_gradients(x, parameters, work.pulls, gradient.values(), work.scratches);
  return loss;
}

double PrototypeObjective::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Gradient& gradient,
                                      Workspace& workspace) const {
  auto& work = static_cast<PrototypeWorkspace&>(workspace);
  if (samples.size() == 1 && work.ahead.has(samples[0])) {
    const std::uint32_t i = samples[0];
    const Row d = work.ahead.distances(space_, x_.row(i), y_[i], reads_, parameters);
    const double loss =
        pull(matrix_view(x_.row(i), 1, x_.columns), matrix_view(d, 1, d.size()), y_.subspan(i, 1), parameters, progress, gradient, work);
    for (const Pull& each : work.pulls) work.ahead.touch(each.prototype);
    return loss;
  }
  double loss = 0;
  for (std::size_t first = 0; first < samples.size(); first += block_rows) {
    const auto block = samples.subspan(first, std::min(block_rows, samples.size() - first));
    // Consecutive samples are used in place, others are gathered.
    const bool in_place = x_.is_contiguous() && block.back() == block.front() + block.size() - 1 &&
                          std::is_sorted(block.begin(), block.end());
    MatrixView x{x_.data + block.front() * x_.stride, block.size(), x_.columns, x_.stride};
    Labels y = y_.subspan(in_place ? block.front() : 0, in_place ? block.size() : 0);
    if (!in_place) {
      work.gathered.reshape(block.size(), x_.columns);
      work.labels.resize(block.size());
      for (std::size_t i = 0; i < block.size(); ++i) {
        std::copy_n(x_.row(block[i]).begin(), x_.columns, work.gathered.row(i).begin());
        work.labels[i] = y_[block[i]];
      }
      x = std::as_const(work.gathered).view();
      y = work.labels;
    }
    work.distances.reshape(block.size(), space_.prototype_count());
    space_.distances(x, parameters, work.distances.view(), work.scratches);
    loss += pull(x, std::as_const(work.distances).view(), y, parameters, progress, gradient, work);
  }
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
