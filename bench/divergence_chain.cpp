// A chain of 100 units in two dimensions with a divergence: our on-line Heskes map against a loop written by hand for
// this one case.
// Prints seconds of both for the same number of samples, and their ratio.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/experiment/divergence_chain.hpp>

namespace {

constexpr std::size_t units = 100;

// The β divergence with β = 1.5, and the same schedule of ranges and rates, in two phases; steps in ln w limited to 30
// %, as ours are.
double by_hand(std::size_t samples, std::uint64_t seed) {
  constexpr double beta = 1.5;
  std::vector<double> w(2 * units);
  protea::Random random(seed, protea::Purpose::prototypes);
  for (std::size_t k = 0; k < units; ++k) {
    w[2 * k] = random.uniform(0.4, 0.6);
    w[2 * k + 1] = 1 - w[2 * k];
  }
  struct Phase {
    double share, from_range, to_range, from_rate, to_rate;
  };
  constexpr Phase phases[] = {{0.3, 50, 1, 0.3, 0.3}, {0.7, 1, 1, 0.3, 1e-4}};
  std::vector<double> d(units);
  std::vector<double> h(units);
  for (const Phase& phase : phases) {
    const auto count = static_cast<std::size_t>(phase.share * static_cast<double>(samples));
    protea::Random draws(seed++, protea::Purpose::generator);
    for (std::size_t t = 0; t < count; ++t) {
      const double progress = static_cast<double>(t) / static_cast<double>(count);
      const double range = phase.from_range * std::pow(phase.to_range / phase.from_range, progress);
      const double rate = phase.from_rate * std::pow(phase.to_rate / phase.from_rate, progress);
      const double v[2] = {std::sqrt(draws.uniform()), 0};
      const double p[2] = {v[0], 1 - v[0]};
      for (std::size_t k = 0; k < units; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < 2; ++j) {
          const double rho = w[2 * k + j];
          sum += p[j] * (std::pow(p[j], beta - 1) - std::pow(rho, beta - 1)) / (beta - 1) -
                 (std::pow(p[j], beta) - std::pow(rho, beta)) / beta;
        }
        d[k] = sum;
      }
      for (std::size_t k = 0; k < units; ++k) h[k] = std::exp(-static_cast<double>(k * k) / (2 * range * range));
      std::size_t winner = 0;
      double least = 1e300;
      for (std::size_t r = 0; r < units; ++r) {
        double sum = 0;
        for (std::size_t k = 0; k < units; ++k) sum += h[r > k ? r - k : k - r] * d[k];
        if (sum < least) {
          least = sum;
          winner = r;
        }
      }
      for (std::size_t k = 0; k < units; ++k) {
        const double pull = 0.5 * h[winner > k ? winner - k : k - winner];
        for (std::size_t j = 0; j < 2; ++j) {
          double& rho = w[2 * k + j];
          const double gradient = std::pow(rho, beta - 2) * (rho - p[j]);
          const double change = -rate * pull * gradient * rho;   // of ln w
          rho *= std::exp(std::fmin(std::fmax(change, -0.35), 0.26));
        }
      }
    }
  }
  return w[0];
}

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}   // namespace

int main(int argc, char** argv) {
  const std::size_t samples = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 200'000;
  double ours = 1e300;
  double hand = 1e300;
  double sink = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    ours = std::fmin(ours, seconds([&] { sink += protea::learn_chain({"beta", 1.5}, samples, 1)[0]; }));
    hand = std::fmin(hand, seconds([&] { sink += by_hand(samples, 1); }));
  }
  std::printf("%zu samples: by hand %.3f s, here %.3f s, ratio %.2f (wanted: 1.5 at most)%s\n", samples, hand, ours,
              ours / hand, sink > 1e300 ? "!" : "");
}
