#include "flags.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include <protea/catalogue/configure.hpp>
#include <protea/data/column_roles.hpp>
#include <protea/data/read.hpp>
#include <protea/data/table_columns.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/model/relations.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

constexpr std::size_t many_columns = 50;   // of one column of words
constexpr std::size_t few_words = 10;      // that may all be different by chance

std::string hyphenated(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

void add_setting(Command& command, const std::string& key, const std::string& help, const std::string& group,
                 Settings& settings) {
  std::string names = "--" + key;
  if (hyphenated(key) != key) names += ",--" + hyphenated(key);
  command.setting(
      names, [&settings, key](const std::string& text) { settings.emplace_back(key, text); }, help, group);
}

std::string help_of(const OptionDescription& option) {
  std::string help = option.help;
  if (!option.allowed.empty()) help += fmt::format("; {}", option.allowed);
  if (!option.choices.empty()) help += fmt::format(" ({})", join(option.choices, ", "));
  if (!option.default_text.empty()) help += fmt::format(" [{}]", option.default_text);
  return help;
}

// Numbers, and not whole ones: no labels.
bool holds_measurements(const Column& column) {
  return std::any_of(column.numbers.begin(), column.numbers.end(),
                     [](double value) { return std::isfinite(value) && value != std::floor(value); });
}

}   // namespace

void add_common_flags(Command& command, CommonFlags& flags) {
  command.toggle("--json", flags.json, "print one JSON document on standard output");
  command.toggle("--quiet", flags.quiet, "no progress bar, and no summary after training");
  command.integer("--threads", flags.threads, "threads; 0 means all cores; the result is the same for any number [0]",
                  0, 1024);
}

void demand_writable_place(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty()) throw UsageError("the name of the file to write is empty");
  std::error_code status;
  for (const std::string& input : inputs) {
    if (std::filesystem::equivalent(output, input, status)) {
      throw UsageError(fmt::format("{}: writing there would destroy what is read from it", output));
    }
  }
  const std::filesystem::path parent = std::filesystem::path(output).parent_path();
  if (!parent.empty() && !std::filesystem::is_directory(parent, status)) {
    throw DataError(fmt::format("{}: cannot be written: there is no directory '{}'", output, parent.string()));
  }
  if (std::filesystem::is_directory(output, status))
    throw DataError(fmt::format("{}: cannot be written: it is a directory", output));
}

void add_label_flag(Command& command, std::string& label) {
  command.text("--label", label, "label column by name or position from 1, or none [the format's own, else the last]");
}

void add_target_flag(Command& command, std::string& target) {
  command.text("--target", target, "the column of numbers, instead of a label, by name or position from 1");
}

bool learns_numbers(const Method& method) {
  return method.takes(TargetKind::numbers) && !method.takes(TargetKind::labels);
}

template <class Interface>
void add_family_flags(Command& command, const Family<Interface>& family, Settings& settings, const std::string& title) {
  // One flag per option name; members that mean the same by it are named together.
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>>
      meanings;   // option: help and the members it is for
  for (const auto& entry : family.entries()) {
    for (const OptionDescription& option : entry.options) {
      auto& known = meanings[option.name];
      if (known.empty()) order.push_back(option.name);
      const std::string help = help_of(option);
      if (known.empty() || known.back().first != help) known.emplace_back(help, entry.name);
      else known.back().second += ", " + entry.name;
    }
  }
  for (const std::string& name : order) {
    std::string help;
    for (const auto& [meaning, members] : meanings[name])
      help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", members, meaning);
    add_setting(command, title + "." + name, help, fmt::format("Options of the {}", title), settings);
  }
}

template <class Interface>
void add_family_flags(Command& command, const Family<Interface>& family, Settings& settings) {
  add_family_flags(command, family, settings, family.title());
}

template void add_family_flags(Command&, const Family<const AnyRule>&, Settings&);
template void add_family_flags(Command&, const Family<const AnyDissimilarity>&, Settings&);
template void add_family_flags(Command&, const Family<Optimizer>&, Settings&);
template void add_family_flags(Command&, const Family<RelevanceEstimator>&, Settings&);

void add_decision_options(Command& command, Settings& settings) {
  for (const OptionDescription& option : describe_options<Decision>()) {
    add_setting(command, "decision." + option.name, help_of(option), "Options of the decision", settings);
  }
}

void add_decision_flags(Command& command, Settings& settings) {
  add_setting(command, "decision",
              fmt::format("how the model answers ({}) [as trained]", join(choice_names<DecisionKind>(), ", ")),
              "Options of the decision", settings);
  add_decision_options(command, settings);
}

