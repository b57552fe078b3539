// The help of a command: what fits a screen, or all of it.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace protea::app {

enum class HelpSize { everyday, whole };

// The command's own flags and the everyday settings, or every flag there is. Defaults are those of the method that
// --method names, with the parts that --rule and its like put in the place of its own.
std::string command_help(const CLI::App& command, HelpSize size);

// What the application is, and its commands.
std::string application_help(const CLI::App& app);

}   // namespace protea::app
