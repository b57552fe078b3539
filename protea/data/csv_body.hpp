// All rows of separated text behind the first, read in pieces, several at a time where tasks may run so.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <protea/data/csv_piece.hpp>
#include <protea/data/read_options.hpp>
#include <protea/data/row_lines.hpp>

namespace protea {

// Pieces are cut and joined in the order of the text, so that drafts, and the first failure, are the same for any
// number of tasks.
class CsvBody {
 public:
  // `start` is what is left of the first piece, `line` where it begins. All must outlive this.
  CsvBody(CsvText& text, std::string_view start, std::uint32_t line, const CsvShape& shape, std::vector<Draft>& drafts,
          RowLines& lines);

  // Throws the failure that comes first in the text.
  void read(const ReadTasks& tasks);

 private:
  struct Job {
    CsvRowsPiece piece;
    std::vector<bool> keeps_texts;
    std::exception_ptr failure;   // to read the text
    bool is_read = false;         // otherwise it has to be read again, by the one who knows its lines
  };

  void work();
  std::unique_ptr<Job> take(std::size_t& number);
  void hand_in(std::unique_ptr<Job> job, std::size_t number);
  void join(Job& job);
  void join_column(ColumnPiece& column, Draft& draft, std::size_t rows) const;
  void make_room(std::size_t rows);
  std::vector<bool> columns_of_text() const;

  CsvText& text_;
  std::string_view start_;
  const CsvShape& shape_;
  std::vector<Draft>& drafts_;
  RowLines& lines_;
  std::size_t room_ = 0;   // in columns, for so many rows
  std::uint32_t line_;
  std::size_t bytes_joined_ = 0;

  std::mutex mutex_;   // of what follows
  std::condition_variable moved_;
  std::map<std::size_t, std::unique_ptr<Job>> finished_;
  std::vector<std::unique_ptr<Job>> spare_;
  std::vector<bool> keeps_texts_;
  std::exception_ptr failure_;
  std::size_t taken_ = 0;
  std::size_t joined_ = 0;
  std::size_t most_ahead_ = 1;
  bool is_joining_ = false;
  bool has_ended_ = false;
};

}   // namespace protea
