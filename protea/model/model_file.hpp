// Models on disk: a safetensors file whose tensors are the parameters and whose metadata say what they mean. Classes,
// encoding, preparation and record are common to all models; the rest each kind writes and reads itself.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/safetensors.hpp>
#include <protea/base/value.hpp>
#include <protea/model/model.hpp>

namespace PROTEA_EXPORT protea {

// What a model adds to its file.
struct ModelArchive {
  Fields description;
  std::vector<Tensor> tensors;

  void add(std::string name, std::vector<std::size_t> shape, Row values);
};

// What it finds there again.
struct StoredModel {
  const TensorFile& file;
  const Value& description;
  const std::vector<std::string>& class_names;
  const Encoding& encoding;

  // The values of a tensor of that shape. Throw a DataError where it is absent or has another one.
  const std::vector<double>& values(std::string_view name, const std::vector<std::size_t>& shape) const;
};

Fields fields_of(const ComponentRecord& record);
ComponentRecord component_from(const Value& fields);

// A kind of models by the name that stands in their files.
struct ModelKind {
  std::string name;
  std::function<std::unique_ptr<Model>(const StoredModel&)> read;
};

std::string encode_model(const Model& model);
// Throws a DataError for anything that is not a whole, unaltered model file of one of the kinds.
std::unique_ptr<Model> decode_model(std::string_view bytes, const std::string& source,
                                    std::span<const ModelKind> kinds);

void save_model(const Model& model, const std::string& path);

}   // namespace protea
