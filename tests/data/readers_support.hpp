// What the tests of readers and writers share: messages of failures, temporary files, hand-made binary arrays.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

#include <protea/base/error.hpp>
#include <protea/data/read.hpp>

namespace protea::readers {

// The message of the DataError that `call` throws, or a remark that it threw none.
template <class Call>
std::string data_error(Call call) {
  try {
    call();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no DataError";
}

template <class Call>
std::string usage_error(Call call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no UsageError";
}

inline std::string parse_error(std::string_view bytes, const std::string& source, Format format) {
  return data_error([&] { parse_table(bytes, source, format); });
}

// A directory of its own that vanishes with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            (std::string("protea_") + test->test_suite_name() + "_" + test->name() + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string file(const std::string& name, std::string_view bytes) const {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string little_endian(std::uint64_t value, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < width; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
  return bytes;
}

template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  return bytes;
}

// A .npy file of version 1, 2 or 3.
inline std::string npy(const std::string& type, const std::string& shape, const std::string& data, int version = 1,
                       const std::string& fortran_order = "False") {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + fortran_order + ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY", 6) + static_cast<char>(version) + '\0' +
         little_endian(header.size(), version == 1 ? 2 : 4) + header + data;
}

}   // namespace protea::readers
