// How data files are to be read: the same flags for every command that reads some.
#pragma once

#include <cstdint>
#include <string>

#include <protea/data/encoding.hpp>
#include <protea/data/read_options.hpp>
#include <protea/data/table.hpp>

#include "command.hpp"

namespace protea::app {

struct ReadingFlags {
  std::string weights = {};   // the columns of weights, groups and names of the samples; empty: none
  std::string groups = {};
  std::string id = {};
  std::string ignore = {};   // columns to leave out
  std::string na = {};
  std::string header = {};
  std::string memory = {};
  std::string precision = {};
  const std::int64_t* threads = nullptr;   // of the command, where it has such a flag

  // `label` as find_label_column() understands it. The marks of missing values are those given, else those a
  // model `knows`.
  ReadOptions options(const std::string& label, const Encoding* known = nullptr) const;
  // Gives the columns that were named their roles.
  void settle(Table& table) const;
  // Limits the memory of the process, reads, settles, and says what was guessed about the table. Where a model `knows` no names of columns, or none that
  // the first row has, a first row of numbers is a sample.
  Table read(const std::string& name, const std::string& label, const Encoding* known = nullptr) const;
};

// --ignore, --id, --na, --header, --memory, --precision
void add_reading_flags(Command& command, ReadingFlags& flags);

}   // namespace protea::app
