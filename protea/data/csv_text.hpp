// Separated text as pieces of whole rows: all of a text in memory, or a file that never is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <protea/base/file.hpp>

namespace protea {

class CsvText {
 public:
  virtual ~CsvText() = default;

  // The next rows, valid until the following call; empty at the end.
  virtual std::string_view next() = 0;
  virtual void rewind() = 0;
  // As many rows as there are lines, or a few more than there are: what to make room for.
  virtual std::size_t lines() const = 0;
};

class CsvInMemory : public CsvText {
 public:
  explicit CsvInMemory(std::string_view text) : text_(text), rest_(text) {}
  std::string_view next() override;
  void rewind() override { rest_ = text_; }
  std::size_t lines() const override;

 private:
  std::string_view text_;
  std::string_view rest_;
};

// A byte order mark at the beginning is passed over.
class CsvFile : public CsvText {
 public:
  // Goes through the file once, to count its lines. Throws a DataError for a zero byte. Precondition: the file is
  // regular and outlives this. `separator` 0 is to be found out from the first rows.
  CsvFile(FileReader& file, const std::string& source, char separator);

  char separator() const { return separator_; }
  std::string_view next() override;
  void rewind() override;
  std::size_t lines() const override { return lines_; }

 private:
  void survey(const std::string& source);
  void find_separator();
  void start();
  bool fill();   // false when the file has ended

  FileReader& file_;
  std::string buffer_;
  std::size_t length_ = 0;   // bytes in the buffer
  std::size_t taken_ = 0;    // of these, handed out by next()
  std::size_t lines_ = 0;
  char separator_;
};

// Where the last row that is surely complete ends, 0 when there is none. Quotes are understood as CsvScanner
// understands them.
std::size_t end_of_last_row(std::string_view text, char separator);

}   // namespace protea
