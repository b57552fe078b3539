// The JSON header of a safetensors file: what it may say, and its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace protea {

inline constexpr std::size_t tensor_length_bytes = 8;   // the header's length comes first
inline constexpr std::string_view tensor_metadata_name = "__metadata__";

using TensorMetadata = std::vector<std::pair<std::string, std::string>>;

// The header's description of one tensor: its bytes are [begin, end) of the data.
struct TensorEntry {
  std::string name;
  std::string type;
  std::vector<std::size_t> shape;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct TensorHeader {
  TensorMetadata metadata;
  std::vector<TensorEntry> entries;
};

// A name out of a possibly damaged file, fit for one line of a terminal.
std::string quoted_name(std::string_view name);

// Throws DataError "source: not a valid safetensors file: …".
[[noreturn]] void refuse_tensors(const std::string& source, std::string_view what);

// The header padded with blanks, so that the data begin on a multiple of 8.
std::string tensor_header_text(const TensorHeader& header);

TensorHeader parse_tensor_header(std::string_view text, const std::string& source);

}   // namespace protea
