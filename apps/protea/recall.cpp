// protea recall: a network of stored patterns restores rows that are incomplete or noisy.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/perceptron/hopfield_method.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct RecallFlags : ModelFlags {
  std::string output;   // a file, - for standard output; empty: none
  std::string dynamics = "sequential";
  std::int64_t sweeps = 100;
  std::int64_t seed = 1;
  std::string noise = "0";
  std::int64_t draw = 0;   // cells in a line; 0: no pictures
};

// Rows in model units as they began, and what became of them.
struct Recalled {
  const HopfieldModel& model;
  const Dataset& rows;
  const Matrix& starts;
  std::vector<RecalledRow> found;

  // The row of the file, or its name.
  std::string name_of(std::size_t i) const { return rows.ids.empty() ? fmt::format("{}", i + 1) : rows.ids[i]; }
};

std::string restored_csv(const Recalled& recalled) {
  std::string text = id_heading(recalled.rows);
  const std::vector<std::string> names = recalled.model.encoding.feature_names();
  for (std::size_t j = 0; j < names.size(); ++j) text += (j == 0 ? "" : ",") + quoted_cell(names[j]);
  text += "\n";
  for (std::size_t i = 0; i < recalled.found.size(); ++i) {
    text += id_cell(recalled.rows, i);
    const std::vector<double>& state = recalled.found[i].recall.state;
    for (std::size_t j = 0; j < state.size(); ++j) {
      const double value = recalled.model.value_of(state[j]);
      text += (j == 0 ? "" : ",") + (std::isnan(value) ? std::string() : number_text(value));   // never known: missing
    }
    text += "\n";
  }
  return text;
}

Json restored_json(const Recalled& recalled, const std::vector<double>& state) {
  Json cells = Json::array();
  for (const double each : state) {
    const double value = recalled.model.value_of(each);
    cells.push_back(std::isnan(value) ? Json(nullptr) : Json(value));
  }
  return cells;
}

void print_as_json(const RecallFlags& flags, double noise, const Recalled& recalled) {
  Json list = Json::array();
  for (std::size_t i = 0; i < recalled.found.size(); ++i) {
    const RecalledRow& row = recalled.found[i];
    Json json{{"pattern", recalled.model.names[row.pattern]},
              {"pattern_number", row.pattern + 1},
              {"overlap_before", row.overlap_before},
              {"overlap_after", row.overlap_after},
              {"sweeps", row.recall.sweeps},
              {"energy_before", row.recall.energy_before},
              {"energy_after", row.recall.energy_after},
              {"end", choice_name(row.recall.end)},
              {"restored", restored_json(recalled, row.recall.state)}};
    if (!recalled.rows.ids.empty()) json["id"] = recalled.rows.ids[i];
    list.push_back(std::move(json));
  }
  Json json{{"model", flags.model},
            {"dynamics", flags.dynamics},
            {"seed", flags.seed},
            {"noise", noise},
            {"symmetric", recalled.model.network.is_symmetric()},
            {"rows", list}};
  if (!flags.output.empty()) json["output"] = flags.output;
  print_json(json);
}

void print_table(const Recalled& recalled) {
  std::size_t name_width = 3;
  std::size_t pattern_width = 7;
  for (std::size_t i = 0; i < recalled.found.size(); ++i) {
    name_width = std::max(name_width, display_width(recalled.name_of(i)));
    pattern_width = std::max(pattern_width, display_width(recalled.model.names[recalled.found[i].pattern]));
  }
  fmt::print("{}  {}  {:>16}  {:>6}  {:>18}\n", padded("row", name_width), padded("pattern", pattern_width), "overlap",
             "sweeps", "energy");
  for (std::size_t i = 0; i < recalled.found.size(); ++i) {
    const RecalledRow& row = recalled.found[i];
    fmt::print("{}  {}  {:>6.3f} → {:>7.3f}  {:>6}  {:>7.4g} → {:>8.4g}  {}\n", padded(recalled.name_of(i), name_width),
               padded(recalled.model.names[row.pattern], pattern_width), row.overlap_before, row.overlap_after,
               row.recall.sweeps, row.recall.energy_before, row.recall.energy_after, choice_name(row.recall.end));
  }
}

