// Small text helpers: trimming, splitting, numbers, and the nearest known name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
// The parts of "a, b,c" without blanks around them and without empty ones.
std::vector<std::string_view> list_items(std::string_view text);
std::string lower_case(std::string_view text);
std::string join(std::span<const std::string> parts, std::string_view separator);

bool is_utf8(std::string_view text);

// The whole of `text` as a number, or nothing. "nan", "inf" and a leading '+' are understood.
std::optional<double> parse_number(std::string_view text);
std::optional<long long> parse_integer(std::string_view text);

// "1 row", "2 rows", "0 classes".
std::string counted(std::size_t count, std::string_view noun);

// The shortest text that reads back as the same double.
std::string number_text(double value);

// At most three known names that somebody who wrote `name` may have meant, the likeliest first: one of small edit
// distance, or a longer one of which it is a part. Nothing where none is close enough to be a likely slip.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> known);
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

// "unknown rule 'glqv': did you mean 'glvq'?" When none is near, the list of the known names, or the three
// nearest of many.
std::string unknown_name(std::string_view what, std::string_view name, std::span<const std::string> known);

// Marks of Unicode that turn the direction of what follows, sentences of others included, become U+FFFD.
std::string without_turns(std::string text);

}   // namespace protea
