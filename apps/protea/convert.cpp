// protea convert: between data formats, and between models and LVQ_PAK codebooks.
#include <fstream>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
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

void leave_out_ignored(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    if (table.role(c) != Role::ignored) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    if (table.label_column > static_cast<int>(c)) --table.label_column;
    else if (table.label_column == static_cast<int>(c)) table.label_column = -1;
  }
  table.roles.clear();
}

void run(const ConvertFlags& flags) {
  if (flags.output != "-") demand_writable_place(flags.output, {flags.input});
  if (holds_model(flags.input) || is_codebook_name(flags.input)) {
    const std::unique_ptr<Model> loaded = load_model(flags.input);
    if (is_codebook_name(flags.output)) {
      const auto& model = demand<PrototypeModel>(*loaded, "a codebook");
      const std::string text = format_codebook(codebook_from_model(model));
      if (model.space.domain().is_bounded()) {
        warn(fmt::format("the divergence {} has no place in a codebook and is left out",
                         model.space.dissimilarity().name()));
      }
      if (model.space.metric_block().size > 0) warn("the learned metric has no place in a codebook and is left out");
      if (model.preparation.scaling == Scaling::unit_sum)
        warn("the codebook is for data scaled to sum 1, as those of the model were");
      else if (model.preparation.scaling != Scaling::none)
        warn("the codebook is in original units; the scaling of the model is left out");
      write_file_atomically(flags.output, text);
    } else if (is_model_name(flags.output)) {
      save_model(*loaded, flags.output);
    } else {
      throw UsageError(
          fmt::format("{}: a model becomes a codebook (.cod) or a model file (.protea, .safetensors)", flags.output));
    }
    return;
  }
  if (is_model_name(flags.output) || is_codebook_name(flags.output)) {
    throw UsageError(
        fmt::format("{}: data become data (.csv, .tsv, .dat, .libsvm, .arff, .npy); a model comes from protea train",
                    flags.output));
  }
  // Labels keep their spelling, except in an array of numbers.
  Table table = flags.reading.read(flags.input, flags.output.ends_with(".npy") ? "none" : flags.label);
  leave_out_ignored(table);
  const auto label = find_label_column(table, flags.label);
  if (flags.output.ends_with(".npy") && label && table.columns[*label].is_nominal()) {
    warn(fmt::format("an array of numbers has no place for the label column '{}', which holds words: it is left out",
                     table.columns[*label].name));
  }
  write_table(table, label ? static_cast<int>(*label) : -1, flags.output);
}

}   // namespace

void add_convert(CLI::App& app) {
  Command command = add_command(app, "convert", "Convert data between formats, models to codebooks and back");
  auto flags = std::make_shared<ConvertFlags>();
  command.argument("IN", flags->input, "data, a model file, or a codebook (.cod)");
  command.argument("OUT", flags->output,
                   "the ending decides the format: .csv .tsv .dat .libsvm .arff .npy, .cod, .protea");
  add_label_flag(command, flags->label);
  add_reading_flags(command, flags->reading);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
