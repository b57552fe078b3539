// The lines of rows in their file. Rows mostly stand in lines that follow one another, so what is kept are stretches of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

class RowLines {
 public:
  RowLines() = default;
  RowLines(std::initializer_list<std::uint32_t> lines);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint32_t operator[](std::size_t row) const;   // of one that is there
  std::uint32_t front() const { return (*this)[0]; }
  void push_back(std::uint32_t line);
  void append(std::span<const std::uint32_t> lines, std::uint32_t shift);   // each behind `shift` others
  void clear() { *this = {}; }
  RowLines without_first() const;   // none of none
  RowLines chosen(std::span<const std::uint32_t> rows) const;

  friend bool operator==(const RowLines&, const RowLines&) = default;

 private:
  struct Stretch {
    std::uint32_t row;   // the first
    std::uint32_t line;
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  std::vector<Stretch> stretches_;
  std::size_t size_ = 0;
};

}   // namespace protea
