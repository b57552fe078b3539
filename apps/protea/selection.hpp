// What the commands that train many models share: checkpoints, CSV files.
#pragma once

#include <string>
#include <vector>

#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/task_ledger.hpp>
#include <protea/report/tables.hpp>

#include "flags.hpp"
#include "json.hpp"

namespace protea::app {

struct LedgerFlags {
  LedgerPlan plan;
  std::int64_t every = 20;

  LedgerPlan complete() const;
  std::string last_words() const;   // of a run that is interrupted
};

// --checkpoint, --checkpoint-every, --resume
void add_ledger_flags(Command& command, LedgerFlags& flags);

// Throws where the checkpoint or another file to write ("" for none) cannot be, or two of them are the same.
void demand_places(const LedgerFlags& ledger, const std::vector<std::string>& outputs, const std::string& data);

// Reads the data, and leaves out rows with missing values where the method says so.
EncodedTable read_labelled_data(const TrainingFlags& flags, const Method& method);

// The seed among the changes, the default otherwise.
std::uint64_t seed_of(const Settings& changes);

// The answers for all rows, prepared and asked for a piece at a time, so that no second copy of the data is made.
Predictions answers_in_pieces(const Model& model, const Dataset& rows, Runtime& runtime);
// Weights as in base/weights.hpp; 0 where there are no values.
double mean_of(const std::vector<double>& values, Row weights = {});

using CsvRow = std::vector<std::string>;
// Fields with commas or quotes are quoted. Nothing happens where the path is empty.
void write_csv(const std::string& path, const std::vector<CsvRow>& rows);

Json to_json(const MeanAndDeviation& value);                     // {"mean", "std"}
std::string with_deviation(const std::vector<double>& values);   // "95.3 % ± 2.1 %"

// Where a balanced accuracy is of all test parts of a repeat together, one repeat has no deviation, and JSON has
// "repeats" for "folds".
std::string balanced_text(const std::vector<double>& values, std::size_t folds);
Json balanced_json(const std::vector<double>& values, std::size_t folds);
Json balanced_json(const CrossValidation& result);

// The accuracy on the samples that got an answer; "-" and null where none did.
std::string accepted_text(const Confusion& confusion);
Json accepted_json(const Confusion& confusion);

}   // namespace protea::app
