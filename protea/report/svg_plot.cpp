#include <protea/report/svg_plot.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/report/svg_drawing.hpp>
#include <protea/report/tables.hpp>
#include <protea/report/ticks.hpp>

namespace protea {
namespace {

constexpr std::array<std::string_view, 8> pale{"#d6e6f0", "#f6e0d1", "#d1ebe3", "#f4e5ed",
                                               "#e1f1fb", "#faecd0", "#e0e0e0", "#ecece0"};
constexpr std::array<std::string_view, 5> dashes{"", "7 3", "2 3", "9 3 2 3", "1 2"};
constexpr double line_height = 16;

// From numbers to pixels along one axis.
class PixelScale {
 public:
  PixelScale(const Axis& axis, double low, double high, double from, double to)
      : is_log_(axis.kind == AxisKind::log), low_(map(low)), high_(map(high)), from_(from), to_(to) {}
  double operator()(double value) const { return from_ + (map(value) - low_) / (high_ - low_) * (to_ - from_); }

 private:
  double map(double value) const { return is_log_ ? std::log10(std::max(value, 1e-300)) : value; }
  bool is_log_;
  double low_, high_, from_, to_;
};

SvgExtent extent_of(const Axis& axis, SvgExtent found, bool has_bars) {
  if (axis.kind == AxisKind::names) return {-0.5, static_cast<double>(axis.names.size()) - 0.5};
  if (!(found.low <= found.high)) found = {0, 1};
  if (has_bars) found.take(0);
  constexpr double share = 0.03;
  const bool is_log = axis.kind == AxisKind::log;
  const double pad = is_log ? std::pow(found.high / found.low, share) : share * (found.high - found.low);
  SvgExtent result{axis.low.value_or(is_log ? found.low / pad : found.low - pad),
                   axis.high.value_or(is_log ? found.high * pad : found.high + pad)};
  if (axis.kind == AxisKind::log && !(result.low > 0)) result.low = result.high > 0 ? result.high * 1e-3 : 1e-3;
  if (!(result.low < result.high)) {
    const double around = std::max(std::abs(result.low), 1.0) * 0.5;
    result = {result.low - around, result.low + around};
    if (axis.kind == AxisKind::log) result = {1e-3, 1};
  }
  return result;
}

// The picture of a plot: frame, axes, series, legend.
class PlotDrawing {
 public:
  PlotDrawing(SvgDrawing& drawing, const Plot& plot, const SvgOptions& options)
      : out_(drawing), plot_(plot), box_(frame_of(plot, options)), x_(scale_x()), y_(scale_y()) {}

  void draw() {
    constexpr double around = 9;   // marks that stand on the frame are whole
    out_.clip({box_.left - around, box_.top - around, box_.right + around, box_.bottom + around});
    if (plot_.regions) draw_regions();
    for (std::size_t s = 0; s < plot_.series.size(); ++s) draw_series(s);
    out_.end_clip();
    draw_axes();
    draw_legend();
  }

 private:
  static bool has_bars(const Plot& plot) {
    return std::ranges::any_of(plot.series, [](const Series& each) { return each.mark == Mark::bars; });
  }
  static bool has_names(const Plot& plot) { return plot.x.kind == AxisKind::names; }

  static std::size_t shown_names(const Plot& plot) {
    return std::ranges::count_if(plot.series, [](const Series& each) { return !each.name.empty(); });
  }
  // The longest of the names along the axis, as it is written.
  static double names_width(const Plot& plot) {
    std::size_t longest = 0;
    for (const std::string& name : plot.x.names)
      longest = std::max(longest, std::min<std::size_t>(18, display_width(name)));
    return static_cast<double>(longest) * svg_letter;
  }
  static bool are_upright(const Plot& plot, const SvgOptions& options) {
    return has_names(plot) &&
           names_width(plot) + svg_letter >
               (options.width - 90) / static_cast<double>(std::max<std::size_t>(1, plot.x.names.size()));
  }
  static double legend_height(const Plot& plot, const SvgOptions& options) {
    if (shown_names(plot) < 2) return 0;
    double rows = 1;
    double at = 0;
    for (const Series& each : plot.series) {
      if (each.name.empty()) continue;
      const double own = 40 + svg_letter * static_cast<double>(display_width(first_letters(each.name, 40)));
      if (at > 0 && at + own > options.width - 90) {
        ++rows;
        at = 0;
      }
      at += own;
    }
    return std::min(rows, 6.0) * line_height + 6;
  }
  static SvgBox frame_of(const Plot& plot, const SvgOptions& options) {
    double bottom = 28 + (plot.x.label.empty() ? 0 : 18);
    if (are_upright(plot, options)) bottom += 1.12 * names_width(plot) - 4;   // turned letters stand closer to the edge
    return {64, 10 + legend_height(plot, options), options.width - 16, options.height - bottom};
  }

