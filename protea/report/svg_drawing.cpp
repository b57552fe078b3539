#include <protea/report/svg_drawing.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/text.hpp>

namespace protea {
namespace {

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '"') result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20) result += c;   // others are no characters of XML
  }
  return without_turns(std::move(result));
}

}   // namespace

void SvgExtent::take(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

SvgDrawing::SvgDrawing(const SvgOptions& options, const Figure& figure) {
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
      options.width, options.height, xml_text(figure.title), xml_text(figure.caption));
}

void SvgDrawing::line(double x0, double y0, double x1, double y1, std::string_view look) {
  text_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", x0, y0, x1, y1, look);
}

void SvgDrawing::rectangle(double x0, double y0, double x1, double y1, std::string_view look) {
  text_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", std::min(x0, x1),
                       std::min(y0, y1), std::abs(x1 - x0), std::abs(y1 - y0), look);
}

void SvgDrawing::path(const std::string& data, std::string_view look) {
  text_ += fmt::format("<path d=\"{}\" {}/>\n", data, look);
}

void SvgDrawing::words(double x, double y, const std::string& text, std::string_view look) {
  text_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" {}>{}</text>\n", x, y, look, xml_text(text));
}

std::string SvgDrawing::hatching(std::size_t which) {
  std::string name = fmt::format("hatching-{}", which);
  if (!hatchings_.insert(which).second) return name;
  constexpr std::array<std::string_view, svg_hatchings> lines{"", "M-1 7L7 -1M-1 1L1 -1M5 7L7 5",
                                                              "M-1 -1L7 7M5 -1L7 1M-1 5L1 7", "M0 3H6", "M3 0V6"};
  text_ += fmt::format(
      "<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" stroke=\"white\" "
      "stroke-width=\"1.6\"/></pattern>\n",
      name, lines[which]);
  return name;
}

void SvgDrawing::clip(const SvgBox& box) {
  text_ += fmt::format(
      "<clipPath id=\"inside\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/></clipPath>\n<g "
      "clip-path=\"url(#inside)\">\n",
      box.left, box.top, box.width(), box.height());
}

void SvgDrawing::end_clip() { text_ += "</g>\n"; }

std::string SvgDrawing::finish() && { return std::move(text_) + "</svg>\n"; }

std::string svg_symbol(std::size_t which, double x, double y, double r) {
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

std::string svg_star(double x, double y, double r) {
  std::string data;
  for (int i = 0; i < 10; ++i) {
    const double angle = (i * 36 - 90) * 3.14159265358979 / 180;
    const double radius = i % 2 == 0 ? r : 0.45 * r;
    data +=
        fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", x + radius * std::cos(angle), y + radius * std::sin(angle));
  }
  return data + "Z";
}

}   // namespace protea
