// The members of a zip archive held in memory, stored or deflated, as far as .npz files use the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/large_memory.hpp>

namespace protea {

struct ZipMember {
  std::string name;
  std::uint64_t header_offset = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
  int method = 0;
  bool is_encrypted = false;
};

std::vector<ZipMember> list_zip(std::string_view archive, const std::string& source);

// The unpacked bytes, checked against size and checksum, `memory` as in unpack_gzip(). Throws DataError.
Bytes read_zip_member(std::string_view archive, const ZipMember& member, const std::string& source,
                      std::size_t memory = 0);

// The same where it stands in the archive, for members that are stored as they are; its checksum is the caller's to
// compare. Nothing for packed ones.
std::optional<std::string_view> view_zip_member(std::string_view archive, const ZipMember& member,
                                                const std::string& source);
// Throws a DataError where the checksum of what was read is another.
void demand_checksum(const ZipMember& member, std::uint32_t checksum, const std::string& source);
// Of bytes that follow those of the checksum so far, 0 at first.
std::uint32_t continue_checksum(std::uint32_t checksum, std::string_view bytes);

}   // namespace protea
