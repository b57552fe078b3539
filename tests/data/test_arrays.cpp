// Data sets from arrays: the numbers and class names that a file of the same contents gives, and sentences for arrays
// that do not fit.
#include <protea/data/arrays.hpp>

#include <cmath>
#include <limits>

#include <data/readers_support.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::usage_error;
using Words = std::vector<std::string>;
using Labels = std::vector<Label>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<double> values{1, 2, 3, 4, 5, 6};   // three rows of two
const ArrayView three_rows = ArrayView::row_major(values.data(), 3, 2);

TEST(FromArrays, NumbersTheClassesAsAReaderDoes) {
  for (const Words& labels : {Words{"b", "a", "b"}, Words{"10", "9", "10"}, Words{"10", "9", "x"}}) {
    const Dataset dataset = from_arrays(three_rows, labels);
    const std::string text = "1,2," + labels[0] + "\n3,4," + labels[1] + "\n5,6," + labels[2] + "\n";
    const Dataset read =
        encode_training_table(parse_table(text, "a.csv", Format::csv, ""), "", Nominal::refuse).dataset;
    EXPECT_EQ(dataset.class_names, read.class_names);
    EXPECT_EQ(dataset.y, read.y);
    EXPECT_EQ(dataset.feature_names, read.feature_names);
    EXPECT_EQ(dataset.target_kind(), TargetKind::labels);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(dataset.x(i, 1), read.x(i, 1));
  }
}

TEST(FromArrays, TakesIntegersOfBothSizesInOrderOfValue) {
  const Dataset narrow = from_arrays(three_rows, std::vector<std::int32_t>{10, -1, 9});
  EXPECT_EQ(narrow.class_names, (Words{"-1", "9", "10"}));
  EXPECT_EQ(narrow.y, (Labels{2, 0, 1}));
  const Dataset wide = from_arrays(three_rows, std::vector<std::int64_t>{9007199254740993, 9007199254740992, 0});
  EXPECT_EQ(wide.class_names, (Words{"0", "9007199254740992", "9007199254740993"}))
      << "a double would take them for one class";
}

TEST(FromArrays, TakesNumbersMembershipsOrNothing) {
  const Dataset numbers = from_arrays(three_rows, std::vector<double>{0.5, -2, 7}, {.target = "price"});
  EXPECT_EQ(numbers.target_kind(), TargetKind::numbers);
  EXPECT_EQ(numbers.numbers, (std::vector<double>{0.5, -2, 7}));
  EXPECT_EQ(numbers.target_name, "price");
  EXPECT_TRUE(numbers.class_names.empty());

  const std::vector<double> shares{1, 0.2, 0, 0, 0.8, 1};   // column after column
  const Dataset fuzzy =
      from_arrays(three_rows, ArrayView::column_major(shares.data(), 3, 2), {.classes = {"wet", "dry"}});
  EXPECT_EQ(fuzzy.target_kind(), TargetKind::memberships);
  EXPECT_EQ(fuzzy.class_names, (Words{"wet", "dry"}));
  EXPECT_EQ(fuzzy.memberships(1, 0), 0.2);
  EXPECT_EQ(fuzzy.memberships(1, 1), 0.8);
  EXPECT_EQ(from_arrays(three_rows, ArrayView::column_major(shares.data(), 3, 2)).class_names, (Words{"1", "2"}));

  EXPECT_EQ(from_arrays(three_rows).target_kind(), TargetKind::none);
}

TEST(FromArrays, IsPreparedAsAFileIsWhateverTheLayout) {
  const std::vector<double> columns{1, nan, 5, 2, 4, 6};
  const Dataset array = from_arrays(ArrayView::column_major(columns.data(), 3, 2));
  const Dataset file =
      encode_training_table(parse_table("1,2\n?,4\n5,6\n", "a.csv", Format::csv), "none", Nominal::refuse).dataset;
  const Matrix expected = learn_preparation(file, Missing::mean, Scaling::z_score).apply(file);
  const Matrix found = learn_preparation(array, Missing::mean, Scaling::z_score).apply(array);
  for (std::size_t c = 0; c < 6; ++c) EXPECT_EQ(found.values()[c], expected.values()[c]);
}

