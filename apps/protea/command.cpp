#include "command.hpp"

#include <CLI/CLI.hpp>

#include <protea/base/option.hpp>

namespace protea::app {

void Command::argument(const std::string& name, std::string& value, const std::string& help) {
  parser_.add_option(name, value, help)->required();
}

void Command::optional_argument(const std::string& name, std::string& value, const std::string& help) {
  parser_.add_option(name, value, help);
}

void Command::text(const std::string& names, std::string& value, const std::string& help) {
  parser_.add_option(names, value, help);
}

void Command::required_text(const std::string& names, std::string& value, const std::string& help) {
  parser_.add_option(names, value, help)->required();
}

void Command::texts(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  parser_.add_option(names, values, help)->allow_extra_args(false);
}

void Command::show_default(const std::string& flag, const std::string& value) {
  parser_.get_option(flag)->default_str(value);
}

void Command::toggle(const std::string& names, bool& value, const std::string& help) {
  parser_.add_flag(names, value, help);
}

void Command::integer(const std::string& names, std::int64_t& value, const std::string& help, std::int64_t least,
                      std::int64_t most) {
  const std::string where = names.substr(names.find_first_not_of('-'));
  const Limits limits{.at_least = static_cast<double>(least), .at_most = static_cast<double>(most)};
  parser_
      .add_option_function<std::string>(
          names,
          [&value, where, limits](const std::string& text) { value = parse_limited_integer(where, text, limits); },
          help)
      ->type_name("N");
}

void Command::setting(const std::string& names, const std::function<void(const std::string&)>& take,
                      const std::string& help, const std::string& group) {
  parser_.add_option_function<std::string>(names, take, help)->group(group);
}

void Command::needs(const std::string& flag, const std::string& other) {
  parser_.get_option(flag)->needs(parser_.get_option(other));
}

void Command::action(const std::function<void()>& run) { parser_.callback(run); }

Command add_command(CLI::App& app, const std::string& name, const std::string& summary) {
  return Command(*app.add_subcommand(name, summary));
}

}   // namespace protea::app
