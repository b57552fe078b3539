// protea convert: between data formats, and between models and the files of LVQ_PAK, SOM_PAK and the ESOM tools.
#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/data/table_columns.hpp>
#include <protea/model/map_view.hpp>
#include <protea/model/model_file.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct ConvertFlags {
  std::string input;
  std::string output;
  std::string label;
  ReadingFlags reading;
};

bool is_model_name(const std::string& path) { return path.ends_with(".protea") || path.ends_with(".safetensors"); }

// A model file under another name begins with the length of its header and the header's brace.
bool holds_model(const std::string& path) {
  char start[9] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  return is_model_name(path) || (start[8] == '{' && start[7] == 0 && start[6] == 0 && start[5] == 0);
}
bool is_codebook_name(const std::string& path) { return path.ends_with(".cod"); }
bool is_weights_name(const std::string& path) { return path.ends_with(".wts"); }
bool is_heights_name(const std::string& path) { return path.ends_with(".umx"); }
bool is_matches_name(const std::string& path) { return path.ends_with(".bm"); }
bool is_made_from_model(const std::string& path) {
  return is_model_name(path) || is_codebook_name(path) || is_weights_name(path) || is_heights_name(path) ||
         is_matches_name(path);
}

// What a model is measured with stays behind.
void warn_of_measure(const PrototypeModel& model, const std::string& kind) {
  if (model.space.domain().is_bounded()) {
    warn(fmt::format("the divergence {} has no place in {} and is left out", model.space.dissimilarity().name(), kind));
  }
  if (model.space.metric_block().size > 0)
    warn(fmt::format("the learned metric has no place in {} and is left out", kind));
}

void warn_of_scaling(const PrototypeModel& model, const std::string& kind) {
  const Scaling scaling = model.preparation.scaling;
  if (scaling == Scaling::unit_sum)
    warn(fmt::format("{} is for data scaled to sum 1, as those of the model were", kind));
  else if (scaling != Scaling::none)
    warn(fmt::format("{} is in original units; the scaling of the model is left out", kind));
}

std::string codebook_text(const PrototypeModel& model) {
  const std::string text = format_codebook(codebook_from_model(model));
  warn_of_measure(model, "a codebook");
  warn_of_scaling(model, "the codebook");
  const Lattice* const lattice = model.lattice();
  if (lattice && lattice->topology == Topology::torus)
    warn("a torus has no place in a codebook: the map becomes a rectangle, with borders");
  if (lattice && lattice->topology == Topology::free)
    warn("the free lattice has no place in a codebook and is left out");
  if (model.space.has_label_vectors())
    warn("label vectors have no place in a codebook: each unit has the class of which it has most");
  return text;
}

std::string weights_text(const PrototypeModel& model) {
  const std::string text = format_esom_weights(weights_from_model(model));
  warn_of_measure(model, "a file of weights");
  warn_of_scaling(model, "the file of weights");
  if (model.lattice()->topology == Topology::hexagon)
    warn("a hexagonal lattice has no place in a file of weights: the map becomes a rectangle");
  return text;
}

std::string heights_text(const PrototypeModel& model) {
  const Lattice* const lattice = model.lattice();
  if (!lattice || lattice->topology == Topology::free || model.expansion)
    throw UsageError("the U-matrix (.umx) is that of a map on a grid");
  return format_esom_heights(on_grid(*lattice, u_matrix(model)).view());
}

void convert_model(const ConvertFlags& flags) {
  const std::unique_ptr<Model> model = load_model(flags.input);
  const auto units = [&](const char* what) -> const PrototypeModel& { return demand<PrototypeModel>(*model, what); };
  if (is_codebook_name(flags.output)) write_file_atomically(flags.output, codebook_text(units("a codebook")));
  else if (is_weights_name(flags.output)) write_file_atomically(flags.output, weights_text(units("a file of weights")));
  else if (is_heights_name(flags.output)) write_file_atomically(flags.output, heights_text(units("a U-matrix")));
  else if (is_model_name(flags.output)) save_model(*model, flags.output);
  else if (is_matches_name(flags.output))
    throw UsageError(fmt::format("{}: best matches are those of data: protea predict {} DATA -o {}", flags.output,
                                 flags.input, flags.output));
  else
    throw UsageError(fmt::format(
        "{}: a model becomes a codebook (.cod), a model file (.protea, .safetensors), or, where it is a map, weights (.wts) "
        "or a U-matrix (.umx)",
        flags.output));
}

