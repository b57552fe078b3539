// The inner loops of base/kernels.hpp, in operations per second and as a share of the peak of this machine, which is
// measured first; products of matrices beside OpenBLAS, one thread, in turn, processor time of the fastest round.
// Usage: engine_products
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <cblas.h>

#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>

#include "plain_loops.hpp"
#include "table.hpp"

extern "C" void openblas_set_num_threads(int);

namespace protea::bench {
namespace {

template <class Number>
std::vector<Number> random_numbers(std::size_t count) {
  Random random(1, Purpose::generator);
  std::vector<Number> numbers(count);
  for (Number& number : numbers) number = static_cast<Number>(random.normal());
  return numbers;
}

struct Contest {
  std::string work;
  double operations = 0;
  double peak = 0;
  std::function<void()> ours;
  std::string opponent = {};
  std::function<void()> theirs = {};
  std::string wanted = "-";
};

// Each round repeats the work for about five milliseconds.
void run(const Contest& contest) {
  const auto repeats = static_cast<std::size_t>(std::max(1.0, 0.2e9 / contest.operations));
  const auto repeated = [&](const std::function<void()>& work) {
    for (std::size_t i = 0; i < repeats; ++i) work();
  };
  Fastest ours, theirs;
  const int rounds = contest.operations > 1e9 ? 5 : 15;
  for (int round = 0; round < rounds; ++round) {
    ours.measure([&] { repeated(contest.ours); });
    if (contest.theirs) theirs.measure([&] { repeated(contest.theirs); });
  }
  const double all = contest.operations * static_cast<double>(repeats);
  TableRow row{.work = contest.work,
               .ours = fmt::format("{:.1f} GFLOP/s", all / ours.seconds * 1e-9),
               .of_peak = share_text(all / ours.seconds / contest.peak),
               .wanted = contest.wanted};
  if (contest.theirs) {
    row.opponent = fmt::format("{}, {}", contest.opponent, share_text(all / theirs.seconds / contest.peak));
    row.theirs = fmt::format("{:.1f} GFLOP/s", all / theirs.seconds * 1e-9);
    row.ratio = theirs.seconds / ours.seconds;
  }
  print(row);
}

void demand_equal(const auto& ours, const auto& theirs, double tolerance) {
  double apart = 0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    apart = std::max(apart, std::abs(static_cast<double>(ours[i]) - static_cast<double>(theirs[i])));
  if (!(apart <= tolerance)) throw std::runtime_error(fmt::format("products differ by {:.1e}", apart));
}

constexpr std::size_t rows = 64;

void run_products(std::size_t n, double peak) {
  const auto a = random_numbers<double>(rows * n);
  const auto b = random_numbers<double>(n * n);
  std::vector<double> ours(rows * n), theirs(rows * n);
  const int size = static_cast<int>(n);
  run({.work = fmt::format("products, 64 × {0} × {0}", n),
       .operations = 2.0 * rows * static_cast<double>(n * n),
       .peak = peak,
       .ours = [&] { kernels().products(a.data(), rows, b.data(), n, n, ours.data(), n); },
       .opponent = "OpenBLAS",
       .theirs =
           [&] {
             cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, size, size, 1, a.data(), size, b.data(), size,
                         0, theirs.data(), size);
           },
       .wanted = n >= 64 ? "0.9" : "-"});
  demand_equal(ours, theirs, 1e-9);
}

// cᵀ = aᵀ·b of 64 rows: the sum over a batch that is ∂/∂Ω.
void run_outer_products(std::size_t n, double peak) {
  const auto a = random_numbers<double>(rows * n);
  const auto b = random_numbers<double>(rows * n);
  std::vector<double> ours(n * n), theirs(n * n);
  const int size = static_cast<int>(n);
  run({.work = fmt::format("add_outer_products, {0} × {0}, 64 rows", n),
       .operations = 2.0 * rows * static_cast<double>(n * n),
       .peak = peak,
       .ours = [&] { kernels().add_outer_products(a.data(), rows, n, b.data(), n, ours.data()); },
       .opponent = "OpenBLAS",
       .theirs =
           [&] {
             cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, size, size, rows, 1, a.data(), size, b.data(), size,
                         1, theirs.data(), size);
           }});
  demand_equal(ours, theirs, 1e-9 * 1e6);   // sums of thousands of repeats
}

void run_float_sums(std::size_t n, double peak) {
  constexpr std::size_t prototypes = 96;
  const auto a = random_numbers<float>(rows * n);
  const auto b = random_numbers<float>(prototypes * n);
  const std::vector<float> start(prototypes);
  std::vector<float> theirs(rows * prototypes), sums(rows * prototypes);
  const int size = static_cast<int>(n);
  const double operations = 2.0 * rows * prototypes * static_cast<double>(n);
  const auto multiply = [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, prototypes, size, 1, a.data(), size, b.data(), size, 0,
                theirs.data(), prototypes);
  };
  run({.work = fmt::format("float_panel_sums, 64 × {} × {}", prototypes, n),
       .operations = operations,
       .peak = peak,
       .ours =
           [&] {
             kernels().float_panel_sums(a.data(), rows, n, b.data(), prototypes / 16, start.data(), sums.data(),
                                        prototypes);
           },
       .opponent = "OpenBLAS",
       .theirs = multiply});
}

// One sample against all prototypes, three operations for each coordinate (four with weights).
void run_distances(std::size_t n, std::size_t count, double peak) {
  const auto x = random_numbers<double>(n);
  const auto w = random_numbers<double>(count * n);
  const std::vector<double> weights(n, 0.5);
  std::vector<double> d(count);
  const double pairs = static_cast<double>(n * count);
  run({.work = fmt::format("squared_distances, n = {}, K = {}", n, count),
       .operations = 3 * pairs,
       .peak = peak,
       .ours = [&] { kernels().squared_distances(x.data(), w.data(), count, n, d.data()); }});
  run({.work = fmt::format("weighted_squared_distances, n = {}, K = {}", n, count),
       .operations = 4 * pairs,
       .peak = peak,
       .ours = [&] { kernels().weighted_squared_distances(x.data(), w.data(), weights.data(), count, n, d.data()); }});
}

void run_all() {
  openblas_set_num_threads(1);
  const double in_double = double_peak();
  const double in_single = single_peak();
  print({.work = "peak of the machine, double", .ours = fmt::format("{:.1f} GFLOP/s", in_double * 1e-9)});
  print({.work = "peak of the machine, single", .ours = fmt::format("{:.1f} GFLOP/s", in_single * 1e-9)});
  for (const std::size_t n : {16, 64, 784, 3000}) run_products(n, in_double);
  for (const std::size_t n : {16, 64, 784}) run_outer_products(n, in_double);
  for (const std::size_t n : {16, 64, 784}) run_float_sums(n, in_single);
  for (const std::size_t n : {16, 64, 784}) run_distances(n, 100, in_double);
  std::vector<double> y(4096);
  const auto a = random_numbers<double>(y.size());
  run({.work = "add_scaled, 4096 numbers",
       .operations = 2.0 * static_cast<double>(y.size()),
       .peak = in_double,
       .ours = [&] { kernels().add_scaled(1e-3, a.data(), y.size(), y.data()); }});
}

}   // namespace
}   // namespace protea::bench

int main() {
  try {
    protea::bench::run_all();
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_products: {}\n", error.what());
    return 1;
  }
}
