#include <protea/report/svg.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/report/ticks.hpp>

namespace protea {
namespace {

// Distinguishable for all kinds of colour vision [Okabe, Ito 2008], and by their lightness in grey.
constexpr std::array<std::string_view, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#56b4e9", "#e69f00", "#000000", "#8a8a00"};
constexpr std::array<std::string_view, 8> pale{"#d6e6f0", "#f6e0d1", "#d1ebe3", "#f4e5ed",
                                               "#e1f1fb", "#faecd0", "#e0e0e0", "#ecece0"};
constexpr std::array<std::string_view, 5> dashes{"", "7 3", "2 3", "9 3 2 3", "1 2"};
constexpr double letter = 6.4;   // width of one in tick labels, about
constexpr double line_height = 16;

// Characters as they are counted by eye: continuation bytes of UTF-8 take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '"') result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20) result += c;   // others are no characters of XML
  }
  return result;
}

std::string shortened(const std::string& text, std::size_t most) {
  if (width_of(text) <= most) return text;
  std::string result;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (begins && width_of(result) + 1 >= most) break;
    result += c;
  }
  return result + "…";
}

struct Box {
  double left, top, right, bottom;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

// From numbers to pixels along one axis.
class Scale {
 public:
  Scale(const Axis& axis, double low, double high, double from, double to)
      : is_log_(axis.kind == AxisKind::log), low_(map(low)), high_(map(high)), from_(from), to_(to) {}
  double operator()(double value) const { return from_ + (map(value) - low_) / (high_ - low_) * (to_ - from_); }

