// Checksums that tell a damaged file from a whole one; they are no protection against intent.
#pragma once

#include <string>
#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// The CRC-32 of zlib, gzip and PNG as 8 lower-case hexadecimal digits: checksum("123456789") is "cbf43926".
std::string checksum(std::string_view bytes);

}   // namespace protea
