// What a model of prototypes shows of itself.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/model/map_view.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/model/spectrum.hpp>

namespace protea {
namespace {

constexpr std::size_t most_rows = 20;   // prototypes and groups that people are shown

std::vector<double> diagonal(const Matrix& matrix) {
  std::vector<double> values;
  for (std::size_t i = 0; i < matrix.rows(); ++i) values.push_back(matrix(i, i));
  return values;
}

void add_metric(Fields& fields, const Matrix& lambda) {
  fields.emplace_back("relevances", diagonal(lambda));
  fields.emplace_back("lambda", lambda);
  fields.emplace_back("eigenvalues", eigenvalues(lambda));
}

// Λ averaged over the groups; for a shared metric, Λ itself.
Matrix mean_matrix(const PrototypeModel& model) {
  Matrix mean(model.space.features(), model.space.features());
  for (std::size_t g = 0; g < model.space.group_count(); ++g) {
    const Matrix lambda = model.relevance_matrix(g);
    for (std::size_t i = 0; i < mean.values().size(); ++i) {
      mean.values()[i] += lambda.values()[i] / static_cast<double>(model.space.group_count());
    }
  }
  return mean;
}

// A given matrix has no dissimilarity of ours behind it.
std::string_view dissimilarity_name(const PrototypeModel& model) {
  if (model.expansion && !model.expansion->dissimilarity) return choice_name(model.expansion->space);
  return model.dissimilarity().name();
}

Matrix copy_of(MatrixView view) {
  Matrix matrix(view.rows, view.columns);
  for (std::size_t i = 0; i < view.rows; ++i) std::copy_n(view.row(i).begin(), view.columns, matrix.row(i).begin());
  return matrix;
}

void add_prototypes(Fields& fields, const PrototypeModel& model) {
  MatrixView w = model.space.prototypes(Row(model.parameters));
  if (!model.expansion) {
    fields.emplace_back("prototypes", model.prototypes_in_original_units());
    fields.emplace_back("prototypes_model_units", copy_of(w));
    return;
  }
  std::vector<Value> samples;
  for (const std::int32_t row : model.expansion->rows) samples.emplace_back(row + 1);
  w.columns = model.expansion->size();
  fields.emplace_back("space", choice_name(model.expansion->space));
  fields.emplace_back("samples", samples);
  fields.emplace_back("coefficients", copy_of(w));
}

void add_metrics(Fields& fields, const PrototypeModel& model) {
  if (!model.space.dissimilarity().has_relevance_matrix()) return;
  add_metric(fields, mean_matrix(model));
  std::vector<Value> groups;
  for (std::size_t g = 0; model.space.group_count() > 1 && g < model.space.group_count(); ++g) {
    Fields group{{"name", model.group_name(g)}};
    add_metric(group, model.relevance_matrix(g));
    groups.emplace_back(group);
  }
  fields.emplace_back("groups", groups);
}

Fields named_options(std::string_view name, const Settings& settings) {
  return {{"name", name}, {"options", typed_fields(settings)}};
}

Fields options_fields(const PrototypeModel& model) {
  Settings dissimilarity;
  for (const auto& [name, value] : model.dissimilarity().options()) dissimilarity.emplace_back(name, value_text(value));
  const ComponentRecord& rule = model.record.part("rule");
  const ComponentRecord& optimizer = model.record.part("optimizer");
  const ComponentRecord& relevance = model.record.part("relevance");
  return {{"rule", named_options(rule.name, rule.settings)},
          {"dissimilarity", named_options(dissimilarity_name(model), dissimilarity)},
          {"optimizer", named_options(optimizer.name, optimizer.settings)},
          {"relevance", relevance.name.empty() ? Fields{} : named_options(relevance.name, relevance.settings)},
          {"plan", typed_fields(model.record.plan)}};
}

// How the model answers now, which may be set after training.
Fields decision_fields(const Decision& decision) {
  Settings settings{{"kind", std::string(choice_name(decision.kind))}};
  for (const auto& [name, value] : option_values(decision)) {
    const std::string text = value_text(value);
    const bool is_absent = text == "inf" || (name == "threshold" && !decision.threshold);   // no limit, no threshold
    if (!is_absent) settings.emplace_back(name, text);
  }
  return typed_fields(settings);
}

// Unlike among the fields, where labels say it too, a prototype comes with its class.
std::string group_text(const PrototypeModel& model, std::size_t group) {
  if (model.space.scope() != Scope::per_prototype || !model.has_classes()) return model.group_name(group);
  return fmt::format("{}, {}", model.group_name(group), model.class_of(group));
}

// Those of ΩΩᵀ where that is much smaller than Λ = ΩᵀΩ: the others are zero.
std::vector<double> leading_eigenvalues(const PrototypeModel& model, std::size_t group, const Matrix& lambda) {
  constexpr std::size_t wide = 500;
  const std::size_t n = model.space.features();
  const Row omega = model.space.metric(Row(model.parameters), group);
  const bool is_low =
      model.dissimilarity().name() == "matrix" && n > wide && omega.size() % n == 0 && omega.size() < n * n / 2;
  if (!is_low) return eigenvalues(lambda);
  Matrix rows(omega.size() / n, n);
  std::ranges::copy(omega, rows.values().begin());
  std::vector<double> values = eigenvalues(products_of_rows(rows));
  values.resize(n);
  return values;
}

Exhibit relevance_exhibit(const PrototypeModel& model, std::size_t group) {
  const Matrix lambda = model.relevance_matrix(group);
  const std::string which = model.space.group_count() > 1 ? fmt::format(" ({})", model.group_name(group)) : "";
  const std::vector<double> values = leading_eigenvalues(model, group, lambda);
  std::string line = "eigenvalues of Λ:";
  for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 6); ++i) line += fmt::format(" {:.4f}", values[i]);
  return {fmt::format("feature relevances{}, diagonal of Λ", which),
          model.encoding.feature_names(),
          diagonal(lambda),
          {line + (values.size() > 6 ? " …" : "")}};
}

