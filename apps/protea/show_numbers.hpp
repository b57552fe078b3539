// How well numbers are told, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/number_measures.hpp>

#include "json.hpp"

namespace protea::app {

// "–" and null where there is no R².
std::string r2_text(const std::optional<double>& r2);
Json r2_json(const std::optional<double>& r2);

std::string number_lines(const NumberMeasures& measures);   // RMSE, MAE, R²
void add_number_measures(Json& json, const NumberMeasures& measures);

// Of all test parts together, and in the mean of the parts.
std::string number_table(const CrossValidation& result);
void add_number_parts(Json& json, const CrossValidation& result);

// "0.53 ± 0.05"
std::string number_with_deviation(const std::vector<double>& values);

}   // namespace protea::app
