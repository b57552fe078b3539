#include <protea/evaluate/splits.hpp>

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/error.hpp>
#include <protea/base/option.hpp>

namespace protea {
namespace {

constexpr std::size_t most_splits = 1'000'000;

Samples all_samples(std::size_t count) {
  Samples samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  return samples;
}

std::vector<Samples> parts_by_fold(const std::vector<std::size_t>& fold_of, std::size_t folds) {
  std::vector<Samples> parts(folds);
  for (std::size_t i = 0; i < fold_of.size(); ++i) parts[fold_of[i]].push_back(static_cast<std::uint32_t>(i));
  return parts;
}

std::vector<Samples> plain_folds(const Dataset& dataset, std::size_t folds, Random random) {
  if (dataset.size() < folds) {
    throw DataError(fmt::format("{}: {} {} too few for {} folds: use fewer folds", dataset.source,
                                counted(dataset.size(), "sample"), dataset.size() == 1 ? "is" : "are", folds));
  }
  return plain_parts(dataset.size(), folds, random);
}

void demand_groups(const Dataset& dataset, SplitKind kind) {
  if (dataset.groups.size() == dataset.size()) return;
  throw UsageError(
      fmt::format("split = {}: name the column of the groups with {}", choice_name(kind), setting("groups")));
}

std::vector<Samples> every_group(const Dataset& dataset) {
  demand_groups(dataset, SplitKind::each_group);
  std::map<std::uint32_t, Samples> members;   // numbered as they appear
  for (std::size_t i = 0; i < dataset.size(); ++i) members[dataset.groups[i]].push_back(static_cast<std::uint32_t>(i));
  if (members.size() < 2)
    throw DataError(fmt::format("{}: all rows are in one group, so none is left to learn from", dataset.source));
  std::vector<Samples> parts;
  for (auto& [group, samples] : members) parts.push_back(std::move(samples));
  return parts;
}

// Groups in random order, the larger ones first; each goes to the fold with the fewest samples so far.
std::vector<Samples> grouped_folds(const Dataset& dataset, std::size_t folds, Random random) {
  demand_groups(dataset, SplitKind::grouped);
  std::map<std::uint32_t, Samples> members;
  for (std::size_t i = 0; i < dataset.size(); ++i) members[dataset.groups[i]].push_back(static_cast<std::uint32_t>(i));
  if (members.size() < folds) {
    throw DataError(fmt::format("{}: {} {} too few for {} folds: use fewer folds", dataset.source,
                                counted(members.size(), "group"), members.size() == 1 ? "is" : "are", folds));
  }
  std::vector<const Samples*> order;
  for (const auto& [group, samples] : members) order.push_back(&samples);
  random.shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(),
                   [](const Samples* a, const Samples* b) { return a->size() > b->size(); });
  std::vector<std::size_t> sizes(folds, 0);
  std::vector<std::size_t> fold_of(dataset.size());
  for (const Samples* samples : order) {
    const auto fold = static_cast<std::size_t>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
    sizes[fold] += samples->size();
    for (const std::uint32_t i : *samples) fold_of[i] = fold;
  }
  return parts_by_fold(fold_of, folds);
}

std::vector<Samples> one_of_each_class(const Dataset& dataset, Random random) {
  auto classes = samples_by_class(dataset.y, dataset.class_names.size());
  std::size_t largest = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (classes[c].size() == 1) {
      throw DataError(fmt::format("class '{}' has a single sample, so none is left to learn from when it is held out",
                                  dataset.class_names[c]));
    }
    random.shuffle(std::span(classes[c]));
    largest = std::max(largest, classes[c].size());
  }
  std::vector<Samples> parts;
  for (std::size_t s = 0; s < largest; ++s) {
    Samples test;
    for (const Samples& samples : classes) {
      if (!samples.empty()) test.push_back(samples[s % samples.size()]);
    }
    std::sort(test.begin(), test.end());
    parts.push_back(std::move(test));
  }
  return parts;
}

void demand_few_sets(const Dataset& dataset, std::size_t p) {
  double sets = 1;
  for (std::size_t i = 0; i < p; ++i) sets *= static_cast<double>(dataset.size() - i) / static_cast<double>(i + 1);
  if (sets > static_cast<double>(most_splits)) {
    throw UsageError(
        fmt::format("split = leave-p-out: {} samples have {:.3g} sets of {}, more than {}: use monte-carlo",
                    dataset.size(), sets, p, most_splits));
  }
}

std::vector<Samples> every_set(const Dataset& dataset, std::size_t p) {
  const std::size_t count = dataset.size();
  if (p < 1 || p + 1 > count)
    throw UsageError(fmt::format("p = {}: must be at least 1 and less than the {} samples", p, count));
  demand_few_sets(dataset, p);
  std::vector<Samples> parts;
  Samples test = all_samples(p);
  while (true) {
    parts.push_back(test);
    std::size_t last = p;   // the last member that can move on
    while (last > 0 && test[last - 1] == count - p + last - 1) --last;
    if (last == 0) return parts;
    ++test[last - 1];
    for (std::size_t i = last; i < p; ++i) test[i] = test[i - 1] + 1;
  }
}