void change_decision(Model& model, const Settings& settings) {
  if (settings.empty()) return;
  demand_classes(model, "a decision");
  auto& deciding = demand<Deciding>(model, "");
  Decision decision = deciding.current_decision();
  for (const auto& [key, text] : settings) {
    if (key == "decision") decision.kind = parse_choice<DecisionKind>("decision", text);
    else set_option(decision, "decision", key.substr(key.find('.') + 1), text);
    if (key == "decision.reject" && decision.reject == Rejection::none) {   // a stored threshold goes with it
      decision.reject_below = Decision{}.reject_below;
      decision.reject_beyond = Decision{}.reject_beyond;
    }
  }
  deciding.decide_by(decision);
}

void add_training_flags(Command& command, TrainingFlags& flags, std::string_view without) {
  command.argument("DATA", flags.data, "a data file, the name of a built-in set, or - for standard input");
  add_label_flag(command, flags.label);
  add_target_flag(command, flags.target_column);
  command.text("--label-columns", flags.label_columns,
               "columns that say how much a sample belongs to each class, by name or position from 1, as in a,b,c");
  command.text("--weights", flags.reading.weights,
               "the column that holds the weights of the samples, by name or position from 1");
  add_reading_flags(command, flags.reading);
  command.text("--method", flags.method,
               fmt::format("one of {} [{}]", join(method_names(), ", "), flags.method_name()));
  command.show_default("--method", flags.method_name());
  const auto add_choice = [&](const std::string& key, const std::vector<std::string>& names) {
    add_setting(command, key, fmt::format("replaces the preset's: {}", join(names, ", ")), "Parts", flags.changes);
  };
  add_choice("rule", rules().names());
  add_choice("dissimilarity", dissimilarities().names());
  add_choice("optimizer", optimizers().names());
  add_setting(command, "label_dissimilarity",
              fmt::format("how label vectors differ, where they are learned: {} [squared-euclidean]",
                          join(dissimilarities().names(), ", ")),
              "Parts", flags.changes);
  add_setting(command, "embedding_dissimilarity",
              fmt::format("how places differ, where an embedding is learned: {} [squared-euclidean]",
                          join(dissimilarities().names(), ", ")),
              "Parts", flags.changes);
  add_setting(command, "relevance",
              fmt::format("estimates relevances beside the rule: {}, or none [the preset's]",
                          join(relevance_estimators().names(), ", ")),
              "Parts", flags.changes);
  for (const ConfigurationKey& key : configuration_keys()) {
    if (key.name == without) continue;
    const std::string choices = key.choices.empty() ? "" : fmt::format(" ({})", join(key.choices, ", "));
    add_setting(command, key.name, fmt::format("{}{} [{}]", key.help, choices, key.default_text), "Model and data",
                flags.changes);
  }
  for (const OptionDescription& option : describe_options<Plan>()) {
    add_setting(command, option.name, help_of(option), "Training", flags.changes);
  }
  add_family_flags(command, rules(), flags.changes);
  add_family_flags(command, dissimilarities(), flags.changes);
  add_family_flags(command, optimizers(), flags.changes);
  for (const char* const title : {"label_dissimilarity", "embedding_dissimilarity"})
    add_family_flags(command, dissimilarities(), flags.changes, title);
  add_decision_options(command, flags.changes);
  add_family_flags(command, relevance_estimators(), flags.changes);
  for (const OptionDescription& option : describe_options<InitializationOptions>()) {
    add_setting(command, "init." + option.name, help_of(option), "Options of init", flags.changes);
  }
  for (const OptionDescription& option : describe_options<EmbeddingOptions>()) {
    add_setting(command, "embedding." + option.name, help_of(option), "Options of the embedding", flags.changes);
  }
  for (const MethodEntry& entry : methods()) {
    for (const OptionDescription& option : entry.options) {
      add_setting(command, entry.name + "." + option.name, help_of(option),
                  fmt::format("Options of the method {}", entry.name), flags.changes);
    }
  }
}

