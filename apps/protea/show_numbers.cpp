#include "show_numbers.hpp"

#include <fmt/format.h>

#include "selection.hpp"

namespace protea::app {
namespace {

// Those of the parts that have one.
std::vector<double> parts_of(const CrossValidation& result, double NumberMeasures::*measure) {
  std::vector<double> values;
  for (const NumberMeasures& part : result.number_parts) values.push_back(part.*measure);
  return values;
}

std::vector<double> r2_of_parts(const CrossValidation& result) {
  std::vector<double> values;
  for (const NumberMeasures& part : result.number_parts)
    if (part.r2) values.push_back(*part.r2);
  return values;
}

Json part_json(double together, const std::vector<double>& parts) {
  Json json{{"together", together}};
  json.update(to_json(mean_and_deviation(parts)));
  json["folds"] = parts;
  return json;
}

}   // namespace

std::string r2_text(const std::optional<double>& r2) { return r2 ? fmt::format("{:.4f}", *r2) : "–"; }

Json r2_json(const std::optional<double>& r2) { return r2 ? Json(*r2) : Json(nullptr); }

std::string number_lines(const NumberMeasures& measures) {
  return fmt::format("RMSE  {:.6g}\nMAE   {:.6g}\nR²    {}\n", measures.rmse, measures.mae, r2_text(measures.r2));
}

void add_number_measures(Json& json, const NumberMeasures& measures) {
  json["rmse"] = measures.rmse;
  json["mae"] = measures.mae;
  json["r2"] = r2_json(measures.r2);
}

std::string number_with_deviation(const std::vector<double>& values) {
  if (values.empty()) return "–";
  const MeanAndDeviation summary = mean_and_deviation(values);
  return fmt::format("{:.4g} ± {:.3g}", summary.mean, summary.deviation);
}

std::string number_table(const CrossValidation& result) {
  const NumberMeasures all = result.of_numbers();
  return text_table(
      {{"", "together", "mean of the parts"},
       {"RMSE", fmt::format("{:.6g}", all.rmse), number_with_deviation(parts_of(result, &NumberMeasures::rmse))},
       {"MAE", fmt::format("{:.6g}", all.mae), number_with_deviation(parts_of(result, &NumberMeasures::mae))},
       {"R²", r2_text(all.r2), number_with_deviation(r2_of_parts(result))}});
}

void add_number_parts(Json& json, const CrossValidation& result) {
  const NumberMeasures all = result.of_numbers();
  json["rmse"] = part_json(all.rmse, parts_of(result, &NumberMeasures::rmse));
  json["mae"] = part_json(all.mae, parts_of(result, &NumberMeasures::mae));
  const std::vector<double> told = r2_of_parts(result);
  Json r2{{"together", r2_json(all.r2)}};
  r2["mean"] = told.empty() ? Json(nullptr) : Json(mean_and_deviation(told).mean);
  r2["std"] = told.empty() ? Json(nullptr) : Json(mean_and_deviation(told).deviation);
  r2["folds"] = Json::array();
  for (const NumberMeasures& part : result.number_parts) r2["folds"].push_back(r2_json(part.r2));
  json["r2"] = r2;
}

}   // namespace protea::app
