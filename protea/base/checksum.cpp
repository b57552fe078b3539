#include <protea/base/checksum.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <protea/base/large_memory.hpp>

namespace protea {

std::string checksum(std::string_view bytes) {
  constexpr std::size_t some = std::size_t{1} << 22;
  auto sum = ::crc32_z(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, some);
    sum = ::crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    bytes.remove_prefix(piece.size());
    walked_over(piece.size());
  }
  return fmt::format("{:08x}", sum);
}

}   // namespace protea