 private:
  double map(double value) const { return is_log_ ? std::log10(std::max(value, 1e-300)) : value; }
  bool is_log_;
  double low_, high_, from_, to_;
};

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Extent extent_of(const Axis& axis, Extent found, bool has_bars) {
  if (axis.kind == AxisKind::names) return {-0.5, static_cast<double>(axis.names.size()) - 0.5};
  if (!(found.low <= found.high)) found = {0, 1};
  if (has_bars) found.take(0);
  const double pad = axis.kind == AxisKind::log ? 0 : 0.03 * (found.high - found.low);
  Extent result{axis.low.value_or(found.low - pad), axis.high.value_or(found.high + pad)};
  if (axis.kind == AxisKind::log && !(result.low > 0)) result.low = result.high > 0 ? result.high * 1e-3 : 1e-3;
  if (!(result.low < result.high)) {
    const double around = std::max(std::abs(result.low), 1.0) * 0.5;
    result = {result.low - around, result.low + around};
    if (axis.kind == AxisKind::log) result = {1e-3, 1};
  }
  return result;
}

class Drawing {
 public:
  Drawing(const SvgOptions& options, const Figure& figure) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
        "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
        "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
        options.width, options.height, xml_text(figure.title), xml_text(figure.caption));
  }
  void line(double x0, double y0, double x1, double y1, std::string_view look) {
    text_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", x0, y0, x1, y1, look);
  }
  void rectangle(double x0, double y0, double x1, double y1, std::string_view look) {
    text_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", std::min(x0, x1),
                         std::min(y0, y1), std::abs(x1 - x0), std::abs(y1 - y0), look);
  }
  void path(const std::string& data, std::string_view look) {
    text_ += fmt::format("<path d=\"{}\" {}/>\n", data, look);
  }
  void words(double x, double y, const std::string& text, std::string_view look) {
    text_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" {}>{}</text>\n", x, y, look, xml_text(text));
  }
  void clip(const Box& box) {
    text_ += fmt::format(
        "<clipPath id=\"inside\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/></clipPath>\n<g "
        "clip-path=\"url(#inside)\">\n",
        box.left, box.top, box.width(), box.height());
  }
  void end_clip() { text_ += "</g>\n"; }
  std::string finish() && { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

// A path around a point: one symbol for each class.
std::string symbol(std::size_t which, double x, double y, double r) {
  const auto polygon = [&](std::initializer_list<std::array<double, 2>> corners) {
    std::string data;
    for (const auto& [dx, dy] : corners)
      data += fmt::format("{}{:.2f} {:.2f}", data.empty() ? "M" : "L", x + r * dx, y + r * dy);
    return data + "Z";
  };
  switch (which % 6) {
    case 1: return polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
    case 2: return polygon({{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}});
    case 3: return polygon({{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}});
    case 4: return polygon({{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}});
    case 5:
      return polygon({{-0.4, -1.2},
                      {0.4, -1.2},
                      {0.4, -0.4},
                      {1.2, -0.4},
                      {1.2, 0.4},
                      {0.4, 0.4},
                      {0.4, 1.2},
                      {-0.4, 1.2},
                      {-0.4, 0.4},
                      {-1.2, 0.4},
                      {-1.2, -0.4},
                      {-0.4, -0.4}});
    default:
      return fmt::format("M{0:.2f} {1:.2f}a{2:.2f} {2:.2f} 0 1 0 {3:.2f} 0a{2:.2f} {2:.2f} 0 1 0 -{3:.2f} 0Z", x - r, y,
                         r, 2 * r);
  }
}

std::string star(double x, double y, double r) {
  std::string data;
  for (int i = 0; i < 10; ++i) {
    const double angle = (i * 36 - 90) * 3.14159265358979 / 180;
    const double radius = i % 2 == 0 ? r : 0.45 * r;
    data +=
        fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", x + radius * std::cos(angle), y + radius * std::sin(angle));
  }
  return data + "Z";
}

// The picture of a plot: frame, axes, series, legend.
class PlotDrawing {
 public:
  PlotDrawing(Drawing& drawing, const Plot& plot, const SvgOptions& options)
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
    for (const std::string& name : plot.x.names) longest = std::max(longest, std::min<std::size_t>(18, width_of(name)));
    return static_cast<double>(longest) * letter;
  }
  static bool are_upright(const Plot& plot, const SvgOptions& options) {
    return has_names(plot) &&
           names_width(plot) + letter >
               (options.width - 90) / static_cast<double>(std::max<std::size_t>(1, plot.x.names.size()));
  }
  static double legend_height(const Plot& plot, const SvgOptions& options) {
    if (shown_names(plot) < 2) return 0;
    double rows = 1;
    double at = 0;
    for (const Series& each : plot.series) {
      if (each.name.empty()) continue;
      const double own = 34 + letter * static_cast<double>(width_of(shortened(each.name, 40)));
      if (at > 0 && at + own > options.width - 90) {
        ++rows;
        at = 0;
      }
      at += own;
    }
    return std::min(rows, 6.0) * line_height + 6;
  }
  static Box frame_of(const Plot& plot, const SvgOptions& options) {
    double bottom = 28 + (plot.x.label.empty() ? 0 : 18);
    if (are_upright(plot, options)) bottom += names_width(plot) - 4;
    return {64, 10 + legend_height(plot, options), options.width - 16, options.height - bottom};
  }

  Extent found(bool along_x) const {
    Extent result;
    for (const Series& each : plot_.series) {
      if (each.mark == Mark::rule && each.is_vertical != along_x) continue;
      for (const double value : along_x ? each.x : each.y) result.take(value);
      if (along_x) continue;
      for (const double value : each.low) result.take(value);
      for (const double value : each.high) result.take(value);
    }
    return result;
  }
  Scale scale_x() {
    Extent own = found(true);
    if (plot_.x.kind == AxisKind::number && has_bars(plot_)) {
      const double half = bar_slot() / 2;
      own.low -= half;
      own.high += half;
    }
    extent_x_ = extent_of(plot_.x, own, false);
    return {plot_.x, extent_x_.low, extent_x_.high, box_.left, box_.right};
  }
  Scale scale_y() {
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

  std::string_view colour_of(std::size_t s) const {
    return colours[plot_.series[s].of_class.value_or(s) % colours.size()];
  }
  // Lines differ by their dashes, which grey shows too.
  std::string_view dash_of(std::size_t s) const {
    if (plot_.series[s].is_dashed) return "5 4";
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
                       plot_.series[s].is_dashed ? 1.2 : 1.8,
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
      const std::string look = fmt::format("stroke=\"{}\" stroke-width=\"1\"", colour_of(s));
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
      out_.rectangle(x_(left), y_(zero), x_(left + width), y_(series.y[i]),
                     fmt::format("fill=\"{}\" stroke=\"white\" stroke-width=\"0.5\"", colour_of(s)));
    }
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
      data += are_stars ? star(x, y, size) : symbol(series.of_class.value_or(s), x, y, size);
    }
    if (data.empty()) return;
    out_.path(data, are_stars ? fmt::format("fill=\"white\" stroke=\"{}\" stroke-width=\"1.8\"", colour_of(s))
                              : fmt::format("fill=\"{}\" fill-opacity=\"0.75\" stroke=\"white\" stroke-width=\"0.4\"",
                                            colour_of(s)));
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
      const bool is_upright = names_width(plot_) + letter > room;
      const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(13 / room)));
      for (std::size_t j = 0; j < plot_.x.names.size(); j += is_upright ? every : 1) {
        const double x = x_(static_cast<double>(j));
        const std::string name = shortened(plot_.x.names[j], 18);
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

  void draw_legend() {
    if (shown_names(plot_) < 2) return;
    double x = box_.left;
    double y = 16;
    for (std::size_t s = 0; s < plot_.series.size(); ++s) {
      const Series& series = plot_.series[s];
      if (series.name.empty()) continue;
      const std::string name = shortened(series.name, 40);
      const double own = 34 + letter * static_cast<double>(width_of(name));
      if (x > box_.left && x + own > box_.right) {
        x = box_.left;
        y += line_height;
      }
      if (y > box_.top) break;   // so many series have no legend
      const double middle = y - 4;
      if (series.mark == Mark::points)
        out_.path(symbol(series.of_class.value_or(s), x + 9, middle, 4), fmt::format("fill=\"{}\"", colour_of(s)));
      else if (series.mark == Mark::star)
        out_.path(star(x + 9, middle, 7),
                  fmt::format("fill=\"white\" stroke=\"{}\" stroke-width=\"1.6\"", colour_of(s)));
      else if (series.mark == Mark::bars || series.mark == Mark::band)
        out_.rectangle(x, middle - 5, x + 18, middle + 5, fmt::format("fill=\"{}\"", colour_of(s)));
      else out_.line(x, middle, x + 20, middle, line_look(s));
      out_.words(x + 24, y, name, "fill=\"#222\"");
      x += own;
    }
  }

  Drawing& out_;
  const Plot& plot_;
  Box box_;
  Extent extent_x_;
  Extent extent_y_;
  Scale x_;
  Scale y_;
};

