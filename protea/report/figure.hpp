// A figure: what is shown, not how. Back ends draw it on a page, as SVG or with characters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

enum class AxisKind { number, log, names };
constexpr auto names_of(AxisKind) {
  return std::array{std::pair<std::string_view, AxisKind>{"number", AxisKind::number},
                    std::pair<std::string_view, AxisKind>{"log", AxisKind::log},
                    std::pair<std::string_view, AxisKind>{"names", AxisKind::names}};
}

struct Axis {
  std::string label = {};
  AxisKind kind = AxisKind::number;
  std::vector<std::string> names = {};   // of places 0, 1, …, for the kind of that name
  std::optional<double> low = {};        // where the axis begins and ends, unless the numbers decide
  std::optional<double> high = {};
};

enum class Mark { line, step, points, bars, band, star, rule };
constexpr auto names_of(Mark) {
  return std::array{
      std::pair<std::string_view, Mark>{"line", Mark::line},     std::pair<std::string_view, Mark>{"step", Mark::step},
      std::pair<std::string_view, Mark>{"points", Mark::points}, std::pair<std::string_view, Mark>{"bars", Mark::bars},
      std::pair<std::string_view, Mark>{"band", Mark::band},     std::pair<std::string_view, Mark>{"star", Mark::star},
      std::pair<std::string_view, Mark>{"rule", Mark::rule}};
}

// Numbers that are shown by one kind of mark. A rule is a straight line at its only y, or x where it is vertical.
struct Series {
  std::string name = {};
  Mark mark = Mark::line;
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> low = {};   // ends of a band, or of error bars
  std::vector<double> high = {};
  std::optional<std::size_t> of_class = {};   // whose colour and symbol it has
  std::vector<std::int64_t> rows = {};        // of the page's samples, one for each point; −1: none
  std::vector<std::string> labels = {};       // of the points
  bool is_dashed = false;                     // points: open, for numbers that others have printed
  bool is_vertical = false;
};

// Who answers where: the class of each cell of a grid behind the series.
struct Regions {
  std::vector<double> x;                           // middles of the columns, evenly spaced
  std::vector<double> y;                           // … and of the rows
  std::vector<std::vector<std::size_t>> classes;   // a list for each y
};

struct Plot {
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::optional<Regions> regions = {};
};

// The first series are the points of the curve, from the strictest threshold to the laxest.
struct RocPlot {
  Plot plot = {};
  std::vector<double> threshold = {};
  std::size_t positive = 0;   // the class
  std::size_t positives = 0;
  std::size_t negatives = 0;
  std::optional<std::size_t> start = {};   // the point where the model works
};

enum class ColourScale { sequential, diverging };
constexpr auto names_of(ColourScale) {
  return std::array{std::pair<std::string_view, ColourScale>{"sequential", ColourScale::sequential},
                    std::pair<std::string_view, ColourScale>{"diverging", ColourScale::diverging}};
}

struct MatrixPlot {
  std::vector<std::string> rows = {};
  std::vector<std::string> columns = {};
  Matrix values = {};
  ColourScale scale = ColourScale::sequential;
  std::string row_title = {};
  std::string column_title = {};
  bool shows_values = false;
  std::vector<std::vector<std::vector<std::int64_t>>> samples = {};   // of each cell, among the page's
  std::string unit = {};                                              // what a cell counts; empty: samples
};

// Numbers of units on their lattice.
struct LatticePlot {
  bool is_hexagonal = false;
  Matrix values = {};
  std::vector<std::vector<std::string>> labels = {};
  ColourScale scale = ColourScale::sequential;
  std::vector<std::int64_t> classes = {};   // of the page, for each unit row by row; −1: none; empty: labels instead
};

// The explorer of the page's samples.
struct SampleChooser {};

struct FigureTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// Of the width of a page: automatic leaves it to the back end.
enum class FigureSize { automatic, small, half, wide };
constexpr auto names_of(FigureSize) {
  return std::array{std::pair<std::string_view, FigureSize>{"automatic", FigureSize::automatic},
                    std::pair<std::string_view, FigureSize>{"small", FigureSize::small},
                    std::pair<std::string_view, FigureSize>{"half", FigureSize::half},
                    std::pair<std::string_view, FigureSize>{"wide", FigureSize::wide}};
}

struct Figure {
  std::string id;   // a word, unique on its page
  std::string title = {};
  std::string caption = {};
  std::variant<Plot, RocPlot, MatrixPlot, LatticePlot, SampleChooser> content = {};
  std::optional<FigureTable> table = {};   // where the numbers of the series do not make one
  FigureSize size = FigureSize::automatic;
};

}   // namespace protea
