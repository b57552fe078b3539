// protea reproduce: published tables and figures, measured again.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/report/reproduction.hpp>

#include "commands.hpp"
#include "json.hpp"
#include "measure.hpp"
#include "page_files.hpp"

namespace protea::app {
namespace {

struct ReproduceFlags {
  CommonFlags common;
  ReproductionRequest request;
  std::int64_t seed = 1;
  std::string csv;
  PageFlags page;
  bool lists = false;
};

std::vector<std::string> experiments() {
  std::vector<std::string> names;
  for (const ReproductionSummary& each : reproductions()) names.push_back(each.name);
  return names;
}

void run(const ReproduceFlags& flags) {
  if (flags.lists) {
    for (const std::string& name : experiments()) fmt::print("{}\n", name);
    return;
  }
  ReproductionRequest request = flags.request;
  request.seed = static_cast<std::uint64_t>(flags.seed);
  if (request.name.empty())
    throw UsageError(fmt::format("EXPERIMENT is missing: known are {}", join(experiments(), ", ")));
  const ReproductionSummary asked = demand_reproduction(request);
  demand_page_place(flags.page, {flags.csv});
  if (!flags.csv.empty() && flags.csv == flags.page.page)
    throw UsageError(fmt::format("{}: each output needs a file of its own", flags.csv));
  const Reproduction result =
      measure({flags.common, asked.counted, flags.csv},
              [&](Runtime& runtime, const Report& report) { return reproduce(request, runtime, report); });
  if (!flags.csv.empty()) write_file_atomically(flags.csv, result.csv);
  if (flags.page.are_given()) write_page(reproduction_page(result, request), flags.page);
  if (!flags.common.quiet) {
    for (const std::string& remark : result.remarks) warn(remark);
  }
  if (flags.common.json) print_json(in_flags(result.json));
  else fmt::print("{}", in_flags(result.text));
}

std::string experiments_explained() {
  std::vector<std::string> lines;
  for (const ReproductionSummary& each : reproductions()) lines.push_back(each.name + ": " + each.summary);
  return join(lines, "; ");
}

}   // namespace

void add_reproduce(CLI::App& app) {
  Command command = add_command(
      app, "reproduce", fmt::format("Measure a published table or figure again: {}", join(experiments(), ", ")));
  auto flags = std::make_shared<ReproduceFlags>();
  command.optional_argument("EXPERIMENT", flags->request.name, experiments_explained());
  command.text("--csv", flags->csv, "a file to write the numbers to");
  add_page_flags(command, flags->page);
  command.toggle("--quick", flags->request.is_quick, "fewer trials, epochs and runs: seconds instead of minutes");
  command.toggle("--list", flags->lists, "print the names of all experiments, one to a line, and do no more");
  command.text(
      "--data", flags->request.data,
      "tables: a directory whose iris.csv, wine.csv, wdbc.csv, ionosphere.csv, soybean_small.csv, as far as they are there, take the "
      "place of the built-in sets; label last");
  command.text(
      "--glvq-slope", flags->request.slope,
      "slope of the column GLVQ: growing with the step, as in the table, which freezes it, or constant (growing, constant) [growing]");
  command.integer("--samples", flags->request.samples, "divergence-som: samples that are learned [10000000]", 1000,
                  100'000'000);
  command.integer("--seed", flags->seed, "seed of everything random [1]", 0, 1'000'000'000'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
