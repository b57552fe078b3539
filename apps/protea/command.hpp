// One command of the command line and its flags. Keeps the parser's headers out of the commands themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace protea::app {

class Command {
 public:
  explicit Command(CLI::App& parser) : parser_(parser) {}

  void argument(const std::string& name, std::string& value, const std::string& help);   // must be given
  void optional_argument(const std::string& name, std::string& value, const std::string& help);
  void text(const std::string& names, std::string& value, const std::string& help);
  void required_text(const std::string& names, std::string& value, const std::string& help);
  void texts(const std::string& names, std::vector<std::string>& values,
             const std::string& help);   // may be given several times
  // In the help; the value itself is the caller's.
  void show_default(const std::string& flag, const std::string& value);
  void toggle(const std::string& names, bool& value, const std::string& help);
  void integer(const std::string& names, std::int64_t& value, const std::string& help, std::int64_t least,
               std::int64_t most);
  // Calls `take` with the text; `group` is the heading in the help.
  void setting(const std::string& names, const std::function<void(const std::string&)>& take, const std::string& help,
               const std::string& group);
  void needs(const std::string& flag, const std::string& other);   // `flag` makes sense only with `other`
  void action(const std::function<void()>& run);

 private:
  CLI::App& parser_;
};

// Adds a command to the application.
Command add_command(CLI::App& app, const std::string& name, const std::string& summary);

}   // namespace protea::app