TEST(FromArrays, NamesThePlaceOfAValueByRowAndColumn) {
  const std::vector<double> gap{1, 2, 3, nan, 5, 6};
  const ArrayView array = ArrayView::row_major(gap.data(), 3, 2);
  const auto message = [&](const ArrayNames& names) {
    const Dataset dataset = from_arrays(array, {}, names);
    const Dataset part = dataset.subset(std::vector<std::uint32_t>{1, 2});
    return data_error([&] { learn_preparation(part, Missing::refuse, Scaling::none).apply(part); });
  };
  EXPECT_TRUE(message({}).starts_with("row 2, column 2: the value of 'x2' is missing")) << message({});
  EXPECT_TRUE(message({.source = "rain", .features = {"hour", "depth"}})
                  .starts_with("rain row 2, column 2: the value of 'depth'"));
}

TEST(FromArrays, RefusesWhatDoesNotFit) {
  const auto message = [](const ArrayTargets& targets, const ArrayNames& names = {}) {
    return usage_error([&] { from_arrays(three_rows, targets, names); });
  };
  EXPECT_EQ(message(Words{"a", "b"}), "there are 2 labels for 3 rows: there must be one for each");
  EXPECT_EQ(message(std::vector<std::int32_t>{}), "there are 0 labels for 3 rows: there must be one for each");
  EXPECT_EQ(message(std::vector<double>{1, 2, 3, 4}), "there are 4 numbers for 3 rows: there must be one for each");
  EXPECT_EQ(message(ArrayView::row_major(values.data(), 2, 3)),
            "there are 2 rows of memberships for 3 rows: there must be one for each");
  EXPECT_EQ(message(ArrayView::row_major(values.data(), 3, 1)),
            "there are memberships of 1 classes: there must be two at least");
  EXPECT_EQ(message(ArrayView{nullptr, 3, 2, 2, 1}),
            "the array of memberships: 3 x 2 values are announced, and the pointer to them is null");
  EXPECT_EQ(message(three_rows, {.classes = {"a"}}), "there are 1 names for the 2 classes of the memberships");
  EXPECT_EQ(message({}, {.features = {"a"}}), "there are 1 names for 2 columns: there must be one for each");
  EXPECT_EQ(usage_error([] { from_arrays({}); }), "the array of samples is 0 x 0: there must be a row and a column");
}

TEST(FromArrays, RefusesTargetsAndValuesThatAreNone) {
  const auto message = [](const ArrayTargets& targets) {
    return data_error([&] { from_arrays(three_rows, targets); });
  };
  EXPECT_EQ(message(Words{"a", "", "b"}), "row 2: the label is missing: fill it in or remove the row");
  EXPECT_EQ(message(Words{"a", "b", "\xff"}), "row 3: the name of the class is not UTF-8");
  EXPECT_EQ(message(std::vector<double>{1, nan, 2}), "row 2: the target is missing: fill it in or remove the row");
  EXPECT_EQ(message(std::vector<double>{1, 2, -infinity}), "row 3: the target is infinite");
  const auto memberships = [&](std::vector<double> shares) {
    return message(ArrayView::row_major(shares.data(), 3, 2));
  };
  EXPECT_EQ(memberships({0, 1, -0.5, 1, 0, 1}),
            "row 2: the membership of class '1' is -0.5: it must lie between 0 and 1");
  EXPECT_EQ(memberships({0, 1, 0, 1, 0, 1.5}),
            "row 3: the membership of class '2' is 1.5: it must lie between 0 and 1");
  EXPECT_EQ(memberships({0, nan, 0, 1, 0, 1}),
            "row 1: the membership of class '2' is missing: fill it in or remove the row");
  const std::vector<double> far{1, 2, 3, infinity};
  EXPECT_EQ(data_error([&] { from_arrays(ArrayView::row_major(far.data(), 2, 2)); }),
            "row 2, column 2: infinity is not a usable value");
}

}   // namespace
}   // namespace protea
