// What the commands that train many models share: checkpoints, CSV files.
#pragma once

#include <string>
#include <vector>

#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/task_ledger.hpp>

#include "flags.hpp"

namespace protea::app {

struct LedgerFlags {
  LedgerPlan plan;
  std::int64_t every = 20;

  LedgerPlan complete() const;
};

// --checkpoint, --checkpoint-every, --resume
void add_ledger_flags(Command& command, LedgerFlags& flags);

// Throws where the checkpoint or another file to write ("" for none) cannot be, or two of them are the same.
void demand_places(const LedgerFlags& ledger, const std::vector<std::string>& outputs, const std::string& data);

// Reads the data, and leaves out rows with missing values where the configuration says so.
EncodedTable read_labelled_data(const TrainingFlags& flags, const Configuration& configuration);

using CsvRow = std::vector<std::string>;
// Fields with commas or quotes are quoted. Nothing happens where the path is empty.
void write_csv(const std::string& path, const std::vector<CsvRow>& rows);

Json to_json(const MeanAndDeviation& value);   // {"mean", "std"}

// Columns under their headings, the first to the left, the others to the right.
std::string text_table(const std::vector<CsvRow>& rows);

}  // namespace protea::app
