// Published experiments by name: each is told in three forms, and what does not fit is refused with a sentence.
#include <protea/report/reproduction.hpp>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/report/figure_text.hpp>
#include <protea/report/svg.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

#include <report/reproduced_figures.hpp>
#include <support/case_name.hpp>

namespace protea {
namespace {

const Json* member(const Json& json, const std::string& name) {
  const auto* const members = std::get_if<Json::Object>(&json.content());
  if (!members) return nullptr;
  for (const auto& [known, value] : *members) {
    if (known == name) return &value;
  }
  return nullptr;
}

// Commas inside quotes belong to a cell.
std::size_t cells_of(const std::string& line) {
  std::size_t count = 1;
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) ++count;
  }
  return count;
}

std::string refusal(const ReproductionRequest& request) {
  Serial runtime;
  try {
    reproduce(request, runtime);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing was refused";
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const ReproductionSummary& each : reproductions()) result.push_back(each.name);
  return result;
}

TEST(Reproduction, HasNamesOfItsOwnForAll) {
  std::set<std::string> distinct;
  for (const ReproductionSummary& each : reproductions()) {
    EXPECT_TRUE(distinct.insert(each.name).second) << each.name;
    EXPECT_FALSE(each.summary.empty()) << each.name;
    EXPECT_FALSE(each.counted.empty()) << each.name;
  }
  EXPECT_EQ(distinct.size(), 16u);
}

// Numbers as many as places, and none that is no number but where a curve is interrupted.
void expect_numbers(const Plot& plot) {
  for (const Series& series : plot.series) {
    SCOPED_TRACE(series.name);
    EXPECT_FALSE(series.name.empty());
    if (series.mark != Mark::rule) {
      EXPECT_EQ(series.x.size(), series.y.size());
      EXPECT_FALSE(series.y.empty());
    }
    for (const double x : series.x) EXPECT_TRUE(std::isfinite(x));
    for (const double y : series.y) EXPECT_TRUE(std::isfinite(y) || series.mark == Mark::line);
    if (!series.low.empty()) {
      EXPECT_EQ(series.low.size(), series.y.size());
      EXPECT_EQ(series.high.size(), series.y.size());
    }
  }
}

void expect_drawable(const Figure& figure) {
  SCOPED_TRACE(figure.id);
  EXPECT_FALSE(figure.title.empty());
  EXPECT_TRUE(figure.caption.ends_with(". Quick form.")) << figure.caption;
  if (const Plot* const plot = std::get_if<Plot>(&figure.content)) expect_numbers(*plot);
  const std::string svg = figure_svg(figure);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_LT(svg.size(), 60'000U);
  const std::string text = figure_text(figure);
  EXPECT_TRUE(text.starts_with(figure.title + "\n"));
  EXPECT_GT(std::ranges::count(text, '\n'), 4);
  for (const std::string& form : {svg, text})
    EXPECT_FALSE(std::regex_search(form, std::regex("[^a-z](nan|inf)[^a-z]")));
}

class EachReproduction : public ::testing::TestWithParam<std::string> {};

TEST_P(EachReproduction, IsToldAsJsonAsTextAndAsNumbersOfOneWidth) {
  Serial runtime;
  const std::string& name = GetParam();
  const Reproduction result = reproduce({.name = name, .is_quick = true}, runtime);
  const Json* const experiment = member(result.json, "experiment");
  ASSERT_NE(experiment, nullptr);
  EXPECT_EQ(std::get<std::string>(experiment->content()), name);
  EXPECT_TRUE(result.text.ends_with("\n"));
  EXPECT_GT(result.text.size(), 100u);
  std::istringstream lines(result.csv);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const std::size_t columns = cells_of(line);
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_EQ(cells_of(line), columns) << line;
  EXPECT_GE(rows, 2u);

  EXPECT_TRUE(result.lead.ends_with("."));
  ASSERT_FALSE(result.figures.empty());
  std::set<std::string> ids;
  for (const Figure& figure : result.figures) {
    EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
    EXPECT_TRUE(figure.id.starts_with(name)) << figure.id << ": files of all experiments lie in one folder";
    expect_drawable(figure);
  }
  EXPECT_TRUE(std::regex_search(result.figures.front().caption, std::regex("\\((19|20)[0-9][0-9]\\)")) ||
              result.figures.front().caption.find("(Biehl 2023)") != std::string::npos)
      << "says where it comes from";
  expect_figures_of(name, result);
  const Page page = reproduction_page(result, {.name = name, .is_quick = true});
  EXPECT_EQ(page.sections.front().figures.size(), result.figures.size());
  EXPECT_NE(page_html(page).find(result.figures.front().id), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Known, EachReproduction, ::testing::ValuesIn(names()),
                         [](const auto& each) { return testing::case_name(each.param); });

TEST(Reproduction, HasTheSamePageForAnyNumberOfThreads) {
  Serial serial;
  Threads threads(3);
  const ReproductionRequest request{.name = "dynamics-fig-2", .is_quick = true};
  const std::string page = page_html(reproduction_page(reproduce(request, serial), request));
  EXPECT_EQ(page_html(reproduction_page(reproduce(request, threads), request)), page);
  EXPECT_NE(page.find("dynamics-fig-2, quick"), std::string::npos);
}

TEST(Reproduction, TellsHowFarItIs) {
  Serial runtime;
  std::vector<std::size_t> heard;
  reproduce({.name = "dynamics-fig-2", .is_quick = true}, runtime, [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 10u);
    heard.push_back(done);
  });
  EXPECT_EQ(heard, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(Reproduction, RefusesWhatIsUnknownOrBelongsToAnother) {
  EXPECT_EQ(refusal({.name = "margn-hinge"}), "unknown experiment 'margn-hinge': did you mean 'margin-hinge'?");
  EXPECT_EQ(refusal({.name = "notes-vq", .samples = 5000}), "samples belongs to divergence-som: leave it out");
  EXPECT_EQ(refusal({.name = "notes-vq", .data = "."}),
            "data belongs to the tables, and notes-vq has no data: leave it out");
  EXPECT_EQ(refusal({.name = "divergence-som", .samples = 10}),
            "samples = 10: must be at least 1000 and at most 100000000");
  EXPECT_EQ(refusal({.name = "fisher-table-3", .slope = "slow"}),
            "unknown glvq-slope 'slow': known are growing, constant");
}

}   // namespace
}   // namespace protea
