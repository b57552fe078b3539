// Unpacking by zlib: whole gzip files, and the bare deflate streams inside zip archives.
#pragma once

#include <string>
#include <string_view>

namespace protea {

bool is_gzip(std::string_view bytes);

// All members of a gzip file, one after the other. Throws DataError naming `source` when it is truncated or altered.
std::string unpack_gzip(std::string_view bytes, const std::string& source);

// One bare deflate stream. Throws DataError as above.
std::string unpack_deflate(std::string_view bytes, const std::string& source);

}   // namespace protea
