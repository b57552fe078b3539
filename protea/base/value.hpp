// A tree of named values: what a model says of itself to programs and to its file. No value is infinite or NaN.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

// A description that lacks a value, or has one of another type.
class DamagedValue : public UsageError {
 public:
  using UsageError::UsageError;
};

class Value;
using Fields = std::vector<std::pair<std::string, Value>>;   // in order

class Value {
 public:
  using Content = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>, Matrix,
                               std::vector<Value>, Fields>;

  Value() = default;   // null
  Value(bool value) : content_(value) {}
  Value(int value) : content_(std::int64_t{value}) {}
  Value(std::int64_t value) : content_(value) {}
  Value(std::size_t value) : content_(static_cast<std::int64_t>(value)) {}
  Value(double value) : content_(value) {}
  Value(const char* text) : content_(std::string(text)) {}
  Value(std::string_view text) : content_(std::string(text)) {}
  Value(std::string text) : content_(std::move(text)) {}
  Value(std::vector<double> values) : content_(std::move(values)) {}
  Value(Matrix values) : content_(std::move(values)) {}
  Value(std::vector<Value> list) : content_(std::move(list)) {}
  Value(Fields fields) : content_(std::move(fields)) {}
  Value(const std::vector<std::string>& texts) : content_(std::vector<Value>(texts.begin(), texts.end())) {}

  const Content& content() const { return content_; }
  bool is_null() const { return std::holds_alternative<std::monostate>(content_); }

  // The member of that name, or nothing.
  const Value* find(std::string_view name) const;
  // The member of that name; these throw a DamagedValue where it is absent or of another type.
  const Value& at(std::string_view name) const;
  const std::string& text() const;
  std::int64_t integer() const;
  std::size_t count() const;   // an integer that is not negative
  double number() const;
  bool truth() const;
  const std::vector<Value>& list() const;
  const Fields& fields() const;
  std::vector<std::string> texts() const;

 private:
  Content content_;
};

// {"rank": "2"}: settings as they were typed.
Fields fields_of(const Settings& settings);
Settings settings_of(const Value& fields);
// {"rank": 2}: numbers as numbers, switches as true and false, the rest as text.
Fields typed_fields(const Settings& settings);

// JSON in one line. Reading throws a DamagedValue for anything that is not whole.
std::string json_text(const Value& value);
Value value_from_json(std::string_view text);

}   // namespace protea
