#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <protea/catalogue/catalogue.hpp>
#include <protea/rule/window.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

TEST(Winners, GiveTiesToTheLowestIndex) {
  const std::vector<double> d{2, 1, 1, 1};
  EXPECT_EQ(nearest(d), 1U);
  EXPECT_EQ(nearest_two(d).first, 1U);
  EXPECT_EQ(nearest_two(d).second, 2U);
  const std::vector<Label> labels{0, 1, 0, 0};
  EXPECT_EQ(nearest_pair(d, labels, 0).right, 2U);
  EXPECT_EQ(nearest_pair(d, labels, 0).wrong, 1U);
}

TEST(Winners, SayWhenThereIsNobody) {
  const std::vector<double> d{1};
  const std::vector<Label> labels{0};
  EXPECT_EQ(nearest_two(d).second, nobody);
  EXPECT_EQ(nearest_pair(d, labels, 0).wrong, nobody);
  EXPECT_EQ(nearest_pair(d, labels, 1).right, nobody);
}

// What steps of one sample rely on, of every rule of the catalogue.
struct Shown {
  std::vector<double> d{3, 1, 4, 1.5, 9};
  std::vector<Label> labels{0, 1, 1, 0, 2};
};

TEST(RulesOfOneSample, PullAsInABlockOfOne) {
  for (const std::string& name : rules().names()) {
    const auto rule = rules().make(name, {});
    const Shown shown;
    if (rule->parameter_count(shown.d.size()) > 0 || rule->lattice() || rule->traits().learns_label_vectors) continue;
    for (const Label y : {0, 1, 2}) {
      std::vector<double> alone(shown.d.size()), in_block(shown.d.size());
      const double loss = rule->pull_one(shown.d, shown.labels, y, 0.3, alone);
      EXPECT_EQ(loss, rule->pull({matrix_view(Row(shown.d), 1, shown.d.size()), shown.labels, {&y, 1}, {}, 0.3, {}, {}},
                                 matrix_view(MutableRow(in_block), 1, shown.d.size()), {}))
          << name;
      EXPECT_EQ(alone, in_block) << name;
    }
  }
}

TEST(RulesOfOneSample, ThatAskWhoIsNearestAreNotToldHowFar) {
  std::size_t found = 0;
  for (const std::string& name : rules().names()) {
    const auto rule = rules().make(name, {});
    if (rule->traits().depends_on != DependsOn::winner || rule->traits().has_cost) continue;
    ++found;
    const Shown shown;
    for (const Label y : {0, 1, 2}) {
      std::vector<double> pull(shown.d.size());
      const double loss = rule->pull_one(shown.d, shown.labels, y, 0.3, pull);
      const double nothing = 0;
      double lone_pull = 0;
      EXPECT_EQ(rule->pull_one({&nothing, 1}, Labels(shown.labels).subspan(1, 1), y, 0.3, {&lone_pull, 1}), loss)
          << name;
      EXPECT_EQ(lone_pull, pull[1]) << name;
    }
  }
  EXPECT_GE(found, 2U);   // lvq1 and lvq+
}

// ω = 0.3: (1 − ω)/(1 + ω) = 0.538…; distances 0.6 and 1 (ratio 0.6) are inside, their squares (ratio 0.36) are not.
TEST(Window, ComparesDistancesOrTheirSquares) {
  EXPECT_TRUE(is_in_window(0.36, 1, 0.3, WindowOn::distance));
  EXPECT_FALSE(is_in_window(0.36, 1, 0.3, WindowOn::squared));
  EXPECT_TRUE(is_in_window(0.6, 1, 0.3, WindowOn::squared));
  EXPECT_FALSE(is_in_window(0.36, 1, 0.3, WindowOn::difference));
  EXPECT_TRUE(is_in_window(0.75, 1, 0.25, WindowOn::difference));
}

TEST(Window, IsNoneWhenItIsInfinite) {
  for (const WindowOn on : {WindowOn::distance, WindowOn::squared, WindowOn::difference}) {
    EXPECT_TRUE(is_in_window(0, 1, std::numeric_limits<double>::infinity(), on));
  }
}

}   // namespace
}   // namespace protea
