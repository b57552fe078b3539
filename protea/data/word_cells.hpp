// The words of a column: every word is kept once, every cell is its number.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>

namespace PROTEA_EXPORT protea {

// Reads like a vector of strings. A column has as many cells as there are samples, and mostly few words.
class WordCells {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::string;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string*;
    using reference = const std::string&;

    Iterator() = default;
    Iterator(const WordCells* cells, std::size_t row) : cells_(cells), row_(row) {}
    reference operator*() const { return (*cells_)[row_]; }
    pointer operator->() const { return &(*cells_)[row_]; }
    Iterator& operator++() {
      ++row_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++row_;
      return before;
    }
    bool operator==(const Iterator& other) const { return row_ == other.row_; }

   private:
    const WordCells* cells_ = nullptr;
    std::size_t row_ = 0;
  };
  using value_type = std::string;
  using const_iterator = Iterator;
  using iterator = Iterator;

  WordCells() = default;
  WordCells(const std::vector<std::string>& words);   // implicit: the same cells

  std::size_t size() const { return codes_.size(); }
  bool empty() const { return codes_.empty(); }
  const std::string& operator[](std::size_t row) const { return words_[codes_[row]]; }
  const std::string& front() const { return (*this)[0]; }
  const std::string& back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }
  bool operator==(const WordCells& other) const;
  bool operator==(const std::vector<std::string>& other) const;

  std::uint32_t code(std::size_t row) const { return codes_[row]; }
  // By code, in the order in which they were met. One that was replaced everywhere by set() is still among them.
  std::span<const std::string> words() const { return words_; }
  std::optional<std::uint32_t> find(std::string_view word) const;
  std::size_t count(std::uint32_t code) const;   // of cells that hold it

  void reserve(std::size_t rows) { codes_.reserve(rows); }
  void push_back(std::string_view word) { codes_.push_back(code_of(word)); }
  // Precondition: the code of a word.
  void push_code(std::uint32_t code) { codes_.push_back(code); }
  void append(const WordCells& others);
  void set(std::size_t row, std::string_view word) { codes_[row] = code_of(word); }
  // Every cell that holds one word holds another.
  void replace(std::uint32_t code, std::string_view word);
  void clear();

 private:
  std::uint32_t code_of(std::string_view word);   // met before or not
  std::size_t place_of(std::string_view word) const;
  void make_places(std::size_t count);

  Indices codes_;
  std::vector<std::string> words_;
  std::vector<std::uint32_t> places_;   // by hash: code + 1, or 0 where there is none; a power of two of them
};

}   // namespace protea
