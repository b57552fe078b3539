// Maps in the text formats of the ESOM Tools: what others write, what we write, and what is refused.
#include <protea/model/esom.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

Matrix matrix_with(std::size_t rows, std::size_t columns, const std::vector<double>& values) {
  Matrix result(rows, columns);
  std::copy(values.begin(), values.end(), result.values().begin());
  return result;
}

void expect_equal_bits(const Matrix& found, const Matrix& expected) {
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.columns(), expected.columns());
  for (std::size_t i = 0; i < expected.values().size(); ++i) {
    EXPECT_EQ(found.values()[i], expected.values()[i]) << i;
    EXPECT_EQ(std::signbit(found.values()[i]), std::signbit(expected.values()[i])) << i;
  }
}

void expect_same_grid(const EsomGrid& found, const EsomGrid& expected) {
  EXPECT_EQ(found.rows, expected.rows);
  EXPECT_EQ(found.columns, expected.columns);
  EXPECT_EQ(found.is_toroid, expected.is_toroid);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string refused_weights(const std::string& text) {
  EXPECT_THROW(parse_esom_weights(text, "m.wts"), DataError) << text;
  return message_of([&] { parse_esom_weights(text, "m.wts"); });
}

std::string refused_matches(const std::string& text) {
  EXPECT_THROW(parse_esom_best_matches(text, "m.bm"), DataError) << text;
  return message_of([&] { parse_esom_best_matches(text, "m.bm"); });
}

std::string refused_heights(const std::string& text) {
  EXPECT_THROW(parse_esom_heights(text, "m.umx"), DataError) << text;
  return message_of([&] { parse_esom_heights(text, "m.umx"); });
}

const std::vector<double> hard_numbers{
    1.0 / 3, std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::max(), std::nextafter(1, 2), 1e22,
    -0.0};

// One map of 1 x 2 units of dimension 2, as three programs write it.
const Matrix two_units = matrix_with(2, 2, {0.5, -2, 3, 1e-5});

TEST(EsomWeights, AreReadAsSomocluWritesThem) {
  const EsomWeights read =
      parse_esom_weights("%1 2\n%2\n0.5000000000 -2.0000000000 \n3.0000000000 0.0000100000 \n", "m.wts");
  expect_same_grid(read.grid, {1, 2, {}});
  expect_equal_bits(read.vectors, two_units);
}

TEST(EsomWeights, AreReadAsDataIoWritesThem) {
  const EsomWeights toroid = parse_esom_weights("# of chance\n%1\t2\t1\n%\t2\n%\t1\t1\n0.5\t-2\n3\t1e-05\n", "m.wts");
  expect_same_grid(toroid.grid, {1, 2, true});
  expect_equal_bits(toroid.vectors, two_units);
  const EsomWeights older =
      parse_esom_weights("%1 2\r\n%2 planar\r\n%length width\r\n0.5\t-2\r\n3\t1e-05\r\n", "m.wts");
  expect_same_grid(older.grid, {1, 2, false});
  expect_equal_bits(older.vectors, two_units);
}

TEST(EsomWeights, AreWrittenRowByRowWithTabs) {
  EsomWeights weights{{1, 2, {}}, two_units};
  EXPECT_EQ(format_esom_weights(weights), "% 1 2\n% 2\n0.5\t-2\n3\t1e-05\n");
  weights.grid.is_toroid = false;
  EXPECT_EQ(format_esom_weights(weights), "% 1 2 0\n% 2\n0.5\t-2\n3\t1e-05\n");
}

TEST(EsomWeights, ReadBackToTheLastBit) {
  for (const std::optional<bool> is_toroid : {std::optional<bool>(), std::optional(false), std::optional(true)}) {
    const EsomWeights weights{{3, 1, is_toroid}, matrix_with(3, 2, hard_numbers)};
    const EsomWeights read = parse_esom_weights(format_esom_weights(weights), "m.wts");
    expect_same_grid(read.grid, weights.grid);
    expect_equal_bits(read.vectors, weights.vectors);
  }
}

TEST(EsomWeights, AreRefusedWithoutTheirHeaders) {
  EXPECT_EQ(refused_weights(""), "m.wts: the file ends before the header '% rows columns'");
  EXPECT_EQ(refused_weights("# only\n"), "m.wts: the file ends before the header '% rows columns'");
  EXPECT_EQ(refused_weights("% 1 2\n"), "m.wts: the file ends before the header '% dimension'");
  EXPECT_EQ(refused_weights("#\n1 2\n"), "m.wts:2:1: expected the header '% rows columns', found '1'");
  EXPECT_EQ(refused_weights("% 1 2\n0.5 -2\n"), "m.wts:2:1: expected the header '% dimension', found '0.5'");
  EXPECT_EQ(refused_weights("%\n"), "m.wts:1: expected the header '% rows columns', found 0 words behind the sign");
  EXPECT_EQ(refused_weights("% 4\n"), "m.wts:1: expected the header '% rows columns', found 1 word behind the sign");
  EXPECT_EQ(refused_weights("% 1 2 0 0\n"),
            "m.wts:1: expected the header '% rows columns', found 4 words behind the sign");
  EXPECT_EQ(refused_weights("% 1 2\n% 2 0 0\n"),
            "m.wts:2: expected the header '% dimension', found 3 words behind the sign");
}

TEST(EsomWeights, AreRefusedWithBrokenHeaders) {
  EXPECT_EQ(refused_weights("%0 2\n"),
            "m.wts:1:1: expected the number of rows, a whole number of at least 1, found '0'");
  EXPECT_EQ(refused_weights("% 1 -2\n"),
            "m.wts:1:2: expected the number of columns, a whole number of at least 1, found '-2'");
  EXPECT_EQ(refused_weights("% 1 2 round\n"), "m.wts:1:3: expected planar or toroid (0 or 1), found 'round'");
  EXPECT_EQ(refused_weights("% 1 2\n% 2.5\n"),
            "m.wts:2:1: expected the dimension, a whole number of at least 1, found '2.5'");
  EXPECT_EQ(refused_weights("% 99999999999999999999 2\n"),
            "m.wts:1:1: expected the number of rows, a whole number of at least 1, found '99999999999999999999'");
}

TEST(EsomWeights, AreRefusedWhereALineIsBroken) {
  EXPECT_EQ(refused_weights("% 1 2\n% 2\n1 2\n3\n"), "m.wts:4: expected 2 weights, found 1");
  EXPECT_EQ(refused_weights("% 1 2\n% 2\n1 2\n3 4 5\n"), "m.wts:4: expected 2 weights, found 3");
  for (const std::string word : {"inf", "NaN", "1e999", "a", "2,5", "%"}) {
    EXPECT_EQ(refused_weights("% 1 2\n% 2\n1 2\n# c\n3 " + word + "\n"),
              "m.wts:5:2: expected a finite number, found '" + word + "'");
  }
  EXPECT_EQ(refused_weights("% 1 2\n% 1\n1\n% 2\n"), "m.wts:4:1: expected a finite number, found '%'")
      << "no header any more";
}

// Nothing is taken for what a header promises: 10¹⁸ units, or vectors of 10¹⁸ weights, are refused at once.
TEST(EsomWeights, AreRefusedWhereTheHeaderPromisesMoreThanThereIs) {
  EXPECT_EQ(refused_weights("# map\n% 2 2\n% 1\n1\n2\n3\n"),
            "m.wts:2: a map of 2 x 2 does not fit the 3 vectors of the file");
  EXPECT_EQ(refused_weights("% 2 2\n% 1\n"), "m.wts:1: a map of 2 x 2 does not fit the 0 vectors of the file");
  EXPECT_EQ(refused_weights("% 2 2\n% 1\n1\n2\n3\n4\n5\n"),
            "m.wts:1: a map of 2 x 2 does not fit the 5 vectors of the file");
  EXPECT_EQ(refused_weights("% 1 1\n% 1\n1\n2\n"), "m.wts:1: a map of 1 x 1 does not fit the 2 vectors of the file");
  EXPECT_EQ(refused_weights("% 1000000000 1000000000\n% 1\n1\n"),
            "m.wts:1: a map of 1000000000 x 1000000000 does not fit the 1 vector of the file");
  EXPECT_EQ(refused_weights("% 4294967296 4294967296\n% 1\n"),
            "m.wts:1: a map of 4294967296 x 4294967296 does not fit the 0 vectors of the file")
      << "a product that would overflow to 0";
  EXPECT_EQ(refused_weights("% 1 1\n% 1000000000000000000\n1 2\n"),
            "m.wts:3: expected 1000000000000000000 weights, found 2");
}

TEST(EsomWeights, AreNotWrittenWhereTheyDoNotFitTogether) {
  const auto refused = [](const EsomWeights& weights) {
    EXPECT_THROW(format_esom_weights(weights), UsageError);
    return message_of([&] { format_esom_weights(weights); });
  };
  EXPECT_EQ(refused({{2, 2, {}}, two_units}), "a map of 2 x 2 does not fit 2 vectors of dimension 2");
  EXPECT_EQ(refused({}), "a map of 0 x 0 does not fit 0 vectors of dimension 0");
  EXPECT_EQ(refused({{1, 2, {}}, Matrix(2, 0)}), "a map of 1 x 2 does not fit 2 vectors of dimension 0");
  EXPECT_EQ(refused({{std::size_t{1} << 32, std::size_t{1} << 32, {}}, two_units}),
            "a map of 4294967296 x 4294967296 does not fit 2 vectors of dimension 2");
  const EsomWeights unbounded{{1, 2, {}}, matrix_with(2, 2, {0, 0, 0, std::numeric_limits<double>::infinity()})};
  EXPECT_THROW(format_esom_weights(unbounded), NumericalError);
  EXPECT_EQ(message_of([&] { format_esom_weights(unbounded); }),
            "weight vector 2 holds inf: only finite numbers can be written");
}

TEST(EsomBestMatches, AreReadAsOthersWriteThem) {
  const EsomBestMatches somoclu = parse_esom_best_matches("%2 3\n%2\n0 1 2\n1 0 0\n", "m.bm");
  expect_same_grid(somoclu.grid, {2, 3, {}});
  EXPECT_EQ(somoclu.matches, (std::vector<EsomBestMatch>{{0, 1, 2}, {1, 0, 0}}));
  const EsomBestMatches with_tabs = parse_esom_best_matches("# c\r\n%\t2\t3\t1\r\n%\t1\r\n\r\n17\t1\t2\r\n", "m.bm");
  expect_same_grid(with_tabs.grid, {2, 3, true});
  EXPECT_EQ(with_tabs.matches, (std::vector<EsomBestMatch>{{17, 1, 2}}));
}

TEST(EsomBestMatches, AreWrittenWithTabsAndReadBack) {
  const EsomBestMatches best{{2, 3, {}}, {{1, 1, 2}, {2, 0, 0}, {std::numeric_limits<std::int64_t>::max(), 1, 0}}};
  const std::string text = format_esom_best_matches(best);
  EXPECT_EQ(text, "% 2 3\n% 3\n1\t1\t2\n2\t0\t0\n9223372036854775807\t1\t0\n");
  const EsomBestMatches read = parse_esom_best_matches(text, "m.bm");
  expect_same_grid(read.grid, best.grid);
  EXPECT_EQ(read.matches, best.matches);
  EXPECT_EQ(parse_esom_best_matches(format_esom_best_matches({{2, 3, {}}, {}}), "m.bm").matches.size(), 0U);
}

TEST(EsomBestMatches, AreRefusedWhereTheirNumberIsNotThatOfTheHeader) {
  EXPECT_EQ(refused_matches("% 2 3\n% 3\n1 0 0\n2 0 0\n"),
            "m.bm:2:1: expected the number of best matches, of which the file has 2, found 3");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 0 0\n2 0 0\n"),
            "m.bm:2:1: expected the number of best matches, of which the file has 2, found 1");
  EXPECT_EQ(refused_matches("% 2 3\n% 1000000000000000000\n1 0 0\n"),
            "m.bm:2:1: expected the number of best matches, of which the file has 1, found 1000000000000000000");
  EXPECT_EQ(refused_matches("% 2 3\n% -1\n"),
            "m.bm:2:1: expected the number of best matches, a whole number of at least 0, found '-1'");
  EXPECT_EQ(refused_matches("% 2 3\n1 0 0\n"), "m.bm:2:1: expected the header '% number of best matches', found '1'");
  EXPECT_EQ(refused_matches("% 2 3\n"), "m.bm: the file ends before the header '% number of best matches'");
}

