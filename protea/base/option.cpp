#include <protea/base/option.hpp>

#include <cmath>

#include <fmt/format.h>

namespace protea {

std::string limits_text(const Limits& limits) {
  std::vector<std::string> parts;
  if (std::isfinite(limits.above)) parts.push_back(fmt::format("greater than {}", limits.above));
  if (std::isfinite(limits.at_least)) parts.push_back(fmt::format("at least {}", limits.at_least));
  if (std::isfinite(limits.below)) parts.push_back(fmt::format("less than {}", limits.below));
  if (std::isfinite(limits.at_most)) parts.push_back(fmt::format("at most {}", limits.at_most));
  return join(parts, " and ");
}

std::string value_text(const OptionValue& value) {
  return std::visit(
      []<class T>(const T& held) -> std::string {
        if constexpr (std::same_as<T, bool>) return held ? "true" : "false";
        else if constexpr (std::same_as<T, std::string>) return held;
        else return fmt::format("{}", held);
      },
      value);
}

namespace {

void demand_limits(std::string_view where, std::string_view text, double value, const Limits& limits) {
  if (value > limits.above && value >= limits.at_least && value < limits.below && value <= limits.at_most) return;
  throw UsageError(fmt::format("{} = {}: must be {}", where, text, limits_text(limits)));
}

}   // namespace

double parse_limited(std::string_view where, std::string_view text, const Limits& limits) {
  const auto value = parse_number(text);
  if (limits.or_infinite && value && *value == std::numeric_limits<double>::infinity()) return *value;
  if (!value || !std::isfinite(*value)) throw UsageError(fmt::format("{} = {}: expected a number", where, text));
  demand_limits(where, text, *value, limits);
  return *value;
}

std::optional<double> parse_limited_or_none(std::string_view where, std::string_view text, const Limits& limits) {
  if (text == "none") return std::nullopt;
  if (!parse_number(text)) throw UsageError(fmt::format("{} = {}: expected a number or none", where, text));
  return parse_limited(where, text, limits);
}

std::int64_t parse_limited_integer(std::string_view where, std::string_view text, const Limits& limits) {
  const auto value = parse_integer(text);
  if (!value) throw UsageError(fmt::format("{} = {}: expected a whole number", where, text));
  demand_limits(where, text, static_cast<double>(*value), limits);
  return *value;
}

bool parse_switch(std::string_view where, std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  throw UsageError(fmt::format("{} = {}: expected true or false", where, text));
}

std::vector<double> parse_limited_list(std::string_view where, std::string_view text, const Limits& limits) {
  std::vector<double> values;
  if (trim(text).empty()) return values;
  for (const std::string_view part : split(text, ',')) values.push_back(parse_limited(where, trim(part), limits));
  return values;
}

std::string numbers_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ",") + number_text(value);
  return text;
}

void refuse_option(std::string_view owner, std::string_view name, const std::vector<std::string>& known) {
  if (known.empty()) throw UsageError(fmt::format("{} has no option '{}': it has none at all", owner, name));
  throw UsageError(fmt::format("{} has no option '{}': its options are {}", owner, name, join(known, ", ")));
}

}   // namespace protea
