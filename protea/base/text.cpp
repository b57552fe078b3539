#include <protea/base/text.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

namespace protea {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n\v\f") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    std::uint32_t code = length == 1 ? lead : lead & (0x7F >> length);
    for (std::size_t j = 1; j < length; ++j) {
      const auto next = static_cast<unsigned char>(text[i + j]);
      if ((next & 0xC0) != 0x80) return false;
      code = code << 6 | (next & 0x3F);
    }
    const bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (is_overlong || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return false;
    i += length;
  }
  return true;
}

std::optional<double> parse_number(std::string_view text) {
  const bool has_plus = text.starts_with('+');
  if (has_plus) text.remove_prefix(1);
  if (text.empty() || text.front() == '+' || (text.front() == '-' && has_plus)) return std::nullopt;
  double value = 0;
  const auto [end, status] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view text) {
  const bool has_plus = text.starts_with('+');
  if (has_plus) text.remove_prefix(1);
  if (has_plus && text.starts_with('-')) return std::nullopt;
  long long value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string number_text(double value) { return fmt::format("{}", value); }

namespace {

// Insertions, deletions, substitutions and swaps of neighbours, each counted once.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}   // namespace

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  const std::string wanted = lower_case(name);
  std::size_t best = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  std::optional<std::string> result;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best && distance < candidate.size()) {
      best = distance;
      result = candidate;
    }
  }
  return result;
}

std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> known) {
  if (const auto nearest = nearest_name(name, known)) {
    return fmt::format("unknown {} '{}': did you mean '{}'?", what, name, *nearest);
  }
  return fmt::format("unknown {} '{}': known are {}", what, name, fmt::join(known, ", "));
}

}   // namespace protea
