#include <protea/base/error.hpp>

namespace protea {
namespace {

// Characters that stand in no text: around a setting, and between its name and its value.
constexpr char mark = '\x1e';
constexpr char parting = '\x1f';

std::string plainly(std::string_view name, std::string_view value) {
  return value.empty() ? std::string(name) : std::string(name) + " = " + std::string(value);
}

}   // namespace

std::string setting(std::string_view name, std::string_view value) {
  return mark + std::string(name) + parting + std::string(value) + mark;
}

std::string spelled(std::string_view marked, const SettingSpelling& spelling) {
  std::string text;
  while (!marked.empty()) {
    const std::size_t begin = marked.find(mark);
    text += marked.substr(0, begin);
    if (begin == std::string_view::npos) break;
    marked.remove_prefix(begin + 1);
    const std::size_t middle = marked.find(parting);
    const std::size_t end = marked.find(mark);
    if (end == std::string_view::npos || middle > end) continue;   // half a mark is none
    const std::string_view name = marked.substr(0, middle);
    const std::string_view value = marked.substr(middle + 1, end - middle - 1);
    text += spelling ? spelling(name, value) : plainly(name, value);
    marked.remove_prefix(end + 1);
  }
  return text;
}

}   // namespace protea