  SvgExtent found(bool along_x) const {
    SvgExtent result;
    for (const Series& each : plot_.series) {
      if (each.mark == Mark::rule && each.is_vertical != along_x) continue;
      for (const double value : along_x ? each.x : each.y) result.take(value);
      if (along_x) continue;
      for (const double value : each.low) result.take(value);
      for (const double value : each.high) result.take(value);
    }
    return result;
  }
  PixelScale scale_x() {
    SvgExtent own = found(true);
    if (plot_.x.kind == AxisKind::number && has_bars(plot_)) {
      const double half = bar_slot() / 2;
      own.low -= half;
      own.high += half;
    }
    extent_x_ = extent_of(plot_.x, own, false);
    return {plot_.x, extent_x_.low, extent_x_.high, box_.left, box_.right};
  }
  PixelScale scale_y() {
    extent_y_ = extent_of(plot_.y, found(false), has_bars(plot_));
    return {plot_.y, extent_y_.low, extent_y_.high, box_.bottom, box_.top};
  }

  // Room along x for the bars of one place.
  double bar_slot() const {
    double slot = 1;
    for (const Series& each : plot_.series) {
      if (each.mark != Mark::bars || each.x.size() < 2) continue;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t i = 1; i < each.x.size(); ++i) least = std::min(least, std::abs(each.x[i] - each.x[i - 1]));
      if (least > 0) slot = least;
    }
    return slot;
  }

  // What others are compared with is grey; series alike up to a comma, such as a curve and its points, share a colour.
  static bool is_reference(const Series& series) {
    return !series.of_class && (series.is_dashed || series.mark == Mark::rule);
  }
  static std::string family_of(const Series& series) { return series.name.substr(0, series.name.find(',')); }
  std::string_view colour_of(std::size_t s) const {
    const Series& own = plot_.series[s];
    if (own.of_class) return svg_colours[*own.of_class % svg_colours.size()];
    if (is_reference(own)) return "#555555";
    if (own.mark == Mark::star) return "#222222";   // of no class
    std::vector<std::string> families;
    for (std::size_t other = 0; other <= s; ++other) {
      const Series& each = plot_.series[other];
      if (each.of_class || is_reference(each) || std::ranges::find(families, family_of(each)) != families.end())
        continue;
      families.push_back(family_of(each));
    }
    const auto place = std::ranges::find(families, family_of(own)) - families.begin();
    return svg_colours[static_cast<std::size_t>(place) % svg_colours.size()];
  }
  // Of points of no class: one symbol after the other, and for those of others an open diamond.
  std::string symbol_at(std::size_t s, double x, double y, double size) const {
    const Series& own = plot_.series[s];
    if (own.of_class) return svg_symbol(*own.of_class, x, y, size);
    constexpr std::size_t diamond = 3;
    if (own.is_dashed) return svg_symbol(diamond, x, y, size * 1.3);
    std::size_t nth = 0;
    for (std::size_t other = 0; other < s; ++other) {
      const Series& each = plot_.series[other];
      if (each.mark == Mark::points && !each.of_class && !each.is_dashed) ++nth;
    }
    return svg_symbol(nth, x, y, size);
  }

