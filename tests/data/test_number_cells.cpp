// The numbers of a column: doubles or singles, owned or seen, read alike; and when singles are enough.
#include <protea/data/number_cells.hpp>

#include <cmath>
#include <limits>

#include <data/readers_support.hpp>
#include <protea/data/encoding.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::little_endian;
using readers::raw;
using readers::TemporaryDirectory;

TEST(NumberCells, ReadLikeAVector) {
  const std::vector<double> gaps{1, -1, 2, -1, 3, -1};
  const std::vector<float> singles{1, 2, 3};
  for (const NumberCells& cells :
       {NumberCells{1, 2, 3}, NumberCells(Singles{1, 2, 3}), NumberCells(gaps.data(), 3, 2, nullptr),
        NumberCells(singles.data(), 3, 1, nullptr)}) {
    EXPECT_EQ(cells.size(), 3U);
    EXPECT_EQ(cells, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(cells.front(), 1);
    EXPECT_EQ(cells.back(), 3);
    EXPECT_EQ(std::vector<double>(cells.begin(), cells.end()), (std::vector<double>{1, 2, 3}));
  }
  EXPECT_TRUE(NumberCells().empty());
  EXPECT_FALSE(NumberCells({1, 2}) == NumberCells({1, 2, 3}));
}

TEST(NumberCells, ShareTheirNumbersAndKeepThem) {
  NumberCells copy;
  {
    const NumberCells cells{4, 5};
    copy = cells;
    EXPECT_EQ(copy.doubles(), cells.doubles());
  }
  EXPECT_EQ(copy, (std::vector<double>{4, 5}));
}

// A deviation of d among values of size v is kept to v·2⁻²⁴/d of itself; a hundred thousandth may be lost.
TEST(Singles, AreEnoughWhereTheyTellValuesApart) {
  const auto fits_singles = [](const NumberCells& numbers) -> bool { return fit_singles({&numbers, 1}).front(); };
  const auto around = [](double centre, double difference) {
    return NumberCells{centre - difference, centre + difference};   // their deviation is the difference
  };
  EXPECT_TRUE(fits_singles(around(0, 1)));
  EXPECT_TRUE(fits_singles(around(100.1, 1)));    // 6e-6
  EXPECT_FALSE(fits_singles(around(200.1, 1)));   // 1.2e-5
  EXPECT_TRUE(fits_singles(around(1.7e9, 2e7)));
  EXPECT_FALSE(fits_singles(around(1.7e9 + 1, 1e3)));   // seconds of a clock
  EXPECT_FALSE(fits_singles({1e300, -1e300}));
  EXPECT_FALSE(fits_singles({1e-300, -1e-300}));
  EXPECT_TRUE(fits_singles({0, 0, 0}));
  EXPECT_FALSE(fits_singles({0.1, 0.1}));   // one value, which is no single
  EXPECT_TRUE(fits_singles({5, 5}));
  EXPECT_TRUE(fits_singles({2001, 2003, 2002}));   // exact, however far from 0
  EXPECT_FALSE(fits_singles({2001.1, 2003, 2002}));
  EXPECT_TRUE(fits_singles({missing_value, 1, 2}));
}

TEST(Singles, AreTheNearestToTheNumbers) {
  // Columns of their own, columns that lie between one another, and one that is not chosen; more rows than are looked at
  // at a time.
  constexpr std::size_t rows = 10'000;
  Numbers between(2 * rows);
  Numbers own(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    own[i] = 0.1 * static_cast<double>(i);
    between[2 * i] = own[i] + 1000;
    between[2 * i + 1] = -own[i];
  }
  own[5] = missing_value;
  between[2 * 5] = missing_value;
  std::vector<NumberCells> columns{own, NumberCells(between.data(), rows, 2, nullptr), own,
                                   NumberCells(between.data() + 1, rows, 2, nullptr)};
  round_to_singles(columns, {true, true, false, true});
  EXPECT_EQ(columns[2].doubles()[1], 0.1);
  EXPECT_TRUE(std::isnan(columns[0][5]));
  EXPECT_TRUE(std::isnan(columns[1][5]));
  for (const std::size_t j : {0, 1, 3}) ASSERT_NE(columns[j].singles(), nullptr) << j;
  for (const std::size_t i : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, rows - 1}) {
    EXPECT_EQ(columns[0][i], static_cast<double>(static_cast<float>(own[i])));
    EXPECT_EQ(columns[1][i], static_cast<double>(static_cast<float>(between[2 * i])));
    EXPECT_EQ(columns[3][i], static_cast<double>(static_cast<float>(between[2 * i + 1])));
  }
}

Table two_columns(StoragePrecision precision) {
  return parse_table("a,t,class\n0.1,1700000000,x\n0.3,1700000001,y\n", "times.csv",
                     ReadOptions{.label = "class", .format = Format::csv, .precision = precision});
}