struct Colour {
  double r, g, b;
};

Colour mixed(Colour a, Colour b, double share) {
  return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

// White to dark blue; or orange, white, blue: both grow darker with the size of the number.
Colour colour_at(ColourScale scale, double low, double high, double value) {
  constexpr Colour white{250, 250, 250};
  constexpr Colour blue{8, 64, 129};
  constexpr Colour orange{166, 70, 0};
  if (scale == ColourScale::diverging) {
    const double limit = std::max({std::abs(low), std::abs(high), 1e-300});
    return value < 0 ? mixed(white, orange, -value / limit) : mixed(white, blue, value / limit);
  }
  return mixed(white, blue, high > low ? (value - low) / (high - low) : 0);
}

std::string fill_of(Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", static_cast<int>(colour.r + 0.5), static_cast<int>(colour.g + 0.5),
                     static_cast<int>(colour.b + 0.5));
}

bool is_dark(Colour colour) { return 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b < 130; }

Extent extent_of(const Matrix& values) {
  Extent result;
  for (const double value : values.values()) result.take(value);
  return result.low <= result.high ? result : Extent{0, 1};
}

void draw_scale_bar(Drawing& out, ColourScale scale, Extent extent, double right, double top, double bottom) {
  constexpr int steps = 40;
  const double limit = std::max(std::abs(extent.low), std::abs(extent.high));
  if (scale == ColourScale::diverging) extent = {-limit, limit};
  const double height = (bottom - top) / steps;
  for (int i = 0; i < steps; ++i) {
    const double value = extent.low + (extent.high - extent.low) * (i + 0.5) / steps;
    const std::string fill = fill_of(colour_at(scale, extent.low, extent.high, value));
    out.rectangle(right - 58, bottom - i * height, right - 46, bottom - (i + 1) * height,
                  fmt::format("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.4\"", fill));
  }
  for (const double value : {extent.low, (extent.low + extent.high) / 2, extent.high}) {
    const double y = bottom - (value - extent.low) / std::max(extent.high - extent.low, 1e-300) * (bottom - top);
    out.words(right - 42, y + 4, fmt::format("{:.3g}", value), "fill=\"#222\"");
  }
}

