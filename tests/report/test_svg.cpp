// Figures as SVG: who shares a colour, what is grey, where axes have their marks.
#include <gtest/gtest.h>

#include <regex>

#include <protea/report/svg.hpp>

#include <report/reproduced_figures.hpp>

namespace protea {
namespace {

std::string svg_of(const Plot& plot) { return figure_svg({"f", "t", "", plot}); }

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Of 640 × 420 pixels the frame has those from 64 to 624 and, without a name of the axis, from 10 to 392.
TEST(Svg, PutsMarksWhereTheirNumbersAre) {
  Plot plot{{.low = 0, .high = 1}, {.low = 0, .high = 1}};
  plot.series = {
      {.name = "a", .mark = Mark::points, .x = {0.5, 0.75}, .y = {0.5, 0.25}, .low = {0.25, 0}, .high = {0.75, 1}}};
  const std::string svg = svg_of(plot);
  EXPECT_NE(svg.find("M340.80 201.00a3.20"), std::string::npos) << "a circle around 344, 201";
  EXPECT_NE(svg.find("M480.80 296.50a3.20"), std::string::npos);
  EXPECT_NE(svg.find("<line x1=\"344.00\" y1=\"296.50\" x2=\"344.00\" y2=\"105.50\""), std::string::npos);
  EXPECT_NE(svg.find("<line x1=\"484.00\" y1=\"392.00\" x2=\"484.00\" y2=\"10.00\""), std::string::npos);
  plot.series = {{.name = "a", .x = {0, 1}, .y = {0.25, 0.75}}};
  EXPECT_NE(svg_of(plot).find("M64.00 296.50L624.00 105.50"), std::string::npos);
}

TEST(Svg, GivesACurveAndItsPointsOneColour) {
  Plot plot;
  plot.series = {{.name = "a, theory", .x = {0, 1}, .y = {0, 1}},
                 {.name = "a, measured", .mark = Mark::points, .x = {0.5}, .y = {0.5}},
                 {.name = "b", .x = {0, 1}, .y = {1, 0}}};
  const std::string svg = svg_of(plot);
  EXPECT_EQ(count_of(svg, "#0072b2"), 4U) << "each of the two, and in the legend";
  EXPECT_EQ(count_of(svg, "#d55e00"), 2U);
  EXPECT_EQ(count_of(svg, "#009e73"), 0U);
}

TEST(Svg, DrawsReferencesInGreyAndPrintedNumbersAsOpenDiamonds) {
  Plot plot;
  plot.series = {{.name = "limit", .mark = Mark::rule, .y = {0.5}},
                 {.name = "printed", .mark = Mark::points, .x = {0}, .y = {0}, .is_dashed = true},
                 {.name = "measured", .mark = Mark::points, .x = {0, 1}, .y = {0, 1}}};
  const std::string svg = svg_of(plot);
  EXPECT_EQ(count_of(svg, "fill=\"white\" stroke=\"#555555\""), 2U);
  EXPECT_EQ(count_of(svg, "stroke=\"#555555\" stroke-width=\"1.2\" stroke-dasharray=\"5 4\""), 2U);
  EXPECT_EQ(count_of(svg, "fill=\"#0072b2\""), 2U) << "the first colour is that of what was measured";
}

// What colours tell, hatching, borders and dark lines tell in grey.
TEST(Svg, TellsSeriesOfBarsApartInGrey) {
  Plot plot{{.kind = AxisKind::names, .names = {"a", "b"}}};
  plot.series = {{.name = "one", .mark = Mark::bars, .x = {0, 1}, .y = {1, 2}, .low = {0.5, 1}, .high = {1.5, 3}},
                 {.name = "two", .mark = Mark::bars, .x = {0, 1}, .y = {2, 1}},
                 {.name = "three", .mark = Mark::bars, .x = {0, 1}, .y = {2, 1}}};
  const std::string svg = svg_of(plot);
  EXPECT_EQ(count_of(svg, "<pattern "), 2U);
  EXPECT_EQ(count_of(svg, "fill=\"url(#hatching-1)\""), 3U) << "two bars, and the legend";
  EXPECT_EQ(count_of(svg, "fill=\"url(#hatching-2)\""), 3U);
  EXPECT_EQ(count_of(svg, "stroke=\"#222\" stroke-width=\"1\""), 6U) << "whiskers are seen on their bars";
}

TEST(Svg, DrawsBordersBetweenRegionsAndOneEntryForStars) {
  Plot plot{{.low = 0, .high = 2}, {.low = 0, .high = 2}};
  plot.regions = Regions{{0.5, 1.5}, {0.5, 1.5}, {{0, 1}, {0, 0}}};
  plot.series = {
      {.name = "prototypes", .mark = Mark::star, .x = {0.5}, .y = {0.5}, .of_class = 0, .labels = {"first"}},
      {.name = "prototypes", .mark = Mark::star, .x = {1.5}, .y = {0.5}, .of_class = 1, .labels = {"second"}},
      {.name = "rows", .mark = Mark::points, .x = {1}, .y = {1}}};
  const std::string svg = svg_of(plot);
  // One border at the right of the lower left cell, one above the lower right one.
  EXPECT_EQ(count_of(svg, "stroke=\"#444\" stroke-width=\"0.8\""), 1U);
  EXPECT_TRUE(std::regex_search(svg, std::regex("d=\"M344\\.00 [0-9.]+V[0-9.]+M344\\.00 [0-9.]+H624\\.00\""))) << svg;
  EXPECT_EQ(count_of(svg, ">prototypes</text>"), 1U);
  EXPECT_EQ(count_of(svg, ">first</text>") + count_of(svg, ">second</text>"), 2U);
}

TEST(Svg, WritesLabelsOfFewPoints) {
  Plot plot;
  plot.series = {{.name = "a", .mark = Mark::points, .x = {0, 1}, .y = {0, 1}, .labels = {"one & only", "two"}}};
  EXPECT_NE(svg_of(plot).find(">one &amp; only</text>"), std::string::npos);
  plot.series[0] = {.name = "a", .mark = Mark::points, .x = std::vector<double>(13), .y = std::vector<double>(13)};
  plot.series[0].labels = std::vector<std::string>(13, "label");
  EXPECT_EQ(svg_of(plot).find("label</text>"), std::string::npos);
}

// The ends of error bars where they were, and room at both ends of a logarithmic axis.
TEST(Svg, HasRoomAtTheEndsOfLogarithmicAxes) {
  Plot plot{{.kind = AxisKind::log}, {}};
  plot.series = {{.name = "a", .mark = Mark::points, .x = {1, 100}, .y = {0, 1}, .low = {-1, 0}, .high = {1, 2}}};
  const std::string svg = svg_of(plot);
  EXPECT_TRUE(is_well_formed(svg));
  std::smatch tick;
  ASSERT_TRUE(std::regex_search(
      svg, tick, std::regex("<text x=\"([0-9.]+)\" y=\"[0-9.]+\" text-anchor=\"middle\" fill=\"#222\">1<")));
  EXPECT_GT(std::stod(tick[1]), 70);
  EXPECT_EQ(count_of(svg, "stroke=\"#0072b2\" stroke-width=\"1\"/>"), 6U) << "three lines for each error bar";
}

TEST(Svg, MarksNegativeCellsForPrintInGrey) {
  MatrixPlot matrix{.rows = {"a"}, .columns = {"b", "c"}, .values = Matrix(1, 2), .scale = ColourScale::diverging};
  matrix.values(0, 0) = 3;
  matrix.values(0, 1) = -3;
  EXPECT_EQ(count_of(figure_svg({"f", "t", "", matrix}), "−</text>"), 1U);
}

TEST(Svg, TheBarOfColoursGrowsUpwards) {
  MatrixPlot matrix{.rows = {"a"}, .columns = {"b", "c"}, .values = Matrix(1, 2)};
  matrix.values(0, 1) = 1;
  const std::string svg = figure_svg({"f", "t", "", matrix});
  // The first and last of the narrow rectangles: the palest at the bottom.
  std::vector<std::pair<double, std::string>> bar;
  const std::regex one("y=\"([0-9.]+)\" width=\"12.00\" height=\"[0-9.]+\" fill=\"#([0-9a-f]+)\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), one), end; it != end; ++it)
    bar.emplace_back(std::stod((*it)[1]), (*it)[2]);
  ASSERT_EQ(bar.size(), 40U);
  const auto [top, bottom] = std::minmax_element(bar.begin(), bar.end());
  EXPECT_LT(top->second, bottom->second) << "dark above";
}

TEST(WellFormed, TellsBrokenMarkup) {
  EXPECT_TRUE(is_well_formed("<a b=\"c\"><d/>e &amp; f</a>\n"));
  EXPECT_FALSE(is_well_formed("<a><b></a></b>"));
  EXPECT_FALSE(is_well_formed("<a b=\"c></a>"));
  EXPECT_FALSE(is_well_formed("<a/><b/>"));
  EXPECT_FALSE(is_well_formed("<a>b > c</a>"));
}

}   // namespace
}   // namespace protea
