// How results look to people: tables, bars, and a progress line on a terminal.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <protea/evaluate/confusion.hpp>

namespace protea::app {

std::string confusion_table(const Confusion& confusion, const std::vector<std::string>& class_names);

// One bar per name, the longest value filling the width; at most `most` rows, largest first.
std::string bars(const std::vector<std::string>& names, const std::vector<double>& values, std::size_t most);

std::string percent(double share);

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
  std::size_t first_done_ = 0;             // what a resumed run had done already
  bool has_started_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace protea::app
