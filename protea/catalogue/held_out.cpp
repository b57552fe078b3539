#include <protea/catalogue/held_out.hpp>

#include <algorithm>
#include <map>

namespace protea {

void HeldOut::add(const HeldOut& more) {
  const auto append = [](auto& all, const auto& own) { all.insert(all.end(), own.begin(), own.end()); };
  append(truth, more.truth);
  append(labels, more.labels);
  append(scores, more.scores);
  append(true_numbers, more.true_numbers);
  append(numbers, more.numbers);
  append(weights, more.weights);
}

double HeldOut::value(Measure measure, std::size_t classes) const {
  if (is_of_numbers(measure)) return value_of(measure, number_measures(true_numbers, numbers, weights));
  Predictions answers{labels, Matrix(scores.size() / classes, classes)};
  std::ranges::copy(scores, answers.scores.values().begin());
  return value_of(measure, truth, answers, classes);
}

std::vector<double> to_counts(std::span<const Label> truth, std::span<const Label> answers, std::size_t classes) {
  std::map<std::size_t, double> counts;
  for (std::size_t i = 0; i < truth.size(); ++i)
    counts[static_cast<std::size_t>(truth[i]) * (classes + 1) + static_cast<std::size_t>(answers[i] + 1)] += 1;
  std::vector<double> values;
  for (const auto& [pair, count] : counts) values.insert(values.end(), {static_cast<double>(pair), count});
  return values;
}

HeldOut from_counts(std::span<const double> values, std::size_t classes) {
  HeldOut result;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    const auto pair = static_cast<std::size_t>(values[i]);
    const auto count = static_cast<std::size_t>(values[i + 1]);
    result.truth.insert(result.truth.end(), count, static_cast<Label>(pair / (classes + 1)));
    result.labels.insert(result.labels.end(), count, static_cast<Label>(pair % (classes + 1)) - 1);
  }
  return result;
}

}   // namespace protea
