// Figures with characters: what stands where.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <protea/report/figure_text.hpp>

namespace protea {
namespace {

std::vector<std::string> lines_of(const Figure& figure) {
  std::istringstream text(figure_text(figure));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

Series curve_of(const std::string& name, std::vector<double> x, std::vector<double> y) {
  return {.name = name, .x = std::move(x), .y = std::move(y)};
}

// Behind "…|", of the rows of a plane from the top.
std::vector<std::string> plane_of(const Figure& figure) {
  std::vector<std::string> rows;
  for (const std::string& line : lines_of(figure)) {
    if (line.size() >= 12 && line[11] == '|') rows.push_back(line.substr(12));
  }
  return rows;
}

TEST(FigureText, DrawsACurveInEveryColumnAndItsPointsOverIt) {
  Plot plot{{.label = "α"}, {.label = "error"}};
  plot.series = {curve_of("theory", {0, 71}, {0, 17})};
  plot.series.push_back({.name = "theory, measured", .mark = Mark::points, .x = {71}, .y = {17}});
  const Figure figure{"f", "A line", "", plot};
  const std::vector<std::string> rows = plane_of(figure);
  ASSERT_EQ(rows.size(), 18U);
  std::string columns(72, ' ');
  for (const std::string& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) columns[j] = row[j] == ' ' ? columns[j] : row[j];
  }
  EXPECT_EQ(columns, std::string(71, 'o') + "*");
  EXPECT_EQ(rows.front().back(), '*') << "high values are at the top";
  EXPECT_EQ(rows.back().front(), 'o');
  const std::vector<std::string> lines = lines_of(figure);
  EXPECT_EQ(lines[0], "A line");
  EXPECT_EQ(lines[1], "            error");
  EXPECT_EQ(lines.back(), "            o theory  * measured");
  EXPECT_TRUE(lines[lines.size() - 2].ends_with("α 71"));
}

TEST(FigureText, InterruptsACurveWhereThereIsNoNumber) {
  Plot plot;
  plot.series = {curve_of("a", {0, 10, 20, 71}, {0, std::nan(""), 5, 5})};
  std::string top = plane_of({"f", "t", "", plot}).front();
  EXPECT_EQ(top.find('o'), 20U);
  EXPECT_EQ(plane_of({"f", "t", "", plot}).back(), "o");
}

TEST(FigureText, SpacesLogarithmsEvenlyAndEndsAxesWhereTheySay) {
  Plot plot{{.kind = AxisKind::log}, {.low = 0, .high = 17}};
  plot.series = {{.name = "a", .mark = Mark::points, .x = {1, 10, 100}, .y = {0, 0, 40}}};
  const std::vector<std::string> rows = plane_of({"f", "t", "", plot});
  EXPECT_EQ(rows.back().find_last_of('o'), 36U) << "ten is half way from one to a hundred";
  EXPECT_EQ(rows.front(), "") << "what lies beyond the axis is not drawn";
}

TEST(FigureText, LaysBarsBesideTheirNames) {
  Plot plot{{.kind = AxisKind::names, .names = {"long", "ä"}}, {.label = "relevance"}};
  plot.series = {{.name = "own", .mark = Mark::bars, .x = {0, 1}, .y = {1, 0.5}}};
  const std::vector<std::string> lines = lines_of({"f", "t", "", plot});
  EXPECT_EQ(lines[2], "long |" + std::string(56, 'o') + " 1");
  EXPECT_EQ(lines[3], "ä    |" + std::string(29, 'o') + " 0.5");
  plot.series.push_back({.name = "printed", .mark = Mark::points, .x = {1}, .y = {0}});
  EXPECT_EQ(lines_of({"f", "t", "", plot})[3], "ä    |x" + std::string(28, 'o'));
}

TEST(FigureText, WritesFewCellsAsNumbersAndShadesMany) {
  MatrixPlot few{.rows = {"a"}, .columns = {"b", "c"}, .values = Matrix(1, 2)};
  few.values(0, 1) = -2.5;
  EXPECT_EQ(figure_text({"f", "t", "", few}), "t\n     b     c\n  a  0  -2.5\n");
  MatrixPlot many{.values = Matrix(12, 12), .scale = ColourScale::diverging};
  many.rows = many.columns = std::vector<std::string>(12, "n");
  many.values(0, 0) = 4;
  many.values(0, 1) = -4;
  many.values(0, 2) = -2.1;
  const std::vector<std::string> lines = lines_of({"f", "t", "", many});
  EXPECT_EQ(lines[1], "  n | @-@-+" + std::string(18, ' ') + "|");
  EXPECT_EQ(lines.back(), "  @ is 4, - below zero");
}

TEST(FigureText, MovesOddRowsOfHexagons) {
  LatticePlot lattice{.is_hexagonal = true, .values = Matrix(2, 2)};
  lattice.values(0, 0) = lattice.values(1, 0) = 5;
  const std::vector<std::string> lines = lines_of({"f", "t", "", lattice});
  EXPECT_EQ(lines[1], "  @@");
  EXPECT_EQ(lines[2], "   @@");
  EXPECT_EQ(lines[3], "  from 0 (blank) to 5 (@)");
}

TEST(FigureText, OfTheExplorerOrOfNoNumbersIsNothing) {
  EXPECT_EQ(figure_text({"f", "t", "", SampleChooser{}}), "");
  EXPECT_EQ(figure_text({"f", "t", "", Plot{}}), "");
  Plot names{{.kind = AxisKind::names, .names = {"a"}}};
  EXPECT_EQ(figure_text({"f", "t", "", names}), "");
}

}   // namespace
}   // namespace protea
