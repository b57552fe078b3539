#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/npy.hpp>
#include <protea/data/npy_header.hpp>
#include <protea/data/zip.hpp>

namespace protea {

namespace {

class Archive {
 public:
  // `map`: where the bytes are looked at, if they are not in memory.
  Archive(std::string_view bytes, const std::string& source, std::size_t memory, const MappedFile* map)
      : bytes_(bytes), source_(source), memory_(memory), map_(map), members_(list_zip(bytes, source)) {}

  // The array of one of the names (in any case), else the first of so many dimensions that is not `taken`.
  const ZipMember* find(std::initializer_list<std::string_view> names, std::size_t dimensions, const ZipMember* taken) {
    for (const std::string_view name : names) {
      for (const ZipMember& member : members_) {
        if (lower_case(member.name) == fmt::format("{}.npy", name)) return &member;
      }
    }
    for (const ZipMember& member : members_) {
      if (&member == taken || !member.name.ends_with(".npy")) continue;
      if (dimensions_of(member) == dimensions) return &member;
    }
    return nullptr;
  }

  NpyArray read(const ZipMember& member) const {
    const auto stored = view_zip_member(bytes_, member, source_);
    if (!stored) return read_npy_array(as_text(read_zip_member(bytes_, member, source_, memory_)), source_of(member));
    std::uint32_t checksum = 0;
    NpyArray array = read_npy_array(*stored, source_of(member), [&](std::string_view piece) {
      checksum = continue_checksum(checksum, piece);
      if (map_) map_->pass_over(piece);
    });
    demand_checksum(member, checksum, source_);
    return array;
  }

  std::string source_of(const ZipMember& member) const {
    return fmt::format("{} array {}", source_, std::string_view(member.name).substr(0, member.name.rfind('.')));
  }

 private:
  std::size_t dimensions_of(const ZipMember& member) const {
    const auto stored = view_zip_member(bytes_, member, source_);
    const Bytes unpacked = stored ? Bytes() : read_zip_member(bytes_, member, source_, memory_);
    return read_npy_header(stored ? *stored : as_text(unpacked), source_of(member)).shape.size();
  }

  std::string_view bytes_;
  const std::string& source_;
  std::size_t memory_;
  const MappedFile* map_;
  std::vector<ZipMember> members_;
};

Table table_of(Archive archive, const std::string& source) {
  const ZipMember* features = archive.find({"x", "data"}, 2, nullptr);
  if (features == nullptr) throw DataError(fmt::format("{}: holds no array of two dimensions", source));
  NpyArray x = archive.read(*features);
  if (x.values.empty()) throw DataError(fmt::format("{}: expected numbers", archive.source_of(*features)));
  Table table;
  table.source = source;
  table.columns = named_columns(std::move(x.values));

  const ZipMember* label = archive.find({"y", "labels"}, 1, features);
  if (label == nullptr) return table;
  NpyArray y = archive.read(*label);
  if (y.columns != 1 || y.rows != x.rows) {
    throw DataError(fmt::format("{}: expected {} labels, one for each row of {}, found {} x {}",
                                archive.source_of(*label), x.rows, features->name, y.rows, y.columns));
  }
  table.label_column = static_cast<int>(x.columns);
  table.columns.push_back(y.words.empty() ? number_column("class", std::move(y.values.front()))
                                          : word_column("class", std::move(y.words)));
  return table;
}

}   // namespace

Table parse_npz(std::string_view bytes, const std::string& source, std::size_t memory) {
  return table_of({bytes, source, memory, nullptr}, source);
}

Table read_npz_file(const std::string& name, std::size_t memory) {
  const MappedFile map(name);
  return table_of({map.bytes(), name, memory, &map}, name);
}

}   // namespace protea