void draw_matrix(Drawing& out, const MatrixPlot& plot, const SvgOptions& options) {
  constexpr std::size_t few = 40;   // names that find room
  const bool has_names = plot.rows.size() <= few && plot.columns.size() <= few;
  double left = 24;
  double bottom = options.height - 24;
  std::size_t longest_row = 0;
  std::size_t longest_column = 0;
  for (const std::string& name : plot.rows)
    longest_row = std::max(longest_row, std::min<std::size_t>(16, width_of(name)));
  for (const std::string& name : plot.columns)
    longest_column = std::max(longest_column, std::min<std::size_t>(16, width_of(name)));
  if (has_names) {
    left += letter * static_cast<double>(longest_row);
    bottom -= letter * static_cast<double>(longest_column);
  }
  if (!plot.row_title.empty()) left += 18;
  if (!plot.column_title.empty()) bottom -= 18;
  const Box box{left, 12, options.width - 76, bottom};
  const double width = box.width() / static_cast<double>(plot.values.columns());
  const double height = box.height() / static_cast<double>(plot.values.rows());
  const Extent extent = extent_of(plot.values);
  const double row_size = std::clamp(height * 0.9, 6.0, 12.0);
  const double column_size = std::clamp(width * 0.9, 6.0, 12.0);
  const bool is_level = letter * static_cast<double>(longest_column) + 4 < width;
  for (std::size_t i = 0; i < plot.values.rows(); ++i) {
    for (std::size_t j = 0; j < plot.values.columns(); ++j) {
      const double value = plot.values(i, j);
      if (!std::isfinite(value)) continue;
      const Colour colour = colour_at(plot.scale, extent.low, extent.high, value);
      const double x = box.left + static_cast<double>(j) * width;
      const double y = box.top + static_cast<double>(i) * height;
      out.rectangle(x, y, x + width, y + height,
                    fmt::format("fill=\"{0}\" stroke=\"{1}\" stroke-width=\"0.4\"", fill_of(colour),
                                has_names ? "#ddd" : fill_of(colour)));
      if (plot.shows_values && width > 22 && height > 13)
        out.words(x + width / 2, y + height / 2 + 4, fmt::format("{:.3g}", value),
                  fmt::format("text-anchor=\"middle\" fill=\"{}\"", is_dark(colour) ? "white" : "#222"));
    }
  }
  for (std::size_t i = 0; has_names && i < plot.rows.size(); ++i)
    out.words(box.left - 5, box.top + (static_cast<double>(i) + 0.5) * height + row_size / 3,
              shortened(plot.rows[i], 16),
              fmt::format("text-anchor=\"end\" font-size=\"{:.1f}\" fill=\"#222\"", row_size));
  for (std::size_t j = 0; has_names && j < plot.columns.size(); ++j) {
    const double x = box.left + (static_cast<double>(j) + 0.5) * width;
    const std::string name = shortened(plot.columns[j], 16);
    if (is_level) {
      out.words(x, box.bottom + 16, name, "text-anchor=\"middle\" fill=\"#222\"");
      continue;
    }
    out.words(
        x + column_size / 3, box.bottom + 6, name,
        fmt::format("text-anchor=\"end\" font-size=\"{0:.1f}\" fill=\"#222\" transform=\"rotate(-90 {1:.2f} {2:.2f})\"",
                    column_size, x + column_size / 3, box.bottom + 6));
  }
  if (!plot.column_title.empty())
    out.words((box.left + box.right) / 2, options.height - 8, plot.column_title,
              "text-anchor=\"middle\" fill=\"#222\"");
  if (!plot.row_title.empty()) {
    const double middle = (box.top + box.bottom) / 2;
    out.words(14, middle, plot.row_title,
              fmt::format("text-anchor=\"middle\" fill=\"#222\" transform=\"rotate(-90 14 {:.2f})\"", middle));
  }
  draw_scale_bar(out, plot.scale, extent, options.width, box.top, std::min(box.bottom, box.top + 200));
}

