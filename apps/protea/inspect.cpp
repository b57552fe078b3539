// protea inspect: what a model has learned, in original units.
#include <algorithm>
#include <cmath>
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

// Numbers of a sound model are far below: their squares can be computed with.
constexpr double most_to_show = 1e150;

bool is_showable(const Value& value) {
  const auto is_sound = [](double number) { return std::abs(number) <= most_to_show; };
  const auto all_sound = [&](Row numbers) { return std::all_of(numbers.begin(), numbers.end(), is_sound); };
  if (const auto* const number = std::get_if<double>(&value.content())) return is_sound(*number);
  if (const auto* const numbers = std::get_if<std::vector<double>>(&value.content())) return all_sound(*numbers);
  if (const auto* const matrix = std::get_if<Matrix>(&value.content())) return all_sound(matrix->values());
  if (const auto* const list = std::get_if<std::vector<Value>>(&value.content()))
    return std::all_of(list->begin(), list->end(), is_showable);
  if (const auto* const fields = std::get_if<Fields>(&value.content())) {
    return std::all_of(fields->begin(), fields->end(), [](const auto& each) { return is_showable(each.second); });
  }
  return true;
}

// Every number of a file is finite, or it is refused; products of forged ones need not be.
void demand_showable(const Fields& parts, const std::string& path) {
  for (const auto& [name, value] : parts) {
    const bool is_setting = name == "options";   // among which a limit may be infinite
    if (is_setting || is_showable(value)) continue;
    throw DataError(
        fmt::format("{}: the model file is damaged: '{}' has numbers that are too large to compute with", path, name));
  }
}

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
  demand_showable(model->parts(), flags.model);
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
  command.argument("MODEL", flags->model,
                   "a model file, an LVQ_PAK or SOM_PAK codebook (.cod), or weights of an ESOM (.wts)");
  command.text(
      "--csv", flags->csv,
      "write prototypes, Λ, relevances and eigenvectors, and what a map shows, to this folder, one CSV file each");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
