// Writing: every format read back gives the same table, and what a format cannot hold is refused.
#include <cmath>

#include <data/readers_support.hpp>
#include <protea/base/file.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::TemporaryDirectory;
using readers::usage_error;
using Words = std::vector<std::string>;

Column numbers(const std::string& name, std::vector<double> values) {
  Column column;
  column.name = name;
  column.numbers = std::move(values);
  return column;
}

Column words(const std::string& name, Words values) {
  Column column;
  column.name = name;
  column.words = std::move(values);
  return column;
}

// The label in the middle, so that writing it last shows; numbers that need all their digits.
Table sample() {
  Table table;
  table.source = "sample";
  table.has_names = true;
  table.columns = {numbers("a", {0.1, -1e300, 3}), words("kind", {"u", "v", "u"}), numbers("b", {1.0 / 3, 5e-324, 0})};
  return table;
}

void expect_same(const Column& read, const Column& written) {
  EXPECT_EQ(read.words, written.words);
  ASSERT_EQ(read.numbers.size(), written.numbers.size());
  for (std::size_t i = 0; i < read.numbers.size(); ++i) {
    if (std::isnan(written.numbers[i])) {
      EXPECT_TRUE(std::isnan(read.numbers[i]));
    } else {
      EXPECT_EQ(read.numbers[i], written.numbers[i]);
    }
  }
}

TEST(WriteTable, GivesTheSameTableBackInEveryTextFormat) {
  const TemporaryDirectory directory;
  for (const std::string ending : {".csv", ".tsv", ".dat", ".libsvm", ".svm", ".arff"}) {
    SCOPED_TRACE(ending);
    const std::string path = directory.file("t" + ending);
    write_table(sample(), 1, path);
    const Table read = read_table(path);
    ASSERT_EQ(read.columns.size(), 3u);
    const bool label_comes_first = ending == ".libsvm" || ending == ".svm";
    const std::size_t shift = label_comes_first ? 1 : 0;
    expect_same(read.columns[shift], sample().columns[0]);
    expect_same(read.columns[shift + 1], sample().columns[2]);
    expect_same(read.columns[label_comes_first ? 0 : 2], sample().columns[1]);
    EXPECT_EQ(read.columns[shift + 1].name, label_comes_first ? "x2" : "b");
  }
}

TEST(WriteTable, KeepsMissingCellsWhereTheFormatCan) {
  const TemporaryDirectory directory;
  Table table = sample();
  std::vector<double> values(table.columns[0].numbers.begin(), table.columns[0].numbers.end());
  values[1] = missing_value;
  table.columns[0].numbers = values;
  for (const std::string ending : {".csv", ".tsv", ".dat", ".arff", ".npy"}) {
    SCOPED_TRACE(ending);
    write_table(table, 1, directory.file("t" + ending));
    expect_same(read_table(directory.file("t" + ending)).columns[0], table.columns[0]);
  }
  EXPECT_EQ(data_error([&] { write_table(table, 1, directory.file("t.svm")); }),
            "sample row 2, column 1: a missing value, which LIBSVM files cannot hold");
}

TEST(WriteTable, QuotesWordsThatNeedIt) {
  const TemporaryDirectory directory;
  Table table = sample();
  table.columns[1] = words("my, kind", {"a,b;\tc", "say \"it's\"\nagain", "{50%} \\"});
  for (const std::string ending : {".csv", ".tsv", ".arff"}) {
    SCOPED_TRACE(ending);
    write_table(table, -1, directory.file("t" + ending));
    const Table read = read_table(directory.file("t" + ending));
    EXPECT_EQ(read.columns[1].words, table.columns[1].words);
    EXPECT_EQ(read.columns[1].name, "my, kind");
  }
}

TEST(WriteTable, WritesTheShortestNumbersAndTheLabelLast) {
  const TemporaryDirectory directory;
  write_table(sample(), 1, directory.file("t.csv"));
  EXPECT_EQ(read_file(directory.file("t.csv")), "a,b,kind\n0.1,0.3333333333333333,u\n-1e+300,5e-324,v\n3,0,u\n");
}

