// The Monte Carlo of figure 2 of the dynamics paper (lvq1, N = 200, 100 runs to α = 50): how much of the time goes into
// the training step that `train` takes too, and how much faster two threads are than one. Rounds alternate and the
// fastest of each counts. On a busy machine only the processor times mean something: the busiest of two threads says
// what two free cores would give.
// Usage: dynamics_bench [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>
#include <thread>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>

namespace protea {
namespace {

double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Measured {
  double wall = std::numeric_limits<double>::infinity();
  double processor = std::numeric_limits<double>::infinity();
  double busiest = std::numeric_limits<double>::infinity();   // processor time of the thread that worked most
  double share = 0;   // largest of the rounds: what other programs take is not ours
};

SimulationTask figure_2_task() {
  Dynamics dynamics;
  dynamics.model = {.p_plus = 0.8, .lambda = 1};
  SimulationTask task;
  task.model = dynamics.model;
  task.rule = training_rule(dynamics, task.dimension);
  task.start.q[0][0] = task.start.q[1][1] = 1e-4;
  return task;
}

void measure(const SimulationTask& task, Runtime& runtime, Measured& best) {
  std::map<std::thread::id, double> busy;   // since the thread began
  const auto wall = std::chrono::steady_clock::now();
  const double processor = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const double own = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  const Simulation simulation = simulate(
      task, std::array{1.0, 2.0, 5.0, 10.0, 20.0, 50.0}, runtime,
      [&](std::size_t, std::size_t) { busy[std::this_thread::get_id()] = processor_seconds(CLOCK_THREAD_CPUTIME_ID); });
  if (busy.contains(std::this_thread::get_id())) busy[std::this_thread::get_id()] -= own;
  best.wall = std::min(best.wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count());
  best.processor = std::min(best.processor, processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - processor);
  double most = 0;
  for (const auto& [thread, seconds] : busy) most = std::max(most, seconds);
  best.busiest = std::min(best.busiest, most);
  best.share = std::max(best.share, simulation.training_share);
}

void run(std::size_t rounds) {
  const SimulationTask task = figure_2_task();
  Measured on_one;
  Measured on_two;
  for (std::size_t round = 0; round < rounds; ++round) {
    measure(task, *make_runtime(1), on_one);
    measure(task, *make_runtime(2), on_two);   // threads of its own, so that their clocks begin at zero
  }
  fmt::print("lvq1, N = 200, 100 runs to alpha = 50     wall  processor seconds\n");
  fmt::print("on one thread                       {:>9.3f} {:>9.3f}   {:.1f} % in the training step\n", on_one.wall,
             on_one.processor, 100 * on_one.share);
  fmt::print("on two threads                      {:>9.3f} {:>9.3f}   {:.2f} x as fast as one (wall)\n", on_two.wall,
             on_two.processor, on_one.wall / on_two.wall);
  fmt::print("busiest of the two threads                    {:>9.3f}   {:.2f} x less than one thread needs\n",
             on_two.busiest, on_one.processor / on_two.busiest);
}

}   // namespace
}   // namespace protea

int main(int argc, char** argv) {
  try {
    const auto rounds = argc > 1 ? protea::parse_integer(argv[1]).value_or(0) : 5;
    if (rounds < 1) throw protea::UsageError("dynamics_bench: the number of rounds must be at least 1");
    protea::run(static_cast<std::size_t>(rounds));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
