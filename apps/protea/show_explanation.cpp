#include "show_explanation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "show.hpp"

namespace protea::app {
namespace {

const std::string& class_of(const PrototypeModel& model, Label label) {
  return model.class_names[static_cast<std::size_t>(label)];
}

Json prototype_json(const PrototypeModel& model, const Matrix& prototypes, std::size_t k, double d) {
  return {{"prototype", k + 1},
          {"class", class_of(model, model.space.labels()[k])},
          {"d", d},
          {"values", to_json(prototypes.row(k))}};
}

Json change_json(const PrototypeModel& model, const Dataset& dataset, const std::optional<SingleChange>& change) {
  if (!change) return nullptr;
  return {{"feature", dataset.feature_names[change->feature]},
          {"change", change->change},
          {"value", change->value},
          {"becomes", class_of(model, change->becomes)}};
}

bool has_shares(const PrototypeModel& model) { return model.preparation.scaling == Scaling::unit_sum; }

// Of the values of row i in original units, gaps filled.
double sum_of(const PrototypeModel& model, const Dataset& dataset, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < dataset.x.columns(); ++j) {
    const double value = dataset.x(i, j);
    const std::vector<double>& fill = model.preparation.fill;
    sum += std::isnan(value) && !fill.empty() ? fill[j] : value;
  }
  return sum;
}

Json explanation_json(const PrototypeModel& model, const Dataset& dataset, const Matrix& prototypes,
                      const Explanation& explanation) {
  Json changes = Json::array();
  for (const auto& change : explanation.changes) changes.push_back(change_json(model, dataset, change));
  return {{"answer", class_of(model, explanation.answer)},
          {"right", prototype_json(model, prototypes, explanation.own, explanation.d_own)},
          {"wrong", prototype_json(model, prototypes, explanation.other, explanation.d_other)},
          {"values_are", has_shares(model) ? "shares of the row's sum" : "original units"},
          {"difference", explanation.d_other - explanation.d_own},
          {"contributions", explanation.contributions},
          {"smallest_change", change_json(model, dataset, explanation.smallest_change)},
          {"changes", changes}};
}

// The values of a row as they are shown.
struct Column {
  const char* name;
  Row values;
};

std::string feature_rows(const Dataset& dataset, const Matrix& prototypes, const Explanation& explanation,
                         const Column& column) {
  constexpr std::size_t most = 12;
  std::vector<std::size_t> order(explanation.contributions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t l) { return std::abs(explanation.contributions[l]); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  std::size_t width = 7;
  for (const std::string& name : dataset.feature_names) width = std::max(width, display_width(name));
  std::string text = fmt::format("  {}  {:>10}  {:>10}  {:>10}  {:>12}\n", padded("feature", width), column.name,
                                 "right", "wrong", "contribution");
  for (std::size_t r = 0; r < std::min(most, order.size()); ++r) {
    const std::size_t l = order[r];
    text += fmt::format("  {}  {:>10.4g}  {:>10.4g}  {:>10.4g}  {:>12.4g}\n", padded(dataset.feature_names[l], width),
                        column.values[l], prototypes(explanation.own, l), prototypes(explanation.other, l),
                        explanation.contributions[l]);
  }
  if (order.size() > most) text += fmt::format("  … and {} more\n", order.size() - most);
  return text;
}

}   // namespace

Json explanations_json(const PrototypeModel& model, const Dataset& dataset, MatrixView x,
                       std::span<const Label> answers) {
  const Matrix prototypes = model.prototypes_in_original_units();
  Json rows = Json::array();
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Explanation explanation = explain(model, x.row(i), sum_of(model, dataset, i));
    Json row = explanation_json(model, dataset, prototypes, explanation);
    row["rejected"] = answers[i] == no_label;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string explanations_text(const PrototypeModel& model, const Dataset& dataset, MatrixView x,
                              std::span<const Label> answers) {
  const Matrix prototypes = model.prototypes_in_original_units();
  std::string text;
  std::vector<double> values(dataset.x.columns());
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Explanation explanation = explain(model, x.row(i), sum_of(model, dataset, i));
    text += fmt::format("row {}: {}{}\n", i + 1, class_of(model, explanation.answer),
                        answers[i] == no_label ? " (rejected)" : "");
    text +=
        fmt::format("  right: prototype {} ({}), d = {:.4g}; wrong: prototype {} ({}), d = {:.4g}; difference {:.4g}\n",
                    explanation.own + 1, class_of(model, explanation.answer), explanation.d_own, explanation.other + 1,
                    class_of(model, model.space.labels()[explanation.other]), explanation.d_other,
                    explanation.d_other - explanation.d_own);
    if (has_shares(model)) text += "  shares of the row's sum, which the model knows instead of original units\n";
    dataset.x.copy_row(i, values);
    const Column column = has_shares(model) ? Column{"share", x.row(i)} : Column{"value", values};
    text += feature_rows(dataset, prototypes, explanation, column);
    if (const auto& change = explanation.smallest_change) {
      text += fmt::format("  {} beyond {:.4g} (by {:+.4g}){} alone would make it {}\n",
                          dataset.feature_names[change->feature], change->value, change->change,
                          has_shares(model) ? " in original units" : "", class_of(model, change->becomes));
    } else {
      text += "  no change of one feature alone would change the answer\n";
    }
    text += "\n";
  }
  return text;
}

}   // namespace protea::app
