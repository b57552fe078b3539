// The generalized Kullback–Leibler divergence Σ p ln(p/ρ) − p + ρ between a block of samples and all prototypes, one thread: a plain
// loop over std::log, the lane logarithm pair by pair, and ln p and ln ρ taken once per row with the rest a product of matrices.
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

#include "problem.hpp"

namespace protea::bench {
namespace {

constexpr std::size_t n = 64;
constexpr std::size_t samples = 64;
constexpr std::size_t prototypes = 20;

// Positive rows of sum 1.
Matrix histograms(std::size_t rows, std::uint32_t seed) {
  Random random(seed, Purpose::generator);
  Matrix result(rows, n);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += result(i, j) = random.uniform(0.01, 1);
    for (std::size_t j = 0; j < n; ++j) result(i, j) /= sum;
  }
  return result;
}

double plain(const double* p, const double* rho) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) sum += p[j] * std::log(p[j] / rho[j]) - p[j] + rho[j];
  return sum;
}

struct Block {
  Matrix p = histograms(samples, 1);
  Matrix rho = histograms(prototypes, 2);
  Matrix d{samples, prototypes};

  const double* p_row(std::size_t i) const { return p.values().data() + i * n; }
  const double* rho_row(std::size_t k) const { return rho.values().data() + k * n; }
};

// Shows the time per sample, or an error where the divergences are wrong.
void report(benchmark::State& state, const Block& block) {
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t k = 0; k < prototypes; ++k) {
      const double expected = plain(block.p_row(i), block.rho_row(k));
      if (!(std::abs(block.d(i, k) - expected) <= 1e-14)) state.SkipWithError("differs from the plain loop");
    }
  }
  count_samples(state, samples);
}

template <class Pair>
void run_pairs(benchmark::State& state, Pair pair) {
  Block block;
  for (auto _ : state) {
    for (std::size_t i = 0; i < samples; ++i) {
      for (std::size_t k = 0; k < prototypes; ++k) block.d(i, k) = pair(block.p_row(i), block.rho_row(k));
    }
    benchmark::DoNotOptimize(block.d.values().data());
    benchmark::ClobberMemory();
  }
  report(state, block);
}

void BM_KullbackLeibler_Plain(benchmark::State& state) {
  run_pairs(state, [](const double* p, const double* rho) { return plain(p, rho); });
}

void BM_KullbackLeibler_LaneLogs(benchmark::State& state) {
  std::vector<double> logs(n);
  run_pairs(state, [&logs, &table = kernels()](const double* p, const double* rho) {
    for (std::size_t j = 0; j < n; ++j) logs[j] = p[j] / rho[j];
    table.logs(logs.data(), n, logs.data());
    return lane_sum(n, [&](std::size_t j) { return p[j] * logs[j] - p[j] + rho[j]; });
  });
}

void BM_KullbackLeibler_Products(benchmark::State& state) {
  Block block;
  const Kernels& table = kernels();
  Matrix p_logs(samples, n);
  Matrix rho_logs(prototypes, n);
  std::vector<double> rho_sums(prototypes);
  for (auto _ : state) {
    table.logs(block.p_row(0), samples * n, p_logs.values().data());
    table.logs(block.rho_row(0), prototypes * n, rho_logs.values().data());
    for (std::size_t k = 0; k < prototypes; ++k) rho_sums[k] = lane_sum(n, [&](std::size_t j) { return block.rho(k, j); });
    table.products(block.p_row(0), samples, rho_logs.values().data(), prototypes, n, block.d.values().data(), prototypes);
    for (std::size_t i = 0; i < samples; ++i) {
      const double own = lane_sum(n, [&](std::size_t j) { return block.p(i, j) * p_logs(i, j) - block.p(i, j); });
      for (std::size_t k = 0; k < prototypes; ++k) block.d(i, k) = (own + rho_sums[k]) - block.d(i, k);
    }
    benchmark::DoNotOptimize(block.d.values().data());
    benchmark::ClobberMemory();
  }
  report(state, block);
}

void repeated(benchmark::internal::Benchmark* benchmark) { benchmark->Repetitions(9)->ReportAggregatesOnly()->Unit(benchmark::kMicrosecond); }

BENCHMARK(BM_KullbackLeibler_Plain)->Apply(repeated);
BENCHMARK(BM_KullbackLeibler_LaneLogs)->Apply(repeated);
BENCHMARK(BM_KullbackLeibler_Products)->Apply(repeated);

}  // namespace
}  // namespace protea::bench
