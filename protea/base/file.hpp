// Whole files in and out: a file is either written completely or left as it was.
#pragma once

#include <string>
#include <string_view>

namespace protea {

// All bytes of a file, device or pipe. Throws DataError: "x: no such file", "x: is a directory", "x: cannot be read: …".
std::string read_file(const std::string& path);

// Writes a temporary file in the same directory, syncs it and renames it over `path`, so that a crash, a full disk or a
// reader in between never meets half a file. An existing file keeps its permissions, a symbolic link stays a link.
// A device, a pipe, /dev/stdout and the like are written directly.
// Throws DataError "x: cannot be written: …"; the temporary is then gone and the old file untouched.
void write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace protea
