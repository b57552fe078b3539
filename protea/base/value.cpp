#include <protea/base/value.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace protea {
namespace {

using Json = nlohmann::ordered_json;

template <class Wanted>
const Wanted& content_of(const Value& value, const char* what) {
  if (const auto* const found = std::get_if<Wanted>(&value.content())) return *found;
  throw DamagedValue(fmt::format("a value of a description is no {}", what));
}

Json rows_json(MatrixView matrix) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < matrix.rows; ++i)
    rows.push_back(std::vector<double>(matrix.row(i).begin(), matrix.row(i).end()));
  return rows;
}

Json to_json(const Value& value) {
  return std::visit(
      []<class Content>(const Content& content) -> Json {
        if constexpr (std::same_as<Content, std::monostate>) {
          return nullptr;
        } else if constexpr (std::same_as<Content, Matrix>) {
          return rows_json(content.view());
        } else if constexpr (std::same_as<Content, std::vector<Value>>) {
          Json list = Json::array();
          for (const Value& each : content) list.push_back(to_json(each));
          return list;
        } else if constexpr (std::same_as<Content, Fields>) {
          Json object = Json::object();
          for (const auto& [name, each] : content) object[name] = to_json(each);
          return object;
        } else {
          return content;
        }
      },
      value.content());
}

constexpr int deepest = 64;   // nested lists and objects: more than any description has

Value from_json(const Json& json, int depth = 0) {
  if (depth > deepest) throw DamagedValue("a description is nested too deeply");
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    std::vector<Value> list;
    for (const Json& each : json) list.push_back(from_json(each, depth + 1));
    return list;
  }
  if (!json.is_object()) return {};
  Fields fields;
  for (const auto& [name, each] : json.items()) fields.emplace_back(name, from_json(each, depth + 1));
  return fields;
}

}   // namespace

const Value* Value::find(std::string_view name) const {
  const auto* const all = std::get_if<Fields>(&content_);
  if (!all) return nullptr;
  for (const auto& [known, value] : *all) {
    if (known == name) return &value;
  }
  return nullptr;
}

const Value& Value::at(std::string_view name) const {
  if (const Value* const found = find(name)) return *found;
  throw DamagedValue(fmt::format("a description lacks '{}'", name));
}

const std::string& Value::text() const { return content_of<std::string>(*this, "text"); }
std::int64_t Value::integer() const { return content_of<std::int64_t>(*this, "whole number"); }
bool Value::truth() const { return content_of<bool>(*this, "switch"); }
const std::vector<Value>& Value::list() const { return content_of<std::vector<Value>>(*this, "list"); }
const Fields& Value::fields() const { return content_of<Fields>(*this, "list of names and values"); }

std::size_t Value::count() const {
  if (integer() < 0) throw DamagedValue("a count of a description is negative");
  return static_cast<std::size_t>(integer());
}

double Value::number() const {
  if (const auto* const whole = std::get_if<std::int64_t>(&content_)) return static_cast<double>(*whole);
  return content_of<double>(*this, "number");
}

std::vector<std::string> Value::texts() const {
  std::vector<std::string> result;
  for (const Value& each : list()) result.push_back(each.text());
  return result;
}

Fields fields_of(const Settings& settings) { return {settings.begin(), settings.end()}; }

Settings settings_of(const Value& fields) {
  Settings settings;
  for (const auto& [name, value] : fields.fields()) settings.emplace_back(name, value.text());
  return settings;
}

Fields typed_fields(const Settings& settings) {
  Fields fields;
  for (const auto& [name, text] : settings) {
    if (const auto integer = parse_integer(text)) fields.emplace_back(name, std::int64_t{*integer});
    else if (const auto number = parse_number(text)) fields.emplace_back(name, *number);
    else if (text == "true" || text == "false") fields.emplace_back(name, text == "true");
    else fields.emplace_back(name, text);
  }
  return fields;
}

std::string json_text(const Value& value) { return to_json(value).dump(); }

Value value_from_json(std::string_view text) {
  try {
    return from_json(Json::parse(text));
  } catch (const nlohmann::json::exception&) {
    throw DamagedValue("a description is no JSON");
  }
}

}   // namespace protea
