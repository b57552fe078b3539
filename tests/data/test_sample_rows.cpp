// Values of samples: one answer for every way to hold them, shared by subsets, and views that know their bounds.
#include <protea/data/sample_rows.hpp>

#include <limits>

#include <data/readers_support.hpp>

namespace protea {
namespace {

using readers::usage_error;
using Places = std::vector<std::uint32_t>;

// The value of row i and column j is 10·i + j.
constexpr std::size_t rows = 3;
constexpr std::size_t columns = 2;
const std::vector<double> row_after_row{0, 1, 10, 11, 20, 21};
const std::vector<double> column_after_column{0, 10, 20, 1, 11, 21};

Matrix matrix() {
  Matrix result(rows, columns);
  std::copy(row_after_row.begin(), row_after_row.end(), result.values().begin());
  return result;
}

void expect_rows(const SampleRows& x, const std::vector<std::size_t>& expected) {
  ASSERT_EQ(x.rows(), expected.size());
  ASSERT_EQ(x.columns(), columns);
  const Matrix copy = x.to_matrix();
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    x.copy_row(i, row);
    for (std::size_t j = 0; j < columns; ++j) {
      const auto value = static_cast<double>(10 * expected[i] + j);
      EXPECT_EQ(x(i, j), value);
      EXPECT_EQ(row[j], value);
      EXPECT_EQ(copy(i, j), value);
    }
  }
}

TEST(SampleRows, GiveTheSameValuesForEveryLayout) {
  expect_rows(SampleRows(matrix()), {0, 1, 2});
  expect_rows(SampleRows(std::vector<NumberCells>{{0, 10, 20}, {1, 11, 21}}), {0, 1, 2});
  expect_rows(SampleRows(ArrayView::row_major(row_after_row.data(), rows, columns)), {0, 1, 2});
  expect_rows(SampleRows(ArrayView::column_major(column_after_column.data(), rows, columns)), {0, 1, 2});
}

TEST(SampleRows, AreDoublesOrSinglesColumnByColumn) {
  const std::vector<float> singles(row_after_row.begin(), row_after_row.end());
  const std::vector<float> by_column(column_after_column.begin(), column_after_column.end());
  expect_rows(SampleRows(ArrayView::row_major(singles.data(), rows, columns)), {0, 1, 2});
  expect_rows(SampleRows(ArrayView::column_major(by_column.data(), rows, columns)), {0, 1, 2});
  expect_rows(SampleRows(ArrayView::row_major(singles.data(), rows, columns)).chosen(Places{2, 0}), {2, 0});
  expect_rows(SampleRows(std::vector<NumberCells>{{0, 10, 20}, Singles{1, 11, 21}}), {0, 1, 2});
  EXPECT_EQ(SampleRows(ArrayView::row_major(singles.data(), rows, columns)).whole_row(0), nullptr);
  EXPECT_EQ(SampleRows(std::vector<NumberCells>{{0, 10, 20}, {1, 11, 21}}).whole_row(0), nullptr);
  // Columns of a row that are neighbours are a whole row, however they were found.
  const std::vector<NumberCells> views{NumberCells(row_after_row.data(), rows, 2, nullptr),
                                       NumberCells(row_after_row.data() + 1, rows, 2, nullptr)};
  expect_rows(SampleRows(views), {0, 1, 2});
  EXPECT_EQ(SampleRows(views).whole_row(1), row_after_row.data() + 2);
}

// Of chosen rows the first is not where the array begins, nor are they as far apart as those of the array.
TEST(SampleRows, AreSinglesInRowsAsLongAsNobodyHasChosenAmongThem) {
  const std::vector<float> padded{0, 1, -1, 10, 11, -1, 20, 21, -1};
  const SampleRows x(ArrayView{nullptr, rows, columns, 3, 1, padded.data()});
  const ArrayView seen = x.singles_in_rows();
  EXPECT_EQ(seen.singles, padded.data());
  EXPECT_EQ(seen.rows, rows);
  EXPECT_EQ(seen.columns, columns);
  EXPECT_EQ(seen.row_stride, 3);
  EXPECT_TRUE(x.chosen(Places{2, 0}).singles_in_rows().is_null());
  EXPECT_TRUE(SampleRows(ArrayView::column_major(padded.data(), rows, columns)).singles_in_rows().is_null());
  EXPECT_TRUE(SampleRows(matrix()).singles_in_rows().is_null());
  EXPECT_TRUE(SampleRows().singles_in_rows().is_null());
}

TEST(SampleRows, AreCopiedInBlocksFromAnyRowOn) {
  constexpr std::size_t many = 50;
  Matrix all(many, columns);
  for (std::size_t i = 0; i < many; ++i) {
    for (std::size_t j = 0; j < columns; ++j) all(i, j) = static_cast<double>(10 * i + j);
  }
  std::vector<NumberCells> apart;
  for (std::size_t j = 0; j < columns; ++j) {
    Numbers column;
    for (std::size_t i = 0; i < many; ++i) column.push_back(all(i, j));
    apart.emplace_back(column);
  }
  std::vector<std::uint32_t> backwards(many);
  for (std::size_t i = 0; i < many; ++i) backwards[i] = static_cast<std::uint32_t>(many - 1 - i);
  for (const SampleRows& x : {SampleRows(all), SampleRows(apart)}) {
    Matrix part(37, columns);
    x.copy_rows(11, part.view());
    for (std::size_t i = 0; i < part.rows(); ++i) EXPECT_EQ(part(i, 1), static_cast<double>(10 * (11 + i) + 1));
    x.chosen(backwards).copy_rows(11, part.view());
    for (std::size_t i = 0; i < part.rows(); ++i) EXPECT_EQ(part(i, 1), static_cast<double>(10 * (38 - i) + 1));
  }
}

TEST(SampleRows, FollowStridesWithGapsAndBackwards) {
  const std::vector<double> padded{0, 1, -1, 10, 11, -1, 20, 21, -1};
  expect_rows(SampleRows(ArrayView{padded.data(), rows, columns, 3, 1}), {0, 1, 2});
  expect_rows(SampleRows(ArrayView{padded.data(), 2, columns, 6, 1}), {0, 2});
  expect_rows(SampleRows(ArrayView{padded.data() + 6, rows, columns, -3, 1}), {2, 1, 0});
}

TEST(SampleRows, LookAtTheArrayOfTheCallerWithoutACopy) {
  std::vector<double> values = row_after_row;
  const SampleRows x(ArrayView::row_major(values.data(), rows, columns));
  const SampleRows chosen = x.chosen(Places{2});
  values[5] = 7;
  EXPECT_EQ(x(2, 1), 7);
  EXPECT_EQ(chosen(0, 1), 7);
}

TEST(SampleRows, ChooseRowsInAnyOrderMoreThanOnceAndFromChosenOnes) {
  for (const SampleRows& x :
       {SampleRows(matrix()), SampleRows(ArrayView::column_major(column_after_column.data(), rows, columns))}) {
    const SampleRows chosen = x.chosen(Places{2, 0, 2});
    expect_rows(chosen, {2, 0, 2});
    expect_rows(chosen.chosen(Places{1, 0}), {0, 2});
    EXPECT_EQ(x.chosen({}).rows(), 0U);
    EXPECT_EQ(x.chosen({}).columns(), columns);
  }
}

TEST(SampleRows, OutliveTheRowsTheyWereChosenFrom) {
  SampleRows chosen;
  {
    const SampleRows all(matrix());
    chosen = all.chosen(Places{1});
  }
  expect_rows(chosen, {1});
}

TEST(SampleRows, AreEmptyAtFirst) {
  EXPECT_EQ(SampleRows().rows(), 0U);
  EXPECT_EQ(SampleRows().columns(), 0U);
  EXPECT_EQ(SampleRows().to_matrix().rows(), 0U);
}

TEST(SampleRows, RefuseArraysThatCannotBe) {
  const double* values = row_after_row.data();
  const auto message = [](const ArrayView& array) { return usage_error([&] { SampleRows{array}; }); };
  EXPECT_EQ(message({nullptr, 3, 2, 2, 1}),
            "the array of samples: 3 x 2 values are announced, and the pointer to them is null");
  EXPECT_EQ(message({values, 3, 2, 0, 1}),
            "the array of samples: row stride = 0: must be the number of values from one to the next");
  EXPECT_EQ(message({values, 3, 2, 2, 0}),
            "the array of samples: column stride = 0: must be the number of values from one to the next");
  constexpr std::ptrdiff_t far = std::numeric_limits<std::ptrdiff_t>::min();   // what a stride of NaN is cast to
  EXPECT_EQ(
      message({values, 3, 2, far, 1}),
      "the array of samples: row stride = -9223372036854775808: 3 of them reach beyond the memory of any machine");
  EXPECT_EQ(message({values, std::size_t{1} << 40, 2, 2, 1}),
            "the array of samples: 1099511627776 rows are more than 4294967295");
  EXPECT_EQ(message({values, 1, 2, 0, 1}), "no UsageError") << "a single row needs no stride";
}

}   // namespace
}   // namespace protea
