// What SVG is made of: shapes and words in pixels, the look of series, and symbols of classes.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/report/svg.hpp>

namespace PROTEA_EXPORT protea {

// Distinguishable for all kinds of colour vision [Okabe, Ito 2008], and by their lightness in grey.
inline constexpr std::array<std::string_view, 8> svg_colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                             "#56b4e9", "#e69f00", "#000000", "#8a8a00"};
inline constexpr std::size_t svg_hatchings = 5;   // none among them
inline constexpr double svg_letter = 6.4;         // width of one in tick labels, about

struct SvgBox {
  double left, top, right, bottom;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

// Between which finite numbers others lie; none have been taken where low > high.
struct SvgExtent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value);
};

// `look` are attributes as they are written.
class SvgDrawing {
 public:
  SvgDrawing(const SvgOptions& options, const Figure& figure);
  void line(double x0, double y0, double x1, double y1, std::string_view look);
  void rectangle(double x0, double y0, double x1, double y1, std::string_view look);
  void path(const std::string& data, std::string_view look);
  void words(double x, double y, const std::string& text, std::string_view look);
  // The name of a pattern of white lines, 1 to svg_hatchings − 1, which is there from then on.
  std::string hatching(std::size_t which);
  void clip(const SvgBox& box);
  void end_clip();
  std::string finish() &&;

 private:
  std::string text_;
  std::set<std::size_t> hatchings_;
};

// Paths around a point: one symbol for each class, and the star.
std::string svg_symbol(std::size_t which, double x, double y, double r);
std::string svg_star(double x, double y, double r);

}   // namespace protea
