// Safetensors files: named tensors and a map of texts, each guarded by a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// Row-major; the shape {} is a single value. Stored as F64 or I32.
struct Tensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::variant<std::vector<double>, std::vector<std::int32_t>> values;

  friend bool operator==(const Tensor&, const Tensor&) = default;
};

struct TensorFile {
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<Tensor> tensors;
  std::string source = {};   // where it was read from, to begin the messages of the functions below

  bool has_metadata(std::string_view key) const;
  bool has_tensor(std::string_view name) const;

  // Throw DataError naming what is missing or has the other type of values.
  const std::string& metadata_text(std::string_view key) const;
  const Tensor& tensor(std::string_view name) const;
  const std::vector<double>& real_values(std::string_view name) const;
  const std::vector<std::int32_t>& integer_values(std::string_view name) const;
};

// The bytes of a safetensors file: the same TensorFile always gives the same bytes, metadata and tensors in
// their order.
// Adds the metadata `checksum.<tensor>`, the checksum of the tensor's bytes, and `checksum.metadata`, which covers all
// other metadata and the name, type and shape of every tensor. Reading takes them away again.
// Throws NumericalError for NaN or infinity, DataError for text that is not UTF-8, UsageError for reserved or repeated
// names and for a shape that does not fit the values.
std::string encode_tensors(const TensorFile& file);

// Accepts exactly the files that are valid safetensors, carry matching checksums and hold finite numbers, in whatever
// order another program may have put metadata and tensors; throws DataError, starting with `source`, for all others.
TensorFile decode_tensors(std::string_view bytes, const std::string& source);

}   // namespace protea
