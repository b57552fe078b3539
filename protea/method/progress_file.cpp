#include <protea/method/progress_file.hpp>

#include <filesystem>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/safetensors.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

constexpr std::string_view prefix = "part.";

}   // namespace

ProgressFile::ProgressFile(std::string path, std::string identity, bool resume)
    : path_(std::move(path)), identity_(std::move(identity)) {
  if (!resume || !std::filesystem::exists(path_)) return;
  const TensorFile file = decode_tensors(read_file(path_), path_);
  if (!file.has_metadata("protea.checkpoint"))
    throw DataError(fmt::format("{}: not a checkpoint of a training run", path_));
  if (file.metadata_text("protea.checkpoint") != identity_)
    throw UsageError(fmt::format("{}: this checkpoint belongs to a run with other data or options", path_));
  for (const Tensor& tensor : file.tensors) {
    if (!tensor.name.starts_with(prefix))
      throw DataError(fmt::format("{}: the checkpoint does not fit together", path_));
    const std::string number = tensor.name.substr(prefix.size());
    const long long part = parse_integer(number).value_or(-1);
    if (part < 0) throw DataError(fmt::format("{}: the checkpoint does not fit together", path_));
    parts_[static_cast<std::size_t>(part)] = file.real_values(tensor.name);
  }
}

std::optional<std::vector<double>> ProgressFile::find(std::size_t part) const {
  const std::scoped_lock lock(mutex_);
  const auto found = parts_.find(part);
  return found == parts_.end() ? std::nullopt : std::optional(found->second);
}

void ProgressFile::keep(std::size_t part, std::vector<double> numbers) {
  const std::scoped_lock lock(mutex_);
  parts_[part] = std::move(numbers);
  TensorFile file;
  file.metadata.emplace_back("protea.checkpoint", identity_);
  for (const auto& [number, values] : parts_)
    file.tensors.push_back({fmt::format("{}{}", prefix, number), {values.size()}, values});
  write_file_atomically(path_, encode_tensors(file));
}

}   // namespace protea
