// Which rows a training of prototypes learns from.
#include <protea/method/training_run.hpp>

#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/data/table.hpp>

namespace protea {
namespace {

// Two rows of each of two classes.
Dataset four_rows(const std::vector<double>& values) {
  Dataset data;
  data.source = "four.csv";
  Matrix x(4, 1);
  std::ranges::copy(values, x.values().begin());
  data.x = std::move(x);
  data.y = {0, 1, 0, 1};
  data.class_names = {"a", "b"};
  data.feature_names = {"f1"};
  data.lines = {2, 3, 5, 6};
  return data;
}

TEST(TrainingParts, AreAllRowsUnlessSomeAreDropped) {
  const Dataset data = four_rows({1, missing_value, 3, 4});
  const TrainingParts all = cut_into_parts(configure("glvq", {}), data);
  EXPECT_EQ(all.dropped_rows, 0U);
  EXPECT_EQ(all.training.rows.size(), 4U);
  const TrainingParts rest = cut_into_parts(configure("glvq", {{"missing", "drop"}}), data);
  EXPECT_EQ(rest.dropped_rows, 1U);
  EXPECT_EQ(rest.training.rows.y, (std::vector<Label>{0, 0, 1}));
  EXPECT_EQ(rest.training.rows.lines, (RowLines{2, 5, 6}));
}

TEST(TrainingParts, MustHaveEveryClassThatThereWas) {
  const Dataset data = four_rows({1, missing_value, 3, missing_value});
  try {
    cut_into_parts(configure("glvq", {{"missing", "drop"}}), data);
    FAIL() << "class b is gone";
  } catch (const DataError& error) {
    EXPECT_NE(error.marked().find("leaves no sample of class 'b'"), std::string::npos) << error.marked();
  }
}

}   // namespace
}   // namespace protea
