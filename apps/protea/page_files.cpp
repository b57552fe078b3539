#include "page_files.hpp"

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/report/svg.hpp>

namespace protea::app {

void add_page_flags(Command& command, PageFlags& flags) {
  command.text("--report", flags.page, "also show it on a page, one file that needs nothing else");
  command.text("--svg", flags.svg, "also write each figure as SVG to this folder");
}

void demand_page_place(const PageFlags& flags, const std::vector<std::string>& others) {
  if (!flags.page.empty()) demand_writable_place(flags.page, others);
  std::error_code status;
  for (const std::string& other : others) {
    if (!flags.page.empty() && !other.empty() &&
        std::filesystem::weakly_canonical(flags.page, status) == std::filesystem::weakly_canonical(other, status))
      throw UsageError(fmt::format("{}: the page and another file need different names", flags.page));
  }
  if (!flags.svg.empty() && std::filesystem::exists(flags.svg, status) &&
      !std::filesystem::is_directory(flags.svg, status))
    throw UsageError(fmt::format("{}: not a folder, and it cannot be made", flags.svg));
}

std::vector<std::string> write_page(const Page& page, const PageFlags& flags) {
  if (!flags.page.empty()) write_file_atomically(flags.page, page_html(page));
  std::vector<std::string> files;
  if (flags.svg.empty()) return files;
  std::error_code status;
  std::filesystem::create_directories(flags.svg, status);
  if (!std::filesystem::is_directory(flags.svg, status))
    throw UsageError(fmt::format("{}: not a folder, and it cannot be made", flags.svg));
  for (const PageSection& section : page.sections) {
    for (const Figure& figure : section.figures) {
      const std::string svg = figure_svg(figure);
      if (svg.empty()) continue;
      files.push_back(figure.id + ".svg");
      write_file_atomically((std::filesystem::path(flags.svg) / files.back()).string(), svg);
    }
  }
  return files;
}

void say_where(const PageFlags& flags, const std::vector<std::string>& figures) {
  if (!flags.page.empty()) fmt::print("written to {}\n", flags.page);
  if (!figures.empty()) fmt::print("figures in {}: {}\n", flags.svg, join(figures, ", "));
  else if (!flags.svg.empty()) fmt::print("figures in {}\n", flags.svg);
}

}   // namespace protea::app
