// The generalized Kullback–Leibler divergence Σ p ln(p/ρ) − p + ρ between a block of samples and all prototypes, one
// thread: a plain loop over std::log beside the library's block form, on 64 samples at once and on one at a time as
// on-line learning does, and the lane logarithm by itself, pair by pair. The β-divergence at 1.5 beside a loop
// over std::pow.
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/catalogue/catalogue.hpp>

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

// At β = 1.5.
double plain_beta(const double* p, const double* rho) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    sum += p[j] * (std::pow(p[j], 0.5) - std::pow(rho[j], 0.5)) / 0.5 -
           (std::pow(p[j], 1.5) - std::pow(rho[j], 1.5)) / 1.5;
  }
  return sum;
}

using PlainForm = double (*)(const double*, const double*);

struct Block {
  Matrix p = histograms(samples, 1);
  Matrix rho = histograms(prototypes, 2);
  Matrix d{samples, prototypes};

  const double* p_row(std::size_t i) const { return p.values().data() + i * n; }
  const double* rho_row(std::size_t k) const { return rho.values().data() + k * n; }
};

// Shows the time per sample, or an error where the divergences are wrong.
void report(benchmark::State& state, const Block& block, PlainForm form = plain) {
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t k = 0; k < prototypes; ++k) {
      const double expected = form(block.p_row(i), block.rho_row(k));
      if (!(std::abs(block.d(i, k) - expected) <= 1e-13)) state.SkipWithError("differs from the plain loop");
    }
  }
  count_samples(state, samples);
}

template <class Pair>
void run_pairs(benchmark::State& state, Pair pair, PlainForm form = plain) {
  Block block;
  for (auto _ : state) {
    for (std::size_t i = 0; i < samples; ++i) {
      for (std::size_t k = 0; k < prototypes; ++k) block.d(i, k) = pair(block.p_row(i), block.rho_row(k));
    }
    benchmark::DoNotOptimize(block.d.values().data());
    benchmark::ClobberMemory();
  }
  report(state, block, form);
}

// The divergence of the catalogue, `at_once` samples in a block.
void run_library(benchmark::State& state, const char* name, std::size_t at_once, PlainForm form) {
  Block block;
  const auto divergence = dissimilarities().make(name, {});
  Scratch scratch;
  for (auto _ : state) {
    for (std::size_t i = 0; i < samples; i += at_once) {
      divergence->values({block.p_row(i), at_once, n, n}, block.rho.view(), {},
                         {&block.d(i, 0), at_once, prototypes, prototypes}, scratch);
    }
    benchmark::DoNotOptimize(block.d.values().data());
    benchmark::ClobberMemory();
  }
  report(state, block, form);
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

void BM_KullbackLeibler_Block(benchmark::State& state) {
  run_library(state, "generalized-kullback-leibler", samples, plain);
}
void BM_KullbackLeibler_OneByOne(benchmark::State& state) {
  run_library(state, "generalized-kullback-leibler", 1, plain);
}
void BM_Beta_Plain(benchmark::State& state) {
  run_pairs(
      state, [](const double* p, const double* rho) { return plain_beta(p, rho); }, plain_beta);
}
void BM_Beta_Block(benchmark::State& state) { run_library(state, "beta", samples, plain_beta); }
void BM_Beta_OneByOne(benchmark::State& state) { run_library(state, "beta", 1, plain_beta); }

void repeated(benchmark::internal::Benchmark* benchmark) {
  benchmark->Repetitions(9)->ReportAggregatesOnly()->Unit(benchmark::kMicrosecond);
}

BENCHMARK(BM_KullbackLeibler_Plain)->Apply(repeated);
BENCHMARK(BM_KullbackLeibler_LaneLogs)->Apply(repeated);
BENCHMARK(BM_KullbackLeibler_Block)->Apply(repeated);
BENCHMARK(BM_KullbackLeibler_OneByOne)->Apply(repeated);
BENCHMARK(BM_Beta_Plain)->Apply(repeated);
BENCHMARK(BM_Beta_Block)->Apply(repeated);
BENCHMARK(BM_Beta_OneByOne)->Apply(repeated);

}   // namespace
}   // namespace protea::bench
