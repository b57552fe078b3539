// Files in and out: read whole or piece by piece; written completely or left as they were.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// All bytes of a file, device or pipe. Throws DataError: "x: no such file", "x: is a directory", "x: cannot
// be read: …".
std::string read_file(const std::string& path);

// A file read piece by piece, for contents that should not be in memory as a whole. Throws as read_file() does.
class FileReader {
 public:
  explicit FileReader(std::string path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  // Devices and pipes are not: they can be read only once, and their size is not known.
  bool is_regular() const { return is_regular_; }
  std::size_t size() const { return size_; }
  // Fills the buffer; fewer bytes are read only at the end of the file.
  std::size_t read(std::span<char> buffer);
  // Precondition: is_regular().
  void rewind();

 private:
  std::string path_;
  int descriptor_ = -1;
  bool is_regular_ = false;
  std::size_t size_ = 0;
};

// Writes a temporary file in the same directory, syncs it and renames it over `path`, so that a crash, a full disk or a
// reader in between never meets half a file. An existing file keeps its permissions, a symbolic link stays a link.
// A device, a pipe, /dev/stdout and the like are written directly.
// Throws DataError "x: cannot be written: …"; the temporary is then gone and the old file untouched.
void write_file_atomically(const std::string& path, std::string_view bytes);

// The same for contents that come piece by piece. Unless finish() is reached, the old file stays.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view bytes);
  void finish();
  // Are the bytes seen only when all of them are there? Not by a device or a pipe.
  bool replaces() const { return target_->replaces(); }

  // Where the bytes go. Failures leave their code in errno.
  class Target {
   public:
    virtual ~Target() = default;
    virtual bool write(std::string_view bytes) = 0;
    virtual bool finish() = 0;
    virtual bool replaces() const = 0;
  };

 private:
  std::string path_;
  std::unique_ptr<Target> target_;
};

}   // namespace protea
