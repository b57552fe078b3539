#include <protea/data/csv_body.hpp>

#include <algorithm>
#include <utility>

#include <protea/base/error.hpp>

namespace protea {

CsvBody::CsvBody(CsvText& text, std::string_view start, std::uint32_t line, const CsvShape& shape,
                 std::vector<Draft>& drafts, RowLines& lines)
    : text_(text),
      start_(start),
      shape_(shape),
      drafts_(drafts),
      lines_(lines),
      line_(line),
      keeps_texts_(columns_of_text()) {}

std::vector<bool> CsvBody::columns_of_text() const {
  std::vector<bool> result;
  for (const Draft& draft : drafts_) result.push_back(draft.keeps_texts || draft.has_words());
  return result;
}

void CsvBody::read(const ReadTasks& tasks) {
  most_ahead_ = 3 * std::max<std::size_t>(1, tasks.count);
  constexpr std::size_t few = 1U << 20;   // bytes, which one task reads sooner than others start
  if (tasks.run && tasks.count > 1 && text_.bytes() > few) tasks.run(tasks.count, [this](std::size_t) { work(); });
  else work();
  if (failure_) std::rethrow_exception(failure_);
}

void CsvBody::work() {
  std::size_t number = 0;
  while (std::unique_ptr<Job> job = take(number)) {
    if (!job->failure) {
      try {
        read_rows(job->piece, shape_, 1, job->keeps_texts);
        job->is_read = true;
      } catch (...) {   // said when its turn comes, with its line
      }
    }
    hand_in(std::move(job), number);
  }
}

// The next piece, unless the pieces before are too far behind: they are under way, in other tasks.
std::unique_ptr<CsvBody::Job> CsvBody::take(std::size_t& number) {
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [this] { return has_ended_ || failure_ || taken_ - joined_ < most_ahead_; });
  if (has_ended_ || failure_) return nullptr;
  std::unique_ptr<Job> job = spare_.empty() ? std::make_unique<Job>() : std::move(spare_.back());
  if (!spare_.empty()) spare_.pop_back();
  job->keeps_texts = keeps_texts_;
  job->is_read = false;
  job->failure = nullptr;
  if (taken_ == 0 && !start_.empty()) {
    job->piece.text.rows = start_;
  } else {
    try {
      has_ended_ = !text_.next(job->piece.text);
    } catch (...) {
      job->failure = std::current_exception();
      has_ended_ = true;
      number = taken_++;
      return job;
    }
    if (has_ended_) return nullptr;
  }
  number = taken_++;
  return job;
}

// Whoever comes with the piece that is waited for joins it and those behind it that are there.
void CsvBody::hand_in(std::unique_ptr<Job> job, std::size_t number) {
  std::unique_lock lock(mutex_);
  finished_.emplace(number, std::move(job));
  if (is_joining_) return;
  is_joining_ = true;
  for (auto next = finished_.find(joined_); next != finished_.end() && !failure_; next = finished_.find(joined_)) {
    std::unique_ptr<Job> current = std::move(next->second);
    finished_.erase(next);
    lock.unlock();
    std::exception_ptr failure;
    try {
      join(*current);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    failure_ = failure;
    keeps_texts_ = columns_of_text();
    spare_.push_back(std::move(current));
    ++joined_;
    moved_.notify_all();
  }
  is_joining_ = false;
}

void CsvBody::join(Job& job) {
  if (job.failure) std::rethrow_exception(job.failure);
  const std::vector<bool> wanted = columns_of_text();
  CsvRowsPiece& piece = job.piece;
  std::uint32_t shift = 0;   // of lines that are counted from the first of the piece
  if (!job.is_read) {
    read_rows(piece, shape_, line_, wanted);   // throws, with the line
  } else {
    // A word that a piece before has shown asks for texts that this one has not kept.
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      if (!wanted[j] || job.keeps_texts[j]) continue;
      read_rows(piece, shape_, 1, wanted);
      break;
    }
    shift = line_ - 1;
    piece.next_line += line_ - 1;
  }
  line_ = piece.next_line;
  const std::size_t before = lines_.size();
  bytes_joined_ += piece.text.rows.size();
  make_room(before + piece.lines.size());
  lines_.append(piece.lines, shift);
  for (std::size_t j = 0; j < drafts_.size(); ++j) join_column(piece.columns[j], drafts_[j], before);
  walked_over(piece.lines.size() * drafts_.size() * sizeof(double));
}

void CsvBody::join_column(ColumnPiece& column, Draft& draft, std::size_t before) const {
  const std::size_t rows = lines_.size() - before;
  const bool had_words = draft.has_words();
  if (draft.keeps_texts || had_words || column.has_words()) draft.words.append(column.words);
  draft.join(column, before);
  if (draft.has_words()) {
    draft.numbers = Numbers();   // a column of words needs none
    if (!had_words) draft.first_word_row = draft.words_from;
    return;
  }
  draft.numbers.insert(draft.numbers.end(), column.numbers.begin(),
                       column.numbers.begin() + static_cast<std::ptrdiff_t>(rows));
}

// For all rows that are to be expected, so that no column is ever there twice; or an eighth more, where they are longer
// than the later ones.
void CsvBody::make_room(std::size_t rows) {
  if (rows <= room_) return;
  const double expected = static_cast<double>(rows) * static_cast<double>(text_.bytes()) /
                          static_cast<double>(std::max<std::size_t>(bytes_joined_, 1));
  room_ = room_ == 0 ? rows + static_cast<std::size_t>(1.01 * expected) + 16 : rows + rows / 8;
  for (Draft& draft : drafts_) {
    if (!draft.has_words()) draft.numbers.reserve(room_);
    if (draft.keeps_texts || draft.has_words()) draft.words.reserve(room_);
  }
}

}   // namespace protea
