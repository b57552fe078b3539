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

std::vector<std::vector<std::uint32_t>> stratified_parts(std::span<const Label> y, const std::vector<std::string>& class_names,
                                                         std::size_t folds, Random random) {
  if (y.size() < folds) throw DataError(fmt::format("{} samples are too few for {} folds: use fewer folds", y.size(), folds));
  std::vector<std::vector<std::uint32_t>> parts(folds);
  std::size_t next = 0;   // goes on from class to class, so that sizes differ by at most one
  for (std::vector<std::uint32_t>& samples : samples_by_class(y, class_names.size())) {
    random.shuffle(std::span(samples));
    for (const std::uint32_t sample : samples) parts[next++ % folds].push_back(sample);
  }
  for (std::vector<std::uint32_t>& part : parts) std::sort(part.begin(), part.end());
  return parts;
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

std::vector<Split> stratified_folds(std::span<const Label> y, const std::vector<std::string>& class_names, std::size_t folds,
                                    Random random) {
  std::vector<Split> splits;
  for (std::vector<std::uint32_t>& test : stratified_parts(y, class_names, folds, random)) {
    std::vector<std::uint32_t> training = training_part(test, y.size());
    splits.push_back({std::move(training), std::move(test)});
  }
  return splits;
}

}  // namespace protea
