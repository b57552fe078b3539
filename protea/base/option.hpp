// Options described once, beside the members they set: the command line, the model file, the documentation and the
// contract tests all read this description.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/base/text.hpp>

namespace PROTEA_EXPORT protea {

// What a number may be; the defaults allow every finite one.
struct Limits {
  double above = -std::numeric_limits<double>::infinity();
  double at_least = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
  double at_most = std::numeric_limits<double>::infinity();
  bool or_infinite = false;   // "inf" is a value too
};

template <class Owner, class Value>
struct Option {
  std::string_view name;
  Value Owner::*member;
  std::string_view help;
  Limits limits;
};

template <class Owner, class Value>
constexpr Option<Owner, Value> option(std::string_view name, Value Owner::*member, std::string_view help,
                                      Limits limits = {}) {
  return {name, member, help, limits};
}

// A component that can be named, explained and configured.
template <class T>
concept Described = std::default_initializable<T> && std::copyable<T> && requires {
  { T::name } -> std::convertible_to<std::string_view>;
  { T::summary } -> std::convertible_to<std::string_view>;
  T::options();
};

// An enumeration with a name table: `constexpr auto names_of(E)` returns an array of {name, value}, found by its
// argument.
template <class E>
concept Named = std::is_enum_v<E> && requires(E e) {
  names_of(e);
};

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;
using Settings = std::vector<std::pair<std::string, std::string>>;   // option name and its value as text

struct OptionDescription {
  std::string name;
  std::string help;
  std::string kind;   // "number", "numbers", "integer", "truth", "choice" or "text"
  std::string default_text;
  std::string allowed;   // "greater than 0"; empty when anything goes
  std::vector<std::string> choices;
  Limits limits = {};
};

std::string limits_text(const Limits& limits);
std::string value_text(const OptionValue& value);
double parse_limited(std::string_view where, std::string_view text, const Limits& limits);
std::int64_t parse_limited_integer(std::string_view where, std::string_view text, const Limits& limits);
std::optional<double> parse_limited_or_none(std::string_view where, std::string_view text, const Limits& limits);
bool parse_switch(std::string_view where, std::string_view text);
std::vector<double> parse_limited_list(std::string_view where, std::string_view text,
                                       const Limits& limits);   // "0.5,0.3"; none for ""
std::string numbers_text(const std::vector<double>& values);
[[noreturn]] void refuse_option(std::string_view owner, std::string_view name, const std::vector<std::string>& known);

template <Named E>
std::vector<std::string> choice_names() {
  std::vector<std::string> names;
  for (const auto& [name, value] : names_of(E{})) names.emplace_back(name);
  return names;
}

template <Named E>
std::string_view choice_name(E wanted) {
  for (const auto& [name, value] : names_of(wanted)) {
    if (value == wanted) return name;
  }
  throw UsageError("an enumeration holds a value without a name");
}

template <Named E>
E parse_choice(std::string_view what, std::string_view text) {
  for (const auto& [name, value] : names_of(E{})) {
    if (name == text) return value;
  }
  const auto names = choice_names<E>();
  throw UsageError(unknown_name(what, text, names));
}

template <class Value>
OptionValue to_option_value(const Value& value) {
  if constexpr (std::same_as<Value, bool>) return value;
  else if constexpr (Named<Value>) return std::string(choice_name(value));
  else if constexpr (std::integral<Value>) return static_cast<std::int64_t>(value);
  else if constexpr (std::floating_point<Value>) return static_cast<double>(value);
  else if constexpr (std::same_as<Value, std::vector<double>>) return numbers_text(value);
  else if constexpr (std::same_as<Value, std::optional<double>>) {
    return value ? OptionValue(*value) : OptionValue(std::string("none"));
  } else return std::string(value);
}

// Calls `visit` with every option of T in order.
template <class T, class Visit>
void for_each_option(Visit&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, T::options());
}

template <class T>
std::vector<std::pair<std::string, OptionValue>> option_values(const T& object) {
  std::vector<std::pair<std::string, OptionValue>> values;
  for_each_option<T>([&](const auto& each) { values.emplace_back(each.name, to_option_value(object.*each.member)); });
  return values;
}

template <class T>
std::vector<OptionDescription> describe_options() {
  std::vector<OptionDescription> descriptions;
  const T defaults{};
  for_each_option<T>([&]<class Owner, class Value>(const Option<Owner, Value>& each) {
    OptionDescription description{std::string(each.name),
                                  std::string(each.help),
                                  "text",
                                  value_text(to_option_value(defaults.*each.member)),
                                  limits_text(each.limits),
                                  {},
                                  each.limits};
    if constexpr (std::same_as<Value, bool>) description.kind = "truth";
    else if constexpr (Named<Value>) {
      description.kind = "choice";
      description.choices = choice_names<Value>();
    } else if constexpr (std::integral<Value>) description.kind = "integer";
    else if constexpr (std::floating_point<Value>) description.kind = "number";
    else if constexpr (std::same_as<Value, std::optional<double>>) description.kind = "number";
    else if constexpr (std::same_as<Value, std::vector<double>>) description.kind = "numbers";
    descriptions.push_back(std::move(description));
  });
  return descriptions;
}

// Sets one option from text; `family` ("rule") makes the message read `rule.steepness = -1: must be greater than 0`.
template <class T>
void set_option(T& object, std::string_view family, std::string_view name, std::string_view text) {
  bool found = false;
  std::vector<std::string> known;
  for_each_option<T>([&]<class Owner, class Value>(const Option<Owner, Value>& each) {
    known.emplace_back(each.name);
    if (each.name != name) return;
    found = true;
    const std::string where = family.empty() ? std::string(name) : std::string(family) + "." + std::string(name);
    Value& value = object.*each.member;
    if constexpr (std::same_as<Value, bool>) value = parse_switch(where, text);
    else if constexpr (Named<Value>) value = parse_choice<Value>(where, text);
    else if constexpr (std::integral<Value>)
      value = static_cast<Value>(parse_limited_integer(where, text, each.limits));
    else if constexpr (std::floating_point<Value>) value = parse_limited(where, text, each.limits);
    else if constexpr (std::same_as<Value, std::optional<double>>)
      value = parse_limited_or_none(where, text, each.limits);
    else if constexpr (std::same_as<Value, std::vector<double>>) value = parse_limited_list(where, text, each.limits);
    else value = Value(text);
  });
  if (found) return;
  std::string_view owner = "the plan";
  if constexpr (requires { T::name; }) owner = T::name;
  refuse_option(owner, name, known);
}

template <class T>
T with_settings(std::string_view family, const Settings& settings) {
  T object{};
  for (const auto& [name, text] : settings) set_option(object, family, name, text);
  return object;
}

}   // namespace protea
