#include <protea/data/number_cells.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace protea {

NumberCells::NumberCells(Numbers values) : size_(values.size()) {
  const auto kept = std::make_shared<const Numbers>(std::move(values));
  doubles_ = kept->data();
  keeper_ = kept;
}

NumberCells::NumberCells(Singles values) : size_(values.size()) {
  const auto kept = std::make_shared<const Singles>(std::move(values));
  singles_ = kept->data();
  keeper_ = kept;
}

bool NumberCells::operator==(const NumberCells& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

namespace {

// Rows at a time: columns of an array that is seen row by row lie between one another.
constexpr std::size_t some_rows = 4096;

// Calls use(column, first, last) for stretches of rows, all columns of one before the next.
template <class Use>
void in_stretches(std::span<const NumberCells> columns, Use use) {
  const std::size_t rows = columns.empty() ? 0 : columns.front().size();
  for (std::size_t first = 0; first < rows; first += some_rows) {
    const std::size_t last = std::min(first + some_rows, rows);
    for (std::size_t j = 0; j < columns.size(); ++j) use(j, first, last);
    walked_over(columns.size() * (last - first) * sizeof(double));
  }
}

struct Spread {
  double count = 0;
  double mean = 0;
  double squares = 0;
  double largest = 0;
  bool is_exact = true;

  void add(double value) {
    if (std::isnan(value)) return;
    is_exact = is_exact && static_cast<double>(static_cast<float>(value)) == value;
    const double difference = value - mean;
    mean += difference / ++count;
    squares += difference * (value - mean);
    largest = std::max(largest, std::abs(value));
  }

  bool suits_singles() const {
    if (is_exact) return true;
    constexpr double enough = 1e-5;   // of the deviation may be lost
    constexpr double unit = std::numeric_limits<float>::epsilon() / 2;
    if (largest > std::numeric_limits<float>::max() / 2) return false;
    const double deviation = std::sqrt(squares / count);
    return deviation >= std::numeric_limits<float>::min() && largest * unit <= enough * deviation;
  }
};

}   // namespace

std::vector<bool> fit_singles(std::span<const NumberCells> columns) {
  std::vector<Spread> spreads(columns.size());
  in_stretches(columns, [&](std::size_t j, std::size_t first, std::size_t last) {
    Spread own = spreads[j];
    for (std::size_t i = first; i < last; ++i) own.add(columns[j][i]);
    spreads[j] = own;
  });
  std::vector<bool> result;
  for (const Spread& spread : spreads) result.push_back(spread.suits_singles());
  return result;
}

void round_to_singles(std::span<NumberCells> columns, const std::vector<bool>& chosen) {
  const auto rounds = [&](std::size_t j) { return chosen[j] && !columns[j].singles(); };
  // Columns of their own one by one, so that none is there twice for long; the others together.
  std::vector<Singles> together(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!rounds(j)) continue;
    together[j].reserve(columns[j].size());
    if (columns[j].stride() != 1) continue;
    in_stretches(columns.subspan(j, 1), [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) together[j].push_back(static_cast<float>(columns[j][i]));
    });
    columns[j] = std::move(together[j]);
  }
  in_stretches(columns, [&](std::size_t j, std::size_t first, std::size_t last) {
    if (!rounds(j)) return;
    for (std::size_t i = first; i < last; ++i) together[j].push_back(static_cast<float>(columns[j][i]));
  });
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (rounds(j)) columns[j] = std::move(together[j]);
  }
}

}   // namespace protea
