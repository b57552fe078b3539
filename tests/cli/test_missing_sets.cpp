// Real data with gaps: hepatitis and pima (where the directory of data sets is there) and the built-in penguins.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "command.hpp"

namespace protea::cli {
namespace {

// PROTEA_DATA, or the directory of data sets beside the project.
std::string data_directory() {
  if (const char* const given = std::getenv("PROTEA_DATA")) return given;
  return std::string(PROTEA_SOURCE_DIR) + "/../shared/data";
}

class SetWithGaps : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    data_ = GetParam() == "penguins" ? GetParam() : data_directory() + "/" + GetParam() + ".csv";
    if (GetParam() != "penguins" && !std::filesystem::exists(data_)) GTEST_SKIP() << "no file " << data_;
  }
  std::string data_;
  const Folder folder_;
};

TEST_P(SetWithGaps, IsLearnedAndAnsweredAroundItsGaps) {
  for (const std::string method : {"glvq", "grlvq", "gmlvq", "lgmlvq", "lvq1", "rslvq"}) {
    SCOPED_TRACE(method);
    const Json trained = folder_.json({"train", data_, "--method", method, "--missing", "mask", "--nominal", "one-hot",
                                       "--class-weights", "balanced", "-o", "m.protea"});
    EXPECT_GT(trained["balanced_accuracy"].get<double>(), 0.65);   // without a look at the data: 0.5, or a third
    const Json answers = folder_.json({"predict", "m.protea", data_, "--scores"});
    EXPECT_EQ(answers["samples"], trained["samples"]);
    for (const Json& row : answers["scores"]) {
      double sum = 0;
      for (const Json& score : row) sum += score.get<double>();   // throws for null, which is how NaN is written
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
}

TEST_P(SetWithGaps, GivesTheSameBytesForAnyNumberOfThreads) {
  const auto bytes = [&](const std::string& threads) {
    folder_.json({"train", data_, "--method", "gmlvq", "--missing", "mask", "--nominal", "one-hot", "--threads",
                  threads, "-o", "m.protea"});
    return folder_.read("m.protea");
  };
  EXPECT_EQ(bytes("1"), bytes("3"));
}

TEST_P(SetWithGaps, IsRefusedByDistancesThatCannotSkip) {
  folder_.refuses(
      {"train", data_, "--method", "glvq", "--dissimilarity", "angle", "--missing", "mask", "--nominal", "one-hot",
       "-o", "m.protea"},
      2,
      "missing = mask: angle does not sum over features, so it cannot skip missing ones: use --missing mean or median");
}

INSTANTIATE_TEST_SUITE_P(Known, SetWithGaps, ::testing::Values("hepatitis", "pima2_na", "penguins"));

}   // namespace
}   // namespace protea::cli