Column numbers(std::string name, std::vector<double> values) { return {std::move(name), std::move(values), {}}; }

// Rows and columns as the file counts them, from 0.
Table table_of(const EsomBestMatches& best) {
  std::vector<double> keys, rows, columns;
  for (const EsomBestMatch& match : best.matches) {
    keys.push_back(static_cast<double>(match.key));
    rows.push_back(static_cast<double>(match.row));
    columns.push_back(static_cast<double>(match.column));
  }
  Table table;
  table.columns = {numbers("key", keys), numbers("row", rows), numbers("column", columns)};
  return table;
}

Table table_of(const Matrix& heights) {
  Table table;
  for (std::size_t c = 0; c < heights.columns(); ++c) {
    std::vector<double> values;
    for (std::size_t r = 0; r < heights.rows(); ++r) values.push_back(heights(r, c));
    table.columns.push_back(numbers(fmt::format("column {}", c + 1), std::move(values)));
  }
  return table;
}

void convert_numbers_of_map(const ConvertFlags& flags) {
  const std::string text = read_file(flags.input);
  Table table = is_heights_name(flags.input) ? table_of(parse_esom_heights(text, flags.input))
                                             : table_of(parse_esom_best_matches(text, flags.input));
  table.source = flags.input;
  table.has_names = true;
  table.is_unlabelled = true;
  write_table(table, -1, flags.output);
}

void leave_out_ignored(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    if (table.role(c) != Role::ignored) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    if (table.label_column > static_cast<int>(c)) --table.label_column;
    else if (table.label_column == static_cast<int>(c)) table.label_column = -1;
  }
  table.roles.clear();
}

bool holds_only_numbers(const Column& column) {
  return std::ranges::all_of(distinct_words(column),
                             [](const std::string& word) { return parse_number(word).has_value(); });
}

void run(const ConvertFlags& flags) {
  if (flags.output != "-") demand_writable_place(flags.output, {flags.input});
  if (holds_model(flags.input) || is_codebook_name(flags.input) || is_weights_name(flags.input))
    return convert_model(flags);
  if (is_made_from_model(flags.output)) {
    throw UsageError(
        fmt::format("{}: data become data (.csv, .tsv, .dat, .libsvm, .arff, .npy); a model comes from protea train",
                    flags.output));
  }
  if (is_heights_name(flags.input) || is_matches_name(flags.input)) return convert_numbers_of_map(flags);
  // Labels keep their spelling, except in an array of numbers.
  Table table = flags.reading.read(flags.input, flags.output.ends_with(".npy") ? "none" : flags.label);
  leave_out_ignored(table);
  const auto label = find_label_column(table, flags.label);
  if (flags.output.ends_with(".npy") && label && table.columns[*label].is_nominal() &&
      !holds_only_numbers(table.columns[*label])) {
    const std::vector<std::string> names = distinct_words(table.columns[*label]);
    const std::string shown = names.size() <= 10 ? join(names, ", ") : fmt::format("{} names in order", names.size());
    warn(fmt::format(
        "an array holds numbers only: the classes of '{}' are numbered from 0 ({}), and names of columns are "
        "left out",
        table.columns[*label].name, shown));
  }
  write_table(table, label ? static_cast<int>(*label) : -1, flags.output);
}

}   // namespace

void add_convert(CLI::App& app) {
  Command command =
      add_command(app, "convert", "Convert data between formats, models to codebooks and maps of others and back");
  auto flags = std::make_shared<ConvertFlags>();
  command.argument("IN", flags->input,
                   "data, a model file, a codebook (.cod), or what the ESOM tools write (.wts, .umx, .bm)");
  command.argument("OUT", flags->output,
                   "the ending decides the format: .csv .tsv .dat .libsvm .arff .npy, .cod .wts .umx, .protea");
  add_label_flag(command, flags->label);
  add_reading_flags(command, flags->reading);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
