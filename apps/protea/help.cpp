#include "help.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/settings.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t short_column = 25;   // where texts begin
constexpr std::size_t whole_column = 34;

// Settings that are asked for every day; the others are shown by --help-all, and by describe.
constexpr std::array everyday_settings{"rule",       "dissimilarity", "optimizer", "prototypes",    "init",
                                       "scale",      "missing",       "nominal",   "class_weights", "epochs",
                                       "validation", "seed",          "grid"};
// Flags of commands that are there for once in a while.
constexpr std::array rare_flags{"help",     "help-all", "checkpoint-every", "p",      "draws",   "share",
                                "header",   "na",       "memory",           "random", "weights", "label-columns",
                                "precision"};
// … where a method has settings of its own to show.
constexpr std::array rare_beside_settings{"svg"};
constexpr std::array part_keys{"rule", "dissimilarity", "optimizer", "relevance"};

template <std::size_t count>
bool is_among(const std::array<const char*, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The name by which settings know a flag: --class-weights is class_weights.
std::string key_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? std::string() : option.get_lnames().front();
}

bool is_of_catalogue(const CLI::Option& option) {
  const std::string& group = option.get_group();
  return group == "Parts" || group == "Model and data" || group == "Training" || group.starts_with("Options of ");
}

// "-o,--output TEXT"; of two spellings the one with hyphens
std::string heading_of(const CLI::Option& option) {
  std::string names;
  if (option.get_positional()) names = option.get_name(true);
  else {
    for (const std::string& name : option.get_snames()) names += (names.empty() ? "-" : ",-") + name;
    if (!option.get_lnames().empty()) names += (names.empty() ? "--" : ",--") + option.get_lnames().back();
  }
  if (option.get_positional() || option.get_items_expected_max() == 0) return names;
  return fmt::format("{} {}", names, option.get_type_name());
}

// Words in lines of at most page_width characters, which begin at `column`, the first behind what `line` holds.
std::string wrapped(const std::string& text, std::size_t column, std::string line) {
  std::string result;
  line = padded(line, column);
  bool is_fresh = true;
  for (const std::string_view word : split(text, ' ')) {
    const std::string piece(word);
    if (!is_fresh && display_width(line) + 1 + display_width(piece) > page_width) {
      result += line + "\n";
      line = std::string(column, ' ');
      is_fresh = true;
    }
    line += (is_fresh ? "" : " ") + piece;
    is_fresh = false;
  }
  return result + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string entry(const std::string& heading, const std::string& text, std::size_t column) {
  const std::string line = "  " + heading;
  if (display_width(line) + 2 <= column || text.empty()) return wrapped(text, column, line);
  return line + "\n" + wrapped(text, column, "");
}

// The method whose defaults count, where the command trains one.
struct ChosenMethod {
  std::string name;
  std::vector<Setting> settings;

  const Setting* find(std::string_view key) const {
    const auto found = std::find_if(settings.begin(), settings.end(),
                                    [&](const Setting& setting) { return setting.option.name == key; });
    return found == settings.end() ? nullptr : &*found;
  }
};

std::optional<ChosenMethod> chosen_method(const CLI::App& command) {
  const CLI::Option* const flag = command.get_option_no_throw("--method");
  if (!flag || !command.get_option_no_throw("--epochs")) return std::nullopt;
  Settings parts;
  for (const char* const key : part_keys) {
    const CLI::Option* const part = command.get_option_no_throw(fmt::format("--{}", key));
    if (part && part->count() > 0) parts.emplace_back(key, part->results().back());
  }
  const std::string standard = flag->get_default_str().empty() ? std::string(default_method) : flag->get_default_str();
  std::string name = flag->count() > 0 ? flag->results().back() : standard;
  std::vector<Setting> settings = settings_of(find_method(name), parts);
  return ChosenMethod{std::move(name), std::move(settings)};
}

bool is_everyday(const CLI::Option& option, const ChosenMethod* method) {
  const std::string key = key_of(option);
  if (!is_of_catalogue(option))
    return option.get_needs().empty() && !is_among(rare_flags, key) && !(method && is_among(rare_beside_settings, key));
  const Setting* const setting = method ? method->find(key) : nullptr;
  return setting && (is_among(everyday_settings, key) || setting->group == method->name);
}

std::string in_brackets(const std::string& value) { return value.empty() ? "" : fmt::format(" [{}]", value); }

std::string short_text(const CLI::Option& option, const ChosenMethod* method) {
  const std::string key = key_of(option);
  if (key == "method" && method) return fmt::format("what to train: protea describe lists all [{}]", method->name);
  const Setting* const setting = method ? method->find(key) : nullptr;
  if (!setting || !is_of_catalogue(option)) return option.get_description();
  const OptionDescription& described = setting->option;
  const std::string standard = in_brackets(described.default_text);
  const std::string choices = described.choices.empty() ? "" : fmt::format(" ({})", join(described.choices, ", "));
  const bool has_room = short_column + display_width(described.help + choices + standard) <= page_width;
  return described.help + (has_room ? choices : "") + standard;   // describe lists them
}

// The description as it is, the method's own default in the place of the general one.
std::string whole_text(const CLI::Option& option, const ChosenMethod* method) {
  const std::string text = option.get_description();
  const std::string key = key_of(option);
  if (!method) return text;
  if (key == "method") return text.substr(0, text.rfind(" [")) + in_brackets(method->name);
  const Setting* const setting = is_of_catalogue(option) ? method->find(key) : nullptr;
  if (!setting) return text;
  const std::string own = in_brackets(setting->option.default_text);
  if (key.find('.') == std::string::npos || setting->group == "decision" || setting->group == "init")
    return (text.ends_with("]") ? text.substr(0, text.rfind(" [")) : text) + own;
  // Several members of a family may have the option, each with a default.
  return own.empty() || text.ends_with(own) ? text : fmt::format("{}; with {}{}", text, method->name, own);
}

std::string usage_of(const CLI::App& command) {
  std::string text = fmt::format("Usage: protea {}", command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = option->get_name(true);
    text += option->get_required() ? " " + name : fmt::format(" [{}]", name);
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_required() && !option->get_positional()) text += " " + heading_of(*option);
  }
  return text + " [FLAGS]\n";
}

