#include "show.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea::app {
namespace {

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 3600) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  return fmt::format("{:.1f} h", seconds / 3600);
}

}   // namespace

std::string id_heading(const Dataset& rows) { return rows.ids.empty() ? "" : quoted_cell(rows.id_name) + ","; }

std::string id_cell(const Dataset& rows, std::size_t row) {
  return rows.ids.empty() ? "" : quoted_cell(rows.ids[row]) + ",";
}

std::string confusion_table(const Confusion& confusion, const std::vector<std::string>& class_names) {
  std::size_t name_width = display_width("true \\ predicted");
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < class_names.size(); ++c) {
    name_width = std::max(name_width, display_width(class_names[c]));
    std::size_t width = display_width(class_names[c]);
    for (std::size_t t = 0; t < class_names.size(); ++t)
      width = std::max(width, fmt::format("{}", confusion(t, c)).size());
    widths.push_back(width);
  }
  std::string table = "  " + padded("true \\ predicted", name_width);
  for (std::size_t c = 0; c < class_names.size(); ++c) table += "  " + left_padded(class_names[c], widths[c]);
  table += "     right\n";
  for (std::size_t t = 0; t < class_names.size(); ++t) {
    table += "  " + padded(class_names[t], name_width);
    for (std::size_t c = 0; c < class_names.size(); ++c)
      table += "  " + left_padded(fmt::format("{}", confusion(t, c)), widths[c]);
    const std::size_t total = confusion.samples_of(t);
    const std::string right =
        total == 0 ? "-" : percent(static_cast<double>(confusion(t, t)) / static_cast<double>(total));
    table += "  " + left_padded(right, 8) + "\n";
  }
  return table;
}

std::string bars(const std::vector<std::string>& names, const std::vector<double>& values, std::size_t most) {
  constexpr double width = 40;
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  const std::size_t shown = std::min(most, order.size());
  std::size_t name_width = 0;
  for (std::size_t r = 0; r < shown; ++r) name_width = std::max(name_width, display_width(names[order[r]]));
  const double largest = values.empty() ? 1 : std::max(values[order[0]], 1e-300);
  std::string text;
  for (std::size_t r = 0; r < shown; ++r) {
    const double value = values[order[r]];
    const auto eighths = static_cast<std::size_t>(std::lround(std::max(0.0, value / largest) * width * 8));
    std::string bar;
    for (std::size_t i = 0; i < eighths / 8; ++i) bar += "█";
    static const char* const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    bar += parts[eighths % 8];
    text += fmt::format("  {}  {:6.4f}  {}\n", padded(names[order[r]], name_width), value, bar);
  }
  if (shown < order.size()) text += fmt::format("  … and {} more\n", order.size() - shown);
  return text;
}

std::string as_flag(std::string_view key, std::string_view value) {
  std::string name(key);
  if (name.find('.') == std::string::npos) std::ranges::replace(name, '_', '-');   // as the help writes it
  return value.empty() ? fmt::format("--{}", name) : fmt::format("--{} {}", name, value);
}

std::string in_flags(const std::string& marked) { return spelled(marked, as_flag); }

std::vector<std::string> in_flags(const std::vector<std::string>& marked) {
  std::vector<std::string> result;
  for (const std::string& sentence : marked) result.push_back(in_flags(sentence));
  return result;
}

void warn(const std::string& sentence) {
  std::fputs(fmt::format("protea: note: {}\n", in_flags(sentence)).c_str(), stderr);
}

Progress::Progress(std::string what, bool is_wanted)
    : what_(std::move(what)), is_shown_(is_wanted && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (is_shown_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t all, const std::string& note) {
  if (!is_shown_) return;
  if (!has_started_) {
    has_started_ = true;
    first_done_ = done - 1;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double share = static_cast<double>(done) / static_cast<double>(all);
  const auto filled = static_cast<std::size_t>(share * 24);
  std::fputs(
      fmt::format("\r\033[K{} [{}{}] {}/{}  {} left at most  {}", what_, std::string(filled, '#'),
                  std::string(24 - filled, '.'), done, all,
                  duration(elapsed * static_cast<double>(all - done) / static_cast<double>(done - first_done_)), note)
          .c_str(),
      stderr);
  std::fflush(stderr);
}

}   // namespace protea::app