std::string row_name(const PrototypeModel& model, std::size_t k) {
  return model.has_classes() ? model.class_of(k) : fmt::format("{}", k + 1);
}

Exhibit coefficient_exhibit(const PrototypeModel& model) {
  constexpr std::size_t most_samples = 5;
  const std::vector<std::int32_t>& rows = model.expansion->rows;
  Exhibit exhibit{
      fmt::format("prototypes as combinations of {} training samples: the largest coefficients", rows.size())};
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  for (std::size_t k = 0; k < std::min(w.rows, most_rows); ++k) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return std::abs(w.row(k)[a]) > std::abs(w.row(k)[b]); });
    std::string line = fmt::format("  {}:", row_name(model, k));
    for (std::size_t r = 0; r < std::min(most_samples, order.size()); ++r) {
      line += fmt::format("{} {:.4f} of sample {}", r == 0 ? "" : ",", w.row(k)[order[r]], rows[order[r]] + 1);
    }
    exhibit.lines.push_back(line + (order.size() > most_samples ? ", …" : ""));
  }
  if (w.rows > most_rows) exhibit.lines.push_back(fmt::format("  … and {} more", w.rows - most_rows));
  return exhibit;
}

// Characters as a terminal counts them: UTF-8 continuation bytes take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string aligned_left(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string aligned_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ') + text;
}

// Prototypes under the names of their features, as many of those as a line has room for.
Exhibit prototype_exhibit(const PrototypeModel& model) {
  constexpr std::size_t most_values = 8;
  constexpr std::size_t line_width = 100;
  const bool is_of_shares = model.preparation.scaling == Scaling::unit_sum;   // which cannot be undone
  Exhibit exhibit{is_of_shares ? "prototypes as shares of the sum of a row" : "prototypes in original units"};
  const Matrix w = model.prototypes_in_original_units();
  const std::vector<std::string> features = model.encoding.feature_names();
  const std::size_t shown = std::min(w.rows(), most_rows);
  std::size_t name_width = 0;
  for (std::size_t k = 0; k < shown; ++k) name_width = std::max(name_width, width_of(row_name(model, k)));
  std::vector<std::string> lines(shown + 1);   // the names of the features, then a line for each prototype
  for (std::size_t k = 0; k <= shown; ++k)
    lines[k] = "  " + aligned_left(k == 0 ? std::string() : row_name(model, k - 1), name_width);
  std::size_t j = 0;
  for (; j < std::min(w.columns(), most_values); ++j) {
    std::vector<std::string> cells{features[j]};
    for (std::size_t k = 0; k < shown; ++k) cells.push_back(fmt::format("{:.4g}", w(k, j)));
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, width_of(cell));
    if (j > 0 && width_of(lines[0]) + 2 + width > line_width) break;
    for (std::size_t k = 0; k <= shown; ++k) lines[k] += "  " + aligned_right(cells[k], width);
  }
  for (const std::string& line : lines) exhibit.lines.push_back(line + (j < w.columns() ? "  …" : ""));
  if (w.rows() > most_rows) exhibit.lines.push_back(fmt::format("  … and {} more", w.rows() - most_rows));
  return exhibit;
}

}   // namespace

std::string PrototypeModel::group_name(std::size_t group) const {
  if (space.scope() == Scope::per_class) return class_names[group];
  if (space.scope() == Scope::per_prototype) return fmt::format("prototype {}", group + 1);
  return "shared";
}

