#include <protea/report/json.hpp>

#include <algorithm>

#include <nlohmann/json.hpp>

namespace protea {
namespace {

using Document = nlohmann::ordered_json;

Document document_of(const Json& json) {
  return std::visit(
      []<class Content>(const Content& content) -> Document {
        if constexpr (std::same_as<Content, Json::Array>) {
          Document list = Document::array();
          for (const Json& each : content) list.push_back(document_of(each));
          return list;
        } else if constexpr (std::same_as<Content, Json::Object>) {
          Document object = Document::object();
          for (const auto& [name, each] : content) object[name] = document_of(each);
          return object;
        } else {
          return content;
        }
      },
      json.content());
}

Json of_value(const Value& value) {
  return std::visit(
      []<class Content>(const Content& content) -> Json {
        if constexpr (std::same_as<Content, std::monostate>) {
          return nullptr;
        } else if constexpr (std::same_as<Content, Matrix>) {
          return to_json(content.view());
        } else if constexpr (std::same_as<Content, Fields>) {
          return to_json(content);
        } else if constexpr (std::same_as<Content, std::vector<Value>>) {
          Json list = Json::array();
          for (const Value& each : content) list.push_back(of_value(each));
          return list;
        } else {
          return Json(content);
        }
      },
      value.content());
}

bool is_member(const Json& json) {
  const auto* const pair = std::get_if<Json::Array>(&json.content());
  return pair && pair->size() == 2 && std::holds_alternative<std::string>(pair->front().content());
}

}   // namespace

Json::Json(std::initializer_list<Json> list) {
  if (!std::all_of(list.begin(), list.end(), is_member)) {
    content_ = Array(list);
    return;
  }
  Object members;
  for (const Json& each : list) {
    const auto& pair = std::get<Array>(each.content_);
    members.emplace_back(std::get<std::string>(pair[0].content_), pair[1]);
  }
  content_ = std::move(members);
}

Json& Json::operator[](std::string_view name) {
  if (std::holds_alternative<std::nullptr_t>(content_)) content_ = Object{};
  auto& members = std::get<Object>(content_);
  for (auto& [known, value] : members) {
    if (known == name) return value;
  }
  return members.emplace_back(std::string(name), Json()).second;
}

void Json::push_back(Json element) {
  if (std::holds_alternative<std::nullptr_t>(content_)) content_ = Array{};
  std::get<Array>(content_).push_back(std::move(element));
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : std::get<Object>(other.content_)) (*this)[name] = value;
}

bool Json::empty() const {
  if (const auto* const list = std::get_if<Array>(&content_)) return list->empty();
  const auto* const members = std::get_if<Object>(&content_);
  return members ? members->empty() : std::holds_alternative<std::nullptr_t>(content_);
}

std::string compact_json(const Json& json) {
  return document_of(json).dump(-1, ' ', false, Document::error_handler_t::replace);
}

std::string json_document(const Json& json) {
  return document_of(json).dump(2, ' ', false, Document::error_handler_t::replace) + "\n";
}

Json with_settings_spelled(const Json& marked, const SettingSpelling& spelling) {
  if (const auto* const text = std::get_if<std::string>(&marked.content())) return spelled(*text, spelling);
  if (const auto* const list = std::get_if<Json::Array>(&marked.content())) {
    Json result = Json::array();
    for (const Json& each : *list) result.push_back(with_settings_spelled(each, spelling));
    return result;
  }
  const auto* const members = std::get_if<Json::Object>(&marked.content());
  if (!members) return marked;
  Json result = Json::object();
  for (const auto& [name, value] : *members) result[name] = with_settings_spelled(value, spelling);
  return result;
}

Json to_json(Row values) { return Json(std::vector<double>(values.begin(), values.end())); }

Json to_json(MatrixView matrix) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < matrix.rows; ++i) rows.push_back(to_json(matrix.row(i)));
  return rows;
}

Json to_json(const Confusion& confusion) {
  Json rows = Json::array();
  for (std::size_t t = 0; t < confusion.classes(); ++t) {
    Json row = Json::array();
    for (std::size_t c = 0; c < confusion.classes(); ++c) row.push_back(confusion(t, c));
    rows.push_back(row);
  }
  return rows;
}

Json to_json(const Fields& fields) {
  Json json = Json::object();
  for (const auto& [name, value] : fields) json[name] = of_value(value);
  return json;
}

Json to_json(const Settings& settings) { return to_json(typed_fields(settings)); }

}   // namespace protea
