// The shell around a long measurement: places checked before, threads and a progress line while it works.
#pragma once

#include <functional>

#include <protea/runtime/runtime.hpp>

#include "flags.hpp"
#include "show.hpp"

namespace protea::app {

using Report = std::function<void(std::size_t done, std::size_t all)>;

struct Measurement {
  const CommonFlags& common;
  std::string what;       // is counted by the progress line
  std::string csv = {};   // a file for the numbers; empty: none
};

// What `work(runtime, report)` returns; the progress line is gone by then.
template <std::invocable<Runtime&, const Report&> Work>
auto measure(const Measurement& measurement, Work work) {
  if (!measurement.csv.empty()) demand_writable_place(measurement.csv, {});
  const auto runtime = make_runtime(static_cast<std::size_t>(measurement.common.threads));
  Progress progress(measurement.what, !measurement.common.quiet);
  return work(*runtime, [&](std::size_t done, std::size_t all) { progress.show(done, all); });
}

}   // namespace protea::app
