#include <protea/model/codebook.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
  Words words;
  for (;;) {
    const auto begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const auto end = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

bool is_map(std::string_view topology) { return topology != "lvq"; }

bool is_qualifier(std::string_view word) { return word.starts_with("weight=") || word.starts_with("fixed="); }

bool has_map_size(std::size_t xdim, std::size_t ydim, std::size_t vectors) {
  return xdim > 0 && vectors % xdim == 0 && vectors / xdim == ydim;   // no product that could overflow
}

// One line that is neither empty nor a comment, and where it stands.
struct Line {
  std::string place;   // "source:line"
  Words words;

  [[noreturn]] void refuse(std::string_view what) const { throw DataError(fmt::format("{}: {}", place, what)); }
  [[noreturn]] void refuse(std::size_t word, std::string_view what) const {
    throw DataError(fmt::format("{}:{}: {}", place, word + 1, what));
  }
};

class Lines {
 public:
  Lines(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

  std::optional<Line> next() {
    while (!rest_.empty()) {
      const auto end = std::min(rest_.find('\n'), rest_.size());
      Words words = words_of(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (words.empty() || words.front().front() == '#') continue;
      return Line{fmt::format("{}:{}", source_, number_), std::move(words)};
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
  const std::string& source_;
  std::size_t number_ = 0;
};

std::size_t parse_size(const Line& line, std::size_t word, std::string_view what) {
  const auto number = parse_integer(line.words[word]);
  if (!number || *number < 1) {
    line.refuse(word, fmt::format("expected {}, a whole number of at least 1, found '{}'", what, line.words[word]));
  }
  return static_cast<std::size_t>(*number);
}

std::string parse_name(const Line& line, std::size_t word, std::string_view what,
                       const std::vector<std::string>& known) {
  std::string name = lower_case(line.words[word]);   // SOM_PAK takes either
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    line.refuse(word, unknown_name(what, line.words[word], known));
  }
  return name;
}

const std::vector<std::string>& topologies() {
  static const std::vector<std::string> names = {"lvq", "hexa", "rect"};
  return names;
}

const std::vector<std::string>& neighbourhoods() {
  static const std::vector<std::string> names = {"bubble", "gaussian"};
  return names;
}

Codebook parse_header(const Line& line) {
  Codebook codebook;
  codebook.dimension = parse_size(line, 0, "the dimension");
  if (line.words.size() > 1) codebook.topology = parse_name(line, 1, "topology", topologies());
  const std::size_t expected = is_map(codebook.topology) ? 5 : std::min<std::size_t>(line.words.size(), 2);
  if (line.words.size() != expected) {
    line.refuse(
        fmt::format("expected the header 'dim lvq' or 'dim hexa|rect xdim ydim bubble|gaussian', found {} words",
                    line.words.size()));
  }
  if (is_map(codebook.topology)) {
    codebook.xdim = parse_size(line, 2, "the number of columns");
    codebook.ydim = parse_size(line, 3, "the number of rows");
    codebook.neighbourhood = parse_name(line, 4, "neighbourhood", neighbourhoods());
  }
  return codebook;
}

double parse_component(const Line& line, std::size_t word) {
  const std::string_view text = line.words[word];
  if (text == "x") line.refuse(word, "the component is missing ('x'): a codebook has no missing components");
  const auto number = parse_number(text);
  if (!number || !std::isfinite(*number)) line.refuse(word, fmt::format("expected a finite number, found '{}'", text));
  return *number;
}

// Appends the components to `values` and returns the label.
std::string parse_vector(const Line& line, std::size_t dimension, std::vector<double>& values) {
  const std::size_t known = std::min(dimension, line.words.size());
  for (std::size_t word = 0; word < known; ++word) values.push_back(parse_component(line, word));
  if (line.words.size() < dimension) {
    line.refuse(fmt::format("expected {} components, found {}", dimension, line.words.size()));
  }
  // More words would be further labels or a wrong dimension: which of them counts would be a guess.
  if (line.words.size() > dimension + 1) {
    line.refuse(dimension + 1, fmt::format("expected {} components and at most one label, found {} words", dimension,
                                           line.words.size()));
  }
  if (line.words.size() == dimension) return {};
  if (is_qualifier(line.words.back())) {
    line.refuse(dimension,
                fmt::format("expected a label, found '{}': a codebook has no qualifiers", line.words.back()));
  }
  return std::string(line.words.back());
}

void check_fits_together(const Codebook& codebook) {
  const std::size_t count = codebook.vectors.rows();
  const auto is_known = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!is_known(topologies(), codebook.topology)) {
    throw UsageError(unknown_name("topology", codebook.topology, topologies()));
  }
  if (count == 0 || codebook.dimension == 0) throw UsageError("an empty codebook cannot be written");
  if (codebook.vectors.columns() != codebook.dimension || codebook.labels.size() != count) {
    throw UsageError(fmt::format("a codebook of dimension {} has {} vectors of dimension {} and {} labels",
                                 codebook.dimension, count, codebook.vectors.columns(), codebook.labels.size()));
  }
  if (!is_map(codebook.topology)) return;
  if (!is_known(neighbourhoods(), codebook.neighbourhood)) {
    throw UsageError(unknown_name("neighbourhood", codebook.neighbourhood, neighbourhoods()));
  }
  if (!has_map_size(codebook.xdim, codebook.ydim, count)) {
    throw UsageError(fmt::format("a map of {} x {} does not fit {} vectors", codebook.xdim, codebook.ydim, count));
  }
}

void check_label(const std::string& label) {
  const char* problem = label.find_first_of(blanks) != std::string::npos ? "it contains white space"
                        : is_qualifier(label)                            ? "it would be read as a qualifier"
                                                                         : nullptr;
  if (problem != nullptr) throw UsageError(fmt::format("the label '{}' cannot be written to .cod: {}", label, problem));
}

}   // namespace

Codebook parse_codebook(std::string_view text, const std::string& source) {
  Lines lines(text, source);
  const auto header = lines.next();
  if (!header) throw DataError(fmt::format("{}: the file is empty: expected a codebook", source));
  Codebook codebook = parse_header(*header);

  std::vector<double> values;
  while (const auto line = lines.next()) {
    codebook.labels.push_back(parse_vector(*line, codebook.dimension, values));
  }
  const std::size_t count = codebook.labels.size();
  if (count == 0) throw DataError(fmt::format("{}: the codebook has no vectors", source));
  if (is_map(codebook.topology) && !has_map_size(codebook.xdim, codebook.ydim, count)) {
    throw DataError(fmt::format("{}: a map of {} x {} does not fit the {} vectors of the file", header->place,
                                codebook.xdim, codebook.ydim, count));
  }
  codebook.vectors = Matrix(count, codebook.dimension);
  std::copy(values.begin(), values.end(), codebook.vectors.values().begin());
  return codebook;
}

std::string format_codebook(const Codebook& codebook) {
  check_fits_together(codebook);
  std::string text = fmt::format("{} {}", codebook.dimension, codebook.topology);
  if (is_map(codebook.topology)) {
    text += fmt::format(" {} {} {}", codebook.xdim, codebook.ydim, codebook.neighbourhood);
  }
  text += "\n";
  for (std::size_t k = 0; k < codebook.vectors.rows(); ++k) {
    for (const double component : codebook.vectors.row(k)) {
      if (!std::isfinite(component)) {
        throw NumericalError(
            fmt::format("codebook vector {} holds {}: only finite numbers can be written", k + 1, component));
      }
      text += number_text(component) + " ";
    }
    check_label(codebook.labels[k]);
    if (!codebook.labels[k].empty()) text += codebook.labels[k] + " ";
    text += "\n";
  }
  return text;
}

}   // namespace protea
