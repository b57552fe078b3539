#include <protea/base/safetensors.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <protea/base/checksum.hpp>
#include <protea/base/error.hpp>
#include <protea/base/safetensors_header.hpp>

namespace protea {

namespace {

constexpr std::size_t longest_header = 100'000'000;   // the limit of the reference implementation
constexpr std::string_view checksum_prefix = "checksum.";
constexpr std::string_view metadata_checksum = "checksum.metadata";

// The number of values of a tensor, or nothing when their bytes could not even be counted.
std::optional<std::size_t> value_count(std::span<const std::size_t> shape) {
  std::size_t count = 1;
  for (const std::size_t extent : shape) {
    if (extent != 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(double) / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

std::optional<std::size_t> value_width(std::string_view type) {
  if (type == "F64") return sizeof(double);
  if (type == "I32") return sizeof(std::int32_t);
  return std::nullopt;
}

// Each part with its length before it, so that no two headers give the same text; sorted, because other programs that
// copy a file may reorder it.
std::string header_checksum(const TensorMetadata& metadata, std::span<const TensorEntry> entries) {
  std::vector<std::string> parts;
  for (const auto& [key, text] : metadata) {
    if (key == metadata_checksum) continue;
    parts.push_back(fmt::format("{}:{}{}:{}\n", key.size(), key, text.size(), text));
  }
  for (const TensorEntry& entry : entries) {
    parts.push_back(
        fmt::format("{}:{} {} [{}]\n", entry.name.size(), entry.name, entry.type, fmt::join(entry.shape, ",")));
  }
  std::sort(parts.begin(), parts.end());
  return checksum(fmt::format("{}", fmt::join(parts, "")));
}

// ---- writing ----

template <class Bits>
requires std::is_unsigned_v<Bits>
void append_little_endian(std::string& bytes, Bits bits) {
  std::array<char, sizeof(Bits)> little;
  for (std::size_t i = 0; i < sizeof(Bits); ++i) little[i] = static_cast<char>((bits >> (8 * i)) & 0xff);
  bytes.append(little.data(), little.size());
}

void append_values(std::string& bytes, const Tensor& tensor) {
  if (const auto* reals = std::get_if<std::vector<double>>(&tensor.values)) {
    for (std::size_t i = 0; i < reals->size(); ++i) {
      const double value = (*reals)[i];
      if (!std::isfinite(value)) {
        throw NumericalError(fmt::format("the tensor {} holds {} at position {}: only finite numbers can be stored",
                                         quoted_name(tensor.name), value, i));
      }
      append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    }
  } else {
    for (const std::int32_t value : std::get<std::vector<std::int32_t>>(tensor.values)) {
      append_little_endian(bytes, std::bit_cast<std::uint32_t>(value));
    }
  }
}

void check_names(const TensorFile& file) {
  std::set<std::string_view> keys;
  for (const auto& [key, text] : file.metadata) {
    if (key.starts_with(checksum_prefix))
      throw UsageError(fmt::format("the metadata key {} is reserved", quoted_name(key)));
    if (!keys.insert(key).second) throw UsageError(fmt::format("the metadata key {} is given twice", quoted_name(key)));
  }
  std::set<std::string_view> names;
  for (const Tensor& tensor : file.tensors) {
    // "metadata" too, because its checksum would be called like that of the metadata.
    if (tensor.name == tensor_metadata_name || tensor.name == "metadata") {
      throw UsageError(fmt::format("the tensor name {} is reserved", quoted_name(tensor.name)));
    }
    if (!names.insert(tensor.name).second) {
      throw UsageError(fmt::format("the tensor name {} is given twice", quoted_name(tensor.name)));
    }
    const std::size_t size = std::visit([](const auto& values) { return values.size(); }, tensor.values);
    if (value_count(tensor.shape) != size) {
      throw UsageError(fmt::format("the tensor {} has the shape [{}] but {} values", quoted_name(tensor.name),
                                   fmt::join(tensor.shape, ","), size));
    }
  }
}

// ---- reading ----

// The tensors must cover the data exactly, each with as many bytes as its type and shape say.
void check_layout(std::span<const TensorEntry> entries, std::size_t data_size, const std::string& source) {
  std::vector<const TensorEntry*> in_order;
  std::set<std::string_view> names;
  for (const TensorEntry& entry : entries) {
    if (!names.insert(entry.name).second)
      refuse_tensors(source, fmt::format("two tensors are called {}", quoted_name(entry.name)));
    const auto width = value_width(entry.type);
    if (!width) {
      refuse_tensors(source, fmt::format("the tensor {} has the type {}: known are F64 and I32",
                                         quoted_name(entry.name), quoted_name(entry.type)));
    }
    const auto count = value_count(entry.shape);
    if (entry.begin > entry.end || entry.end > data_size) {
      refuse_tensors(source, fmt::format("the tensor {} lies outside the file, which may have been cut off",
                                         quoted_name(entry.name)));
    }
    if (!count || *count * *width != entry.end - entry.begin) {
      refuse_tensors(source,
                     fmt::format("the tensor {} does not have the bytes its shape asks for", quoted_name(entry.name)));
    }
    in_order.push_back(&entry);
  }
  std::sort(in_order.begin(), in_order.end(), [](const TensorEntry* a, const TensorEntry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::size_t covered = 0;
  for (const TensorEntry* entry : in_order) {
    if (entry->begin != covered) {
      refuse_tensors(source, fmt::format("the tensor {} {} the one before it", quoted_name(entry->name),
                                         entry->begin < covered ? "overlaps" : "leaves a gap after"));
    }
    covered = entry->end;
  }
  if (covered != data_size) refuse_tensors(source, fmt::format("{} bytes follow the last tensor", data_size - covered));
}

void check_checksums(const TensorHeader& header, std::string_view data, const std::string& source) {
  std::map<std::string_view, std::string_view> texts;
  std::size_t checksums = 0;
  for (const auto& [key, text] : header.metadata) {
    if (!texts.emplace(key, text).second)
      refuse_tensors(source, fmt::format("the metadata has {} twice", quoted_name(key)));
    if (key.starts_with(checksum_prefix)) ++checksums;
  }
  const auto check = [&](const std::string& what, const std::string& key, const std::string& found) {
    const auto expected = texts.find(key);
    if (expected == texts.end()) {
      throw DataError(
          fmt::format("{}: {} has no checksum: the file was altered or not written by protea", source, what));
    }
    if (expected->second == found) return;
    throw DataError(
        fmt::format("{}: {} does not match its checksum: the file is damaged or was altered", source, what));
  };
  check("the header", std::string(metadata_checksum), header_checksum(header.metadata, header.entries));
  for (const TensorEntry& entry : header.entries) {
    check(fmt::format("the tensor {}", quoted_name(entry.name)), std::string(checksum_prefix) + entry.name,
          checksum(data.substr(entry.begin, entry.end - entry.begin)));
  }
  if (checksums != header.entries.size() + 1) refuse_tensors(source, "it has a checksum of something it does not hold");
}

template <class Bits>
requires std::is_unsigned_v<Bits> Bits little_endian(std::string_view bytes) {
  Bits bits = 0;
  for (std::size_t i = sizeof(Bits); i-- > 0;)
    bits = static_cast<Bits>((bits << 8) | static_cast<unsigned char>(bytes[i]));
  return bits;
}

template <class Value, class Bits>
requires(sizeof(Value) == sizeof(Bits) &&
         std::is_unsigned_v<Bits>) std::vector<Value> read_values(std::string_view bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::bit_cast<Value>(little_endian<Bits>(bytes.substr(i * sizeof(Bits), sizeof(Bits))));
  }
  return values;
}

Tensor read_tensor(TensorEntry entry, std::string_view bytes, const std::string& source) {
  Tensor tensor{std::move(entry.name), std::move(entry.shape), {}};
  if (entry.type == "I32") {
    tensor.values = read_values<std::int32_t, std::uint32_t>(bytes);
    return tensor;
  }
  auto reals = read_values<double, std::uint64_t>(bytes);
  const auto stray = std::find_if(reals.begin(), reals.end(), [](double value) { return !std::isfinite(value); });
  if (stray != reals.end()) {
    throw DataError(fmt::format("{}: the tensor {} holds {} at position {}: only finite numbers are allowed", source,
                                quoted_name(tensor.name), *stray, stray - reals.begin()));
  }
  tensor.values = std::move(reals);
  return tensor;
}

}   // namespace

std::string encode_tensors(const TensorFile& file) {
  check_names(file);
  TensorHeader header{.metadata = file.metadata, .entries = {}};
  std::string data;
  for (const Tensor& tensor : file.tensors) {
    const std::size_t begin = data.size();
    append_values(data, tensor);
    const bool is_real = std::holds_alternative<std::vector<double>>(tensor.values);
    header.entries.push_back({tensor.name, is_real ? "F64" : "I32", tensor.shape, begin, data.size()});
    header.metadata.emplace_back(std::string(checksum_prefix) + tensor.name,
                                 checksum(std::string_view(data).substr(begin)));
  }
  header.metadata.emplace_back(metadata_checksum, header_checksum(header.metadata, header.entries));

  const std::string text = tensor_header_text(header);
  if (text.size() > longest_header) {
    throw DataError(fmt::format("the metadata takes {} bytes: at most {} can be stored", text.size(), longest_header));
  }
  std::string bytes;
  bytes.reserve(tensor_length_bytes + text.size() + data.size());
  append_little_endian(bytes, static_cast<std::uint64_t>(text.size()));
  return bytes.append(text).append(data);
}

TensorFile decode_tensors(std::string_view bytes, const std::string& source) {
  if (bytes.size() < tensor_length_bytes) refuse_tensors(source, fmt::format("it has only {} bytes", bytes.size()));
  const auto header_size = little_endian<std::uint64_t>(bytes);
  if (header_size > longest_header || header_size > bytes.size() - tensor_length_bytes) {
    refuse_tensors(source, "its header does not fit into the file, which may have been cut off or be of another kind");
  }
  TensorHeader header = parse_tensor_header(bytes.substr(tensor_length_bytes, header_size), source);
  const std::string_view data = bytes.substr(tensor_length_bytes + header_size);
  check_layout(header.entries, data.size(), source);
  check_checksums(header, data, source);

  TensorFile file{.metadata = {}, .tensors = {}, .source = source};
  for (auto& entry : header.metadata) {
    if (!entry.first.starts_with(checksum_prefix)) file.metadata.push_back(std::move(entry));
  }
  for (TensorEntry& entry : header.entries) {
    const std::string_view values = data.substr(entry.begin, entry.end - entry.begin);
    file.tensors.push_back(read_tensor(std::move(entry), values, source));
  }
  return file;
}

namespace {

const std::string* find_text(const TensorFile& file, std::string_view key) {
  const auto found = std::ranges::find(file.metadata, key, &std::pair<std::string, std::string>::first);
  return found == file.metadata.end() ? nullptr : &found->second;
}

const Tensor* find_tensor(const TensorFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.tensors, name, &Tensor::name);
  return found == file.tensors.end() ? nullptr : &*found;
}

[[noreturn]] void lacks(const TensorFile& file, std::string_view what) {
  throw DataError(fmt::format("{}: {}", file.source.empty() ? "tensor file" : file.source, what));
}

template <class Value>
requires std::is_arithmetic_v<Value>
const std::vector<Value>& values_of(const TensorFile& file, std::string_view name, std::string_view kind) {
  if (const auto* values = std::get_if<std::vector<Value>>(&file.tensor(name).values)) return *values;
  lacks(file, fmt::format("the tensor {} does not hold {}", quoted_name(name), kind));
}

}   // namespace

bool TensorFile::has_metadata(std::string_view key) const { return find_text(*this, key) != nullptr; }
bool TensorFile::has_tensor(std::string_view name) const { return find_tensor(*this, name) != nullptr; }

const std::string& TensorFile::metadata_text(std::string_view key) const {
  if (const std::string* text = find_text(*this, key)) return *text;
  lacks(*this, fmt::format("the metadata {} is missing", quoted_name(key)));
}

const Tensor& TensorFile::tensor(std::string_view name) const {
  if (const Tensor* found = find_tensor(*this, name)) return *found;
  lacks(*this, fmt::format("the tensor {} is missing", quoted_name(name)));
}

const std::vector<double>& TensorFile::real_values(std::string_view name) const {
  return values_of<double>(*this, name, "real numbers (F64)");
}

const std::vector<std::int32_t>& TensorFile::integer_values(std::string_view name) const {
  return values_of<std::int32_t>(*this, name, "whole numbers (I32)");
}

}   // namespace protea
