#include "show_parameters.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>

namespace protea::app {
namespace {

// What the rule itself has learned, such as the width of rslvq.
std::optional<NamedNumber> learned_by_rule(const Model& model) {
  if (model.record.rule.name.empty() || model.space.rule_block().size == 0) return std::nullopt;
  return rules().make(model.record.rule.name, model.record.rule.settings)->named_parameter(model.space.rule_parameters(Row(model.parameters)));
}

// What the dissimilarity has learned for each group; empty where that has no name.
std::vector<NamedNumber> learned_by_groups(const Model& model) {
  std::vector<NamedNumber> result;
  for (std::size_t g = 0; g < model.space.group_count(); ++g) {
    const auto number = model.space.dissimilarity().named_parameter(model.space.metric(Row(model.parameters), g));
    if (number) result.push_back(*number);
  }
  return result;
}

// Unlike in JSON, where labels say it too, a prototype comes with its class.
std::string group_text(const Model& model, std::size_t group) {
  if (model.space.scope() != Scope::per_prototype) return group_name(model, group);
  return fmt::format("{}, {}", group_name(model, group), model.class_names[static_cast<std::size_t>(model.space.labels()[group])]);
}

}  // namespace

std::string group_name(const Model& model, std::size_t group) {
  if (model.space.scope() == Scope::per_class) return model.class_names[group];
  if (model.space.scope() == Scope::per_prototype) return fmt::format("prototype {}", group + 1);
  return "shared";
}

Json parameters_json(const Model& model) {
  Json result = Json::object();
  for (const NamedNumber& number : learned_by_groups(model)) result[std::string(number.name)].push_back(number.value);
  if (const auto number = learned_by_rule(model)) result[fmt::format("rule.{}", number->name)] = Json::array({number->value});
  return result;
}

void add_parameters(Json& json, const Model& model) {
  const Json parameters = parameters_json(model);
  if (parameters.empty()) return;
  json["parameters"] = parameters;
  const std::size_t groups = learned_by_groups(model).size();
  if (model.space.scope() == Scope::shared || groups == 0) return;
  Json names = Json::array();
  for (std::size_t g = 0; g < groups; ++g) names.push_back(group_name(model, g));
  json["parameter_groups"] = names;
}

std::string parameters_text(const Model& model) {
  constexpr std::size_t most = 20;
  std::string text;
  const std::vector<NamedNumber> numbers = learned_by_groups(model);
  for (std::size_t g = 0; g < std::min(numbers.size(), most); ++g) {
    text += g == 0 ? fmt::format("learned {}", numbers[g].name) : ",";
    text += fmt::format(" {:.4g}", numbers[g].value);
    if (model.space.scope() != Scope::shared) text += fmt::format(" ({})", group_text(model, g));
  }
  if (numbers.size() > most) text += fmt::format(" … and {} more", numbers.size() - most);
  if (!text.empty()) text += "\n";
  if (const auto number = learned_by_rule(model)) text += fmt::format("learned rule.{} {:.4g}\n", number->name, number->value);
  return text;
}

}  // namespace protea::app