std::vector<Samples> parts_of_repeat(const Dataset& dataset, const SplitPlan& plan, std::uint32_t repeat) {
  const Random random(plan.seed, Purpose::folds, repeat, plan.stream);
  switch (plan.kind) {
    case SplitKind::stratified: return stratified_parts(dataset, plan.folds, random);
    case SplitKind::folds: return plain_folds(dataset, plan.folds, random);
    case SplitKind::grouped: return grouped_folds(dataset, plan.folds, random);
    case SplitKind::each_group: return every_group(dataset);
    case SplitKind::leave_one_out: return every_set(dataset, 1);
    case SplitKind::leave_one_out_per_class:
      return dataset.target_kind() == TargetKind::labels ? one_of_each_class(dataset, random) : every_set(dataset, 1);
    case SplitKind::leave_p_out: return every_set(dataset, plan.p);
    case SplitKind::monte_carlo: break;
  }
  std::vector<Samples> parts;
  const auto draws = static_cast<std::uint32_t>(plan.draws);
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    const Random own(plan.seed, Purpose::folds, repeat, plan.stream * draws + draw + 1);
    parts.push_back(stratified_split(dataset, plan.share, own).test);
  }
  return parts;
}

std::vector<std::size_t> class_sizes(const Dataset& dataset) {
  std::vector<std::size_t> sizes(dataset.class_names.size());
  for (const Label y : dataset.y) ++sizes[static_cast<std::size_t>(y)];
  return sizes;
}

}   // namespace

bool has_groups(SplitKind kind) { return kind == SplitKind::grouped || kind == SplitKind::each_group; }

bool has_folds(SplitKind kind) {
  return kind == SplitKind::stratified || kind == SplitKind::folds || kind == SplitKind::grouped;
}

bool has_repeats(SplitKind kind) {
  return kind != SplitKind::leave_one_out && kind != SplitKind::leave_p_out && kind != SplitKind::each_group;
}

bool tests_each_once(SplitKind kind) {
  return has_folds(kind) || kind == SplitKind::leave_one_out || kind == SplitKind::each_group;
}

std::vector<Samples> make_test_parts(const Dataset& dataset, const SplitPlan& plan) {
  if (has_folds(plan.kind) && plan.folds < 2)
    throw UsageError(fmt::format("folds = {}: must be at least 2", plan.folds));
  if (plan.kind == SplitKind::monte_carlo && (plan.draws < 1 || !(plan.share > 0 && plan.share < 1))) {
    throw UsageError(fmt::format("draws = {}, share = {}: there must be a draw, and the share must lie between 0 and 1",
                                 plan.draws, plan.share));
  }
  if (plan.repeats > 1 && !has_repeats(plan.kind)) {
    throw UsageError(
        fmt::format("repeats = {}: {} tests every set of samples already", plan.repeats, choice_name(plan.kind)));
  }
  std::vector<Samples> parts;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    const auto number = plan.first_repeat + static_cast<std::uint32_t>(repeat);
    for (Samples& part : parts_of_repeat(dataset, plan, number)) parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<Split> make_splits(const Dataset& dataset, const SplitPlan& plan) {
  std::vector<Split> splits;
  for (Samples& test : make_test_parts(dataset, plan)) {
    Samples training = training_part(test, dataset.size());
    splits.push_back({std::move(training), std::move(test)});
  }
  return splits;
}

void demand_two_classes_left(const Dataset& dataset, const std::vector<Samples>& tests) {
  std::vector<std::size_t> left = class_sizes(dataset);
  std::size_t classes = left.size() - static_cast<std::size_t>(std::count(left.begin(), left.end(), 0U));
  if (classes < 2) return;   // training says it better: all samples are of one class
  for (std::size_t s = 0; s < tests.size(); ++s) {
    for (const std::uint32_t i : tests[s]) classes -= --left[static_cast<std::size_t>(dataset.y[i])] == 0 ? 1 : 0;
    if (classes < 2) {
      throw DataError(fmt::format("{}: split {} of {} leaves samples of one class only to learn from: use other splits",
                                  dataset.source, s + 1, tests.size()));
    }
    for (const std::uint32_t i : tests[s]) classes += left[static_cast<std::size_t>(dataset.y[i])]++ == 0 ? 1 : 0;
  }
}

std::string rare_class_note(const Dataset& dataset, const SplitPlan& plan) {
  if (plan.kind != SplitKind::stratified || dataset.size() < plan.folds) return {};
  const std::vector<std::size_t> sizes = class_sizes(dataset);
  std::string names;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (sizes[c] > 0 && sizes[c] < plan.folds)
      names += fmt::format("{}'{}' {}", names.empty() ? "" : ", ", dataset.class_names[c], sizes[c]);
  }
  if (names.empty()) return {};
  return fmt::format("fewer samples than {} folds: class {}; such a class is in as many test parts as it has samples",
                     plan.folds, names);
}

std::string identity_of(const SplitPlan& plan) {
  return fmt::format("{};{};{};{};{};{};{}", choice_name(plan.kind), plan.folds, plan.repeats, plan.seed, plan.p,
                     plan.draws, plan.share);
}

}   // namespace protea
