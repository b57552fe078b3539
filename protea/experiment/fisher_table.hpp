// The tables of the Fisher paper, measured again: ten-fold cross-validation of eight methods under four conditions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/experiment/fisher_protocol.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct FisherOptions {
  std::string data;   // directory whose CSV files take the place of built-in sets; empty: none do
  std::uint64_t seed = 1;
  bool is_quick = false;   // fewer trials and epochs
  GlvqSlope slope = GlvqSlope::growing;
};

struct FisherCell {
  std::string set;
  std::string condition;
  std::string method;
  double measured = 0;    // mean accuracy of the test folds, in percent
  double deviation = 0;   // of the folds
  double printed = 0;
  std::size_t stopped_folds = 0;   // whose prototypes ran away; see FisherRun
};

// The mean over all trials and folds, cluster means and the long training.
struct FisherRelevances {
  std::string set;
  std::string method;
  std::vector<double> measured;
  std::vector<double> printed;   // empty where the paper has none
};

struct FisherTable {
  std::vector<FisherCondition> conditions;
  std::vector<FisherMethod> methods;
  std::vector<FisherCell> cells;
  std::vector<FisherRelevances> relevances;
  std::vector<std::string> notes;   // their settings marked

  // Mean |measured − printed| over Iris, Wine, WBC and Ionosphere (those that are there), in percent points; of one
  // condition, or of all. Nothing where there is no such cell.
  std::optional<double> mean_absolute_deviation(const std::string& condition = {}) const;
  // The share of the relevance that FC1GLVQ or FC2GLVQ gives to the two features of the simulated set that matter.
  double share_of_first_two(const std::string& method) const;
};

using FisherProgress = std::function<void(std::size_t done, std::size_t all)>;

// Table 2: eight methods, four conditions. Table 3: FC1GLVQ and FC2GLVQ after the longest training beside a support
// vector machine. The results do not depend on the number of threads.
FisherTable fisher_table_2(const FisherOptions& options, Runtime& runtime, const FisherProgress& progress = {});
FisherTable fisher_table_3(const FisherOptions& options, Runtime& runtime, const FisherProgress& progress = {});

}   // namespace protea
