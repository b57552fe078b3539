// Flags shared by several commands; those of components come from the catalogue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/table.hpp>

#include "command.hpp"
#include "reading_flags.hpp"

namespace protea::app {

struct CommonFlags {
  bool json = false;
  bool quiet = false;
  std::int64_t threads = 0;
};

// --json, --quiet, --threads
void add_common_flags(Command& command, CommonFlags& flags);

struct TrainingFlags {
  std::string data;
  std::string label;
  std::string label_columns;   // instead of a label, of memberships
  std::string target_column;   // instead of either, of numbers
  ReadingFlags reading;
  std::string method;   // empty: the default
  Settings changes;

  std::string method_name() const { return method.empty() ? std::string(default_method) : method; }
  TargetChoice target() const;
  std::shared_ptr<const Method> make() const { return make_method(method_name(), changes); }
};

// The data of a training command, read as its flags say; prints notes about settings without effect.
EncodedTable read_training_data(const TrainingFlags& flags, const Method& method);

// The label column that a model's data have, as read_table() wants it.
std::string label_for(const TrainingFlags& flags, const Model& model);
std::string label_for(const std::string& given, const Model& model);
// Rows for a model that is there already, with labels where it has classes.
Dataset read_further_data(const TrainingFlags& flags, const Model& model);
// The same for a table already read.
Dataset encode_further_rows(Table table, const TrainingFlags& flags, const Model& model);

// DATA, --label, --weights, how to read, --method, and every setting of configurations and components.
// `without`: the name of a setting that the command has another use for.
void add_training_flags(Command& command, TrainingFlags& flags, std::string_view without = {});

// The options of one family's members as flags "--family.option" that append to `settings` under "family.option".
template <class Interface>
void add_family_flags(Command& command, const Family<Interface>& family, Settings& settings);

// A model and the data it is asked about.
struct ModelFlags {
  CommonFlags common;
  std::string model;
  std::string data;
  std::string label;
  std::string target;   // the column of numbers
  ReadingFlags reading;
};

// MODEL, DATA, --label, --target, and how to read
void add_model_flags(Command& command, ModelFlags& flags);
// The data, with their labels where the model has classes; rows that the model leaves out for missing values are left
// out, with a note.
Dataset read_labelled_rows(const ModelFlags& flags, const Model& model);
// The same with the numbers that a model of Estimating is to tell.
Dataset read_numbered_rows(const ModelFlags& flags, const Model& model);
// Rows for a model without classes, with labels where there are some.
Dataset read_rows_for_units(const ModelFlags& flags, const Model& model);
// Throws where --label or --target is given for a model that answers with the other.
void demand_own_target(const ModelFlags& flags, const Model& model);

// --decision and its options, as changes to what a model was trained with.
void add_decision_flags(Command& command, Settings& settings);
void change_decision(Model& model, const Settings& settings);

// Throws when `output` cannot be written or would replace one of the `inputs`: better before the work than after it.
void demand_writable_place(const std::string& output, const std::vector<std::string>& inputs);

void add_label_flag(Command& command, std::string& label);
void add_target_flag(Command& command, std::string& target);

// Are numbers all that it learns from?
bool learns_numbers(const Method& method);

// The rows without those that have missing values, with a note of how many these were.
Dataset drop_missing(const Dataset& dataset);

}   // namespace protea::app
