// Pages and their figures as files: what the flags of every command that shows something have in common.
#pragma once

#include <string>
#include <vector>

#include <protea/report/page.hpp>

#include "flags.hpp"

namespace protea::app {

struct PageFlags {
  std::string page;   // a file; empty: none
  std::string svg;    // a folder; empty: none

  bool are_given() const { return !page.empty() || !svg.empty(); }
};

// --report, --svg
void add_page_flags(Command& command, PageFlags& flags);
// Throws where the page cannot be written, or would replace one of the other files.
void demand_page_place(const PageFlags& flags, const std::vector<std::string>& others);
// The page, and one file for each figure that can be drawn, whose names are returned.
std::vector<std::string> write_page(const Page& page, const PageFlags& flags);
// "written to page.html", and where the figures are.
void say_where(const PageFlags& flags, const std::vector<std::string>& figures = {});

}   // namespace protea::app
