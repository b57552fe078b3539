// How results look to people: tables, bars, and a progress line on a terminal.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <protea/data/dataset.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/report/tables.hpp>

namespace protea::app {

// The names of the samples as the first column of a CSV file, heading or cell with the comma behind it; nothing where
// there are none.
std::string id_heading(const Dataset& rows);
std::string id_cell(const Dataset& rows, std::size_t row);

std::string confusion_table(const Confusion& confusion, const std::vector<std::string>& class_names);

// One bar per name, the longest value filling the width; at most `most` rows, largest first.
std::string bars(const std::vector<std::string>& names, const std::vector<double>& values, std::size_t most);

// "--missing mean"
std::string as_flag(std::string_view key, std::string_view value);
// A sentence with its settings as flags: "use --missing mean".
std::string in_flags(const std::string& marked);
std::vector<std::string> in_flags(const std::vector<std::string>& marked);

// A note on standard error, its settings as flags.
void warn(const std::string& sentence);

// A line on standard error with what is done and the time left; silent when that is no terminal.
class Progress {
 public:
  Progress(std::string what, bool is_wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::size_t done, std::size_t all, const std::string& note = {});

 private:
  std::string what_;
  bool is_shown_;
  std::size_t first_done_ = 0;   // what a resumed run had done already
  bool has_started_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

}   // namespace protea::app
