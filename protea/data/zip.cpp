#include <protea/data/zip.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include <protea/base/error.hpp>
#include <protea/data/inflate.hpp>

namespace protea {

namespace {

[[noreturn]] void fail(const std::string& source, std::string_view what) {
  throw DataError(fmt::format("{}: the zip archive is damaged: {}", source, what));
}

// A little-endian number of `width` bytes; 0 where the archive is too short, which later checks notice.
std::uint64_t number_at(std::string_view bytes, std::uint64_t offset, std::size_t width) {
  if (offset > bytes.size() || bytes.size() - offset < width) return 0;
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[offset + i]);
  return value;
}

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t entries = 0;
};

Directory find_directory(std::string_view archive, const std::string& source) {
  const std::size_t end = archive.rfind("PK\x05\x06");
  if (end == std::string_view::npos || archive.size() - end < 22) fail(source, "its directory is missing");
  Directory directory{number_at(archive, end + 16, 4), number_at(archive, end + 10, 2)};
  // Archives of 4 GiB and more: a locator right before points to a second, wider end record.
  if (directory.offset == 0xffffffff && end >= 20 && archive.substr(end - 20, 4) == "PK\x06\x07") {
    const std::uint64_t wide_end = number_at(archive, end - 20 + 8, 8);
    directory = {number_at(archive, wide_end + 48, 8), number_at(archive, wide_end + 32, 8)};
  }
  return directory;
}

// Sizes and offset that do not fit 32 bits are in the extra field 1, in this order, each only when needed.
void read_wide_sizes(std::string_view extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const std::uint64_t id = number_at(extra, 0, 2);
    const std::uint64_t length = std::min<std::uint64_t>(number_at(extra, 2, 2), extra.size() - 4);
    if (id == 1) {
      const std::string_view field = extra.substr(4, length);
      std::uint64_t at = 0;
      for (std::uint64_t* value : {&member.size, &member.packed_size, &member.header_offset}) {
        if (*value != 0xffffffff) continue;
        *value = number_at(field, at, 8);
        at += 8;
      }
      return;
    }
    extra.remove_prefix(4 + length);
  }
}

}   // namespace

std::vector<ZipMember> list_zip(std::string_view archive, const std::string& source) {
  const Directory directory = find_directory(archive, source);
  std::vector<ZipMember> members;
  std::uint64_t at = directory.offset;
  std::uint64_t packed_total = 0;
  for (std::uint64_t k = 0; k < directory.entries; ++k) {
    if (at > archive.size() || archive.size() - at < 46 || archive.substr(at, 4) != "PK\x01\x02") {
      fail(source, "its directory is incomplete");
    }
    const std::uint64_t name_length = number_at(archive, at + 28, 2);
    const std::uint64_t extra_length = number_at(archive, at + 30, 2);
    const std::uint64_t comment_length = number_at(archive, at + 32, 2);
    if (archive.size() - at - 46 < name_length + extra_length + comment_length) {
      fail(source, "its directory is incomplete");
    }
    ZipMember member;
    member.is_encrypted = (number_at(archive, at + 8, 2) & 1) != 0;
    member.method = static_cast<int>(number_at(archive, at + 10, 2));
    member.checksum = static_cast<std::uint32_t>(number_at(archive, at + 16, 4));
    member.packed_size = number_at(archive, at + 20, 4);
    member.size = number_at(archive, at + 24, 4);
    member.header_offset = number_at(archive, at + 42, 4);
    member.name = archive.substr(at + 46, name_length);
    read_wide_sizes(archive.substr(at + 46 + name_length, extra_length), member);
    // Members that share bytes would let a small archive unpack for hours.
    if (member.packed_size > archive.size() - packed_total) fail(source, "its members overlap");
    packed_total += member.packed_size;
    members.push_back(std::move(member));
    at += 46 + name_length + extra_length + comment_length;
  }
  return members;
}

namespace {

std::string_view packed_bytes(std::string_view archive, const ZipMember& member, const std::string& source) {
  if (member.is_encrypted) throw DataError(fmt::format("{}: '{}' is encrypted", source, member.name));
  const std::uint64_t header = member.header_offset;
  if (header > archive.size() || archive.size() - header < 30 || archive.substr(header, 4) != "PK\x03\x04") {
    fail(source, fmt::format("'{}' is not where the directory says", member.name));
  }
  const std::uint64_t begin = header + 30 + number_at(archive, header + 26, 2) + number_at(archive, header + 28, 2);
  if (begin > archive.size() || archive.size() - begin < member.packed_size) {
    fail(source, fmt::format("'{}' ends too early", member.name));
  }
  return archive.substr(begin, member.packed_size);
}

}   // namespace

std::uint32_t continue_checksum(std::uint32_t checksum, std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void demand_checksum(const ZipMember& member, std::uint32_t checksum, const std::string& source) {
  if (checksum != member.checksum) fail(source, fmt::format("the checksum of '{}' does not fit", member.name));
}

std::optional<std::string_view> view_zip_member(std::string_view archive, const ZipMember& member,
                                                const std::string& source) {
  if (member.method != 0 || member.size != member.packed_size) return std::nullopt;
  return packed_bytes(archive, member, source);
}

Bytes read_zip_member(std::string_view archive, const ZipMember& member, const std::string& source,
                      std::size_t memory) {
  const std::string_view packed = packed_bytes(archive, member, source);
  Bytes bytes;
  if (member.method == 8) {
    bytes = unpack_deflate(packed, source, memory);
  } else if (member.method == 0) {
    bytes.assign(packed.begin(), packed.end());
  } else {
    throw DataError(fmt::format("{}: '{}' is packed by method {}: known are 0 (stored) and 8 (deflated)", source,
                                member.name, member.method));
  }
  const std::uint32_t checksum = continue_checksum(0, as_text(bytes));
  demand_checksum(member, bytes.size() == member.size ? checksum : ~member.checksum, source);
  return bytes;
}

}   // namespace protea
