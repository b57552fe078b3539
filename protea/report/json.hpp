// JSON documents of answers: a small value of our own, so that only json.cpp sees the library that writes it.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/base/value.hpp>
#include <protea/evaluate/confusion.hpp>

namespace PROTEA_EXPORT protea {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;   // in the order in which members came
  using Content = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : content_(value) {}
  template <std::integral Number>
  Json(Number value) : content_(static_cast<std::int64_t>(value)) {}
  Json(double value) : content_(value) {}
  Json(const char* text) : content_(std::string(text)) {}
  Json(std::string_view text) : content_(std::string(text)) {}
  Json(std::string text) : content_(std::move(text)) {}
  template <class Element>
  Json(const std::vector<Element>& list) : content_(Array(list.begin(), list.end())) {}
  // {{"name", value}, …} is an object, any other list an array.
  Json(std::initializer_list<Json> list);

  static Json array() { return Json(Content(Array{})); }
  static Json array(std::initializer_list<Json> list) { return Json(Content(Array(list))); }
  static Json object() { return Json(Content(Object{})); }

  // The member of that name, made where it is not there; null becomes an object.
  Json& operator[](std::string_view name);
  // Null becomes an array.
  void push_back(Json element);
  // Takes over all members of another object.
  void update(const Json& other);
  bool empty() const;

  const Content& content() const { return content_; }

 private:
  explicit Json(Content content) : content_(std::move(content)) {}

  Content content_ = nullptr;
};

// The text of a document, indented, with the end of its last line.
std::string json_document(const Json& json);

// The same on one line, without spaces between its parts.
std::string compact_json(const Json& json);

// With the settings in its texts spelled so: see spelled() of one text.
Json with_settings_spelled(const Json& marked, const SettingSpelling& spelling = {});

Json to_json(MatrixView matrix);
Json to_json(Row values);
Json to_json(const Confusion& confusion);   // rows true, columns predicted
// Numbers as numbers, switches as true and false, the rest as text.
Json to_json(const Settings& settings);
Json to_json(const Fields& fields);

}   // namespace protea
