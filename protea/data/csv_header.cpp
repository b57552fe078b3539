#include <protea/data/csv_header.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/matrix.hpp>

namespace protea {
namespace {

bool recurs(const Draft& draft) { return draft.first_kind == CellKind::word && draft.first_recurs(); }

// Without any number to compare with: names occur nowhere below themselves, while values come again.
bool is_unlike_the_words_below(std::span<const Draft> drafts) {
  return std::ranges::all_of(drafts, [](const Draft& draft) {
    const std::size_t words = draft.words_seen();
    return !draft.first_recurs() && (words == 0 || draft.different_words_seen() < words);
  });
}

// The numbers of the first row, in order of their columns.
std::vector<double> first_numbers(std::span<const Draft> drafts) {
  std::vector<double> numbers;
  for (const Draft& draft : drafts) {
    if (draft.first_kind == CellKind::number) numbers.push_back(draft.first_value);
  }
  return numbers;
}

bool is_monotone(std::span<const double> numbers) {
  return (std::ranges::adjacent_find(numbers, std::greater_equal{}) == numbers.end() ||
          std::ranges::adjacent_find(numbers, std::less_equal{}) == numbers.end());
}

// Of five numbers in any order, one in sixty rows would be so by chance.
bool is_axis(std::span<const double> numbers) {
  constexpr std::size_t least = 5;
  return numbers.size() >= least && is_monotone(numbers);
}

bool is_progression(std::span<const double> numbers) {
  constexpr std::size_t least = 3;
  if (numbers.size() < least || !is_monotone(numbers)) return false;
  const double step = numbers[1] - numbers[0];
  for (std::size_t j = 2; j < numbers.size(); ++j) {
    if (std::abs(numbers[j] - numbers[j - 1] - step) > 1e-9 * std::abs(numbers[j])) return false;
  }
  return true;
}

// Numbers over numbers that are all beyond what stands below them, for most columns.
bool are_beyond_the_columns(std::span<const Draft> drafts) {
  std::size_t numbers = 0;
  std::size_t beyond = 0;
  for (const Draft& draft : drafts) {
    if (draft.first_kind != CellKind::number || !draft.has_numbers()) continue;
    double low = infinity;
    double high = -infinity;
    for (std::size_t i = 1; i < draft.number_rows(); ++i) {
      const double value = draft.number(i);
      if (std::isnan(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const double width = high - low;
    ++numbers;
    beyond += draft.first_value > high + width || draft.first_value < low - width ? 1 : 0;
  }
  return numbers > 0 && 2 * beyond > numbers;
}

// The first word of the first row over values that come again, where none of its words occurs anywhere else in its
// column; or nothing.
const Draft* word_of_its_own(std::span<const Draft> drafts) {
  const Draft* found = nullptr;
  for (const Draft& draft : drafts) {
    if (draft.first_kind != CellKind::word) continue;
    if (draft.first_recurs()) return nullptr;
    if (!found && draft.different_words_seen() < draft.words_seen()) found = &draft;
  }
  return found;
}

// A row of numbers alone: 0 1 2 … or 1990 1991 … over rows that are nothing like it.
bool is_axis_over_samples(std::span<const Draft> drafts, std::size_t rows) {
  const std::vector<double> numbers = first_numbers(drafts);
  constexpr std::size_t rows_to_look_at = 20;
  if (rows < 3 || numbers.size() < drafts.size() || !is_progression(numbers)) return false;
  std::vector<double> row(drafts.size());
  for (std::size_t i = 1; i < std::min(rows, rows_to_look_at); ++i) {
    for (std::size_t j = 0; j < drafts.size(); ++j) {
      if (!drafts[j].has_numbers()) return true;
      row[j] = drafts[j].number(i);
    }
    if (is_progression(row)) return false;
  }
  return true;
}

}   // namespace

HeaderGuess guess_header(std::span<const Draft> drafts, std::size_t rows) {
  std::unordered_set<std::string_view> names;
  std::size_t numbers = 0;
  for (const Draft& draft : drafts) {
    if (draft.first_kind == CellKind::word) names.insert(draft.first_text);
    numbers += draft.first_kind == CellKind::number ? 1 : 0;
  }
  if (names.size() == drafts.size()) {
    if (rows == 1 || std::ranges::any_of(drafts, [](const Draft& draft) { return draft.number_cells > 0; }))
      return {true, {}};
    return {is_unlike_the_words_below(drafts), {}};
  }
  const std::string as_sample = setting("header", "no") + " reads it as a sample";
  // A row of both words and numbers: a word that comes again in its own column is a value, a class name say.
  const auto over_numbers = std::ranges::find_if(
      drafts, [](const Draft& draft) { return draft.first_kind == CellKind::word && draft.has_numbers(); });
  if (over_numbers != drafts.end() && std::ranges::none_of(drafts, recurs)) {
    if (2 * numbers <= drafts.size()) return {true, {}};
    return {true, fmt::format("the first row is taken for names because '{}' stands over numbers: {}",
                              over_numbers->first_text, as_sample)};
  }
  if (numbers > 0 && rows > 2) {
    if (const Draft* const own = word_of_its_own(drafts)) {
      if (is_axis(first_numbers(drafts)) || are_beyond_the_columns(drafts)) {
        return {true,
                fmt::format("the first row is taken for names because its numbers are unlike those below and '{}' "
                            "occurs nowhere else: {}",
                            own->first_text, as_sample)};
      }
      return {false, fmt::format("the first row is read as a sample, though '{}' occurs nowhere else in its column: {} "
                                 "takes it for names",
                                 own->first_text, setting("header", "yes"))};
    }
  }
  if (is_axis_over_samples(drafts, rows))
    return {true, fmt::format("the first row is taken for names because it only counts: {}", as_sample)};
  return {false, {}};
}

}   // namespace protea
