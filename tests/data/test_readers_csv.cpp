// CSV and TSV: separators, quotes, headers, missing cells, and what is refused.
#include <cmath>

#include <data/readers_support.hpp>
#include <protea/data/csv.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {
namespace {

using readers::parse_error;
using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

Table csv(std::string_view text) { return parse_table(text, "a.csv", Format::csv); }
std::string csv_error(std::string_view text) { return parse_error(text, "a.csv", Format::csv); }

Words names(const Table& table) {
  Words result;
  for (const Column& column : table.columns) result.push_back(column.name);
  return result;
}

TEST(CsvReader, TakesTheFirstRowAsHeaderWhenAColumnOfNumbersStartsWithAWord) {
  const Table table = csv("length,class\n5.1,setosa\n4.9,virginica\n");
  EXPECT_TRUE(table.has_names);
  EXPECT_EQ(names(table), (Words{"length", "class"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{5.1, 4.9}));
  EXPECT_EQ(table.columns[1].words, (Words{"setosa", "virginica"}));
  EXPECT_EQ(table.lines, (RowLines{2, 3}));
  EXPECT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.label_column, -1);
}

TEST(CsvReader, TakesTheFirstRowAsDataWhenOnlyTheLabelIsAWord) {
  const Table table = csv("5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n6.3,3.3,6.0,2.5,virginica\n");
  EXPECT_FALSE(table.has_names);
  EXPECT_EQ(names(table), (Words{"x1", "x2", "x3", "x4", "x5"}));
  EXPECT_EQ(table.columns[4].words, (Words{"setosa", "setosa", "virginica"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{5.1, 4.9, 6.3}));
  EXPECT_EQ(table.lines.front(), 1u);
}

TEST(CsvReader, TakesASingleRowOfNumbersAndALabelAsData) {
  const Table table = csv("5.1,setosa");
  EXPECT_FALSE(table.has_names);
  EXPECT_EQ(table.columns[1].words, (Words{"setosa"}));
}

TEST(CsvReader, TakesAFirstRowWithAMisspeltNumberAsDataBecauseItsClassComesAgain) {
  const Table table = csv("abc,2,setosa\n1,2,setosa\n3,4,virginica\n");
  EXPECT_FALSE(table.has_names);
  EXPECT_EQ(table.columns[0].words, (Words{"abc", "1", "3"}));
  EXPECT_EQ(table.columns[0].first_word_row, 0u);
  EXPECT_EQ(table.columns[0].number_cells, 2u);
}

TEST(CsvReader, TakesMissingCellsAndALabelInTheFirstRowAsData) {
  const Table table = csv("?,,setosa\n5.1,3.5,virginica\n");
  EXPECT_FALSE(table.has_names);
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[0]));
  EXPECT_TRUE(std::isnan(table.columns[1].numbers[0]));
}

TEST(CsvReader, TakesDistinctWordsOverColumnsWithSomeNumbersAsHeader) {
  const Table table = csv("a,b\n1,x\nfoo,y\n");
  EXPECT_TRUE(table.has_names);
  EXPECT_EQ(table.columns[0].words, (Words{"1", "foo"}));
  EXPECT_EQ(table.columns[0].first_word_row, 1u);
  EXPECT_EQ(table.columns[0].number_cells, 1u);
}

TEST(CsvReader, TellsAHeaderOverWordsOnlyByValuesThatComeAgainWhileNamesDoNot) {
  EXPECT_TRUE(csv("outlook,play\nsunny,no\nsunny,yes\nrainy,yes\n").has_names);
  EXPECT_FALSE(csv("sunny,no\nsunny,yes\nrainy,yes\n").has_names);
  EXPECT_FALSE(csv("a,b\nc,d\ne,f\n").has_names);
}

TEST(CsvReader, NamesColumnsThatTheHeaderLeavesEmpty) {
  EXPECT_EQ(names(csv(",length,class\n1,5.1,a\n2,4.9,b\n")), (Words{"x1", "length", "class"}));
}