namespace {

// Before anything is read.
void demand_fitting_target(const TargetChoice& choice, const Method& method) {
  if (!choice.target_column.empty() && !method.takes(TargetKind::numbers))
    throw UsageError(fmt::format(
        "--target names numbers, and {} learns classes: name their column with --label, or use --method ridge",
        method.name()));
  if (learns_numbers(method) && (!choice.label.empty() || !choice.label_columns.empty()))
    throw UsageError(fmt::format("{} names classes, and {} learns numbers: name their column with --target",
                                 choice.label.empty() ? "--label-columns" : "--label", method.name()));
}

// The format's own target, or else the last column, where it holds numbers.
std::string usual_target(const Table& table) {
  const std::vector<std::size_t> data = columns_of_data(table);
  if (data.empty()) throw DataError(fmt::format("{}: there is no column of numbers to learn", table.source));
  const bool has_own = table.label_column >= 0 && !is_set_aside(table, static_cast<std::size_t>(table.label_column));
  const std::size_t usual = has_own ? static_cast<std::size_t>(table.label_column) : data.back();
  const Column& column = table.columns[usual];
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (cell_number(column, i)) continue;
    throw DataError(
        fmt::format("{}: the column '{}', which would be the target, holds '{}': name another with --target",
                    table.place(i, usual), column.name, column.words[i]));
  }
  if (!has_own) warn(fmt::format("the last column '{}' is taken as the target: --target names another", column.name));
  const bool is_named = column_by_name(table, column.name) == usual;
  const auto has_name = [&](const Column& each) { return each.name == column.name; };
  return is_named && std::ranges::count_if(table.columns, has_name) == 1 ? column.name : std::to_string(usual + 1);
}

}   // namespace

EncodedTable read_training_data(const TrainingFlags& flags, const Method& method) {
  const DataOptions options = method.data();
  TargetChoice choice = flags.target();
  demand_fitting_target(choice, method);
  const bool has_numbers = learns_numbers(method) || !choice.target_column.empty();
  // Labels are kept as they are written; a last column that may be a feature is wanted as numbers.
  const bool has_no_label =
      has_numbers || !choice.label_columns.empty() || (flags.label.empty() && options.numbers_are_features);
  Table table = flags.reading.read(flags.data, has_no_label ? "none" : flags.label);
  for (const std::string& note : notes_on_columns(table)) warn(note);
  if (has_numbers && choice.target_column.empty()) choice.target_column = usual_target(table);
  if (flags.label.empty() && choice.label_columns.empty() && !has_numbers && method.takes(TargetKind::none)) {
    const auto last = find_label_column(table, "");
    const bool is_feature = last && (holds_measurements(table.columns[*last]) ||
                                     (options.numbers_are_features && !table.columns[*last].is_nominal()));
    if (is_feature && table.label_column < 0) {
      choice.label = "none";
      forget_spelling(table.columns[*last]);
    } else if (last && table.label_column < 0 && holds_numbers(table.columns[*last])) {
      warn(fmt::format(
          "the last column '{}' holds whole numbers and is taken for labels, which are kept out of learning: "
          "--label none makes it a feature",
          table.columns[*last].name));
    }
  }
  const auto label =
      choice.label_columns.empty() && !has_numbers ? find_label_column(table, choice.label) : std::nullopt;
  const FoundTarget target = find_target(table, choice);
  if (flags.label.empty() && label && table.label_column < 0 && *label + 1 < table.columns.size()) {
    warn(fmt::format("the last column is set aside, so the labels are taken from '{}' before it: --label names another",
                     table.columns[*label].name));
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    if (c == label || (has_numbers && target.holds(c)) || is_set_aside(table, c) || !column.is_nominal() ||
        column.number_cells > 0)
      continue;
    const std::size_t words = distinct_words(column).size();
    if (options.nominal == Nominal::one_hot) {
      if (words > many_columns)
        warn(fmt::format("the column '{}' becomes {} features, one for each of its words", column.name, words));
      continue;
    }
    const bool is_name = 2 * words > column.words.size() && words > few_words;
    throw DataError(fmt::format(
        "{}: expected a number, found '{}' (column '{}' holds words: {})", table.place(column.first_word_row, c),
        column.words[column.first_word_row], column.name,
        is_name ? fmt::format("--id {} takes them as names of the samples, --ignore {} leaves them out", c + 1, c + 1)
                : "--nominal one-hot turns them into numbers"));
  }
  EncodedTable data = encode_training_table(std::move(table), choice, options.nominal);
  for (const std::string& note : data.notes) warn(note);
  if (options.is_square) demand_square(data.dataset);
  for (const std::string& note : method.notes()) warn(note);
  if (label && 2 * data.dataset.class_names.size() > data.dataset.size() && data.dataset.size() > 20) {
    warn(fmt::format("the column '{}' has {} classes in {} samples: is it the label?", data.encoding.label_name,
                     data.dataset.class_names.size(), data.dataset.size()));
  }
  return data;
}

