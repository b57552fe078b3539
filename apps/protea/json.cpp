#include "json.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace protea::app {
namespace {

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
          return content;
        }
      },
      value.content());
}

}   // namespace

std::string json_document(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void print_json(const Json& json) { std::fputs(json_document(json).c_str(), stdout); }

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

}   // namespace protea::app
