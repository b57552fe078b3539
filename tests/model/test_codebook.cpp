// Codebooks in the text format of LVQ_PAK and SOM_PAK.
#include <protea/model/codebook.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

Codebook two_vectors() {
  Codebook codebook{.dimension = 2, .vectors = Matrix(2, 2), .labels = {"a", "b"}};
  const std::vector<double> values = {1, -2.5, 0.1, 1e300};
  std::copy(values.begin(), values.end(), codebook.vectors.values().begin());
  return codebook;
}

void expect_same(const Codebook& a, const Codebook& b) {
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.topology, b.topology);
  EXPECT_EQ(a.xdim, b.xdim);
  EXPECT_EQ(a.ydim, b.ydim);
  EXPECT_EQ(a.neighbourhood, b.neighbourhood);
  EXPECT_EQ(a.labels, b.labels);
  ASSERT_EQ(a.vectors.rows(), b.vectors.rows());
  EXPECT_TRUE(std::ranges::equal(a.vectors.values(), b.vectors.values()));
}

std::string refusal(std::string_view text) {
  try {
    parse_codebook(text, "c.cod");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

std::string message(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no Error";
}

TEST(Codebook, IsWrittenAsLvqPakWritesIt) {
  EXPECT_EQ(format_codebook(two_vectors()), "2 lvq\n1 -2.5 a \n0.1 1e+300 b \n");
}

TEST(Codebook, OfAMapNamesItsGrid) {
  Codebook map = two_vectors();
  map.topology = "hexa";
  map.xdim = 1;
  map.ydim = 2;
  map.neighbourhood = "gaussian";
  map.labels = {"", "b"};
  EXPECT_EQ(format_codebook(map), "2 hexa 1 2 gaussian\n1 -2.5 \n0.1 1e+300 b \n");
  expect_same(parse_codebook(format_codebook(map), "c.cod"), map);
}

TEST(Codebook, OfEveryKindOfMapReadsBackWithItsGrid) {
  for (const std::string topology : {"hexa", "rect"}) {
    for (const std::string neighbourhood : {"bubble", "gaussian"}) {
      Codebook map{.dimension = 1, .topology = topology, .xdim = 3, .ydim = 2, .neighbourhood = neighbourhood};
      map.vectors = Matrix(6, 1);
      for (std::size_t k = 0; k < 6; ++k) map.vectors(k, 0) = static_cast<double>(k) / 3;
      map.labels = {"a", "", "b", "", "", "a"};
      const std::string text = format_codebook(map);
      EXPECT_TRUE(text.starts_with("1 " + topology + " 3 2 " + neighbourhood + "\n0 a \n")) << text;
      expect_same(parse_codebook(text, "c.cod"), map);
    }
  }
}

// As SOM_PAK does, which compares the names of its header without regard to case.
TEST(Codebook, TakesTheNamesOfAHeaderInCapitals) {
  const Codebook map = parse_codebook("1 HEXA 2 1 Bubble\n1\n2\n", "c.cod");
  EXPECT_EQ(map.topology, "hexa");
  EXPECT_EQ(map.neighbourhood, "bubble");
  EXPECT_EQ(parse_codebook("1 LVQ\n1 a\n", "c.cod").topology, "lvq");
  EXPECT_EQ(refusal("1 HEXE 2 1 bubble\n"), "c.cod:1:2: unknown topology 'HEXE': did you mean 'hexa'?");
}

TEST(Codebook, ReadsBackToTheLastBit) {
  Codebook codebook{.dimension = 3, .vectors = Matrix(2, 3), .labels = {"söt", "#1"}};
  const std::vector<double> values = {1.0 / 3,
                                      std::numeric_limits<double>::denorm_min(),
                                      -std::numeric_limits<double>::max(),
                                      std::nextafter(1, 2),
                                      1e22,
                                      -0.0};
  std::copy(values.begin(), values.end(), codebook.vectors.values().begin());
  const Codebook read = parse_codebook(format_codebook(codebook), "c.cod");
  expect_same(read, codebook);
  EXPECT_TRUE(std::signbit(read.vectors(1, 2)));
}

TEST(Codebook, ReadsCommentsTabsEmptyLinesAndCarriageReturns) {
  const char* text = "#SNAPSHOT FILE\n#iterations: 3/10\r\n2\tlvq \r\n\n  1\t-2.5   a \r\n# comment\n0.1 +1e300 b";
  expect_same(parse_codebook(text, "c.cod"), two_vectors());
}

TEST(Codebook, WithABareDimensionIsOneOfLvq) {
  const Codebook codebook = parse_codebook("1\n4 17\n5\n", "c.cod");
  EXPECT_EQ(codebook.topology, "lvq");
  EXPECT_EQ(codebook.labels, (std::vector<std::string>{"17", ""}));
  EXPECT_EQ(codebook.vectors(1, 0), 5);
}

TEST(Codebook, RefusesABrokenHeader) {
  const std::string form = ": expected the header 'dim lvq' or 'dim hexa|rect xdim ydim bubble|gaussian', found ";
  EXPECT_EQ(refusal(""), "c.cod: the file is empty: expected a codebook");
  EXPECT_EQ(refusal("\n# only\n"), "c.cod: the file is empty: expected a codebook");
  EXPECT_EQ(refusal("2 lvq\n"), "c.cod: the codebook has no vectors");
  EXPECT_EQ(refusal("#\n5.1 3.5 a\n"), "c.cod:2:1: expected the dimension, a whole number of at least 1, found '5.1'");
  EXPECT_EQ(refusal("0 lvq\n"), "c.cod:1:1: expected the dimension, a whole number of at least 1, found '0'");
  EXPECT_EQ(refusal("2 hexagonal 1 2 bubble\n"), "c.cod:1:2: unknown topology 'hexagonal': known are lvq, hexa, rect");
  EXPECT_EQ(refusal("2 rekt 1 2 bubble\n"), "c.cod:1:2: unknown topology 'rekt': did you mean 'rect'?");
  EXPECT_EQ(refusal("2 lvq 1\n"), "c.cod:1" + form + "3 words");
  EXPECT_EQ(refusal("2 hexa 1\n"), "c.cod:1" + form + "3 words");
  EXPECT_EQ(refusal("2 hexa 0 2 bubble\n"),
            "c.cod:1:3: expected the number of columns, a whole number of at least 1, found '0'");
  EXPECT_EQ(refusal("2 hexa 1 -2 bubble\n"),
            "c.cod:1:4: expected the number of rows, a whole number of at least 1, found '-2'");
  EXPECT_EQ(refusal("2 hexa 1 2 bubbel\n"), "c.cod:1:5: unknown neighbourhood 'bubbel': did you mean 'bubble'?");
}

TEST(Codebook, RefusesAMapWithTheWrongNumberOfVectors) {
  EXPECT_EQ(refusal("# map\n1 rect 2 2 bubble\n1\n2\n3\n"),
            "c.cod:2: a map of 2 x 2 does not fit the 3 vectors of the file");
  EXPECT_EQ(refusal("1 rect 4294967296 4294967296 bubble\n1\n"),
            "c.cod:1: a map of 4294967296 x 4294967296 does not fit the 1 vectors of the file");
}

TEST(Codebook, RefusesABrokenVectorAndSaysWhere) {
  EXPECT_EQ(refusal("2 lvq\n1 2 a\n1\n"), "c.cod:3: expected 2 components, found 1");
  EXPECT_EQ(refusal("2 lvq\n1 a\n"), "c.cod:2:2: expected a finite number, found 'a'");
  EXPECT_EQ(refusal("2 lvq\n\n# c\n1 2,5 a\n"), "c.cod:4:2: expected a finite number, found '2,5'");
  for (const std::string word : {"inf", "-inf", "nan", "1e999", "0x10", "--1"}) {
    EXPECT_EQ(refusal("2 lvq\n1 " + word + " a\n"), "c.cod:2:2: expected a finite number, found '" + word + "'");
  }
  EXPECT_EQ(refusal("2 lvq\nx 2 a\n"),
            "c.cod:2:1: the component is missing ('x'): a codebook has no missing components");
  EXPECT_EQ(refusal("2 lvq\n1 2 3 a\n"), "c.cod:2:4: expected 2 components and at most one label, found 4 words");
  EXPECT_EQ(refusal("2 lvq\n1 2 weight=3\n"),
            "c.cod:2:3: expected a label, found 'weight=3': a codebook has no qualifiers");
  EXPECT_EQ(refusal("999999999999 lvq\n1 2\n"), "c.cod:2: expected 999999999999 components, found 2");
}

TEST(Codebook, RefusesToWriteALabelThatWouldNotReadBack) {
  for (const std::string label : {"Iris setosa", "a\tb", "a\n", " "}) {
    Codebook codebook = two_vectors();
    codebook.labels[1] = label;
    EXPECT_THROW(format_codebook(codebook), UsageError);
    EXPECT_EQ(message([&] { format_codebook(codebook); }),
              "the label '" + label + "' cannot be written to .cod: it contains white space");
  }
  Codebook codebook = two_vectors();
  codebook.labels[0] = "fixed=1,2";
  EXPECT_EQ(message([&] { format_codebook(codebook); }),
            "the label 'fixed=1,2' cannot be written to .cod: it would be read as a qualifier");
}

TEST(Codebook, NeverWritesNanOrInfinity) {
  Codebook codebook = two_vectors();
  codebook.vectors(1, 0) = std::nan("");
  EXPECT_THROW(format_codebook(codebook), NumericalError);
  EXPECT_EQ(message([&] { format_codebook(codebook); }),
            "codebook vector 2 holds nan: only finite numbers can be written");
}

TEST(Codebook, RefusesToWritePartsThatDoNotFitTogether) {
  const auto changed = [](const std::function<void(Codebook&)>& change) {
    Codebook codebook = two_vectors();
    change(codebook);
    return codebook;
  };
  EXPECT_THROW(format_codebook({}), UsageError);
  EXPECT_THROW(format_codebook(changed([](Codebook& c) { c.dimension = 3; })), UsageError);
  EXPECT_THROW(format_codebook(changed([](Codebook& c) { c.labels.pop_back(); })), UsageError);
  EXPECT_THROW(format_codebook(changed([](Codebook& c) { c.topology = "toroid"; })), UsageError);
  EXPECT_THROW(format_codebook(changed([](Codebook& c) { c.topology = "rect"; })), UsageError);
  EXPECT_THROW(format_codebook(changed([](Codebook& c) {
                 c.topology = "rect";
                 c.neighbourhood = "bubble";
                 c.xdim = 2;
                 c.ydim = 2;
               })),
               UsageError);
}

}   // namespace
}   // namespace protea
