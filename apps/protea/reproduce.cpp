// protea reproduce: published tables, measured again.
#include <cstdio>

#include <fmt/format.h>

#include <protea/experiment/fisher_table.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string experiment;
  std::string data;
  bool is_quick = false;
  std::int64_t seed = 1;
};

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json table_json(const FisherTable& table, const Flags& flags) {
  Json cells = Json::array();
  for (const FisherCell& cell : table.cells) {
    cells.push_back({{"set", cell.set},           {"condition", cell.condition}, {"method", cell.method},
                     {"measured", cell.measured}, {"deviation", cell.deviation}, {"printed", cell.printed}});
  }
  Json conditions = Json::array();
  for (const FisherCondition& condition : table.conditions) {
    conditions.push_back({{"name", condition.name},
                          {"epochs", condition.epochs},
                          {"trials", condition.trials},
                          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation(condition.name))}});
  }
  Json relevances = Json::array();
  for (const FisherRelevances& each : table.relevances) {
    relevances.push_back({{"set", each.set}, {"method", each.method}, {"measured", each.measured}, {"printed", each.printed}});
  }
  return {{"experiment", flags.experiment},
          {"quick", flags.is_quick},
          {"seed", flags.seed},
          {"cells", cells},
          {"conditions", conditions},
          {"mean_absolute_deviation", number_or_null(table.mean_absolute_deviation())},
          {"relevances", relevances},
          {"share_of_first_two", {{"FC1GLVQ", table.share_of_first_two("FC1GLVQ")}, {"FC2GLVQ", table.share_of_first_two("FC2GLVQ")}}},
          {"notes", table.notes}};
}

}  // namespace
}  // namespace protea::app
