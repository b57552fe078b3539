// Our side of against_polars.sh: a file of separated text into a data set, as training reads it; on one thread and on
// several. Prints processor seconds, wall seconds and the peak of memory in bytes, of the fastest of several rounds.
// Usage: read_rows FILE THREADS [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/runtime.hpp>

int main(int argc, char** argv) {
  using namespace protea;
  if (argc < 3) {
    fmt::print(stderr, "usage: read_rows FILE THREADS [ROUNDS]\n");
    return 2;
  }
  const auto threads = static_cast<std::size_t>(std::atoi(argv[2]));
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  const auto runtime = make_runtime(threads);
  ReadOptions options{.label = ""};
  options.tasks = {runtime->threads(), [&](std::size_t count, const auto& task) { runtime->run(count, task); }};
  double processor = 1e9;
  double wall = 1e9;
  std::size_t rows = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t clock = std::clock();
    rows = encode_training_table(read_table(argv[1], options), "", Nominal::refuse).dataset.size();
    processor = std::min(processor, static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC);
    wall = std::min(wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print("{:.4f} {:.4f} {} {}\n", processor, wall, usage.ru_maxrss * 1024, rows);
  return 0;
}
