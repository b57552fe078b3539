// Published experiments by name: each is told in three forms, and what does not fit is refused with a sentence.
#include <protea/report/reproduction.hpp>

#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/runtime/serial.hpp>

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
}

INSTANTIATE_TEST_SUITE_P(Known, EachReproduction, ::testing::ValuesIn(names()),
                         [](const auto& each) { return testing::case_name(each.param); });

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
