// Unpacking by zlib: whole gzip files, and the bare deflate streams inside zip archives.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <protea/base/large_memory.hpp>

namespace protea {

bool is_gzip(std::string_view bytes);

// All members of a gzip file, one after the other. Throws DataError naming `source` when it is truncated or altered, or
// takes more than `memory` bytes; 0 means half of what the machine has free and, from 256 MiB on, 200 times the packed
// size: no table of a real measurement is so dense. Where memory is limited, the bytes live in a file, and that ratio
// is allowed in any case.
Bytes unpack_gzip(std::string_view bytes, const std::string& source, std::size_t memory = 0);

// One bare deflate stream. Throws DataError as above.
Bytes unpack_deflate(std::string_view bytes, const std::string& source, std::size_t memory = 0);

}   // namespace protea
