#include <protea/perceptron/hopfield.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numeric>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>

namespace protea {
namespace {

double sum_of_products(Row a, Row b) {
  double sum = 0;
  kernels().products(a.data(), 1, b.data(), 1, a.size(), &sum, 1);
  return sum;
}

double unit_of(std::size_t n) { return 1 / static_cast<double>(std::max<std::size_t>(n, 1)); }

// One pass of the perceptron of unit i: whether a pattern was within the margin. `changed` is told.
template <std::invocable Changed>
bool learn_once(MatrixView patterns, std::size_t i, double margin, MutableRow weights, Changed changed) {
  bool has_learned = false;
  for (std::size_t p = 0; p < patterns.rows; ++p) {
    const Row pattern = patterns.row(p);
    if (pattern[i] * sum_of_products(weights, pattern) > margin) continue;
    kernels().add_scaled(pattern[i], pattern.data(), pattern.size(), weights.data());
    weights[i] = 0;
    changed();
    has_learned = true;
  }
  return has_learned;
}

TrainedNetwork train_together(MatrixView patterns, double margin, std::size_t epochs) {
  const std::size_t n = patterns.columns;
  Matrix weights(n, n);
  std::size_t epoch = 0;
  bool has_learned = true;
  for (; has_learned && epoch < epochs; ++epoch) {
    has_learned = false;
    for (std::size_t i = 0; i < n; ++i) {
      const auto mirror = [&] {
        for (std::size_t j = 0; j < n; ++j) weights(j, i) = weights(i, j);
      };
      has_learned = learn_once(patterns, i, margin, weights.row(i), mirror) || has_learned;
    }
  }
  return {HopfieldNetwork(std::move(weights), unit_of(n)), epoch, !has_learned};
}

TrainedNetwork train_apart(MatrixView patterns, double margin, std::size_t epochs, Runtime& runtime) {
  const std::size_t n = patterns.columns;
  Matrix weights(n, n);
  std::vector<std::size_t> passes(n);
  std::vector<char> is_open(n, 1);
  runtime.run(n, [&](std::size_t i) {
    for (; is_open[i] && passes[i] < epochs; ++passes[i])
      is_open[i] = learn_once(patterns, i, margin, weights.row(i), [] {}) ? 1 : 0;
  });
  const bool converged = std::ranges::count(is_open, 1) == 0;
  return {HopfieldNetwork(std::move(weights), unit_of(n)), *std::ranges::max_element(passes), converged};
}

RecallEnd run_sequentially(HopfieldState& state, const RecallOptions& options, std::size_t& sweeps) {
  std::vector<std::uint32_t> order(state.values().size());
  for (; !state.is_at_rest(); ++sweeps) {
    if (sweeps == options.sweeps) return RecallEnd::not_settled;
    std::iota(order.begin(), order.end(), 0U);
    Random(options.seed, Purpose::presentation, static_cast<std::uint32_t>(sweeps)).shuffle(std::span(order));
    for (const std::uint32_t i : order) state.set(i, state.next(i));
  }
  return RecallEnd::fixed_point;
}

RecallEnd run_in_parallel(HopfieldState& state, const RecallOptions& options, std::size_t& sweeps) {
  std::vector<double> before;   // the state before this one
  std::vector<double> next(state.values().size());
  for (; !state.is_at_rest(); ++sweeps) {
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = state.next(i);
    if (next == before) return RecallEnd::two_cycle;
    if (sweeps == options.sweeps) return RecallEnd::not_settled;
    before.assign(state.values().begin(), state.values().end());
    for (std::size_t i = 0; i < next.size(); ++i) state.set(i, next[i]);
  }
  return RecallEnd::fixed_point;
}

}   // namespace

HopfieldNetwork::HopfieldNetwork(Matrix weights, double unit) : weights_(std::move(weights)), unit_(unit) {
  const std::size_t n = weights_.rows();
  if (weights_.columns() != n) throw UsageError("the weights of a network are a square matrix");
  if (!(unit > 0) || !std::isfinite(unit)) throw UsageError("the unit of weights must be greater than 0");
  bool has_asymmetry = false;
  for (std::size_t i = 0; i < n; ++i) {
    if (weights_(i, i) != 0) throw UsageError("no unit of a network acts on itself: the diagonal must be 0");
    for (std::size_t j = 0; j < i; ++j) has_asymmetry = has_asymmetry || weights_(i, j) != weights_(j, i);
  }
  if (!has_asymmetry) return;
  outgoing_ = Matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) outgoing_(j, i) = weights_(i, j);
  }
}

HopfieldNetwork hebb_network(MatrixView patterns) {
  const std::size_t n = patterns.columns;
  Matrix weights(n, n);
  for (std::size_t p = 0; p < patterns.rows && !patterns.is_contiguous(); ++p)
    kernels().add_outer_products(patterns.row(p).data(), 1, n, patterns.row(p).data(), n, weights.values().data());
  if (patterns.is_contiguous())
    kernels().add_outer_products(patterns.data, patterns.rows, n, patterns.data, n, weights.values().data());
  for (std::size_t i = 0; i < n; ++i) weights(i, i) = 0;
  return HopfieldNetwork(std::move(weights), unit_of(n));
}

TrainedNetwork perceptron_network(MatrixView patterns, const HopfieldTraining& training, Runtime& runtime) {
  const double margin = training.margin * static_cast<double>(patterns.columns);   // weights are counted in 1/N
  if (training.is_symmetric) return train_together(patterns, margin, training.epochs);
  return train_apart(patterns, margin, training.epochs, runtime);
}

HopfieldState::HopfieldState(const HopfieldNetwork& network, Row start)
    : network_(network), values_(start.size()), fields_(start.size()) {
  for (std::size_t j = 0; j < start.size(); ++j) set(j, start[j]);
}

bool HopfieldState::set(std::size_t i, double value) {
  if (value == values_[i]) return false;
  kernels().add_scaled(value - values_[i], network_.from(i).data(), values_.size(), fields_.data());
  values_[i] = value;
  return true;
}

bool HopfieldState::is_at_rest() const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (next(i) != values_[i]) return false;
  }
  return true;
}

double HopfieldState::energy() const { return 0 - network_.unit() * sum_of_products(values_, fields_) / 2; }   // not −0

Recall recall(const HopfieldNetwork& network, Row start, const RecallOptions& options) {
  HopfieldState state(network, start);
  Recall result;
  result.energy_before = state.energy();
  result.end = options.dynamics == HopfieldDynamics::sequential ? run_sequentially(state, options, result.sweeps)
                                                                : run_in_parallel(state, options, result.sweeps);
  result.energy_after = state.energy();
  result.state.assign(state.values().begin(), state.values().end());
  return result;
}

double overlap(Row pattern, Row state) { return sum_of_products(pattern, state) * unit_of(pattern.size()); }

void flip_values(MutableRow state, double share, Random random) {
  std::vector<std::uint32_t> places(state.size());
  std::iota(places.begin(), places.end(), 0U);
  random.shuffle(std::span(places));
  const auto count = static_cast<std::size_t>(std::lround(share * static_cast<double>(state.size())));
  for (std::size_t k = 0; k < std::min(count, places.size()); ++k) state[places[k]] = 0 - state[places[k]];
}

}   // namespace protea