std::string picture_line(Row state, std::size_t first, std::size_t width) {
  std::string line;
  for (std::size_t j = first; j < first + width; ++j)
    line += j >= state.size() ? " " : state[j] > 0 ? "#" : state[j] < 0 ? "." : "?";   // missing is NaN or 0
  return line;
}

void print_pictures(const Recalled& recalled, std::size_t width) {
  for (std::size_t i = 0; i < recalled.found.size(); ++i) {
    fmt::print("\n{}\n", recalled.name_of(i));
    for (std::size_t first = 0; first < recalled.starts.columns(); first += width) {
      const std::string after = picture_line(recalled.found[i].recall.state, first, width);
      fmt::print("{}    {}\n", picture_line(recalled.starts.row(i), first, width),
                 after.substr(0, after.find_last_not_of(' ') + 1));
    }
  }
}

void run(const RecallFlags& flags) {
  const bool to_standard_output = flags.output == "-";
  if (to_standard_output && flags.common.json)
    throw UsageError("the patterns and the JSON document cannot both go to standard output: use -o FILE");
  if (!flags.output.empty() && !to_standard_output) demand_writable_place(flags.output, {flags.model, flags.data});
  const RecallOptions options{parse_choice<HopfieldDynamics>("dynamics", flags.dynamics),
                              static_cast<std::size_t>(flags.sweeps), static_cast<std::uint64_t>(flags.seed)};
  const double noise = parse_limited("noise", flags.noise, {.at_least = 0, .at_most = 1});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  const auto& model = demand<HopfieldModel>(*loaded, "recall");
  const Dataset rows = encode(flags.reading.read(flags.data, "none", &model.encoding), model.encoding,
                              {.label = flags.label, .wants_labels = false});
  Matrix starts = model.prepare(rows);
  for (std::size_t i = 0; i < starts.rows() && noise > 0; ++i)
    flip_values(starts.row(i), noise, Random(options.seed, Purpose::generator, 0, static_cast<std::uint32_t>(i)));
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Recalled recalled{model, rows, starts, model.recall_rows(starts.view(), options, *runtime)};
  if (to_standard_output) {
    std::fputs(restored_csv(recalled).c_str(), stdout);
    return;
  }
  if (!flags.output.empty()) write_file_atomically(flags.output, restored_csv(recalled));
  if (flags.common.json) return print_as_json(flags, noise, recalled);
  if (flags.common.quiet) return;
  print_table(recalled);
  if (flags.draw > 0) print_pictures(recalled, static_cast<std::size_t>(flags.draw));
  if (!flags.output.empty()) fmt::print("written to {}\n", flags.output);
}

}   // namespace

void add_recall(CLI::App& app) {
  Command command = add_command(app, "recall", "Restore patterns from parts or with noise, by a Hopfield network");
  auto flags = std::make_shared<RecallFlags>();
  command.argument("MODEL", flags->model, "a model of hopfield");
  command.argument("PATTERNS", flags->data,
                   "a file of rows to start from, or - for standard input; missing cells are not known");
  add_label_flag(command, flags->label);
  add_reading_flags(command, flags->reading);
  command.text("-o,--output", flags->output, "the CSV file of restored patterns to write, or - for standard output");
  command.text("--dynamics", flags->dynamics,
               "units change one after the other, in random order, or all at once (sequential, parallel) [sequential]");
  command.integer("--sweeps", flags->sweeps, "updates of all units, at most [100]", 1, 1'000'000'000);
  command.text("--noise", flags->noise, "share of the cells that is turned over at the start [0]");
  command.integer("--seed", flags->seed, "seed of orders and noise [1]", 0, 1'000'000'000'000);
  command.integer("--draw", flags->draw, "draw start and end of each row, with so many cells in a line", 1, 10'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
