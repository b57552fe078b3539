#include <protea/data/split.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

void sort_parts(Split& split) {
  std::sort(split.training.begin(), split.training.end());
  std::sort(split.test.begin(), split.test.end());
}

// The first `share` of the samples, at least one and never all, goes to the test part.
void cut(std::span<const std::uint32_t> samples, double share, Split& split) {
  const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(samples.size())));
  const auto held_out = static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(wanted, 1, samples.size() - 1));
  split.test.insert(split.test.end(), samples.begin(), samples.begin() + held_out);
  split.training.insert(split.training.end(), samples.begin() + held_out, samples.end());
}

void demand_enough(std::size_t count, std::size_t folds) {
  if (count < folds) throw DataError(fmt::format("{} samples are too few for {} folds: use fewer folds", count, folds));
}

std::vector<std::uint32_t> shuffled(std::size_t count, Random& random) {
  std::vector<std::uint32_t> samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  random.shuffle(std::span(samples));
  return samples;
}

std::vector<Split> splits_of(std::vector<std::vector<std::uint32_t>> parts, std::size_t count) {
  std::vector<Split> splits;
  for (std::vector<std::uint32_t>& test : parts) {
    std::vector<std::uint32_t> training = training_part(test, count);
    splits.push_back({std::move(training), std::move(test)});
  }
  return splits;
}

}   // namespace

Split stratified_split(std::span<const Label> y, const std::vector<std::string>& class_names, double share,
                       Random random) {
  Split split;
  auto classes = samples_by_class(y, class_names.size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<std::uint32_t>& samples = classes[c];
    if (samples.empty()) continue;
    if (samples.size() < 2) {
      throw DataError(fmt::format("class '{}' has a single sample, so no part of it can be held out", class_names[c]));
    }
    random.shuffle(std::span(samples));
    cut(samples, share, split);
  }
  sort_parts(split);
  return split;
}

std::vector<std::vector<std::uint32_t>> stratified_parts(std::span<const Label> y,
                                                         const std::vector<std::string>& class_names, std::size_t folds,
                                                         Random random) {
  demand_enough(y.size(), folds);
  std::vector<std::vector<std::uint32_t>> parts(folds);
  std::size_t next = 0;   // goes on from class to class, so that sizes differ by at most one
  for (std::vector<std::uint32_t>& samples : samples_by_class(y, class_names.size())) {
    random.shuffle(std::span(samples));
    for (const std::uint32_t sample : samples) parts[next++ % folds].push_back(sample);
  }
  for (std::vector<std::uint32_t>& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

Split plain_split(std::size_t count, double share, Random random) {
  if (count < 2) throw DataError("there is a single sample, so no part of the data can be held out");
  Split split;
  cut(shuffled(count, random), share, split);
  sort_parts(split);
  return split;
}

std::vector<std::vector<std::uint32_t>> plain_parts(std::size_t count, std::size_t folds, Random random) {
  demand_enough(count, folds);
  std::vector<std::vector<std::uint32_t>> parts(folds);
  const std::vector<std::uint32_t> samples = shuffled(count, random);
  for (std::size_t i = 0; i < count; ++i) parts[i % folds].push_back(samples[i]);
  for (std::vector<std::uint32_t>& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

Split grouped_split(const Dataset& dataset, double share, Random random) {
  const std::size_t groups = *std::ranges::max_element(dataset.groups) + std::size_t{1};
  std::vector<std::vector<std::uint32_t>> members(groups);
  for (std::uint32_t i = 0; i < dataset.size(); ++i) members[dataset.groups[i]].push_back(i);
  std::erase_if(members, [](const auto& group) { return group.empty(); });   // of a part of the data
  if (members.size() < 2) throw DataError("there is a single group, so none can be held out");
  std::vector<std::uint32_t> order = shuffled(members.size(), random);
  const double wanted = share * static_cast<double>(dataset.size());
  std::vector<std::uint32_t> test;
  std::size_t taken = 0;
  for (const std::uint32_t g : order) {
    const bool fits = static_cast<double>(test.size() + members[g].size()) <= wanted || test.empty();
    if (!fits || taken + 1 == members.size()) continue;
    test.insert(test.end(), members[g].begin(), members[g].end());
    ++taken;
  }
  std::ranges::sort(test);
  Split split{training_part(test, dataset.size()), std::move(test)};
  std::vector<bool> is_left(dataset.class_names.size(), dataset.y.empty());
  for (const std::uint32_t i : split.training) {
    if (!dataset.y.empty()) is_left[static_cast<std::size_t>(dataset.y[i])] = true;
  }
  for (const std::uint32_t i : split.test) {
    if (dataset.y.empty() || is_left[static_cast<std::size_t>(dataset.y[i])]) continue;
    throw DataError(fmt::format("holding out whole groups leaves no sample of class '{}' to learn from",
                                dataset.class_names[static_cast<std::size_t>(dataset.y[i])]));
  }
  return split;
}

Split stratified_split(const Dataset& dataset, double share, Random random) {
  if (dataset.y.empty()) return plain_split(dataset.size(), share, random);
  return stratified_split(dataset.y, dataset.class_names, share, random);
}

std::vector<std::vector<std::uint32_t>> stratified_parts(const Dataset& dataset, std::size_t folds, Random random) {
  if (dataset.y.empty()) return plain_parts(dataset.size(), folds, random);
  return stratified_parts(dataset.y, dataset.class_names, folds, random);
}

std::vector<std::uint32_t> training_part(std::span<const std::uint32_t> test, std::size_t count) {
  std::vector<std::uint32_t> training;
  training.reserve(count - test.size());
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (next < test.size() && test[next] == i) ++next;
    else training.push_back(i);
  }
  return training;
}

std::vector<Split> stratified_folds(std::span<const Label> y, const std::vector<std::string>& class_names,
                                    std::size_t folds, Random random) {
  return splits_of(stratified_parts(y, class_names, folds, random), y.size());
}

std::vector<Split> stratified_folds(const Dataset& dataset, std::size_t folds, Random random) {
  return splits_of(stratified_parts(dataset, folds, random), dataset.size());
}

}   // namespace protea
