#include "reading_flags.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/option.hpp>
#include <protea/base/text.hpp>
#include <protea/data/column_roles.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/runtime.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

// "512M", "8G", or plain bytes.
std::size_t parse_memory(const std::string& text) {
  constexpr std::string_view units = "KMGT";
  std::string_view number = text;
  std::size_t shift = 0;
  if (!number.empty()) {
    if (const std::size_t unit = units.find(number.back()); unit != std::string_view::npos) {
      shift = 10 * (unit + 1);
      number.remove_suffix(1);
    }
  }
  const auto value = parse_integer(number);
  constexpr long long most = 1LL << 24;   // of any unit
  if (!value || *value < 1 || (shift > 0 && *value > most))
    throw UsageError(fmt::format("{}: expected a number of bytes, as 512M or 8G", setting("memory", text)));
  return static_cast<std::size_t>(*value) << shift;
}

bool shares_names(const Table& table, const Encoding& known) {
  const auto is_there = [&](const FeatureColumn& feature) {
    return std::ranges::any_of(table.columns, [&](const Column& column) { return column.name == feature.name; });
  };
  return known.has_names && std::ranges::any_of(known.columns, is_there);
}

}   // namespace

ReadOptions ReadingFlags::options(const std::string& label, const Encoding* known) const {
  ReadOptions result{.label = label};
  if (!header.empty()) result.header = parse_choice<Header>("header", header);
  if (!memory.empty()) result.memory = parse_memory(memory);
  result.precision = parse_choice<StoragePrecision>("precision", precision.empty() ? "automatic" : precision);
  for (const std::string_view mark : list_items(na)) result.missing.emplace_back(mark);
  if (na.empty() && known) result.missing = known->missing_marks;
  return result;
}

void ReadingFlags::settle(Table& table) const {
  if (!weights.empty()) set_weight_column(table, weights);
  if (!groups.empty()) set_group_column(table, groups);
  if (!id.empty()) set_id_column(table, id);
  if (!ignore.empty()) ignore_columns(table, ignore);
}

Table ReadingFlags::read(const std::string& name, const std::string& label, const Encoding* known) const {
  ReadOptions first = options(label, known);
  if (first.memory > 0) limit_memory(first.memory);
  else use_files_beyond(free_memory() / 2);
  if (threads) {
    const std::shared_ptr<Runtime> runtime = make_runtime(static_cast<std::size_t>(*threads));
    first.tasks = {runtime->threads(), [runtime](std::size_t count, const std::function<void(std::size_t)>& task) {
                     runtime->run(count, task);
                   }};
  }
  Table table = read_table(name, first);
  const bool is_guess = header.empty() && table.has_names && !table.notes.empty() && name != "-";
  if (is_guess && known && !shares_names(table, *known)) {
    ReadOptions plain = first;
    plain.header = Header::no;
    table = read_table(name, plain);
  }
  settle(table);
  for (const std::string& note : table.notes) warn(note);
  return table;
}

void add_reading_flags(Command& command, ReadingFlags& flags) {
  command.text("--ignore", flags.ignore, "columns to leave out: names, positions from 1, ranges (3-7), patterns (x*)");
  command.text("--id", flags.id, "the column that names the samples, by name or position from 1: no feature");
  command.text("--na", flags.na,
               "marks of missing values, as -999,unknown, beside the usual (empty, ?, NA, N/A, NaN, null, and - or . "
               "among numbers); a model knows those of its training");
  command.text("--header", flags.header,
               fmt::format("does the first row name the columns ({}) [automatic]", join(choice_names<Header>(), ", ")));
  command.text("--memory", flags.memory,
               "what may be held at a time, as 2G: larger data wait in a file in TMPDIR or /var/tmp");
  command.text(
      "--precision", flags.precision,
      fmt::format("how values are kept ({}): automatic is float32 for training on more than {} million values, "
                  "where that is enough [automatic]",
                  join(choice_names<StoragePrecision>(), ", "), many_values / 1'000'000));
}

}   // namespace protea::app