TEST(CsvReader, LeavesAColumnOfNumbersWithNumericLabelsAsNumbers) {
  const Table table = csv("x,digit\n0.5,3\n0.25,7\n");
  EXPECT_FALSE(table.columns[1].is_nominal());
  EXPECT_EQ(table.columns[1].numbers, (Numbers{3, 7}));
}

TEST(CsvReader, FindsCommaSemicolonAndTab) {
  for (const std::string text : {"a,b\n1,2\n", "a;b\n1;2\n", "a\tb\n1\t2\n"}) {
    const Table table = csv(text);
    ASSERT_EQ(table.columns.size(), 2u) << text;
    EXPECT_EQ(table.columns[1].numbers, (Numbers{2})) << text;
  }
}

TEST(CsvReader, PrefersTheSemicolonToADecimalComma) {
  EXPECT_EQ(detect_separator("1,5;2,5\n3,5;4,5\n"), ';');
  EXPECT_EQ(csv("1,5;2,5\n3,5;4,5\n").columns[0].numbers, (Numbers{1.5, 3.5}));
}

TEST(CsvReader, IgnoresSeparatorsInQuotesWhenLookingForTheSeparator) {
  EXPECT_EQ(detect_separator("\"a;b;c\",1\n\"d;e;f\",2\n"), ',');
}

TEST(TsvReader, SplitsAtTabsOnly) {
  const Table table = parse_table("a\tb\n1,5\t 2 \n", "a.tsv", Format::tsv);
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1.5}));
  EXPECT_EQ(table.columns[1].numbers, (Numbers{2}));
}

TEST(CsvReader, UnderstandsQuotesDoubledQuotesAndEmbeddedLineEnds) {
  const Table table = csv("name,\"v\"\n\"a \"\"b\"\"\",1\n\"two\nlines, one cell\", \"2\" \nplain,3\n");
  EXPECT_EQ(table.columns[0].words, (Words{"a \"b\"", "two\nlines, one cell", "plain"}));
  EXPECT_EQ(table.columns[1].numbers, (Numbers{1, 2, 3}));
  EXPECT_EQ(table.lines, (RowLines{2, 3, 5}));
}

TEST(CsvReader, ReadsAnyLineEndAndALastLineWithoutOne) {
  for (const std::string text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4", "a,b\r1,2\r3,4\r",
                                 "\xef\xbb\xbf"
                                 "a,b\n1,2\n3,4"}) {
    const Table table = csv(text);
    EXPECT_EQ(names(table), (Words{"a", "b"})) << text;
    EXPECT_EQ(table.columns[1].numbers, (Numbers{2, 4})) << text;
    EXPECT_EQ(table.lines, (RowLines{2, 3})) << text;
  }
}

TEST(CsvReader, SkipsBlankLinesButCountsThem) {
  const Table table = csv("\n\na,b\n\n1,2\n   \n3,4\n\n");
  EXPECT_EQ(table.lines, (RowLines{5, 7}));
  EXPECT_EQ(table.place(1, 0), "a.csv:7:1");
}

TEST(CsvReader, ReadsEveryMissingMark) {
  const Table table =
      csv("a,b\n1,0\n,0\nNA,0\nN/A,0\nNaN,0\nnan,0\n?,0\nnull,0\nn/a,0\n#N/A,0\nNULL,0\n \" NA \" ,0\n");
  const NumberCells& values = table.columns[0].numbers;
  ASSERT_EQ(values.size(), 12u);
  EXPECT_EQ(values[0], 1);
  for (std::size_t i = 1; i < values.size(); ++i) EXPECT_TRUE(std::isnan(values[i])) << i;
}

TEST(CsvReader, KeepsTheTextOfNumbersAboveTheFirstWord) {
  const Table table = csv("a,b\n01.50,1\n,1\n7 ,1\nabc,1\n8,1\nNA,1\n");
  EXPECT_EQ(table.columns[0].words, (Words{"01.50", "", "7", "abc", "8", ""}));
  EXPECT_EQ(table.columns[0].first_word_row, 3u);
  EXPECT_EQ(table.columns[0].number_cells, 3u);
  EXPECT_TRUE(table.columns[0].numbers.empty());
}

