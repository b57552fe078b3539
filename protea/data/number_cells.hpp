// The numbers of a column: doubles, or singles where those are enough; owned, or seen where somebody else keeps them.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>

namespace PROTEA_EXPORT protea {

// Reads like a vector of doubles that never changes. Copies share the numbers.
class NumberCells {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double*;
    using reference = double;

    Iterator() = default;
    Iterator(const NumberCells* cells, std::size_t row) : cells_(cells), row_(row) {}
    double operator*() const { return (*cells_)[row_]; }
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
    const NumberCells* cells_ = nullptr;
    std::size_t row_ = 0;
  };
  using value_type = double;
  using const_iterator = Iterator;
  using iterator = Iterator;

  NumberCells() = default;
  NumberCells(Numbers values);   // implicit: the same numbers
  NumberCells(Singles values);
  NumberCells(const std::vector<double>& values) : NumberCells(Numbers(values.begin(), values.end())) {}
  NumberCells(std::initializer_list<double> values) : NumberCells(Numbers(values)) {}
  // Every `stride`-th number from `first` on; they are there as long as `keeper` is.
  NumberCells(const double* first, std::size_t count, std::ptrdiff_t stride, std::shared_ptr<const void> keeper)
      : doubles_(first), size_(count), stride_(stride), keeper_(std::move(keeper)), is_seen_(true) {}
  NumberCells(const float* first, std::size_t count, std::ptrdiff_t stride, std::shared_ptr<const void> keeper)
      : singles_(first), size_(count), stride_(stride), keeper_(std::move(keeper)), is_seen_(true) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  double operator[](std::size_t row) const {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(row) * stride_;
    return singles_ ? static_cast<double>(singles_[place]) : doubles_[place];
  }
  double front() const { return (*this)[0]; }
  double back() const { return (*this)[size_ - 1]; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size_}; }
  bool operator==(const NumberCells& other) const;

  // Where they are: one of the two is null.
  const double* doubles() const { return doubles_; }
  const float* singles() const { return singles_; }
  std::ptrdiff_t stride() const { return stride_; }
  bool is_seen() const { return is_seen_; }   // where somebody else keeps them

 private:
  const double* doubles_ = nullptr;
  const float* singles_ = nullptr;
  std::size_t size_ = 0;
  std::ptrdiff_t stride_ = 1;
  std::shared_ptr<const void> keeper_;
  bool is_seen_ = false;
};

// How the values of samples are kept. What is computed from them is in double precision in any case.
enum class StoragePrecision { automatic, float64, float32 };
constexpr auto names_of(StoragePrecision) {
  return std::array{std::pair<std::string_view, StoragePrecision>{"automatic", StoragePrecision::automatic},
                    std::pair<std::string_view, StoragePrecision>{"float64", StoragePrecision::float64},
                    std::pair<std::string_view, StoragePrecision>{"float32", StoragePrecision::float32}};
}

// Can singles stand for the numbers of each column? They can where they are the same numbers, or rounding takes no more
// than a hundred thousandth of their deviation: not where values differ by little compared with what they are (times,
// places on a map), nor beyond the reach of singles.
std::vector<bool> fit_singles(std::span<const NumberCells> columns);
// Rounds the chosen columns.
void round_to_singles(std::span<NumberCells> columns, const std::vector<bool>& chosen);

}   // namespace protea
