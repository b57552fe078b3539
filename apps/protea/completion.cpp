// protea completion: completion scripts for shells, made from the flags themselves.
#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

#include "command.hpp"
#include "commands.hpp"

namespace protea::app {
namespace {

std::vector<std::string> long_flags(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string bash_script(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), join(long_flags(*command), " "));
  }
  return fmt::format(
      "_protea() {{\n  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words=\"\"\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"{}\" -- \"$current\"))\n    return\n  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n"
      "  if [[ \"$current\" == -* ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  else COMPREPLY=($(compgen -f -- \"$current\")); fi\n}}\ncomplete -o filenames -F _protea protea\n",
      join(names, " "), cases);
}

std::string fish_script(const CLI::App& app) {
  std::string script;
  for (const CLI::App* command : commands_of(app)) {
    script += fmt::format("complete -c protea -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                          command->get_description());
    for (const std::string& flag : long_flags(*command)) {
      script += fmt::format("complete -c protea -n '__fish_seen_subcommand_from {}' -l '{}'\n", command->get_name(),
                            flag.substr(2));
    }
  }
  return script;
}

void run(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") std::fputs(fish_script(app).c_str(), stdout);
  else if (shell == "zsh")
    std::fputs(("autoload -U +X bashcompinit && bashcompinit\n" + bash_script(app)).c_str(), stdout);
  else if (shell == "bash") std::fputs(bash_script(app).c_str(), stdout);
  else throw UsageError(unknown_name("shell", shell, std::vector<std::string>{"bash", "zsh", "fish"}));
}

}   // namespace

void add_completion(CLI::App& app) {
  Command command = add_command(app, "completion", "Print a completion script: source <(protea completion bash)");
  auto shell = std::make_shared<std::string>();
  command.argument("SHELL", *shell, "bash, zsh or fish");
  command.action([&app, shell] { run(app, *shell); });
}

}   // namespace protea::app
