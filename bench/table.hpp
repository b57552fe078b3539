// Rows of the table of the engine, and the processor time they are made of.
#pragma once

#include <cstdio>
#include <ctime>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace protea::bench {

inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The round that others on the machine disturbed least.
struct Fastest {
  double seconds = std::numeric_limits<double>::infinity();

  template <class Work>
  void measure(Work work) {
    const double before = processor_seconds();
    work();
    const double taken = processor_seconds() - before;
    if (taken < seconds) seconds = taken;
  }
};

// engine_peers.py prints rows of the same widths, and engine.sh their head.
struct TableRow {
  std::string work;
  std::string ours;
  std::string of_peak = "-";
  std::string opponent = "-";
  std::string theirs = "-";
  double ratio = 0;   // their time over ours; 0: nobody to compare with
  std::string wanted = "-";
};

inline void print(const TableRow& row) {
  const std::string ratio = row.ratio > 0 ? fmt::format("{:.2f}", row.ratio) : "-";
  fmt::print("  {:<44} {:>12} {:>7}  {:<20} {:>12} {:>7}  {}\n", row.work, row.ours, row.of_peak, row.opponent,
             row.theirs, ratio, row.wanted);
  std::fflush(stdout);
}

// "747 ns", "14.2 µs", "3.61 s"
inline std::string time_text(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

inline std::string share_text(double share) { return fmt::format("{:.0f} %", 100 * share); }

}   // namespace protea::bench
