#include <protea/method/by_class.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

constexpr std::size_t most_prototypes_per_class = 1'000'000;

// A setting with numbers by name: what it is called, and of what the names are.
struct Subject {
  std::string_view setting;
  std::string_view shape;   // "class", "true>predicted"
};

[[noreturn]] void refuse_number(const Subject& subject, std::string_view text, std::string_view number) {
  if (subject.setting == "prototypes") {
    throw UsageError(fmt::format("prototypes = {}: expected a whole number from 1 to {}, or class=number,…", text,
                                 most_prototypes_per_class));
  }
  throw UsageError(fmt::format("{} = {}: '{}' must be a number greater than 0", subject.setting, text, number));
}

// Every comma behind "=number" ends an entry. A name that holds such a thing itself is put together again when
// names are known.
NumbersOfClasses parse_entries(const Subject& subject, std::string_view text) {
  NumbersOfClasses result;
  std::string_view rest = trim(text);
  while (!rest.empty()) {
    std::optional<double> number;
    std::size_t equals = rest.find('=');
    std::size_t comma = 0;
    for (; equals != std::string_view::npos; equals = rest.find('=', equals + 1)) {
      comma = rest.find(',', equals);
      number =
          parse_number(trim(rest.substr(equals + 1, comma == std::string_view::npos ? comma : comma - equals - 1)));
      if (number) break;
    }
    if (!number) {
      if (rest.find('=') == std::string_view::npos) {
        throw UsageError(fmt::format("{} = {}: expected {}=number,…", subject.setting, text, subject.shape));
      }
      const std::string_view behind = rest.substr(rest.find('=') + 1);
      refuse_number(subject, text, behind.substr(0, behind.find(',')));
    }
    if (!(*number > 0) || !std::isfinite(*number))
      refuse_number(subject, text,
                    trim(rest.substr(equals + 1, comma == std::string_view::npos ? comma : comma - equals - 1)));
    result.push_back({std::string(trim(rest.substr(0, equals))), *number});
    rest = comma == std::string_view::npos ? std::string_view{} : trim(rest.substr(comma + 1));
  }
  return result;
}

std::string entries_text(const NumbersOfClasses& numbers) {
  std::string text;
  for (const auto& [name, number] : numbers)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, number_text(number));
  return text;
}

// The number of each name, nothing for those without one. An entry whose name is unknown may be the first half of a
// longer name.
std::vector<std::optional<double>> assign(const Subject& subject, const NumbersOfClasses& given,
                                          const std::vector<std::string>& names) {
  std::vector<std::optional<double>> result(names.size());
  for (std::size_t e = 0; e < given.size();) {
    std::size_t found = names.size();
    std::size_t end = e;
    std::string name;
    for (std::size_t last = e; last < given.size(); ++last) {   // the longest name wins
      name +=
          last == e ? given[last].name : fmt::format("={},{}", number_text(given[last - 1].number), given[last].name);
      const auto known = std::find(names.begin(), names.end(), name);
      if (known == names.end()) continue;
      found = static_cast<std::size_t>(known - names.begin());
      end = last;
    }
    if (found == names.size())
      throw UsageError(fmt::format("{}: {}", subject.setting, unknown_name("class", given[e].name, names)));
    if (result[found])
      throw UsageError(
          fmt::format("{} = {}: class '{}' is given twice", subject.setting, entries_text(given), names[found]));
    result[found] = given[end].number;
    e = end + 1;
  }
  return result;
}

constexpr Subject of_prototypes{"prototypes", "class"};
constexpr Subject of_weights{"class_weights", "class"};
constexpr Subject of_costs{"costs", "true>predicted"};

// Of the rows in each class, by their own weights.
std::vector<double> class_totals(const Dataset& dataset) {
  std::vector<double> totals(dataset.class_names.size(), 0.0);
  for_each_group(dataset.size(), [&](std::size_t first, std::size_t count) {
    std::vector<double> own(totals.size(), 0.0);
    for (std::size_t i = first; i < first + count; ++i)
      own[static_cast<std::size_t>(dataset.y[i])] += weight_at(dataset.weights, i);
    for (std::size_t c = 0; c < own.size(); ++c) totals[c] += own[c];
  });
  return totals;
}

std::vector<double> balanced_weights(const std::vector<double>& totals) {
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

NumbersOfClasses pairs_of(const ConfusionCosts& costs) {
  NumbersOfClasses pairs;
  for (const auto& [truth, answer, cost] : costs) pairs.push_back({truth + ">" + answer, cost});
  return pairs;
}

}   // namespace

