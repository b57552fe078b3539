// Names: files, endings, standard input's stand-in by contents, and the built-in sets with the numbers of
// data/README.md.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <data/readers_support.hpp>
#include <protea/data/builtin.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::TemporaryDirectory;
using readers::usage_error;

std::size_t missing_cells(const Table& table) {
  std::size_t count = 0;
  for (const Column& column : table.columns) {
    count += static_cast<std::size_t>(std::ranges::count_if(column.numbers, [](double v) { return std::isnan(v); }));
    count += static_cast<std::size_t>(std::ranges::count(column.words, std::string{}));
  }
  return count;
}

TEST(BuiltinSets, HaveTheRowsFeaturesClassesAndMissingCellsTheyAreListedWith) {
  const std::map<std::string_view, std::size_t> missing{{"penguins", 2 * 4 + 11}};
  EXPECT_EQ(builtin_sets().size(), 9u);
  for (const BuiltinSet& set : builtin_sets()) {
    const Table table = read_table(std::string(set.name));
    EXPECT_EQ(table.source, set.name);
    EXPECT_EQ(table.rows(), set.rows) << set.name;
    ASSERT_EQ(table.columns.size(), set.features + 1) << set.name;
    EXPECT_TRUE(table.has_names) << set.name;
    ASSERT_EQ(table.label_column, static_cast<int>(set.features)) << set.name;
    const Column& label = table.columns.back();
    EXPECT_EQ(label.name, "class");
    const std::size_t classes = std::set(label.words.begin(), label.words.end()).size() +
                                std::set(label.numbers.begin(), label.numbers.end()).size();
    EXPECT_EQ(classes, set.classes) << set.name;
    EXPECT_EQ(missing_cells(table), missing.contains(set.name) ? missing.at(set.name) : 0) << set.name;
    EXPECT_FALSE(set.origin.empty());
  }
}

TEST(BuiltinSets, HoldTheKnownFirstAndLastFlowerOfIris) {
  const Table iris = read_table("iris");
  EXPECT_EQ(iris.columns[0].name, "sepal_length");
  EXPECT_EQ(iris.columns[0].numbers.front(), 5.1);
  EXPECT_EQ(iris.columns[3].numbers.back(), 1.8);
  EXPECT_EQ(iris.columns[4].words.back(), "virginica");
}

TEST(BuiltinSets, HaveNominalColumnsInPenguinsOnly) {
  for (const BuiltinSet& set : builtin_sets()) {
    const Table table = read_table(std::string(set.name));
    const auto nominal = std::count_if(table.columns.begin(), table.columns.end() - 1,
                                       [](const Column& column) { return column.is_nominal(); });
    EXPECT_EQ(nominal, set.name == "penguins" ? 2 : 0) << set.name;
  }
}

TEST(BuiltinSets, SuggestTheNearestForAnUnknownName) {
  EXPECT_EQ(usage_error([] { builtin_text("irsi"); }), "unknown built-in set 'irsi': did you mean 'iris'?");
}

TEST(ReadTable, SaysThatAFileIsMissingAndWhichBuiltInSetIsNear) {
  EXPECT_EQ(data_error([] { read_table("irsi"); }), "irsi: no such file: did you mean the built-in set 'iris'?");
  EXPECT_EQ(data_error([] { read_table("irsi.csv"); }), "irsi.csv: no such file");
  EXPECT_EQ(data_error([] { read_table("no/iris"); }), "no/iris: no such file");
  EXPECT_EQ(data_error([] { read_table("somethingelse"); }), "somethingelse: no such file");
}

TEST(ReadTable, RefusesDirectoriesAndEmptyFiles) {
  const TemporaryDirectory directory;
  EXPECT_EQ(data_error([&] { read_table(directory.file("")); }), directory.file("") + ": is a directory");
  const std::string empty = directory.file("x.csv", "");
  EXPECT_EQ(data_error([&] { read_table(empty); }), empty + ": the file is empty");
}

TEST(ReadTable, TakesTheFormatFromTheEndingInAnyCase) {
  const TemporaryDirectory directory;
  EXPECT_EQ(read_table(directory.file("a.TSV", "1,5\t2\n")).columns.size(), 2u);
  EXPECT_EQ(read_table(directory.file("a.dat", "1\n7 a\n")).label_column, 1);
  EXPECT_EQ(read_table(directory.file("a.svm", "a 1:7\n")).label_column, 0);
  EXPECT_EQ(read_table(directory.file("a.arff", "@attribute class numeric\n@data\n1\n")).label_column, 0);
  EXPECT_EQ(read_table(directory.file("a.npy", readers::npy("|i1", "(2,)", "ab"))).rows(), 2u);
}

TEST(ReadTable, GoesByTheGivenFormatRatherThanTheEnding) {
  const TemporaryDirectory directory;
  EXPECT_EQ(read_table(directory.file("a.csv", "1\n7 a\n"), ReadOptions{.format = Format::lvq_pak}).label_column, 1);
}

TEST(ParseTable, TellsTheFormatFromTheContents) {
  const auto label = [](std::string_view text) { return parse_table(text, "t", Format::automatic).label_column; };
  EXPECT_EQ(label("# c\n2\n1 2 a\n"), 2);
  EXPECT_EQ(label("2 lvq\n1 2 a\n"), 2);
  EXPECT_EQ(label("+1 1:0.5 4:2\n"), 0);
  EXPECT_EQ(label("% c\n\n@RELATION r\n@attribute k {a}\n@data\na\n"), 0);
  EXPECT_EQ(label("2\n1\n2\n"), -1);
  EXPECT_EQ(label("1,2,a\n"), -1);
  EXPECT_EQ(parse_table("1;2\n", "t", Format::automatic).columns.size(), 2u);
  EXPECT_EQ(parse_table(readers::npy("|i1", "(2,)", "ab"), "t", Format::automatic).rows(), 2u);
}

}   // namespace
}   // namespace protea