TEST(EsomBestMatches, AreRefusedBesideTheMap) {
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 2 0\n"),
            "m.bm:3:2: expected a row from 0 to 1, found '2': does the file count from 1?");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 1 3\n"),
            "m.bm:3:3: expected a column from 0 to 2, found '3': does the file count from 1?");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 -1 0\n"), "m.bm:3:2: expected a row from 0 to 1, found '-1'");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 0 4\n"), "m.bm:3:3: expected a column from 0 to 2, found '4'");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 0 0.5\n"), "m.bm:3:3: expected a column from 0 to 2, found '0.5'");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\na 0 0\n"), "m.bm:3:1: expected a key, a whole number, found 'a'");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 0\n"), "m.bm:3: expected 'key row column', found 2 words");
  EXPECT_EQ(refused_matches("% 2 3\n% 1\n1 0 0 0\n"), "m.bm:3: expected 'key row column', found 4 words");
}

TEST(EsomBestMatches, AreNotWrittenBesideTheMap) {
  const EsomBestMatches outside{{2, 3, {}}, {{1, 0, 0}, {7, 0, 3}}};
  EXPECT_THROW(format_esom_best_matches(outside), UsageError);
  EXPECT_EQ(message_of([&] { format_esom_best_matches(outside); }),
            "the best match of 7 at row 0, column 3 is not on the map of 2 x 3");
  EXPECT_THROW(format_esom_best_matches({{2, 3, {}}, {{1, 2, 0}}}), UsageError);
  EXPECT_THROW(format_esom_best_matches({}), UsageError);
}

