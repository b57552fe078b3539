#include <protea/base/checksum.hpp>

#include <fmt/format.h>
#include <zlib.h>

namespace protea {

std::string checksum(std::string_view bytes) {
  const auto* first = reinterpret_cast<const Bytef*>(bytes.data());
  return fmt::format("{:08x}", ::crc32_z(::crc32_z(0, nullptr, 0), first, bytes.size()));
}

}   // namespace protea