  // Lines differ by their dashes, which grey shows too.
  std::string_view dash_of(std::size_t s) const {
    if (plot_.series[s].is_dashed || plot_.series[s].mark == Mark::rule) return "5 4";
    std::size_t nth = 0;   // among the lines that are not dashed anyway
    for (std::size_t other = 0; other < s; ++other) {
      const Series& before = plot_.series[other];
      if (before.mark == plot_.series[s].mark && !before.is_dashed) ++nth;
    }
    return dashes[nth % dashes.size()];
  }
  std::string line_look(std::size_t s) const {
    const std::string_view dash = dash_of(s);
    return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}", colour_of(s),
                       is_reference(plot_.series[s]) ? 1.2 : 1.8,
                       dash.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dash));
  }

  void draw_regions() {
    const Regions& regions = *plot_.regions;
    if (regions.x.size() < 2 || regions.y.size() < 2) return;
    const double half_x = (regions.x[1] - regions.x[0]) / 2;
    const double half_y = (regions.y[1] - regions.y[0]) / 2;
    for (std::size_t i = 0; i < regions.y.size(); ++i) {
      // Neighbours of one class are one rectangle.
      for (std::size_t first = 0; first < regions.x.size();) {
        std::size_t last = first;
        while (last + 1 < regions.x.size() && regions.classes[i][last + 1] == regions.classes[i][first]) ++last;
        out_.rectangle(x_(regions.x[first] - half_x), y_(regions.y[i] - half_y), x_(regions.x[last] + half_x),
                       y_(regions.y[i] + half_y),
                       fmt::format("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\"",
                                   pale[regions.classes[i][first] % pale.size()]));
        first = last + 1;
      }
    }
    draw_borders(half_x, half_y);
  }

  // Where neighbours are of different classes, so that regions are told apart in grey.
  void draw_borders(double half_x, double half_y) {
    const Regions& regions = *plot_.regions;
    std::string data;
    for (std::size_t i = 0; i < regions.y.size(); ++i) {
      for (std::size_t j = 0; j < regions.x.size(); ++j) {
        const double right = x_(regions.x[j] + half_x);
        const double top = y_(regions.y[i] + half_y);
        if (j + 1 < regions.x.size() && regions.classes[i][j] != regions.classes[i][j + 1])
          data += fmt::format("M{:.2f} {:.2f}V{:.2f}", right, y_(regions.y[i] - half_y), top);
        if (i + 1 < regions.y.size() && regions.classes[i][j] != regions.classes[i + 1][j])
          data += fmt::format("M{:.2f} {:.2f}H{:.2f}", x_(regions.x[j] - half_x), top, right);
      }
    }
    if (!data.empty()) out_.path(data, "fill=\"none\" stroke=\"#444\" stroke-width=\"0.8\"");
  }

  void draw_series(std::size_t s) {
    const Series& series = plot_.series[s];
    switch (series.mark) {
      case Mark::line: draw_line(s, false); break;
      case Mark::step: draw_line(s, true); break;
      case Mark::bars: draw_bars(s); break;
      case Mark::band: draw_band(s); break;
      case Mark::rule:
        if (series.is_vertical && !series.x.empty())
          out_.line(x_(series.x[0]), box_.top, x_(series.x[0]), box_.bottom, line_look(s));
        if (!series.is_vertical && !series.y.empty())
          out_.line(box_.left, y_(series.y[0]), box_.right, y_(series.y[0]), line_look(s));
        break;
      case Mark::points:
      case Mark::star: draw_points(s); break;
    }
    const bool has_errors = !series.low.empty() && series.mark != Mark::band;
    for (std::size_t i = 0; has_errors && i < series.x.size(); ++i) {
      const double x = x_(series.x[i]);
      const std::string look =
          fmt::format("stroke=\"{}\" stroke-width=\"1\"", series.mark == Mark::bars ? "#222" : colour_of(s));
      out_.line(x, y_(series.low[i]), x, y_(series.high[i]), look);
      for (const double end : {series.low[i], series.high[i]}) out_.line(x - 3, y_(end), x + 3, y_(end), look);
    }
  }

  void draw_line(std::size_t s, bool is_step) {
    const Series& series = plot_.series[s];
    std::string data;
    bool goes_on = false;
    double before = 0;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) {
        goes_on = false;
        continue;
      }
      const double x = x_(series.x[i]);
      const double y = y_(series.y[i]);
      if (goes_on && is_step) {   // up or down halfway between the two
        const double middle = (x_(series.x[i - 1]) + x) / 2;
        data += fmt::format("L{0:.2f} {1:.2f}L{0:.2f} {2:.2f}", middle, before, y);
      }
      data += fmt::format("{}{:.2f} {:.2f}", goes_on ? "L" : "M", x, y);
      goes_on = true;
      before = y;
    }
    if (!data.empty()) out_.path(data, line_look(s));
  }

  void draw_bars(std::size_t s) {
    const Series& series = plot_.series[s];
    std::size_t all = 0;
    std::size_t nth = 0;
    for (std::size_t other = 0; other < plot_.series.size(); ++other) {
      if (plot_.series[other].mark != Mark::bars) continue;
      if (other < s) ++nth;
      ++all;
    }
    const double slot = bar_slot();
    const double width = (plot_.x.kind == AxisKind::names ? 0.8
                          : all > 1                       ? 0.9
                                                          : 0.96) *
                         slot / static_cast<double>(all);
    const double zero = std::clamp(0.0, extent_y_.low, extent_y_.high);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      const double left = series.x[i] + (static_cast<double>(nth) - static_cast<double>(all) / 2) * width;
      fill_bar(s, nth, {x_(left), y_(series.y[i]), x_(left + width), y_(zero)},
               "stroke=\"white\" stroke-width=\"0.5\"");
    }
  }

  // Bars of several series differ by hatching, which grey shows too.
  void fill_bar(std::size_t s, std::size_t nth, const SvgBox& box, std::string_view edge) {
    out_.rectangle(box.left, box.top, box.right, box.bottom, fmt::format("fill=\"{}\" {}", colour_of(s), edge));
    if (nth % svg_hatchings == 0) return;
    out_.rectangle(box.left, box.top, box.right, box.bottom,
                   fmt::format("fill=\"url(#{})\"", out_.hatching(nth % svg_hatchings)));
  }

  void draw_band(std::size_t s) {
    const Series& series = plot_.series[s];
    std::string data;
    for (std::size_t i = 0; i < series.x.size(); ++i)
      data += fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", x_(series.x[i]), y_(series.high[i]));
    for (std::size_t i = series.x.size(); i-- > 0;)
      data += fmt::format("L{:.2f} {:.2f}", x_(series.x[i]), y_(series.low[i]));
    if (!data.empty()) out_.path(data + "Z", fmt::format("fill=\"{}\" fill-opacity=\"0.25\"", colour_of(s)));
  }

  void draw_points(std::size_t s) {
    const Series& series = plot_.series[s];
    const bool are_stars = series.mark == Mark::star;
    const double size = are_stars ? 8 : series.x.size() > 500 ? 2.2 : 3.2;
    std::string data;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) continue;
      const double x = x_(series.x[i]);
      const double y = y_(series.y[i]);
      data += are_stars ? svg_star(x, y, size) : symbol_at(s, x, y, size);
    }
    if (data.empty()) return;
    draw_labels(series);
    if (series.is_dashed && !are_stars) return out_.path(data, open_look(s));
    out_.path(data, are_stars ? fmt::format("fill=\"white\" stroke=\"{}\" stroke-width=\"1.8\"", colour_of(s))
                              : fmt::format("fill=\"{}\" fill-opacity=\"0.75\" stroke=\"white\" stroke-width=\"0.4\"",
                                            colour_of(s)));
  }

  void draw_labels(const Series& series) {
    constexpr std::size_t few = 12;
    if (series.labels.size() != series.x.size() || series.x.size() > few) return;
    const double middle = (box_.left + box_.right) / 2;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const double x = x_(series.x[i]);
      const bool is_right = x < middle;
      const double beside = series.mark == Mark::star ? 11 : 7;
      out_.words(
          x + (is_right ? beside : -beside), y_(series.y[i]) + 4, first_letters(series.labels[i], 24),
          fmt::format("font-size=\"11\" fill=\"#222\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\"{}",
                      is_right ? "" : " text-anchor=\"end\""));
    }
  }

  std::string open_look(std::size_t s) const {
    return fmt::format("fill=\"white\" stroke=\"{}\" stroke-width=\"1.4\"", colour_of(s));
  }

  void draw_axes() {
    constexpr std::string_view frame = "stroke=\"#444\" stroke-width=\"1\"";
    out_.line(box_.left, box_.bottom, box_.right, box_.bottom, frame);
    out_.line(box_.left, box_.top, box_.left, box_.bottom, frame);
    draw_x_ticks();
    const auto ticks = plot_.y.kind == AxisKind::log ? log_ticks(extent_y_.low, extent_y_.high)
                                                     : round_ticks(extent_y_.low, extent_y_.high, 6);
    const double distance = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    for (const double tick : ticks) {
      out_.line(box_.left - 4, y_(tick), box_.left, y_(tick), frame);
      out_.words(box_.left - 7, y_(tick) + 4,
                 plot_.y.kind == AxisKind::log ? fmt::format("{:.3g}", tick) : tick_text(tick, distance),
                 "text-anchor=\"end\" fill=\"#222\"");
    }
    if (!plot_.x.label.empty())
      out_.words((box_.left + box_.right) / 2, label_y(), plot_.x.label, "text-anchor=\"middle\" fill=\"#222\"");
    if (!plot_.y.label.empty()) {
      const double middle = (box_.top + box_.bottom) / 2;
      out_.words(14, middle, plot_.y.label,
                 fmt::format("text-anchor=\"middle\" fill=\"#222\" transform=\"rotate(-90 14 {:.2f})\"", middle));
    }
  }

  double label_y() const { return box_.bottom + 38; }

  void draw_x_ticks() {
    constexpr std::string_view frame = "stroke=\"#444\" stroke-width=\"1\"";
    if (plot_.x.kind == AxisKind::names) {
      const double room = box_.width() / static_cast<double>(std::max<std::size_t>(1, plot_.x.names.size()));
      const bool is_upright = names_width(plot_) + svg_letter > room;
      const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(13 / room)));
      for (std::size_t j = 0; j < plot_.x.names.size(); j += is_upright ? every : 1) {
        const double x = x_(static_cast<double>(j));
        const std::string name = first_letters(plot_.x.names[j], 18);
        if (is_upright)
          out_.words(x + 4, box_.bottom + 8, name,
                     fmt::format("text-anchor=\"end\" fill=\"#222\" transform=\"rotate(-90 {:.2f} {:.2f})\"", x + 4,
                                 box_.bottom + 8));
        else out_.words(x, box_.bottom + 17, name, "text-anchor=\"middle\" fill=\"#222\"");
      }
      return;
    }
    const auto ticks = plot_.x.kind == AxisKind::log ? log_ticks(extent_x_.low, extent_x_.high)
                                                     : round_ticks(extent_x_.low, extent_x_.high, 8);
    const double distance = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    for (const double tick : ticks) {
      out_.line(x_(tick), box_.bottom, x_(tick), box_.bottom + 4, frame);
      out_.words(x_(tick), box_.bottom + 17,
                 plot_.x.kind == AxisKind::log ? fmt::format("{:.3g}", tick) : tick_text(tick, distance),
                 "text-anchor=\"middle\" fill=\"#222\"");
    }
  }

  // Stars of one name are one entry: their colours are those of the classes.
  bool is_told(std::size_t s) const {
    const Series& own = plot_.series[s];
    return own.mark == Mark::star &&
           std::any_of(plot_.series.begin(), plot_.series.begin() + static_cast<std::ptrdiff_t>(s),
                       [&](const Series& each) { return each.mark == own.mark && each.name == own.name; });
  }

  void draw_legend() {
    if (shown_names(plot_) < 2) return;
    double x = box_.left;
    double y = 16;
    std::size_t bars = 0;
    for (std::size_t s = 0; s < plot_.series.size(); ++s) {
      const Series& series = plot_.series[s];
      if (series.name.empty() || is_told(s)) continue;
      const std::string name = first_letters(series.name, 40);
      const double own = 40 + svg_letter * static_cast<double>(display_width(name));
      if (x > box_.left && x + own > box_.right) {
        x = box_.left;
        y += line_height;
      }
      if (y > box_.top) break;   // so many series have no legend
      const double middle = y - 4;
      if (series.mark == Mark::points)
        out_.path(symbol_at(s, x + 9, middle, 4),
                  series.is_dashed ? open_look(s) : fmt::format("fill=\"{}\"", colour_of(s)));
      else if (series.mark == Mark::star)
        out_.path(svg_star(x + 9, middle, 7),
                  fmt::format("fill=\"white\" stroke=\"{}\" stroke-width=\"1.6\"", colour_of(s)));
      else if (series.mark == Mark::bars) fill_bar(s, bars++, {x, middle - 5, x + 18, middle + 5}, "");
      else if (series.mark == Mark::band)
        out_.rectangle(x, middle - 5, x + 18, middle + 5, fmt::format("fill=\"{}\"", colour_of(s)));
      else out_.line(x, middle, x + 20, middle, line_look(s));
      out_.words(x + 24, y, name, "fill=\"#222\"");
      x += own;
    }
  }

  SvgDrawing& out_;
  const Plot& plot_;
  SvgBox box_;
  SvgExtent extent_x_;
  SvgExtent extent_y_;
  PixelScale x_;
  PixelScale y_;
};

}   // namespace

void draw_plot(SvgDrawing& drawing, const Plot& plot, const SvgOptions& options) {
  PlotDrawing(drawing, plot, options).draw();
}

}   // namespace protea