void draw_lattice(Drawing& out, const LatticePlot& plot, const SvgOptions& options) {
  const double shift = plot.is_hexagonal ? 0.5 : 0;
  const double row_height = plot.is_hexagonal ? std::sqrt(3) / 2 : 1;
  const auto columns = static_cast<double>(plot.values.columns());
  const auto rows = static_cast<double>(plot.values.rows());
  const double cell =
      std::min((options.width - 100) / (columns + shift), (options.height - 24) / (rows * row_height + 0.16));
  const Extent extent = extent_of(plot.values);
  for (std::size_t i = 0; i < plot.values.rows(); ++i) {
    for (std::size_t j = 0; j < plot.values.columns(); ++j) {
      const double value = plot.values(i, j);
      const double x = 12 + cell * (static_cast<double>(j) + 0.5 + (i % 2 == 1 ? shift : 0));
      const double y = 12 + cell * (row_height * static_cast<double>(i) + 0.58);
      const Colour colour = colour_at(plot.scale, extent.low, extent.high, std::isfinite(value) ? value : extent.low);
      const std::string look = fmt::format("fill=\"{}\" stroke=\"#999\" stroke-width=\"0.4\"", fill_of(colour));
      if (plot.is_hexagonal) {
        std::string data;
        for (int corner = 0; corner < 6; ++corner) {
          const double angle = (corner * 60 + 30) * 3.14159265358979 / 180;
          data += fmt::format("{}{:.2f} {:.2f}", corner == 0 ? "M" : "L", x + cell * 0.57735 * std::cos(angle),
                              y + cell * 0.57735 * std::sin(angle));
        }
        out.path(data + "Z", look);
      } else {
        out.rectangle(x - cell / 2, y - cell / 2, x + cell / 2, y + cell / 2, look);
      }
      if (!plot.labels.empty() && !plot.labels[i][j].empty() && cell > 14) {
        const auto room = static_cast<std::size_t>(std::max(1.0, cell / 6));
        out.words(x, y + 4, shortened(plot.labels[i][j], std::max<std::size_t>(room, 2)),
                  fmt::format("text-anchor=\"middle\" font-size=\"{:.1f}\" fill=\"{}\"", std::min(11.0, cell / 2.4),
                              is_dark(colour) ? "white" : "#222"));
      }
    }
  }
  draw_scale_bar(out, plot.scale, extent, options.width, 16, 160);
}

}   // namespace

std::string figure_svg(const Figure& figure, const SvgOptions& options) {
  if (std::holds_alternative<SampleChooser>(figure.content)) return {};
  Drawing drawing(options, figure);
  if (const auto* const plot = std::get_if<Plot>(&figure.content)) PlotDrawing(drawing, *plot, options).draw();
  else if (const auto* const roc = std::get_if<RocPlot>(&figure.content))
    PlotDrawing(drawing, roc->plot, options).draw();
  else if (const auto* const matrix = std::get_if<MatrixPlot>(&figure.content)) draw_matrix(drawing, *matrix, options);
  else if (const auto* const lattice = std::get_if<LatticePlot>(&figure.content))
    draw_lattice(drawing, *lattice, options);
  return std::move(drawing).finish();
}

}   // namespace protea
