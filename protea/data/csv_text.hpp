// Separated text as pieces of whole rows: all of a text in memory, or a file that never is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <protea/base/file.hpp>

namespace protea {

// Some rows, with the room they lie in where nobody else keeps them.
struct CsvPiece {
  std::string_view rows;
  std::string room = {};
};

class CsvText {
 public:
  virtual ~CsvText() = default;

  // The next rows, a part of the text whose size depends on the text alone. False at the end.
  virtual bool next(CsvPiece& piece) = 0;
  virtual void rewind() = 0;
  virtual std::size_t bytes() const = 0;
  // Throws a DataError where the text holds a zero byte, wherever that is.
  virtual void demand_text() = 0;
};

class CsvInMemory : public CsvText {
 public:
  // Precondition: no zero byte, and the text outlives this.
  CsvInMemory(std::string_view text, char separator) : text_(text), rest_(text), separator_(separator) {}
  bool next(CsvPiece& piece) override;
  void rewind() override { rest_ = text_; }
  std::size_t bytes() const override { return text_.size(); }
  void demand_text() override {}

 private:
  std::string_view text_;
  std::string_view rest_;
  char separator_;
};

// A byte order mark at the beginning is passed over.
class CsvFile : public CsvText {
 public:
  // Precondition: the file is regular and outlives this, as does `source`. `separator` 0 is to be found out from the
  // first rows.
  CsvFile(FileReader& file, const std::string& source, char separator);

  char separator() const { return separator_; }
  // Throws a DataError for a zero byte.
  bool next(CsvPiece& piece) override;
  void rewind() override;
  std::size_t bytes() const override { return file_.size(); }
  void demand_text() override;

 private:
  void find_separator();

  FileReader& file_;
  const std::string& source_;
  std::string left_;   // read, and not handed out yet
  bool has_ended_ = false;
  char separator_;
};

// Where the last row that is surely complete ends, 0 when there is none. Quotes are understood as CsvScanner
// understands them.
std::size_t end_of_last_row(std::string_view text, char separator);

}   // namespace protea