using Groups = std::vector<std::pair<std::string, std::vector<const CLI::Option*>>>;

std::string title_of(const CLI::Option& option, const ChosenMethod* method, HelpSize size) {
  if (option.get_positional()) return "Arguments";
  if (option.get_group() == "Options") return "Flags";
  // On one screen, all settings stand together.
  if (size == HelpSize::everyday && method && is_of_catalogue(option))
    return fmt::format("Settings of {}", method->name);
  return option.get_group();
}

// Flags by heading, in the order in which they were declared; positional arguments first.
Groups groups_of(const CLI::App& command, const ChosenMethod* method, HelpSize size) {
  Groups groups{{"Arguments", {}}, {"Flags", {}}};
  for (const CLI::Option* option : command.get_options()) {
    const std::string title = title_of(*option, method, size);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->second.push_back(option);
  }
  return groups;
}

std::string closing(const CLI::App& command, const ChosenMethod* method, std::size_t hidden) {
  if (hidden == 0) return {};
  std::string text = fmt::format("\n{} more flags: protea {} --help-all", hidden, command.get_name());
  if (method) {
    std::string parts;
    for (const char* const key : part_keys) {
      const Setting* const part = method->find(key);
      if (part && part->option.default_text != "none")
        parts += fmt::format("{}{}", parts.empty() ? "" : ", ", part->option.default_text);
    }
    text += fmt::format("\nTheir meaning for {}: protea describe {}", method->name, method->name);
    if (!parts.empty()) text += fmt::format("; its parts: {}", parts);
  }
  return text + "\n";
}

}   // namespace

std::string command_help(const CLI::App& command, HelpSize size) {
  const std::optional<ChosenMethod> chosen = chosen_method(command);
  const ChosenMethod* const method = chosen ? &*chosen : nullptr;
  const bool is_whole = size == HelpSize::whole;
  std::string text = wrapped(command.get_description(), 0, "") + usage_of(command);
  const std::size_t column = is_whole ? whole_column : short_column;
  std::size_t hidden = 0;
  for (const auto& [title, options] : groups_of(command, method, size)) {
    std::string lines;
    for (const CLI::Option* option : options) {
      if (is_whole || is_everyday(*option, method)) {
        lines +=
            entry(heading_of(*option), is_whole ? whole_text(*option, method) : short_text(*option, method), column);
      } else if (option != command.get_help_ptr() && option != command.get_help_all_ptr()) {
        ++hidden;
      }
    }
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", title, lines);
  }
  return text + closing(command, method, hidden);
}

std::string application_help(const CLI::App& app) {
  std::string text =
      app.get_description() + "\nUsage: protea COMMAND …, protea COMMAND --help, protea --version\n\nCommands:\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += entry(command->get_name(), command->get_description(), 20);
  return text + "\n" + app.get_footer() + "\n";
}

}   // namespace protea::app
