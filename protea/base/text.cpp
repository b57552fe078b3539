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

std::vector<std::string_view> list_items(std::string_view text) {
  std::vector<std::string_view> items = split(text, ',');
  for (std::string_view& item : items) item = trim(item);
  std::erase(items, std::string_view{});
  return items;
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

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : noun.ends_with('s') ? "es" : "s");
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

constexpr std::size_t most_named = 3;

struct NearName {
  std::size_t distance;
  const std::string* name;
};

// "--dissimilarity.rank" without what all flags begin with.
std::string bare(std::string_view name) {
  const auto first = name.find_first_not_of('-');
  return lower_case(first == std::string_view::npos ? name : name.substr(first));
}

// Is `part` one of the words between dots, hyphens and underscores?
bool is_word_of(std::string_view part, std::string_view whole) {
  const auto at = whole.find(part);
  if (at == std::string_view::npos) return false;
  constexpr std::string_view joints = ".-_";
  const bool begins = at == 0 || joints.find(whole[at - 1]) != std::string_view::npos;
  const auto end = at + part.size();
  return begins && (end == whole.size() || joints.find(whole[end]) != std::string_view::npos);
}

std::size_t distance_to(std::string_view wanted, std::string_view candidate) {
  constexpr std::size_t least_part = 3;   // letters; shorter ones are parts of too much
  const std::size_t distance = edit_distance(wanted, candidate);
  if (wanted.size() < least_part || candidate.find(wanted) == std::string_view::npos) return distance;
  return std::min<std::size_t>(distance, is_word_of(wanted, candidate) ? 1 : 2);
}

std::vector<NearName> by_distance(std::string_view name, std::span<const std::string> known) {
  const std::string wanted = bare(name);
  std::vector<NearName> candidates;
  for (const std::string& candidate : known) candidates.push_back({distance_to(wanted, bare(candidate)), &candidate});
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const NearName& a, const NearName& b) { return a.distance < b.distance; });
  return candidates;
}

// "'a'", "'a' or 'b'", "'a', 'b' or 'c'"
std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const char* const joint = i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    text += fmt::format("{}'{}'", joint, names[i]);
  }
  return text;
}

}   // namespace

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> known) {
  const std::size_t farthest = std::max<std::size_t>(2, bare(name).size() / 3);
  std::vector<std::string> names;
  std::size_t best = 0;
  for (const NearName& candidate : by_distance(name, known)) {
    if (candidate.distance > farthest || candidate.distance >= bare(*candidate.name).size()) continue;
    if (names.empty()) best = candidate.distance;
    // A slip of one letter leaves no doubt; behind it others are farther away than they seem.
    if (candidate.distance > (best <= 1 ? best : best + 1) || names.size() == most_named) break;
    names.push_back(*candidate.name);
  }
  return names;
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  const std::vector<std::string> names = nearest_names(name, known);
  return names.empty() ? std::nullopt : std::optional(names.front());
}

std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t most_listed = 12;
  if (const auto near = nearest_names(name, known); !near.empty()) {
    return fmt::format("unknown {} '{}': did you mean {}?", what, name, alternatives(near));
  }
  if (known.size() <= most_listed)
    return fmt::format("unknown {} '{}': known are {}", what, name, fmt::join(known, ", "));
  std::vector<std::string> first;
  for (const NearName& candidate : by_distance(name, known)) {
    if (first.size() < most_named) first.push_back(*candidate.name);
  }
  return fmt::format("unknown {} '{}': the nearest of {} are {}", what, name, known.size(), join(first, ", "));
}

std::string without_turns(std::string text) {
  // U+202A … U+202E and U+2066 … U+2069 begin with these two bytes.
  for (std::size_t at = text.find('\xE2'); at != std::string::npos && at + 2 < text.size();
       at = text.find('\xE2', at + 1)) {
    const auto second = static_cast<unsigned char>(text[at + 1]);
    const auto third = static_cast<unsigned char>(text[at + 2]);
    const bool turns =
        (second == 0x80 && third >= 0xAA && third <= 0xAE) || (second == 0x81 && third >= 0xA6 && third <= 0xA9);
    if (turns) text.replace(at, 3, "\uFFFD");
  }
  return text;
}

}   // namespace protea
