// Published tables and figures, measured again and told: as a document, as text for people, and as numbers for a file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/report/figure.hpp>
#include <protea/report/json.hpp>
#include <protea/report/page.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct ReproductionSummary {
  std::string name;
  std::string summary;
  std::string counted;   // what the progress counts: "trials"
};

struct ReproductionRequest {
  std::string name;
  std::uint64_t seed = 1;
  bool is_quick = false;           // fewer trials, epochs and runs
  std::int64_t samples = 0;        // of divergence-som, at least 1000; 0: as many as the experiment has
  std::string data = {};           // of the tables: a directory whose CSV files take the place of built-in sets
  std::string slope = "growing";   // of the tables: a GlvqSlope by name
};

// Settings in notes and remarks are marked: see spelled().
struct Reproduction {
  Json json;
  std::string text;
  std::string csv;
  std::string lead;                        // what was measured, and what came out
  std::vector<Figure> figures;             // the picture that was published, of our numbers
  std::vector<std::string> notes = {};     // what to know beside
  std::vector<std::string> remarks = {};   // of the run on this machine, for whoever waited for it
};

using ReproductionProgress = std::function<void(std::size_t done, std::size_t all)>;

// All there are, in the order of the documentation.
std::vector<ReproductionSummary> reproductions();

// What is asked for, without the work. Throws a UsageError for an unknown name, or a setting that belongs to another
// experiment: reproduce() begins with it, and whoever checks other things before the work calls it first.
ReproductionSummary demand_reproduction(const ReproductionRequest& request);

// The numbers do not depend on the number of threads.
Reproduction reproduce(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress& progress = {});

Page reproduction_page(const Reproduction& result, const ReproductionRequest& request);

}   // namespace protea
