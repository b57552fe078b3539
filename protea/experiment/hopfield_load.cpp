#include <protea/experiment/hopfield_load.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>

#include <protea/base/golden_section.hpp>

namespace protea {
namespace {

double root_of_two_loads(double y) { return std::erf(y) / y - 2 * std::numbers::inv_sqrtpi * std::exp(-y * y); }

// Where the right side is largest: it rises from 0 at y = 0 and falls like 1/y.
double critical_field() {
  return golden_section([](double y) { return -root_of_two_loads(y); }, 0.5, 5, 1e-9);
}

struct NetworkRun {
  double overlap = 0;
  double kept = 0;
  double sweeps = 0;
};

NetworkRun run_network(const HopfieldLoadOptions& options, std::size_t patterns, std::uint32_t number) {
  Random random(options.seed, Purpose::simulation, number);
  Matrix stored(patterns, options.units);
  for (double& value : stored.values()) value = random.bits() >> 63 ? 1 : -1;
  const HopfieldNetwork network = hebb_network(stored.view());
  NetworkRun result;
  const std::size_t starts = std::min(options.starts, patterns);
  for (std::size_t p = 0; p < starts; ++p) {
    std::vector<double> start(stored.row(p).begin(), stored.row(p).end());
    flip_values(start, options.noise, Random(options.seed, Purpose::generator, number, static_cast<std::uint32_t>(p)));
    const Recall found = recall(network, start, {options.dynamics, 1000, options.seed});
    const double m = overlap(std::as_const(stored).row(p), found.state);
    const double share = 1 / static_cast<double>(starts);
    result.overlap += share * m;
    result.kept += m > 0.9 ? share : 0;
    result.sweeps += share * static_cast<double>(found.sweeps);
  }
  return result;
}

}   // namespace

double retrieval_capacity() { return std::pow(root_of_two_loads(critical_field()), 2) / 2; }

std::optional<double> retrieval_overlap(double load) {
  const double wanted = std::sqrt(2 * load);
  double low = critical_field();
  if (root_of_two_loads(low) < wanted) return std::nullopt;
  double high = std::max(low, 2 / wanted);   // erf(y)/y < 1/y
  for (int step = 0; step < 200 && low < high; ++step) {
    const double middle = (low + high) / 2;
    (root_of_two_loads(middle) > wanted ? low : high) = middle;
  }
  return std::erf(low);
}

std::vector<HopfieldLoad> hopfield_load(const HopfieldLoadOptions& options, Runtime& runtime,
                                        const std::function<void(std::size_t done, std::size_t all)>& report) {
  std::vector<HopfieldLoad> results;
  for (const double load : options.loads) {
    const auto patterns = static_cast<std::size_t>(std::lround(load * static_cast<double>(options.units)));
    results.push_back(
        {.load = load, .patterns = std::max<std::size_t>(1, patterns), .theory = retrieval_overlap(load)});
  }
  const std::size_t all = results.size() * options.runs;
  std::vector<NetworkRun> runs(all);
  std::mutex reporting;
  std::size_t done = 0;
  runtime.run(all, [&](std::size_t task) {
    runs[task] = run_network(options, results[task / options.runs].patterns, static_cast<std::uint32_t>(task));
    const std::lock_guard lock(reporting);
    if (report) report(++done, all);
  });
  const auto count = static_cast<double>(options.runs);
  for (std::size_t l = 0; l < results.size(); ++l) {
    HopfieldLoad& result = results[l];
    const std::span own(runs.data() + l * options.runs, options.runs);
    for (const NetworkRun& run : own) {
      result.overlap += run.overlap / count;
      result.kept += run.kept / count;
      result.sweeps += run.sweeps / count;
    }
    double spread = 0;
    for (const NetworkRun& run : own) spread += std::pow(run.overlap - result.overlap, 2);
    if (options.runs > 1) result.standard_error = std::sqrt(spread / (count - 1) / count);
  }
  return results;
}

}   // namespace protea
