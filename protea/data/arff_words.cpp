#include <protea/data/arff_words.hpp>

#include <algorithm>

#include <protea/base/text.hpp>

namespace protea {

namespace {

char unescape(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

}   // namespace

void skip_blanks(std::string_view& line) { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); }

ArffWord take_arff_word(std::string_view& line, std::string_view stops) {
  skip_blanks(line);
  ArffWord word;
  if (line.empty() || (line.front() != '\'' && line.front() != '"')) {
    std::size_t end = 0;
    while (end < line.size() && stops.find(line[end]) == std::string_view::npos) ++end;
    word.text = trim(line.substr(0, end));
    line.remove_prefix(end);
    return word;
  }
  word.is_quoted = true;
  word.is_closed = false;
  const char quote = line.front();
  std::size_t i = 1;
  for (; i < line.size() && !word.is_closed; ++i) {
    if (line[i] == quote) {
      word.is_closed = true;
    } else if (line[i] == '\\' && i + 1 < line.size()) {
      word.text += unescape(line[++i]);
    } else {
      word.text += line[i];
    }
  }
  line.remove_prefix(i);
  const bool ends_at_blank = line.starts_with(' ') || line.starts_with('\t');
  skip_blanks(line);
  const bool blank_is_stop = ends_at_blank && stops.find(' ') != std::string_view::npos;
  word.has_tail = !line.empty() && stops.find(line.front()) == std::string_view::npos && !blank_is_stop;
  return word;
}

std::string quote_arff_word(std::string_view text) {
  if (!text.empty() && text != "?" && text.find_first_of(" \t\r\n,'\"{}%\\") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    if (c == '\n' || c == '\r' || c == '\t') {
      quoted += '\\';
      quoted += c == '\n' ? 'n' : c == '\r' ? 'r' : 't';
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

}   // namespace protea
