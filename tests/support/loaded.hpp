// Models of prototypes from bytes and files, as values; settings of methods.
#pragma once

#include <string>

#include <protea/catalogue/load.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/model/prototype_model.hpp>

namespace protea::testing {

inline PrototypeModel decoded(const std::string& bytes, const std::string& source = "m.protea") {
  const std::unique_ptr<Model> model = decode_model(bytes, source, model_kinds());
  return demand<PrototypeModel>(*model, "this test");
}

inline PrototypeModel loaded(const std::string& path) {
  const std::unique_ptr<Model> model = load_model(path);
  return demand<PrototypeModel>(*model, "this test");
}

// What a method says of one of its settings.
inline std::string setting_of(const Method& method, std::string_view key) {
  for (const auto& [name, text] : method.describe()) {
    if (name == key) return text;
  }
  return {};
}

}   // namespace protea::testing
