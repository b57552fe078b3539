#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include <protea/method/by_class.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/reference.hpp>

namespace protea {
namespace {

std::string message_of(const std::string& method, const Settings& changes) {
  try {
    configure(method, changes);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Configuration, TakesEveryPresetAsItStands) {
  for (const Preset& preset : presets()) EXPECT_EQ(message_of(preset.name, {}), "no error") << preset.name;
}

TEST(Configuration, SaysInOneSentenceWhyPartsDoNotFit) {
  EXPECT_EQ(message_of("lvq1", {{"optimizer", "l-bfgs"}}),
            "l-bfgs needs a rule with a cost function and lvq1 has none: use optimizer = sgd, momentum or adam");
  EXPECT_EQ(message_of("gmvlq", {}), "unknown method 'gmvlq': did you mean 'gmlvq'?");
  EXPECT_EQ(message_of("glvq", {{"rule.steepness", "-1"}}), "rule.steepness = -1: must be greater than 0");
  EXPECT_EQ(message_of("lvq1", {{"rule.steepness", "1"}}), "lvq1 has no option 'steepness': it has none at all");
  EXPECT_EQ(
      message_of("glvq", {{"rule.activation", "sigmoid"}, {"rule.annealing", "5"}}),
      "l-bfgs minimizes one fixed cost, and glvq is annealed: give rule.annealing = 1, or use optimizer = sgd, momentum or adam");
  EXPECT_EQ(
      message_of("lvq1", {{"dissimilarity", "minkowski"}, {"dissimilarity.p", "inf"}}),
      "minkowski measures only and cannot be trained with dissimilarity.p = inf: use a finite one, such as 8, or epochs = 0");
  EXPECT_EQ(message_of("lvq1", {{"dissimilarity", "minkowski"}, {"dissimilarity.p", "inf"}, {"epochs", "0"}}),
            "no error");
  EXPECT_EQ(message_of("olvq1", {{"batch", "5"}}).rfind("olvq1 sets the rate of each prototype itself", 0), 0U);
  EXPECT_EQ(message_of("glvq", {{"init", "file"}}), "init = file needs init.file, a codebook (.cod) or a model");
}

TEST(Configuration, DropsWhatThePresetSetForAReplacedPart) {
  const auto rank_of = [](const Configuration& configuration) {
    for (const auto& [name, value] : configuration.dissimilarity->options()) {
      if (name == "rank") return value_text(value);
    }
    return std::string("none");
  };
  EXPECT_EQ(rank_of(configure("liram-lvq", {})), "2");
  EXPECT_EQ(rank_of(configure("liram-lvq", {{"dissimilarity", "relevance"}})), "none");
  EXPECT_EQ(rank_of(configure("gmlvq", {})), "0");
}

TEST(Configuration, CountsPrototypesPerClass) {
  const std::vector<std::string> names{"setosa", "versicolor", "virginica"};
  const auto prototype_counts = [&](const std::string& text) { return parse_prototype_counts(text).of(names); };
  EXPECT_EQ(prototype_counts("2"), (std::vector<std::size_t>{2, 2, 2}));
  EXPECT_EQ(prototype_counts("virginica=3,setosa=2"), (std::vector<std::size_t>{2, 1, 3}));
  EXPECT_THROW(prototype_counts("0"), UsageError);
  EXPECT_THROW(prototype_counts("setosa="), UsageError);
  EXPECT_THROW(prototype_counts("tulip=1"), UsageError);
}

TEST(Catalogue, HasDistinctNamesWithSummariesAndSources) {
  std::set<std::string> seen;
  for (const auto& entry : rules().entries()) {
    EXPECT_TRUE(seen.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.summary.empty() || entry.formula.empty() || entry.source.empty()) << entry.name;
  }
  seen.clear();
  for (const auto& entry : dissimilarities().entries()) {
    EXPECT_TRUE(seen.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.summary.empty() || entry.formula.empty() || entry.source.empty()) << entry.name;
  }
}

TEST(Reference, IsThePageInTheDocs) {
  std::ifstream file(PROTEA_SOURCE_DIR "/docs/reference.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), reference_page()) << "write it again with: protea describe --markdown > docs/reference.md";
}

}   // namespace
}   // namespace protea
