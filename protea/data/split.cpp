#include <protea/data/split.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/data/dataset.hpp>

namespace protea {
namespace {

void sort_parts(Split& split) {
  std::sort(split.training.begin(), split.training.end());
  std::sort(split.test.begin(), split.test.end());
}

}  // namespace

Split stratified_split(std::span<const Label> y, const std::vector<std::string>& class_names, double share, Random random) {
  Split split;
  auto classes = samples_by_class(y, class_names.size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<std::uint32_t>& samples = classes[c];
    if (samples.empty()) continue;
    if (samples.size() < 2) {
      throw DataError(fmt::format("class '{}' has a single sample, so no part of it can be held out", class_names[c]));
    }
    random.shuffle(std::span(samples));
    const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(samples.size())));
    const std::size_t held_out = std::clamp<std::size_t>(wanted, 1, samples.size() - 1);
    split.test.insert(split.test.end(), samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(held_out));
    split.training.insert(split.training.end(), samples.begin() + static_cast<std::ptrdiff_t>(held_out), samples.end());
  }
  sort_parts(split);
  return split;
}

std::vector<Split> stratified_folds(std::span<const Label> y, const std::vector<std::string>& class_names, std::size_t folds,
                                    Random random) {
  auto classes = samples_by_class(y, class_names.size());
  std::vector<std::size_t> fold_of(y.size());
  std::size_t next = 0;   // goes on from class to class, so that fold sizes differ by at most one
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<std::uint32_t>& samples = classes[c];
    if (samples.empty()) continue;
    if (samples.size() < folds) {
      throw DataError(fmt::format("class '{}' has {} sample{}, too few for {} folds: use fewer folds", class_names[c], samples.size(),
                                  samples.size() == 1 ? "" : "s", folds));
    }
    random.shuffle(std::span(samples));
    for (const std::uint32_t sample : samples) fold_of[sample] = next++ % folds;
  }
  std::vector<Split> splits(folds);
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t f = 0; f < folds; ++f) {
      (fold_of[i] == f ? splits[f].test : splits[f].training).push_back(static_cast<std::uint32_t>(i));
    }
  }
  return splits;
}

}  // namespace protea
