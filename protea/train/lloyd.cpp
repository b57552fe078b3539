#include <protea/train/lloyd.hpp>

#include <memory>

#include <protea/base/weights.hpp>

namespace protea {

MomentSum in_order(const Objective& objective, std::span<const std::uint32_t> samples) {
  const std::shared_ptr<Workspace> workspace = objective.make_workspace();
  return [&objective, samples, workspace](Row parameters, PullMoments& moments) {
    objective.accumulate(samples, parameters, 1, moments, *workspace);
    objective.finish_moments(1, moments);
  };
}

namespace {

// Squared moves of all numbers together.
double moved(Row before, Row after) {
  double sum = 0;
  for (std::size_t i = 0; i < before.size(); ++i) sum += (after[i] - before[i]) * (after[i] - before[i]);
  return sum;
}

}   // namespace

double squared_spread(MatrixView means) {
  double sum = 0;
  for (std::size_t j = 0; j < means.columns; ++j) {
    double mean = 0;
    for (std::size_t k = 0; k < means.rows; ++k) mean += means.row(k)[j];
    mean /= static_cast<double>(means.rows);
    for (std::size_t k = 0; k < means.rows; ++k) {
      const double deviation = means.row(k)[j] - mean;
      sum += deviation * deviation;
    }
  }
  return sum;
}

std::size_t iterate_means(const Objective& objective, const MomentSum& sum, MutableRow parameters) {
  constexpr std::size_t most = 300;
  constexpr double still = 1e-6;   // squared moves, of the squared spread of the means
  PullMoments moments = objective.make_moments();
  std::vector<double> before(parameters.size());
  for (std::size_t iteration = 0; iteration < most; ++iteration) {
    std::copy(parameters.begin(), parameters.end(), before.begin());
    moments.clear();
    sum(parameters, moments);
    objective.move_to_means(moments, parameters);
    const double move = moved(before, parameters);
    if (move == 0) return iteration;   // the same samples pull: the same means
    const ParameterBlock& units = *objective.layout().begin();
    const Row means = Row(parameters).subspan(units.first, units.size);
    if (objective.sample_count() > few_samples &&
        move <= still * squared_spread(matrix_view(means, units.unit_count(), units.unit)))
      return iteration + 1;
  }
  return most;
}

// Whole weights are drawn from as the rows they stand for would be, one after another.
std::size_t draw_first(std::span<const std::uint32_t> samples, Row weights, Random& random) {
  if (weights.empty()) return random.below(samples.size());
  std::vector<double> own;
  for (const std::uint32_t sample : samples) own.push_back(weights[sample]);
  if (!are_whole(own)) return draw_by_weight(own, random);
  auto row = static_cast<double>(random.below(static_cast<std::size_t>(total_weight(own, own.size()))));
  std::size_t pick = 0;
  while (row >= own[pick]) row -= own[pick++];
  return pick;
}

std::size_t draw_by_weight(std::span<const double> weights, Random& random) {
  double total = 0;
  for (const double weight : weights) total += weight;
  double threshold = random.uniform() * total;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    threshold -= weights[i];
    if (threshold < 0) return i;
  }
  return weights.size() - 1;
}

}   // namespace protea
