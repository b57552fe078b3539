#include <protea/method/distant_objective.hpp>

#include <algorithm>
#include <numeric>

namespace protea {

DistantObjective::DistantObjective(DistantRows rows, const PrototypeSpace& space, const Configuration& configuration,
                                   Runtime& runtime)
    : rows_(std::move(rows)),
      space_(space),
      rule_(configuration.rule),
      costs_(cost_matrix(configuration.costs, rows_.class_names)),
      runtime_(runtime),
      nowhere_(space, configuration.rule, {MatrixView{nullptr, 0, space.features(), space.features()}, {}}) {
  demand_prototypes(*rule_, space.labels(), rows_.present);
}

double DistantObjective::accumulate(std::span<const std::uint32_t>, Row, double, Wanted, Workspace&) const {
  throw UsageError("samples that are elsewhere are summed there");
}

double DistantObjective::sum_elsewhere(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                       Wanted wanted) const {
  if (!samples.empty()) return sum_of(samples, parameters, progress, *wanted.gradient);
  Parcel question = rows_.about(RowQuestion::sums);
  question.add_count(wanted.gradient ? 1 : wanted.moments ? 2 : 0).add(progress).add(parameters);
  double loss = 0;
  bool is_first = true;
  rows_.ask(question.take(), [&](ParcelReader& from) {
    const double own = from.number();
    loss = std::exchange(is_first, false) ? own : loss + own;
    if (wanted.gradient) {
      const std::vector<std::uint32_t> touched = from.indices();
      wanted.gradient->add(touched, from.numbers());
    } else if (wanted.moments) {
      PullMoments moments = nowhere_.make_moments();
      moments.pulls = from.numbers();
      std::ranges::copy(from.numbers(), moments.samples.values().begin());
      wanted.moments->add(moments);
    }
  });
  return loss;
}

void DistantObjective::come_next(std::span<const std::uint32_t> samples) const {
  next_ = samples;
  brought_ = {};
  at_ = 0;
}

std::size_t DistantObjective::seed_again(const PullMoments& moments, Row before, MutableRow parameters) const {
  return nowhere_.seed_again(
      moments, [&](std::size_t count) { return farthest(before, count); }, parameters);
}

std::vector<FarSample> DistantObjective::farthest(Row parameters, std::size_t count) const {
  std::vector<FarSample> far;
  rows_.ask(rows_.about(RowQuestion::farthest).add_count(count).add(parameters).take(), [&](ParcelReader& from) {
    for (std::size_t left = from.count(); left > 0; --left) {
      const double loss = from.number();
      const std::size_t sample = from.count();
      far.push_back({loss, sample, from.numbers()});
    }
  });
  return far;
}

// Samples that come next, from a stretch of which all were brought at once.
double DistantObjective::sum_of(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                Gradient& gradient) const {
  constexpr std::size_t values_at_once = std::size_t{1} << 20;
  if (at_ + samples.size() > brought_.places.size()) {
    const std::size_t some = std::max(samples.size(), values_at_once / std::max<std::size_t>(1, space_.features()));
    const std::size_t count = std::min(next_.size(), some / samples.size() * samples.size());
    bring(next_.first(count));
    next_ = next_.subspan(count);
  }
  const auto own = std::span<const std::uint32_t>(brought_.places).subspan(at_, samples.size());
  at_ += samples.size();
  const double loss = brought_.accumulator->accumulate(own, parameters, progress);
  gradient.add(brought_.accumulator->gradient());
  brought_.accumulator->gradient().clear();
  return loss;
}

void DistantObjective::bring(std::span<const std::uint32_t> samples) const {
  std::vector<std::uint32_t> order(samples.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return samples[i]; });
  std::vector<std::uint32_t> ascending;
  std::vector<std::uint32_t> places(samples.size());
  for (const std::uint32_t i : order) {
    if (ascending.empty() || ascending.back() != samples[i]) ascending.push_back(samples[i]);
    places[i] = static_cast<std::uint32_t>(ascending.size() - 1);
  }
  brought_ = {};
  at_ = 0;
  brought_.part = rows_.bring(ascending);
  brought_.places = std::move(places);
  const Part& part = brought_.part;
  const Importance importance{part.weights, costs_.view()};
  brought_.objective = std::make_unique<PrototypeObjective>(
      space_, rule_, TrainingRows{part.x.view(), part.rows.y, importance, Missingness::none, {}, rows_.penalty_share});
  brought_.accumulator = std::make_unique<Accumulator>(*brought_.objective, runtime_);
}

}   // namespace protea