TEST(Singles, AreKeptWhereTheyAreAskedForAndEnough) {
  const EncodedTable as_told = encode_training_table(two_columns(StoragePrecision::float32), "class", Nominal::refuse);
  EXPECT_EQ(as_told.dataset.x(0, 0), static_cast<double>(0.1F));
  EXPECT_EQ(as_told.dataset.x(1, 1), 1700000001);
  ASSERT_EQ(as_told.notes.size(), 1U);
  EXPECT_EQ(as_told.notes[0],
            "'t': double precision is kept, single would lose more than a hundred thousandth of the deviation");
  for (const auto precision : {StoragePrecision::automatic, StoragePrecision::float64}) {
    const EncodedTable small = encode_training_table(two_columns(precision), "class", Nominal::refuse);
    EXPECT_EQ(small.dataset.x(0, 0), 0.1);
    EXPECT_TRUE(small.notes.empty());
  }
}

// 2²² rows of 2 features, twice as many values as are few.
TEST(Singles, AreChosenForManyValuesUnlessToldOtherwise) {
  constexpr std::size_t rows = many_values / 2;
  const auto table = [&](StoragePrecision precision) {
    Table result;
    Numbers a(rows);
    for (std::size_t i = 0; i < rows; ++i) a[i] = 0.1 * static_cast<double>(i % 10);
    result.columns.resize(3);
    result.columns[0] = {"a", a, {}};
    result.columns[1] = {"b", std::move(a), {}};
    result.columns[2] = {"class", Numbers(rows, 1.0), {}};
    result.precision = precision;
    return result;
  };
  const EncodedTable chosen = encode_training_table(table(StoragePrecision::automatic), "class", Nominal::refuse);
  EXPECT_EQ(chosen.dataset.x(1, 1), static_cast<double>(0.1F));
  ASSERT_EQ(chosen.notes.size(), 1U);
  EXPECT_EQ(
      spelled(chosen.notes[0]),
      "8388608 values are kept in single precision, and computed with in double: precision = float64 keeps doubles");
  const EncodedTable told = encode_training_table(table(StoragePrecision::float64), "class", Nominal::refuse);
  EXPECT_EQ(told.dataset.x(1, 1), 0.1);
  // What is seen in a file is not held, and stays as it is.
  Table in_file = table(StoragePrecision::automatic);
  const Table owner = in_file;
  for (std::size_t j = 0; j < 2; ++j)
    in_file.columns[j].numbers = NumberCells(owner.columns[j].numbers.doubles(), rows, 1, nullptr);
  const EncodedTable seen = encode_training_table(std::move(in_file), "class", Nominal::refuse);
  EXPECT_EQ(seen.dataset.x(1, 1), 0.1);
  EXPECT_TRUE(seen.notes.empty());
  // Rows that a model answers for are read as they are.
  const Dataset further = encode(table(StoragePrecision::automatic), chosen.encoding, {.class_names = {"1"}});
  EXPECT_EQ(further.x(1, 1), 0.1);
}

// As NumPy writes them: the elements begin at a multiple of 64 bytes.
std::string npy(const std::string& type, const std::string& data, bool is_fortran = false) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + (is_fortran ? "True" : "False") + ", 'shape': (3, 2), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\0", 8) + little_endian(header.size(), 2) + header + data;
}

TEST(NpyFiles, AreLookedAtWhereTheyAreAndReadAlike) {
  const std::string by_rows = npy("<f8", raw<double>({0, 1, 10, 11, 20, 21}));
  const std::string by_columns = npy("<f8", raw<double>({0, 10, 20, 1, 11, 21}), true);
  const std::string singles = npy("<f4", raw<float>({0, 1, 10, 11, 20, 21}));
  const std::string integers = npy("<i4", raw<std::int32_t>({0, 1, 10, 11, 20, 21}));
  const TemporaryDirectory folder;
  for (const std::string& bytes : {by_rows, by_columns, singles, integers}) {
    const Table table = read_table(folder.file("cells.npy", bytes));
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(table.columns[0].numbers, (std::vector<double>{0, 10, 20}));
    EXPECT_EQ(table.columns[1].numbers, (std::vector<double>{1, 11, 21}));
  }
  const Table seen = read_table(folder.file("rows.npy", by_rows));
  EXPECT_EQ(seen.columns[1].numbers.doubles(), seen.columns[0].numbers.doubles() + 1);   // in the map
  EXPECT_TRUE(seen.columns[1].numbers.is_seen());
  EXPECT_NE(read_table(folder.file("singles.npy", singles)).columns[0].numbers.singles(), nullptr);
  const std::string swapped = npy(">f8", std::string(raw<double>({0, 1, 10, 11, 20, 21})));
  EXPECT_FALSE(read_table(folder.file("swapped.npy", swapped)).columns[0].numbers.is_seen());
}

TEST(NpyFiles, NameThePlaceOfInfinityInEitherOrder) {
  const double much = std::numeric_limits<double>::infinity();
  const TemporaryDirectory folder;
  for (const bool is_fortran : {false, true}) {
    const std::string path = folder.file("infinite.npy", npy("<f8", raw<double>({0, 1, 2, much, 3, 4}), is_fortran));
    const std::string place = is_fortran ? "row 1, column 2" : "row 2, column 2";
    EXPECT_EQ(data_error([&] { read_table(path); }), path + " " + place + ": infinity is not a usable value");
  }
}

}   // namespace
}   // namespace protea
