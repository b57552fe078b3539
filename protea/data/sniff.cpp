#include <protea/data/sniff.hpp>

#include <array>
#include <string>
#include <utility>

#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/npy_header.hpp>

namespace protea {

namespace {

// The next line that is neither blank nor starts with `comment`; empty at the end.
std::string_view next_line(LineReader& lines, char comment) {
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (!line.empty() && line.front() != comment) return line;
  }
  return {};
}

bool looks_like_arff(std::string_view text) {
  LineReader lines(text);
  std::string_view line = next_line(lines, '%');
  const std::string keyword = lower_case(next_word(line).substr(0, 10));
  return keyword == "@relation" || keyword == "@attribute";
}

// A dimension, alone or as in a codebook, and behind it a row of at least as many words of which the first is a
// component.
bool looks_like_lvq_pak(std::string_view text) {
  LineReader lines(text);
  std::string_view header = next_line(lines, '#');
  const auto dimension = parse_integer(next_word(header));
  const std::string_view topology = next_word(header);
  if (!dimension || *dimension < 1) return false;
  if (!topology.empty() && topology != "lvq" && topology != "hexa" && topology != "rect") return false;
  std::string_view row = next_line(lines, '#');
  for (long long j = 0; j < *dimension; ++j) {
    const std::string_view word = next_word(row);
    if (word.empty() || (j == 0 && word != "x" && !parse_number(word))) return false;
  }
  return *dimension > 1 || !topology.empty() || !next_word(row).empty();
}

// A label and then "index:value" throughout.
bool looks_like_libsvm(std::string_view text) {
  LineReader lines(text);
  std::string_view line = next_line(lines, '#');
  line = line.substr(0, line.find('#'));
  next_word(line);
  std::size_t pairs = 0;
  for (auto word = next_word(line); !word.empty(); word = next_word(line), ++pairs) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || !parse_number(word.substr(colon + 1))) return false;
    if (word.substr(0, colon) != "qid" && !parse_integer(word.substr(0, colon))) return false;
  }
  return pairs > 0;
}

}   // namespace

Format format_of_name(std::string_view name) {
  using enum Format;
  constexpr std::array<std::pair<std::string_view, Format>, 11> endings{{{".csv", csv},
                                                                         {".tsv", tsv},
                                                                         {".tab", tsv},
                                                                         {".dat", lvq_pak},
                                                                         {".cod", lvq_pak},
                                                                         {".libsvm", libsvm},
                                                                         {".svm", libsvm},
                                                                         {".svmlight", libsvm},
                                                                         {".arff", arff},
                                                                         {".npy", npy},
                                                                         {".npz", npz}}};
  std::string lower = lower_case(name);
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  for (const auto& [ending, format] : endings) {
    if (lower.ends_with(ending)) return format;
  }
  return automatic;
}

Format format_of_contents(std::string_view bytes) {
  if (bytes.starts_with(npy_magic)) return Format::npy;
  if (bytes.starts_with("PK\x03\x04")) return Format::npz;
  if (looks_like_arff(bytes)) return Format::arff;
  if (looks_like_lvq_pak(bytes)) return Format::lvq_pak;
  if (looks_like_libsvm(bytes)) return Format::libsvm;
  return Format::csv;
}

}   // namespace protea