std::vector<std::size_t> PrototypeCounts::of(const std::vector<std::string>& class_names) const {
  if (class_names.empty()) {
    if (!by_class.empty())
      throw UsageError(fmt::format("prototypes = {}: there are no classes: give one number for all", text_of(*this)));
    return {each};
  }
  if (by_class.empty() && each == 0)
    throw UsageError("prototypes = auto is for methods that do not go by classes: give a number for each class");
  if (by_class.empty()) return std::vector<std::size_t>(class_names.size(), each);
  std::vector<std::size_t> counts(class_names.size(), 1);
  const auto given = assign(of_prototypes, by_class, class_names);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (given[c]) counts[c] = static_cast<std::size_t>(*given[c]);
  }
  return counts;
}

std::vector<double> class_factors(const ClassWeights& class_weights, const std::vector<std::string>& class_names,
                                  const std::vector<double>& totals) {
  if (class_weights.is_balanced) return balanced_weights(totals);
  std::vector<double> of_class(class_names.size(), 1.0);
  const auto given = assign(of_weights, class_weights.by_class, class_names);
  for (std::size_t c = 0; c < of_class.size(); ++c) of_class[c] = given[c].value_or(1);
  return of_class;
}

std::vector<double> row_weights(const Dataset& dataset, const ClassWeights& class_weights) {
  if (!class_weights.is_balanced && class_weights.by_class.empty()) return dataset.weights;
  if (dataset.y.empty())
    throw UsageError(fmt::format("class_weights = {}: there are no classes to weigh", text_of(class_weights)));
  const std::vector<double> of_class = class_factors(class_weights, dataset.class_names, class_totals(dataset));
  std::vector<double> weights = dataset.weights;
  if (weights.empty()) weights.assign(dataset.size(), 1.0);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= of_class[static_cast<std::size_t>(dataset.y[i])];
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1; })) weights.clear();
  return weights;
}

Matrix cost_matrix(const ConfusionCosts& costs, const std::vector<std::string>& class_names) {
  if (costs.empty()) return {};
  const std::size_t classes = class_names.size();
  std::vector<std::string> pairs;
  for (const std::string& truth : class_names) {
    for (const std::string& taken : class_names) pairs.push_back(truth + ">" + taken);
  }
  Matrix result(classes, classes);
  const auto given = assign(of_costs, pairs_of(costs), pairs);
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    if (given[pair] && pair / classes == pair % classes)
      throw UsageError(fmt::format("costs = {}: a right answer has no cost", text_of(costs)));
    result.values()[pair] = given[pair].value_or(1);
  }
  return result;
}

PrototypeCounts parse_prototype_counts(std::string_view text) {
  PrototypeCounts counts;
  const auto whole = [&](double number, std::string_view spelled) {
    if (number != std::floor(number) || number > static_cast<double>(most_prototypes_per_class))
      refuse_number(of_prototypes, text, spelled);
    return static_cast<std::size_t>(number);
  };
  if (trim(text) == "auto") {
    counts.each = 0;
    return counts;
  }
  if (text.find('=') == std::string_view::npos) {
    const auto number = parse_integer(trim(text));
    if (!number || *number < 1) refuse_number(of_prototypes, text, text);
    counts.each = whole(static_cast<double>(*number), text);
    return counts;
  }
  counts.by_class = parse_entries(of_prototypes, text);
  for (const NumberOfClass& entry : counts.by_class) whole(entry.number, number_text(entry.number));
  return counts;
}

ClassWeights parse_class_weights(std::string_view text) {
  if (text == "none") return {};
  if (text == "balanced") return {true, {}};
  return {false, parse_entries(of_weights, text)};
}

ConfusionCosts parse_costs(std::string_view text) {
  ConfusionCosts costs;
  for (const auto& [pair, cost] : parse_entries(of_costs, text)) {
    const std::size_t arrow = pair.find('>');
    if (arrow == std::string::npos) throw UsageError(fmt::format("costs = {}: expected true>predicted=number,…", text));
    costs.push_back({pair.substr(0, arrow), pair.substr(arrow + 1), cost});   // a name may hold the sign: see pairs_of
  }
  return costs;
}

std::string text_of(const PrototypeCounts& counts) {
  if (!counts.by_class.empty()) return entries_text(counts.by_class);
  return counts.each == 0 ? "auto" : fmt::format("{}", counts.each);
}

std::string text_of(const ClassWeights& weights) {
  return weights.is_balanced ? "balanced" : weights.by_class.empty() ? "none" : entries_text(weights.by_class);
}

std::string text_of(const ConfusionCosts& costs) { return entries_text(pairs_of(costs)); }

}   // namespace protea
