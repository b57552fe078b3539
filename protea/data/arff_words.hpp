// Words of an ARFF line: bare or in single or double quotes, with backslash escapes.
#pragma once

#include <string>
#include <string_view>

namespace protea {

struct ArffWord {
  std::string text;
  bool is_quoted = false;
  bool is_closed = true;   // false: a quote without its partner
  bool has_tail = false;   // something other than a stop follows the closing quote
};

// Takes the word at the front of `line`, up to one of `stops`, which stays in `line`; blanks around it are dropped.
ArffWord take_arff_word(std::string_view& line, std::string_view stops);

void skip_blanks(std::string_view& line);

// The text with the quotes and escapes it needs to be read back.
std::string quote_arff_word(std::string_view text);

}   // namespace protea
