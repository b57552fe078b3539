#include <protea/catalogue/by_class.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

double weight_from(const std::string& what, const std::string& text, std::string_view number) {
  const auto value = parse_number(trim(number));
  if (!value || !(*value > 0) || !std::isfinite(*value)) {
    throw UsageError(fmt::format("{} = {}: '{}' must be a number greater than 0", what, text, number));
  }
  return *value;
}

// Of the rows in each class, by their own weights.
std::vector<double> class_totals(const Dataset& dataset) {
  std::vector<double> totals(dataset.class_names.size(), 0.0);
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    totals[static_cast<std::size_t>(dataset.y[i])] += dataset.weights.empty() ? 1 : dataset.weights[i];
  }
  return totals;
}

std::vector<double> balanced_weights(const Dataset& dataset) {
  const std::vector<double> totals = class_totals(dataset);
  double all = 0;
  std::size_t present = 0;
  for (const double total : totals) {
    all += total;
    present += total > 0 ? 1 : 0;
  }
  std::vector<double> weights;
  for (const double total : totals) weights.push_back(total > 0 ? all / (static_cast<double>(present) * total) : 1);
  return weights;
}

}  // namespace

std::vector<std::pair<std::size_t, std::string>> parse_by_name(const std::string& what, const std::string& text,
                                                               const std::vector<std::string>& names) {
  std::vector<std::pair<std::size_t, std::string>> result;
  std::vector<bool> is_given(names.size(), false);
  std::string_view rest = text;
  while (!rest.empty()) {
    std::size_t found = names.size();
    for (std::size_t c = 0; c < names.size(); ++c) {
      const bool is_longer = found == names.size() || names[c].size() > names[found].size();
      if (is_longer && rest.starts_with(names[c]) && rest.substr(names[c].size()).starts_with('=')) found = c;
    }
    if (found == names.size()) {
      const std::string_view name = trim(rest.substr(0, rest.find('=')));
      if (rest.find('=') == std::string_view::npos) throw UsageError(fmt::format("{} = {}: expected {}=number,…", what, text, what == "costs" ? "true>predicted" : "class"));
      throw UsageError(fmt::format("{}: {}", what, unknown_name("class", name, names)));
    }
    if (is_given[found]) throw UsageError(fmt::format("{} = {}: class '{}' is given twice", what, text, names[found]));
    is_given[found] = true;
    rest.remove_prefix(names[found].size() + 1);
    const std::size_t comma = rest.find(',');
    result.emplace_back(found, rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    rest = trim(rest);
  }
  return result;
}

std::vector<std::size_t> prototype_counts(const std::string& text, const std::vector<std::string>& class_names) {
  const auto count_from = [&](std::string_view number) {
    const auto value = parse_integer(trim(number));
    if (!value || *value < 1 || *value > 1'000'000) {
      throw UsageError(fmt::format("prototypes = {}: expected a whole number from 1 to 1000000, or class=number,…", text));
    }
    return static_cast<std::size_t>(*value);
  };
  if (text.find('=') == std::string::npos) return std::vector<std::size_t>(class_names.size(), count_from(text));
  std::vector<std::size_t> counts(class_names.size(), 1);
  for (const auto& [c, number] : parse_by_name("prototypes", text, class_names)) counts[c] = count_from(number);
  return counts;
}

std::vector<double> row_weights(const Dataset& dataset, const std::string& class_weights) {
  if (class_weights == "none") return dataset.weights;
  std::vector<double> of_class(dataset.class_names.size(), 1.0);
  if (class_weights == "balanced") {
    of_class = balanced_weights(dataset);
  } else {
    for (const auto& [c, number] : parse_by_name("class_weights", class_weights, dataset.class_names)) {
      of_class[c] = weight_from("class_weights", class_weights, number);
    }
  }
  std::vector<double> weights = dataset.weights;
  if (weights.empty()) weights.assign(dataset.size(), 1.0);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= of_class[static_cast<std::size_t>(dataset.y[i])];
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1; })) weights.clear();
  return weights;
}

Matrix cost_matrix(const std::string& text, const std::vector<std::string>& class_names) {
  if (text.empty()) return {};
  const std::size_t classes = class_names.size();
  std::vector<std::string> pairs;
  for (const std::string& truth : class_names) {
    for (const std::string& taken : class_names) pairs.push_back(truth + ">" + taken);
  }
  Matrix costs(classes, classes);
  std::fill(costs.values().begin(), costs.values().end(), 1.0);
  for (const auto& [pair, number] : parse_by_name("costs", text, pairs)) {
    if (pair / classes == pair % classes) throw UsageError(fmt::format("costs = {}: a right answer has no cost", text));
    costs.values()[pair] = weight_from("costs", text, number);
  }
  return costs;
}

}  // namespace protea