TEST(EsomHeights, AreReadAsOthersWriteThem) {
  const Matrix heights = matrix_with(2, 3, {0.25, 0, 1, 2, 3, 0.5});
  expect_equal_bits(parse_esom_heights("%2 3\n 0.250000 0.000000 1.000000\n 2.000000 3.000000 0.500000\n", "m.umx"),
                    heights);
  expect_equal_bits(parse_esom_heights("%\t2\t3\n0.25\t0\t1\n2\t3\t0.5\n", "m.umx"), heights);
}

TEST(EsomHeights, AreWrittenRowByRowAndReadBackToTheLastBit) {
  const Matrix heights = matrix_with(3, 2, hard_numbers);
  const std::string text = format_esom_heights(heights.view());
  EXPECT_TRUE(text.starts_with("% 3 2\n0.3333333333333333\t5e-324\n")) << text;
  expect_equal_bits(parse_esom_heights(text, "m.umx"), heights);
  const MatrixView first_column{heights.values().data(), 3, 1, 2};
  EXPECT_EQ(format_esom_heights(first_column), "% 3 1\n0.3333333333333333\n-1.7976931348623157e+308\n1e+22\n");
}

TEST(EsomHeights, AreRefusedWhereTheyDoNotFitTheMap) {
  EXPECT_EQ(refused_heights("% 2 3\n1 2 3\n"), "m.umx:1: a map of 2 x 3 does not fit the 1 row of the file");
  EXPECT_EQ(refused_heights("% 2 2\n1 2\n3 4\n5 6\n"), "m.umx:1: a map of 2 x 2 does not fit the 3 rows of the file");
  EXPECT_EQ(refused_heights("% 2 3\n1 2 3\n4 5\n"), "m.umx:3: expected 3 heights, found 2");
  EXPECT_EQ(refused_heights("% 2 3\n1 2 3\n4 NaN 6\n"), "m.umx:3:2: expected a finite number, found 'NaN'");
  EXPECT_EQ(refused_heights("% 1000000000000 1\n1\n"),
            "m.umx:1: a map of 1000000000000 x 1 does not fit the 1 row of the file");
  EXPECT_EQ(refused_heights("1 2 3\n"), "m.umx:1:1: expected the header '% rows columns', found '1'");
}

