// One training as the Fisher tables had it: ten prototypes, constant rates, one sample at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/split.hpp>
#include <protea/experiment/fisher_sets.hpp>
#include <protea/train/initialize.hpp>

namespace PROTEA_EXPORT protea {

struct FisherCondition {
  std::string name;
  std::size_t place;   // in table 2, from 0
  Initialization initialization;
  std::int64_t epochs;
  std::size_t trials;
  double rate;          // α, of the prototypes
  double metric_rate;   // β, of the relevances where they follow a gradient
};

// In the order of table 2; the support vector machine is in table 3 only.
enum class FisherMethod { lvq1, rlvq1, fc1_lvq1, fc2_lvq1, glvq, grlvq, fc1_glvq, fc2_glvq, svm };
std::string_view fisher_method_name(FisherMethod method);

// In the order of the table.
const std::vector<FisherCondition>& fisher_conditions();

// The slope of the column GLVQ: growing with the training step, as in the table, which freezes learning; or constant,
// as it should be.
enum class GlvqSlope { growing, constant };
constexpr auto names_of(GlvqSlope) {
  return std::array{std::pair<std::string_view, GlvqSlope>{"growing", GlvqSlope::growing},
                    std::pair<std::string_view, GlvqSlope>{"constant", GlvqSlope::constant}};
}

// Everything that differs between two trainings on the same rows.
struct FisherTraining {
  const FisherCondition& condition;
  FisherMethod method;
  std::uint64_t seed;
  GlvqSlope slope = GlvqSlope::growing;
};

struct FisherRun {
  double accuracy = 0;              // on the test part
  std::vector<double> relevances;   // empty for methods without
  // Where prototypes run away, which the constant rates of the tables allow: the epochs that went well. The model after
  // these answers.
  std::optional<std::size_t> stopped_after = {};
};

FisherRun run_fisher_fold(const FisherSet& set, const Split& split, const FisherTraining& how);

}   // namespace protea
