#include <protea/data/row_lines.hpp>

#include <algorithm>

namespace protea {

RowLines::RowLines(std::initializer_list<std::uint32_t> lines) {
  for (const std::uint32_t line : lines) push_back(line);
}

std::uint32_t RowLines::operator[](std::size_t row) const {
  const auto behind = std::ranges::upper_bound(stretches_, row, {}, &Stretch::row);
  const Stretch& own = *std::prev(behind);
  return own.line + static_cast<std::uint32_t>(row - own.row);
}

void RowLines::push_back(std::uint32_t line) {
  const auto row = static_cast<std::uint32_t>(size_++);
  if (stretches_.empty() || line != stretches_.back().line + (row - stretches_.back().row))
    stretches_.push_back({row, line});
}

void RowLines::append(std::span<const std::uint32_t> lines, std::uint32_t shift) {
  for (const std::uint32_t line : lines) push_back(line + shift);
}

RowLines RowLines::without_first() const {
  RowLines result;
  if (size_ <= 1) return result;
  for (const Stretch& each : stretches_) {
    const Stretch own = each.row == 0 ? Stretch{0, each.line + 1} : Stretch{each.row - 1, each.line};
    if (!result.stretches_.empty() && result.stretches_.back().row == own.row) result.stretches_.pop_back();
    result.stretches_.push_back(own);
  }
  result.size_ = size_ - 1;
  return result;
}

RowLines RowLines::chosen(std::span<const std::uint32_t> rows) const {
  RowLines result;
  if (empty()) return result;
  for (const std::uint32_t row : rows) result.push_back((*this)[row]);
  return result;
}

}   // namespace protea