TEST(CsvReader, KeepsSpellingAndValueOfLabelsThatAreNumbers) {
  const auto label = [](const std::string& text) {
    return parse_table(text, "a.csv", ReadOptions{.label = "", .format = Format::csv}).columns.back();
  };
  const Column numbers = label("a;b\n1;01\n2;2,50\n3;7\n");
  EXPECT_EQ(numbers.words, (Words{"01", "2,50", "7"}));
  EXPECT_EQ(numbers.numbers, (Numbers{1, 2.5, 7}));
  EXPECT_TRUE(holds_numbers(numbers));
  EXPECT_EQ(cell_number(numbers, 1), 2.5);
  const Column nameless = label("1,01\n2,2.5\n");
  EXPECT_EQ(nameless.words, (Words{"01", "2.5"}));
  EXPECT_EQ(nameless.numbers, (Numbers{1, 2.5}));
  for (const char* const text : {"a,b\n1,01\n2,x\n", "a,b\n1,x\n2,01\n"}) {
    EXPECT_TRUE(label(text).numbers.empty()) << text;
    EXPECT_FALSE(holds_numbers(label(text))) << text;
  }
}

TEST(CsvReader, ReadsNumbersInAllTheirForms) {
  const Table table = csv("1,-2.5,+3e2,.5,1e-400\n");
  for (const auto& [column, value] : {std::pair{0, 1.0}, {1, -2.5}, {2, 300.0}, {3, 0.5}, {4, 0.0}}) {
    EXPECT_EQ(table.columns[static_cast<std::size_t>(column)].numbers, (Numbers{value}));
  }
}

TEST(CsvReader, RefusesInfinityAndNumbersBeyondTheLargest) {
  EXPECT_EQ(csv_error("a,b\n1,2\n3,inf\n"), "a.csv:3:2: infinity is not a usable value");
  EXPECT_EQ(csv_error("a,b\n1,2\n-1e999,2\n"), "a.csv:3:1: infinity is not a usable value");
  EXPECT_EQ(csv_error("Infinity,b\n1,b\n"), "a.csv:1:1: infinity is not a usable value");
}

TEST(CsvReader, LeavesInfinityAmongWordsAlone) {
  EXPECT_EQ(csv("1,inf\n2,sup\n").columns[1].words, (Words{"inf", "sup"}));
}

TEST(CsvReader, RefusesRaggedRows) {
  EXPECT_EQ(csv_error("a,b,c\n1,2,3\n1,2\n"), "a.csv:3: expected 3 cells as in line 1, found 2");
  EXPECT_EQ(csv_error("\n1,2\n1,2\n1,2,3\n"), "a.csv:4: expected 2 cells as in line 2, found 3");
}

TEST(CsvReader, RefusesBrokenQuotes) {
  EXPECT_EQ(csv_error("a,b\n1,\"2\n3,4\n"), "a.csv:2:2: a quoted cell is not closed");
  EXPECT_EQ(csv_error("a,b\n\"1\"2,3\n"), "a.csv:2:1: text follows a closing quote in the same cell");
}

TEST(CsvReader, RefusesFilesWithoutData) {
  EXPECT_EQ(csv_error(""), "a.csv: the file is empty");
  EXPECT_EQ(csv_error(" \n\n"), "a.csv: the file has no rows of data");
  EXPECT_EQ(csv_error("length,class\n"), "a.csv: a header but no rows of data");
}

TEST(CsvReader, RefusesBinaryFiles) {
  EXPECT_EQ(csv_error(std::string_view("a,b\n1,\0\n", 9)), "a.csv:2: a zero byte: this is not a text file in UTF-8");
}

}   // namespace
}   // namespace protea
