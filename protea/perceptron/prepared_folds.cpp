#include <protea/perceptron/prepared_folds.hpp>

#include <algorithm>

#include <protea/base/random.hpp>
#include <protea/data/split.hpp>
#include <protea/method/calibration.hpp>
#include <protea/perceptron/machines.hpp>

namespace protea {

std::vector<PreparedFold> prepared_folds(const PreparedSamples& samples) {
  const Dataset& rows = samples.rows;
  const std::size_t count = std::min<std::size_t>(3, rows.size());
  std::vector<PreparedFold> folds;
  if (count < 2) return folds;
  std::vector<Split> splits;
  if (rows.groups.empty()) {
    splits = stratified_folds(rows.y, rows.class_names, count, Random(samples.seed, Purpose::folds, 2));
  } else {
    for (std::vector<std::uint32_t>& part : parts_by_content(rows, count, samples.seed))
      splits.push_back({training_part(part, rows.size()), std::move(part)});
  }
  for (const Split& split : splits) {
    PreparedFold fold{.training = rows.subset(split.training), .test = rows.subset(split.test)};
    if (present_classes(fold.training.y).size() < 2) continue;   // nothing to tell apart
    for (const std::uint32_t i : split.training) {
      if (!samples.weights.empty()) fold.weights.push_back(samples.weights[i]);
    }
    for (const std::uint32_t i : split.test) {
      if (!samples.weights.empty()) fold.test_weights.push_back(samples.weights[i]);
    }
    fold.preparation = learn_preparation(fold.training, samples.preparation.missing, samples.preparation.scaling);
    fold.x = fold.preparation.apply(fold.training);
    fold.test_x = fold.preparation.apply(fold.test);
    folds.push_back(std::move(fold));
  }
  return folds;
}

}   // namespace protea