TEST(WriteTable, KeepsTheRowOfASingleMissingCell) {
  const TemporaryDirectory directory;
  Table table;
  table.columns = {numbers("a", {1, missing_value, 2})};
  write_table(table, -1, directory.file("t.csv"));
  expect_same(read_table(directory.file("t.csv")).columns[0], table.columns[0]);
}

TEST(WriteTable, KeepsTheWidthOfALibsvmFileWhoseLastFeatureIsZero) {
  const TemporaryDirectory directory;
  Table table;
  table.columns = {numbers("a", {1, 2}), numbers("b", {0, 0})};
  write_table(table, -1, directory.file("t.svm"));
  EXPECT_EQ(read_file(directory.file("t.svm")), "0 1:1 2:0\n0 1:2\n");
}

TEST(WriteTable, KeepsWeightsInLvqPakFiles) {
  const TemporaryDirectory directory;
  Table table = sample();
  table.weights = {1, 2.5, 0};
  write_table(table, 1, directory.file("t.dat"));
  EXPECT_EQ(read_table(directory.file("t.dat")).weights, table.weights);
}

TEST(WriteTable, WritesAnArrayOfTheNumbersWithTheClassesNumberedInOrder) {
  const TemporaryDirectory directory;
  Table table = sample();
  table.columns[1].words = std::vector<std::string>{"pear", "", "apple"};
  write_table(table, 1, directory.file("t.npy"));
  const Table read = read_table(directory.file("t.npy"));
  ASSERT_EQ(read.columns.size(), 3u);
  expect_same(read.columns[1], sample().columns[2]);
  EXPECT_EQ(read.columns[2].numbers[0], 1);
  EXPECT_TRUE(std::isnan(read.columns[2].numbers[1]));
  EXPECT_EQ(read.columns[2].numbers[2], 0);
  // The elements start at a multiple of 64 bytes.
  EXPECT_EQ(read_file(directory.file("t.npy")).size() % 64, (9 * sizeof(double)) % 64);
}

TEST(WriteTable, KeepsTheNumbersOfALabelThatIsSpelled) {
  const TemporaryDirectory directory;
  Table table = sample();
  table.columns[1].words = std::vector<std::string>{"+1", "-1", "3"};
  write_table(table, 1, directory.file("t.npy"));
  EXPECT_EQ(read_table(directory.file("t.npy")).columns[2].numbers, (std::vector<double>{1, -1, 3}));
}

TEST(WriteTable, WritesANumericLabelAsTheLastColumnOfAnArray) {
  const TemporaryDirectory directory;
  Table table = sample();
  table.columns.erase(table.columns.begin() + 1);
  write_table(table, 0, directory.file("t.npy"));
  expect_same(read_table(directory.file("t.npy")).columns[1], table.columns[0]);
}

TEST(WriteTable, RefusesWhatTheFormatCannotHold) {
  const TemporaryDirectory directory;
  const auto error = [&](const std::string& name, int label, const Table& table) {
    return usage_error([&] { write_table(table, label, name); });
  };
  EXPECT_EQ(error("t.npy", -1, sample()), "t.npy: column 'kind' holds words, and .npy files hold numbers only");
  EXPECT_EQ(error("t.dat", 0, sample()), "t.dat: column 'kind' holds words, and LVQ_PAK files hold numbers only");
  EXPECT_EQ(error("t.xls", 1, sample()),
            "t.xls: cannot tell the format: known endings are .csv .tsv .dat .libsvm .svm .arff .npy");
  Table table = sample();
  table.columns[1].words.set(0, "two words");
  EXPECT_EQ(error("t.dat", 1, table), "sample row 1, column 2: LVQ_PAK files cannot hold the label 'two words'");
}

}   // namespace
}   // namespace protea