TargetChoice TrainingFlags::target() const {
  if (!target_column.empty() && !(label.empty() && label_columns.empty()))
    throw UsageError(fmt::format("--target and {}: give one of them", label.empty() ? "--label-columns" : "--label"));
  if (!target_column.empty()) return {.target_column = target_column};
  if (label_columns.empty()) return {.label = label};
  if (!label.empty()) throw UsageError("--label and --label-columns: give one of them");
  const std::vector<std::string_view> columns = list_items(label_columns);
  return {.label_columns = {columns.begin(), columns.end()}};
}

Dataset encode_further_rows(Table table, const TrainingFlags& flags, const Model& model) {
  if (!flags.target_column.empty()) demand<Estimating>(model, "--target");
  // A map keeps labels out of learning and counts them all the same.
  std::vector<std::string> class_names = model.class_names;
  if (const auto* const prototypes = find_ability<PrototypeModel>(model); prototypes && prototypes->units)
    if (class_names.empty()) class_names = prototypes->units->class_names;
  const bool wants_labels = !class_names.empty() && flags.label != "none";
  Dataset dataset = encode(std::move(table), model.encoding,
                           {.label = flags.label, .class_names = std::move(class_names), .wants_labels = wants_labels});
  if (dataset.y.empty() && model.has_classes()) {
    throw DataError(fmt::format("{}: there is no label column to learn from: name it with --label", dataset.source));
  }
  return dataset;
}

Dataset read_further_data(const TrainingFlags& flags, const Model& model) {
  return encode_further_rows(flags.reading.read(flags.data, label_for(flags, model), &model.encoding), flags, model);
}

std::string label_for(const TrainingFlags& flags, const Model& model) { return label_for(flags.label, model); }

std::string label_for(const std::string& given, const Model& model) {
  if (!given.empty()) return given;
  return model.encoding.label_name.empty() ? "none" : model.encoding.label_name;
}

void add_model_flags(Command& command, ModelFlags& flags) {
  command.argument("MODEL", flags.model,
                   "a model file, an LVQ_PAK or SOM_PAK codebook (.cod), or weights of an ESOM (.wts)");
  command.argument("DATA", flags.data, "a data file, the name of a built-in set, or - for standard input");
  add_label_flag(command, flags.label);
  add_target_flag(command, flags.target);
  add_reading_flags(command, flags.reading);
}

Dataset read_rows_for_units(const ModelFlags& flags, const Model& model) {
  const bool has_labels = !flags.label.empty() || !model.encoding.label_name.empty();
  const std::string label = label_for(flags.label, model);
  return encode(flags.reading.read(flags.data, label, &model.encoding), model.encoding,
                {.label = flags.label, .wants_labels = has_labels && label != "none"});
}

void demand_own_target(const ModelFlags& flags, const Model& model) {
  if (!flags.target.empty()) demand<Estimating>(model, "--target");
  if (!flags.label.empty() && find_ability<Estimating>(model))
    throw UsageError(
        fmt::format("--label names classes, and a model of {} answers with numbers: name their column with --target",
                    model.record.method));
}

Dataset read_numbered_rows(const ModelFlags& flags, const Model& model) {
  demand_own_target(flags, model);
  Dataset dataset =
      encode(flags.reading.read(flags.data, "none", &model.encoding), model.encoding, {.target_column = flags.target});
  if (dataset.numbers.empty())
    throw DataError(
        fmt::format("{}: there is no column of numbers to compare with: name it with --target", dataset.source));
  return model.preparation.missing == Missing::drop ? drop_missing(dataset) : dataset;
}

Dataset drop_missing(const Dataset& dataset) {
  Dataset whole = without_missing(dataset);
  if (whole.size() < dataset.size())
    warn(fmt::format("{} of {} rows have missing values and were dropped", dataset.size() - whole.size(),
                     dataset.size()));
  return whole;
}

Dataset read_labelled_rows(const ModelFlags& flags, const Model& model) {
  demand_own_target(flags, model);
  const std::string label = label_for(flags.label, model);
  Dataset dataset =
      encode(flags.reading.read(flags.data, label, &model.encoding), model.encoding,
             {.label = flags.label, .class_names = model.class_names, .wants_labels = model.has_classes()});
  if (dataset.y.empty() && model.has_classes()) {
    throw DataError(fmt::format("{}: there is no label column to compare with: name it with --label", dataset.source));
  }
  return model.preparation.missing == Missing::drop ? drop_missing(dataset) : dataset;
}

}   // namespace protea::app
