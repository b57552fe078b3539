// protea inspect: what a model has learned, in original units.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/load.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "inspect_files.hpp"
#include "json.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct InspectFlags {
  CommonFlags common;
  std::string model;
  std::string csv;   // a folder
};

void print_as_json(const Model& model, const std::string& path) {
  Json json = {{"model", path}, {"method", model.record.method}, {"version", model.record.version}};
  json.update(to_json(model.parts()));
  print_json(json);
}

void print_for_people(const Model& model) {
  constexpr std::size_t most_bars = 20;
  const Showcase showcase = model.showcase();
  fmt::print("{}: {}\n{}\n\n", model.record.method, showcase.composition, showcase.parts);
  if (const std::string learned = model.learned_text(); !learned.empty()) fmt::print("{}\n", learned);
  for (std::size_t e = 0; e < showcase.exhibits.size(); ++e) {
    const Exhibit& exhibit = showcase.exhibits[e];
    fmt::print("{}\n{}", exhibit.title, exhibit.bars.empty() ? "" : bars(exhibit.names, exhibit.bars, most_bars));
    for (const std::string& line : exhibit.lines) fmt::print("{}\n", line);
    if (e + 1 < showcase.exhibits.size()) fmt::print("\n");
  }
}

void run(const InspectFlags& flags) {
  const std::unique_ptr<Model> model = load_model(flags.model);
  if (!flags.csv.empty()) {
    const std::vector<std::string> files = write_parts(demand<PrototypeModel>(*model, "CSV files"), flags.csv);
    if (flags.common.json) print_json({{"model", flags.model}, {"files", files}});
    else fmt::print("written to {}: {}\n", flags.csv, join(files, ", "));
    return;
  }
  if (flags.common.json) print_as_json(*model, flags.model);
  else print_for_people(*model);
}

}   // namespace

void add_inspect(CLI::App& app) {
  Command command = add_command(app, "inspect", "Show prototypes, relevances and options of a model");
  auto flags = std::make_shared<InspectFlags>();
  command.argument("MODEL", flags->model, "a model file, or an LVQ_PAK codebook (.cod)");
  command.text("--csv", flags->csv,
               "write prototypes, Λ, relevances and eigenvectors to this folder, one CSV file each");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