TEST(EsomHeights, AreNotWrittenWithoutUnitsOrBounds) {
  EXPECT_THROW(format_esom_heights(Matrix(0, 3).view()), UsageError);
  EXPECT_THROW(format_esom_heights(Matrix(3, 0).view()), UsageError);
  const Matrix heights = matrix_with(2, 1, {0, std::nan("")});
  EXPECT_THROW(format_esom_heights(heights.view()), NumericalError);
  EXPECT_EQ(message_of([&] { format_esom_heights(heights.view()); }),
            "row 2 holds nan: only finite numbers can be written");
}

// Bytes of all kinds, cut off and changed: they are read or refused with a DataError, and nothing else.
TEST(EsomFiles, MakeDataErrorsOfAnyBytes) {
  Random random(9, Purpose::generator);
  const std::vector<std::string> texts{"% 2 2 1\n% 1\n1\n-2e5\n3\n0.5\n", "%2 3\n%2\n1 1 2\n2 0 0\n",
                                       "# c\n% 1 3\n1\t2\t3\n"};
  const std::string bytes("%# \t\n\r-+.0123456789eExn\0\xff", 26);
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    std::string text = texts[random.below(texts.size())];
    if (random.uniform() < 0.3) text.resize(random.below(text.size() + 1));
    for (std::size_t change = random.below(4); change > 0 && !text.empty(); --change) {
      text[random.below(text.size())] = bytes[random.below(bytes.size())];
    }
    const auto count = [&](const auto& parse) {
      try {
        parse();
        ++accepted;
      } catch (const DataError& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("m:")) << error.what();
        ++refused;
      }
    };
    count([&] { parse_esom_weights(text, "m"); });
    count([&] { parse_esom_best_matches(text, "m"); });
    count([&] { parse_esom_heights(text, "m"); });
  }
  EXPECT_GT(accepted, 1000U) << "of 18 000: both happen";
  EXPECT_GT(refused, 1000U);
}

}   // namespace
}   // namespace protea
