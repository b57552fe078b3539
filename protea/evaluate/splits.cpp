#include <protea/evaluate/splits.hpp>

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>

namespace protea {
namespace {

constexpr std::size_t most_splits = 1'000'000;

using Samples = std::vector<std::uint32_t>;

Samples all_samples(std::size_t count) {
  Samples samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  return samples;
}

// The split whose test part is `test`.
Split held_out(Samples test, std::size_t count) {
  std::sort(test.begin(), test.end());
  Split split;
  split.training = all_samples(count);
  std::erase_if(split.training, [&](std::uint32_t i) { return std::binary_search(test.begin(), test.end(), i); });
  split.test = std::move(test);
  return split;
}

std::vector<Split> splits_by_fold(const std::vector<std::size_t>& fold_of, std::size_t folds) {
  std::vector<Split> splits(folds);
  for (std::size_t i = 0; i < fold_of.size(); ++i) {
    for (std::size_t f = 0; f < folds; ++f) {
      (fold_of[i] == f ? splits[f].test : splits[f].training).push_back(static_cast<std::uint32_t>(i));
    }
  }
  return splits;
}

std::vector<Split> plain_folds(const Dataset& dataset, std::size_t folds, Random random) {
  if (dataset.size() < folds) {
    throw DataError(fmt::format("{}: {} samples are too few for {} folds: use fewer folds", dataset.source, dataset.size(), folds));
  }
  Samples samples = all_samples(dataset.size());
  random.shuffle(std::span(samples));
  std::vector<std::size_t> fold_of(dataset.size());
  for (std::size_t i = 0; i < samples.size(); ++i) fold_of[samples[i]] = i % folds;
  return splits_by_fold(fold_of, folds);
}

// Groups in random order, the larger ones first; each goes to the fold with the fewest samples so far.
std::vector<Split> grouped_folds(const Dataset& dataset, std::size_t folds, Random random) {
  if (dataset.groups.size() != dataset.size()) throw UsageError("split = grouped: name the column of the groups with --groups");
  std::map<std::uint32_t, Samples> members;
  for (std::size_t i = 0; i < dataset.size(); ++i) members[dataset.groups[i]].push_back(static_cast<std::uint32_t>(i));
  if (members.size() < folds) {
    throw DataError(fmt::format("{}: {} groups are too few for {} folds: use fewer folds", dataset.source, members.size(), folds));
  }
  std::vector<const Samples*> order;
  for (const auto& [group, samples] : members) order.push_back(&samples);
  random.shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(), [](const Samples* a, const Samples* b) { return a->size() > b->size(); });
  std::vector<std::size_t> sizes(folds, 0);
  std::vector<std::size_t> fold_of(dataset.size());
  for (const Samples* samples : order) {
    const auto fold = static_cast<std::size_t>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
    sizes[fold] += samples->size();
    for (const std::uint32_t i : *samples) fold_of[i] = fold;
  }
  return splits_by_fold(fold_of, folds);
}

std::vector<Split> one_of_each_class(const Dataset& dataset, Random random) {
  auto classes = samples_by_class(dataset.y, dataset.class_names.size());
  std::size_t largest = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (classes[c].size() == 1) {
      throw DataError(fmt::format("class '{}' has a single sample, so none is left to learn from when it is held out", dataset.class_names[c]));
    }
    random.shuffle(std::span(classes[c]));
    largest = std::max(largest, classes[c].size());
  }
  std::vector<Split> splits;
  for (std::size_t s = 0; s < largest; ++s) {
    Samples test;
    for (const Samples& samples : classes) {
      if (!samples.empty()) test.push_back(samples[s % samples.size()]);
    }
    splits.push_back(held_out(std::move(test), dataset.size()));
  }
  return splits;
}

void demand_few_sets(const Dataset& dataset, std::size_t p) {
  double sets = 1;
  for (std::size_t i = 0; i < p; ++i) sets *= static_cast<double>(dataset.size() - i) / static_cast<double>(i + 1);
  if (sets > static_cast<double>(most_splits)) {
    throw UsageError(fmt::format("split = leave-p-out: {} samples have {:.3g} sets of {}, more than {}: use monte-carlo", dataset.size(),
                                 sets, p, most_splits));
  }
}

std::vector<Split> every_set(const Dataset& dataset, std::size_t p) {
  const std::size_t count = dataset.size();
  if (p < 1 || p + 1 > count) throw UsageError(fmt::format("p = {}: must be at least 1 and less than the {} samples", p, count));
  demand_few_sets(dataset, p);
  std::vector<Split> splits;
  Samples test = all_samples(p);
  while (true) {
    splits.push_back(held_out(test, count));
    std::size_t last = p;                  // the last member that can move on
    while (last > 0 && test[last - 1] == count - p + last - 1) --last;
    if (last == 0) return splits;
    ++test[last - 1];
    for (std::size_t i = last; i < p; ++i) test[i] = test[i - 1] + 1;
  }
}

std::vector<Split> splits_of_repeat(const Dataset& dataset, const SplitPlan& plan, std::uint32_t repeat) {
  const Random random(plan.seed, Purpose::folds, repeat);
  switch (plan.kind) {
    case SplitKind::stratified: return stratified_folds(dataset.y, dataset.class_names, plan.folds, random);
    case SplitKind::folds: return plain_folds(dataset, plan.folds, random);
    case SplitKind::grouped: return grouped_folds(dataset, plan.folds, random);
    case SplitKind::leave_one_out: return every_set(dataset, 1);
    case SplitKind::leave_one_out_per_class: return one_of_each_class(dataset, random);
    case SplitKind::leave_p_out: return every_set(dataset, plan.p);
    case SplitKind::monte_carlo: break;
  }
  std::vector<Split> splits;
  for (std::size_t draw = 0; draw < plan.draws; ++draw) {
    const Random own(plan.seed, Purpose::folds, repeat, static_cast<std::uint32_t>(draw + 1));
    splits.push_back(stratified_split(dataset.y, dataset.class_names, plan.share, own));
  }
  return splits;
}

}  // namespace

bool has_repeats(SplitKind kind) { return kind != SplitKind::leave_one_out && kind != SplitKind::leave_p_out; }

std::vector<Split> make_splits(const Dataset& dataset, const SplitPlan& plan) {
  const bool has_folds = plan.kind == SplitKind::stratified || plan.kind == SplitKind::folds || plan.kind == SplitKind::grouped;
  if (has_folds && plan.folds < 2) throw UsageError(fmt::format("folds = {}: must be at least 2", plan.folds));
  if (plan.kind == SplitKind::monte_carlo && (plan.draws < 1 || !(plan.share > 0 && plan.share < 1))) {
    throw UsageError(fmt::format("draws = {}, share = {}: there must be a draw, and the share must lie between 0 and 1", plan.draws, plan.share));
  }
  if (plan.repeats > 1 && !has_repeats(plan.kind)) {
    throw UsageError(fmt::format("repeats = {}: {} tests every set of samples already", plan.repeats, choice_name(plan.kind)));
  }
  std::vector<Split> splits;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    for (Split& split : splits_of_repeat(dataset, plan, static_cast<std::uint32_t>(repeat))) splits.push_back(std::move(split));
  }
  return splits;
}

}  // namespace protea
