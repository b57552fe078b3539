#include <protea/report/figure_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/report/tables.hpp>

namespace protea {
namespace {

constexpr std::size_t plane_width = 72;
constexpr std::size_t plane_height = 18;
constexpr std::string_view markers = "ox+.#%@&=~";
constexpr char beside = '*';   // points beside a curve of their name

// Where numbers lie along one axis, in cells.
class CellScale {
 public:
  CellScale(const Axis& axis, std::size_t cells) : is_log_(axis.kind == AxisKind::log), cells_(cells) {}
  void hold(double value) {
    if (!is_place(value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  // An axis may begin and end where its description says.
  void end_at(const std::optional<double>& low, const std::optional<double>& high) {
    if (low && is_place(*low)) low_ = *low;
    if (high && is_place(*high)) high_ = *high;
  }
  bool is_empty() const { return !(low_ <= high_); }
  double low() const { return low_; }
  double high() const { return high_; }
  bool holds(double value) const {
    const double slack = 1e-9 * (high_ - low_);
    return is_place(value) && value >= low_ - slack && value <= high_ + slack;
  }
  std::size_t cell(double value) const {
    const double last = static_cast<double>(cells_ - 1);
    return static_cast<std::size_t>(std::clamp(std::round(share(value) * last), 0.0, last));
  }
  // The number in the middle of a cell.
  double at(std::size_t cell) const {
    const double part = static_cast<double>(cell) / static_cast<double>(cells_ - 1);
    const double place = map(low_) + part * (map(high_) - map(low_));
    return is_log_ ? std::pow(10, place) : place;
  }

 private:
  bool is_place(double value) const { return std::isfinite(value) && (!is_log_ || value > 0); }
  double map(double value) const { return is_log_ ? std::log10(value) : value; }
  double share(double value) const { return high_ > low_ ? (map(value) - map(low_)) / (map(high_) - map(low_)) : 0.5; }
  bool is_log_;
  std::size_t cells_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

bool is_curve(Mark mark) { return mark == Mark::line || mark == Mark::step || mark == Mark::band; }

// A curve and its points are called alike up to a comma.
std::string family_of(const Series& series) { return series.name.substr(0, series.name.find(',')); }
std::string addition_of(const Series& series) {
  const std::size_t comma = series.name.find(", ");
  return comma == std::string::npos ? series.name : series.name.substr(comma + 2);
}

// The character of each series.
std::string markers_of(const Plot& plot) {
  std::string result;
  std::size_t used = 0;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Series& own = plot.series[s];
    if (own.mark == Mark::rule) {
      result += own.is_vertical ? '|' : '-';
      continue;
    }
    char marker = 0;
    for (std::size_t other = 0; other < s && !marker; ++other) {
      const Series& before = plot.series[other];
      if (before.mark == Mark::rule || family_of(before) != family_of(own)) continue;
      if (!is_curve(own.mark)) marker = is_curve(before.mark) || before.mark != own.mark ? beside : result[other];
      else if (is_curve(before.mark)) marker = result[other];
    }
    result += marker ? marker : markers[used++ % markers.size()];
  }
  return result;
}

std::string legend_of(const Plot& plot, const std::string& own_markers) {
  std::vector<std::string> entries;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    if (plot.series[s].name.empty()) continue;
    const std::string name = own_markers[s] == beside ? addition_of(plot.series[s]) : plot.series[s].name;
    const std::string entry = fmt::format("{} {}", own_markers[s], name);
    if (std::ranges::find(entries, entry) == entries.end()) entries.push_back(entry);
  }
  std::string text;
  std::size_t width = 0;
  for (const std::string& entry : entries) {
    if (width > 0 && width + display_width(entry) + 2 > plane_width) {
      text += "\n";
      width = 0;
    }
    text += (width == 0 ? std::string(12, ' ') : "  ") + entry;
    width += display_width(entry) + 2;
  }
  return entries.empty() ? "" : text + "\n";
}

// What stands below a plane: its lower edge, the ends of the axis and its name.
std::string lower_edge(const CellScale& scale, const std::string& label, std::size_t margin, std::size_t width) {
  const std::string low = fmt::format("{:.3g}", scale.low());
  const std::string high = fmt::format("{}{}{:.3g}", label, label.empty() ? "" : " ", scale.high());
  const std::size_t room = low.size() + display_width(high) + 1 > width ? display_width(high) + 1 : width - low.size();
  return fmt::format("{} +{}\n{}  {}{}\n", std::string(margin, ' '), std::string(width, '-'), std::string(margin, ' '),
                     low, left_padded(high, room));
}

// Numbers against numbers.
class PlaneText {
 public:
  explicit PlaneText(const Plot& plot)
      : plot_(plot), markers_(markers_of(plot)), x_(plot.x, plane_width), y_(plot.y, plane_height) {
    for (const Series& each : plot.series) {
      for (const double value : each.x) x_.hold(value);
      for (const double value : each.y) y_.hold(value);
      if (each.mark == Mark::bars) y_.hold(0);
      if (each.mark != Mark::band) continue;
      for (const double value : each.low) y_.hold(value);
      for (const double value : each.high) y_.hold(value);
    }
    x_.end_at(plot.x.low, plot.x.high);
    y_.end_at(plot.y.low, plot.y.high);
  }

  std::string draw() {
    if (x_.is_empty() || y_.is_empty()) return {};
    cells_.assign(plane_height, std::string(plane_width, ' '));
    for (const bool shows_points : {false, true}) {   // points lie over everything else
      for (std::size_t s = 0; s < plot_.series.size(); ++s) {
        const Mark mark = plot_.series[s].mark;
        if ((mark == Mark::points || mark == Mark::star) == shows_points) draw_series(s);
      }
    }
    std::string text = plot_.y.label.empty() ? "" : fmt::format("{:>10}  {}\n", "", plot_.y.label);
    for (std::size_t row = 0; row < plane_height; ++row) {
      const std::string label = row == 0                  ? fmt::format("{:.3g}", y_.high())
                                : row == plane_height - 1 ? fmt::format("{:.3g}", y_.low())
                                                          : "";
      text += fmt::format("{:>10} |{}\n", label, cells_[row].substr(0, cells_[row].find_last_not_of(' ') + 1));
    }
    return text + lower_edge(x_, plot_.x.label, 10, plane_width) + legend_of(plot_, markers_);
  }

 private:
  void mark(double x, double y, char marker) {
    if (x_.holds(x) && y_.holds(y)) cells_[plane_height - 1 - y_.cell(y)][x_.cell(x)] = marker;
  }
  void draw_series(std::size_t s) {
    const Series& series = plot_.series[s];
    switch (series.mark) {
      case Mark::rule:
        if (series.is_vertical && !series.x.empty() && x_.holds(series.x[0])) {
          for (std::string& row : cells_) row[x_.cell(series.x[0])] = markers_[s];
        } else if (!series.is_vertical && !series.y.empty() && y_.holds(series.y[0])) {
          cells_[plane_height - 1 - y_.cell(series.y[0])].assign(plane_width, markers_[s]);
        }
        break;
      case Mark::band:
        draw_curve(series.x, series.low, markers_[s]);
        draw_curve(series.x, series.high, markers_[s]);
        break;
      case Mark::line:
      case Mark::step: draw_curve(series.x, series.y, markers_[s]); break;
      case Mark::bars:
        for (std::size_t i = 0; i < series.x.size(); ++i) {
          for (std::size_t row = y_.cell(0); y_.holds(0) && y_.holds(series.y[i]) && row <= y_.cell(series.y[i]); ++row)
            mark(series.x[i], y_.at(row), markers_[s]);
        }
        break;
      case Mark::points:
      case Mark::star:
        for (std::size_t i = 0; i < series.x.size(); ++i) mark(series.x[i], series.y[i], markers_[s]);
    }
  }
  // A mark in every column between two neighbours; none where one of them is no number.
  void draw_curve(const std::vector<double>& x, const std::vector<double>& y, char marker) {
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      mark(x[i], y[i], marker);
      if (i == 0 || !x_.holds(x[i - 1]) || !x_.holds(x[i]) || !std::isfinite(y[i - 1]) || !std::isfinite(y[i]))
        continue;
      const auto [from, to] = std::minmax({x_.cell(x[i - 1]), x_.cell(x[i])});
      for (std::size_t column = from + 1; column < to; ++column) {
        const double part = (x_.at(column) - x[i - 1]) / (x[i] - x[i - 1]);
        mark(x_.at(column), y[i - 1] + part * (y[i] - y[i - 1]), marker);
      }
    }
  }

  const Plot& plot_;
  std::string markers_;
  CellScale x_;
  CellScale y_;
  std::vector<std::string> cells_;
};

// A line for each name of the axis, or for each of its bars.
std::string named_text(const Plot& plot) {
  constexpr std::size_t most = 40;
  constexpr std::size_t width = 56;
  constexpr std::size_t longest = 24;
  const std::string own_markers = markers_of(plot);
  CellScale scale(plot.y, width);
  std::vector<std::size_t> bars;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    for (const double value : plot.series[s].y) scale.hold(value);
    if (plot.series[s].mark != Mark::bars) continue;
    bars.push_back(s);
    scale.hold(0);
  }
  scale.end_at(plot.y.low, plot.y.high);
  if (scale.is_empty()) return {};
  std::size_t margin = 0;
  for (const std::string& name : plot.x.names) margin = std::max(margin, std::min(longest, display_width(name)));
  const auto value_at = [&](const Series& series, std::size_t place) -> std::optional<double> {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      const bool is_here =
          series.x.empty() ? i == place : i < series.x.size() && series.x[i] == static_cast<double>(place);
      if (is_here && scale.holds(series.y[i])) return series.y[i];
    }
    return std::nullopt;
  };
  std::string text = plot.y.label.empty() ? "" : fmt::format("{}  {}\n", std::string(margin, ' '), plot.y.label);
  for (std::size_t place = 0; place < std::min(most, plot.x.names.size()); ++place) {
    for (std::size_t line = 0; line < std::max<std::size_t>(1, bars.size()); ++line) {
      std::string cells(width, ' ');
      std::string number;
      for (std::size_t s = 0; s < plot.series.size(); ++s) {
        const Series& series = plot.series[s];
        if (series.mark == Mark::rule && !series.is_vertical && !series.y.empty() && scale.holds(series.y[0]))
          cells[scale.cell(series.y[0])] = '|';
      }
      if (!bars.empty()) {
        if (const auto value = value_at(plot.series[bars[line]], place)) {
          const auto [from, to] = std::minmax({scale.cell(scale.holds(0) ? 0 : scale.low()), scale.cell(*value)});
          std::fill(cells.begin() + static_cast<std::ptrdiff_t>(from),
                    cells.begin() + static_cast<std::ptrdiff_t>(to) + 1, own_markers[bars[line]]);
          if (plot.series.size() == bars.size()) number = fmt::format(" {:.3g}", *value);
        }
      }
      for (std::size_t s = 0; s < plot.series.size() && line == 0; ++s) {
        const Mark mark = plot.series[s].mark;
        if (mark == Mark::bars || mark == Mark::rule) continue;
        if (const auto value = value_at(plot.series[s], place)) cells[scale.cell(*value)] = own_markers[s];
      }
      cells.erase(cells.find_last_not_of(' ') + 1);
      text += fmt::format("{} |{}{}\n", padded(line == 0 ? first_letters(plot.x.names[place], longest) : "", margin),
                          cells, number);
    }
  }
  if (plot.x.names.size() > most)
    text += fmt::format("{} … and {} more\n", std::string(margin, ' '), plot.x.names.size() - most);
  text += lower_edge(scale, "", margin, width);
  return text + (plot.series.size() > 1 ? legend_of(plot, own_markers) : "");
}

// Two characters for a number: of a diverging scale the sign first, then darker the larger it is.
std::string shade(double value, ColourScale scale, double low, double high) {
  constexpr std::string_view shades = " .:+#@";
  if (!std::isfinite(value)) return " ?";
  const double limit = std::max(std::abs(low), std::abs(high));
  double share = high > low ? (value - low) / (high - low) : 0;
  if (scale == ColourScale::diverging) share = limit > 0 ? std::abs(value) / limit : 0;
  const auto last = static_cast<double>(shades.size() - 1);
  const char own = shades[static_cast<std::size_t>(std::clamp(std::round(share * last), 0.0, last))];
  if (scale == ColourScale::diverging) return {value < 0 && own != ' ' ? '-' : ' ', own};
  return {own, own};
}

std::pair<double, double> ends_of(const Matrix& values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values.values()) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

std::string shades_told(ColourScale scale, double low, double high) {
  if (!(low <= high)) return {};
  return scale == ColourScale::diverging
             ? fmt::format("  @ is {:.3g}, - below zero\n", std::max(std::abs(low), std::abs(high)))
             : fmt::format("  from {:.3g} (blank) to {:.3g} (@)\n", low, high);
}

std::string cell_number(double value) { return std::isfinite(value) ? fmt::format("{:.3g}", value) : ""; }

std::string matrix_text(const MatrixPlot& plot) {
  constexpr std::size_t few = 10;    // columns that stand as numbers
  constexpr std::size_t most = 40;   // cells in a line
  std::vector<std::vector<std::string>> rows;
  if (plot.values.columns() <= few && plot.values.rows() <= most) {
    rows.push_back({plot.row_title});
    for (const std::string& name : plot.columns) rows.back().push_back(first_letters(name, few));
    for (std::size_t i = 0; i < plot.values.rows(); ++i) {
      rows.push_back({i < plot.rows.size() ? plot.rows[i] : ""});
      for (const double value : plot.values.row(i)) rows.back().push_back(cell_number(value));
    }
    return text_table(rows);
  }
  const auto [low, high] = ends_of(plot.values);
  const std::size_t step = (std::max(plot.values.columns(), plot.values.rows()) + most - 1) / most;
  for (std::size_t i = 0; i < plot.values.rows(); i += step) {
    std::string cells;
    for (std::size_t j = 0; j < plot.values.columns(); j += step)
      cells += shade(plot.values(i, j), plot.scale, low, high);
    rows.push_back({i < plot.rows.size() ? first_letters(plot.rows[i], 20) : "", cells});
  }
  std::string text;
  std::size_t margin = 0;
  for (const auto& row : rows) margin = std::max(margin, display_width(row[0]));
  for (const auto& row : rows) text += fmt::format("  {} |{}|\n", padded(row[0], margin), row[1]);
  if (step > 1) text += fmt::format("  one of {} rows and columns\n", step);
  return text + shades_told(plot.scale, low, high);
}

std::string lattice_text(const LatticePlot& plot) {
  const auto [low, high] = ends_of(plot.values);
  std::string text;
  for (std::size_t i = 0; i < plot.values.rows(); ++i) {
    std::string line = plot.is_hexagonal && i % 2 == 1 ? "   " : "  ";
    for (const double value : plot.values.row(i)) line += shade(value, plot.scale, low, high);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + shades_told(plot.scale, low, high);
}

struct PictureText {
  std::string operator()(const Plot& plot) const {
    return plot.x.kind == AxisKind::names ? named_text(plot) : PlaneText(plot).draw();
  }
  std::string operator()(const RocPlot& roc) const { return PlaneText(roc.plot).draw(); }
  std::string operator()(const MatrixPlot& matrix) const { return matrix_text(matrix); }
  std::string operator()(const LatticePlot& lattice) const { return lattice_text(lattice); }
  std::string operator()(const SampleChooser&) const { return {}; }
};

}   // namespace

std::string figure_text(const Figure& figure) {
  const std::string picture = std::visit(PictureText{}, figure.content);
  return picture.empty() ? "" : fmt::format("{}\n{}", figure.title, picture);
}

}   // namespace protea