std::vector<NamedNumber> PrototypeModel::learned_by_groups() const {
  std::vector<NamedNumber> result;
  for (std::size_t g = 0; g < space.group_count(); ++g) {
    if (const auto number = space.dissimilarity().named_parameter(space.metric(Row(parameters), g)))
      result.push_back(*number);
  }
  return result;
}

std::optional<NamedNumber> PrototypeModel::learned_by_rule() const {
  const Row own = space.rule_parameters(Row(parameters));
  return rule && !own.empty() ? rule->named_parameter(own) : std::nullopt;
}

Fields PrototypeModel::parts() const {
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < space.prototype_count(); ++k) labels.push_back(class_of(k));
  Fields fields{{"features", encoding.feature_names()}, {"classes", class_names}, {"labels", labels}};
  if (!has_classes()) fields.pop_back();
  add_prototypes(fields, *this);
  const Fields of_map = map_fields(*this);
  fields.insert(fields.end(), of_map.begin(), of_map.end());
  fields.emplace_back("scope", choice_name(space.scope()));
  add_metrics(fields, *this);
  const Fields numbers = learned();
  fields.insert(fields.end(), numbers.begin(), numbers.end());
  fields.emplace_back("scaling", scaling_fields(preparation));
  fields.emplace_back("training", training_fields(record));
  fields.emplace_back("options", options_fields(*this));
  fields.emplace_back("decision", decision_fields(decision));
  return fields;
}

Fields PrototypeModel::learned() const {
  const std::vector<NamedNumber> numbers = learned_by_groups();
  Fields named;
  if (!numbers.empty()) {
    std::vector<double> values;
    for (const NamedNumber& number : numbers) values.push_back(number.value);
    named.emplace_back(std::string(numbers[0].name), values);
  }
  if (const auto number = learned_by_rule())
    named.emplace_back(fmt::format("rule.{}", number->name), std::vector<double>{number->value});
  if (named.empty()) return {};
  Fields fields{{"parameters", named}};
  if (space.scope() == Scope::shared || numbers.empty()) return fields;
  std::vector<std::string> names;
  for (std::size_t g = 0; g < numbers.size(); ++g) names.push_back(group_name(g));
  fields.emplace_back("parameter_groups", names);
  return fields;
}

std::string PrototypeModel::learned_text() const {
  std::string text;
  const std::vector<NamedNumber> numbers = learned_by_groups();
  for (std::size_t g = 0; g < std::min(numbers.size(), most_rows); ++g) {
    text += g == 0 ? fmt::format("learned {}", numbers[g].name) : ",";
    text += fmt::format(" {:.4g}", numbers[g].value);
    if (space.scope() != Scope::shared) text += fmt::format(" ({})", group_text(*this, g));
  }
  if (numbers.size() > most_rows) text += fmt::format(" … and {} more", numbers.size() - most_rows);
  if (!text.empty()) text += "\n";
  if (const auto number = learned_by_rule())
    text += fmt::format("learned rule.{} {:.4g}\n", number->name, number->value);
  return text;
}

Showcase PrototypeModel::showcase() const {
  const std::string classes =
      has_classes() ? fmt::format("{} ({}), ", counted(class_names.size(), "class"), join(class_names, ", ")) : "";
  const std::string& rule_name = record.part("rule").name;
  const std::string& estimator = record.part("relevance").name;
  Showcase result{fmt::format("{}, {}{}", counted(encoding.feature_count(), "feature"), classes,
                              counted(space.prototype_count(), "prototype")),
                  fmt::format("rule {}, dissimilarity {} ({}){}, scaling {}", rule_name.empty() ? "none" : rule_name,
                              dissimilarity_name(*this), choice_name(space.scope()),
                              estimator.empty() ? "" : fmt::format(", relevances by {}", estimator),
                              choice_name(preparation.scaling))};
  const bool has_metric = space.metric_block().size > 0;
  for (std::size_t g = 0; has_metric && space.dissimilarity().has_relevance_matrix() && g < space.group_count(); ++g) {
    result.exhibits.push_back(relevance_exhibit(*this, g));
  }
  if (decision.reject != Rejection::none) {
    const bool is_distance = decision.reject == Rejection::distance;
    result.exhibits.push_back(
        {fmt::format("answers are rejected by {}, {} {:.6g}", choice_name(decision.reject),
                     is_distance ? "beyond" : "below", is_distance ? decision.reject_beyond : decision.reject_below)});
  }
  for (Exhibit& exhibit : map_exhibits(*this)) result.exhibits.push_back(std::move(exhibit));
  result.exhibits.push_back(expansion ? coefficient_exhibit(*this) : prototype_exhibit(*this));
  return result;
}

}   // namespace protea
