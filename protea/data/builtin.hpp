// The data sets that come with the library, usable by name wherever a file is.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct BuiltinSet {
  std::string_view name;
  std::size_t rows;
  std::size_t features;
  std::size_t classes;
  std::string_view origin;   // one line
};

std::span<const BuiltinSet> builtin_sets();
bool is_builtin_set(std::string_view name);

// The CSV text of a set: a header, the label in the last column. Throws UsageError for an unknown name.
std::string builtin_text(std::string_view name);

// The gzipped text, or nothing; defined in the source that cmake/embed.cmake generates.
std::span<const unsigned char> embedded_bytes(std::string_view name);

}   // namespace protea
