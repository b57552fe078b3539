#include <protea/report/svg_cells.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/report/svg_drawing.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

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

SvgExtent range_of(const Matrix& values) {
  SvgExtent result;
  for (const double value : values.values()) result.take(value);
  return result.low <= result.high ? result : SvgExtent{0, 1};
}

void draw_scale_bar(SvgDrawing& out, ColourScale scale, SvgExtent extent, double right, double top, double bottom) {
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

}   // namespace

void draw_matrix(SvgDrawing& out, const MatrixPlot& plot, const SvgOptions& options) {
  constexpr std::size_t few = 40;   // names that find room
  const bool has_names = plot.rows.size() <= few && plot.columns.size() <= few;
  double left = 24;
  double bottom = options.height - 24;
  std::size_t longest_row = 0;
  std::size_t longest_column = 0;
  for (const std::string& name : plot.rows)
    longest_row = std::max(longest_row, std::min<std::size_t>(16, display_width(name)));
  for (const std::string& name : plot.columns)
    longest_column = std::max(longest_column, std::min<std::size_t>(16, display_width(name)));
  if (has_names) left += svg_letter * static_cast<double>(longest_row);
  if (!plot.row_title.empty()) left += 18;
  const double room = (options.width - 76 - left) / static_cast<double>(plot.values.columns());
  const bool is_level = svg_letter * static_cast<double>(longest_column) + 4 < room;
  if (has_names && !is_level) bottom -= svg_letter * static_cast<double>(longest_column);
  if (!plot.column_title.empty()) bottom -= 18;
  const SvgBox box{left, 12, options.width - 76, bottom};
  const double width = box.width() / static_cast<double>(plot.values.columns());
  const double height = box.height() / static_cast<double>(plot.values.rows());
  const SvgExtent extent = range_of(plot.values);
  const double row_size = std::clamp(height * 0.9, 6.0, 12.0);
  const double column_size = std::clamp(width * 0.9, 6.0, 12.0);
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
      const bool is_negative = plot.scale == ColourScale::diverging && value < 0;
      if (is_negative && !plot.shows_values && is_dark(colour) && std::min(width, height) > 8)   // for print in grey
        out.words(x + width / 2, y + height / 2 + 4, "−", "text-anchor=\"middle\" fill=\"white\"");
      if (plot.shows_values && width > 22 && height > 13)
        out.words(x + width / 2, y + height / 2 + 4, fmt::format("{:.3g}", value),
                  fmt::format("text-anchor=\"middle\" fill=\"{}\"", is_dark(colour) ? "white" : "#222"));
    }
  }
  for (std::size_t i = 0; has_names && i < plot.rows.size(); ++i)
    out.words(box.left - 5, box.top + (static_cast<double>(i) + 0.5) * height + row_size / 3,
              first_letters(plot.rows[i], 16),
              fmt::format("text-anchor=\"end\" font-size=\"{:.1f}\" fill=\"#222\"", row_size));
  for (std::size_t j = 0; has_names && j < plot.columns.size(); ++j) {
    const double x = box.left + (static_cast<double>(j) + 0.5) * width;
    const std::string name = first_letters(plot.columns[j], 16);
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

void draw_lattice(SvgDrawing& out, const LatticePlot& plot, const SvgOptions& options) {
  const double shift = plot.is_hexagonal ? 0.5 : 0;
  const double row_height = plot.is_hexagonal ? std::sqrt(3) / 2 : 1;
  const auto columns = static_cast<double>(plot.values.columns());
  const auto rows = static_cast<double>(plot.values.rows());
  const double cell =
      std::min((options.width - 100) / (columns + shift), (options.height - 24) / (rows * row_height + 0.16));
  const SvgExtent extent = range_of(plot.values);
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
        out.words(x, y + 4, first_letters(plot.labels[i][j], std::max<std::size_t>(room, 2)),
                  fmt::format("text-anchor=\"middle\" font-size=\"{:.1f}\" fill=\"{}\"", std::min(11.0, cell / 2.4),
                              is_dark(colour) ? "white" : "#222"));
      }
    }
  }
  draw_scale_bar(out, plot.scale, extent, options.width, 16, 160);
}

}   // namespace protea
