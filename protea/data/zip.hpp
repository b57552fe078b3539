// The members of a zip archive held in memory, stored or deflated, as far as .npz files use the format.
#pragma once

#include <cstddef>
#include <cstdint>
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

}   // namespace protea
