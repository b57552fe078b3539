// The command `protea`: parses, calls the library, prints. Exit codes: 2 usage, 3 data, 4 numbers.
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/text.hpp>
#include <protea/base/version.hpp>

#include "commands.hpp"
#include "help.hpp"
#include "show.hpp"

namespace {

using namespace protea;

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    // Of two spellings, the one with hyphens; one letter is like any other.
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().back());
  }
  return names;
}

// The sentence for the first word that no command and no flag claims.
std::string unknown_word(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> rest = command->remaining();
    if (rest.empty()) continue;
    const std::string word = rest.front().substr(0, rest.front().find('='));
    if (word.starts_with("-")) return unknown_name("flag", word, flag_names(*command));
    return fmt::format("unexpected argument '{}': see protea {} --help", word, command->get_name());
  }
  const std::vector<std::string> rest = app.remaining();
  const std::string word = rest.empty() ? "" : rest.front();
  if (word.starts_with("-")) return unknown_name("flag", word, flag_names(app));
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  return unknown_name("command", word, commands);
}

int show_help(const CLI::App& app, app::HelpSize size) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App* const command = chosen.empty() ? nullptr : chosen.front();
  std::fputs((command ? app::command_help(*command, size) : app::application_help(app)).c_str(), stdout);
  return 0;
}

int fail(const std::string& sentence, int code) {
  std::fputs(fmt::format("protea: {}\n", sentence).c_str(), stderr);
  return code;
}

int run(int argc, char** argv) {
  CLI::App app("Prototype-based learning: train, inspect and evaluate LVQ models.", "protea");
  app.set_version_flag("--version", std::string(version()));
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "the everyday flags");
  app.set_help_all_flag("--help-all", "every flag");
  app::add_train(app);
  app::add_predict(app);
  app::add_evaluate(app);
  app::add_cross_validate(app);
  app::add_margins(app);
  app::add_reject(app);
  app::add_tune(app);
  app::add_compare(app);
  app::add_curve(app);
  app::add_inspect(app);
  app::add_project(app);
  app::add_embed(app);
  app::add_recall(app);
  app::add_describe(app);
  app::add_convert(app);
  app::add_distance(app);
  app::add_dynamics(app);
  app::add_report(app);
  app::add_stability(app);
  app::add_reproduce(app);
  app::add_completion(app);
  app.footer(
      "Start with: protea train iris -o iris.protea && protea inspect iris.protea\n"
      "What there is: protea describe");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return show_help(app, app::HelpSize::everyday);
  } catch (const CLI::CallForAllHelp&) {
    return show_help(app, app::HelpSize::whole);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::RequiredError& error) {
    if (!app.remaining(true).empty()) return fail(unknown_word(app), 2);
    if (app.get_subcommands().empty()) return fail("a command is needed: see protea --help", 2);
    return fail(fmt::format("{}: see protea {} --help", error.what(), app.get_subcommands().front()->get_name()), 2);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    const std::string flag = text.substr(0, text.find(':'));
    const bool is_repeated = text.find("At Most") != std::string::npos || text.find("received") != std::string::npos;
    return fail(fmt::format("{} {}", flag, is_repeated ? "is given more than once" : "needs a value"), 2);
  } catch (const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::ExtrasError*>(&error)) return fail(unknown_word(app), 2);
    return fail(error.what(), 2);
  }
  return 0;
}

}   // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (memory_limit() > 0 && most_memory_held() > memory_limit()) {
      app::warn(fmt::format(
          "{} MiB were held at a time, more than {} allows: the program itself, labels and places of rows do not wait in a "
          "file, and pages are given back with a delay",
          most_memory_held() >> 20, setting("memory")));
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      return fail(fmt::format("standard output cannot be written: {}", std::strerror(errno)), 3);
    }
    return code;
  } catch (const UsageError& error) {
    return fail(app::in_flags(error.marked()), 2);
  } catch (const DataError& error) {
    return fail(app::in_flags(error.marked()), 3);
  } catch (const NumericalError& error) {
    return fail(app::in_flags(error.marked()), 4);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this", 4);
  } catch (const std::exception& error) {
    // The printer throws when a full device takes no more.
    if (std::ferror(stdout)) return fail(fmt::format("standard output cannot be written: {}", std::strerror(errno)), 3);
    return fail(error.what(), 1);
  }
}
