// LVQ_PAK, LIBSVM and ARFF: what is read from hand-written files, and what is refused with which sentence.
#include <cmath>

#include <data/readers_support.hpp>

namespace protea {
namespace {

using readers::parse_error;
using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

Table dat(std::string_view text) { return parse_table(text, "a.dat", Format::lvq_pak); }
std::string dat_error(std::string_view text) { return parse_error(text, "a.dat", Format::lvq_pak); }
Table svm(std::string_view text) { return parse_table(text, "a.svm", Format::libsvm); }
std::string svm_error(std::string_view text) { return parse_error(text, "a.svm", Format::libsvm); }
Table arff(std::string_view text) { return parse_table(text, "a.arff", Format::arff); }
std::string arff_error(std::string_view text) { return parse_error(text, "a.arff", Format::arff); }

TEST(LvqPakReader, ReadsComponentsLabelsWeightsAndMissingOnes) {
  const Table table =
      dat("4\n# comment\n5.1 3.5 x 0.2 setosa\r\n6.3\t2.9 5.6 NaN weight=2 virginica fixed=1,2 other\n");
  ASSERT_EQ(table.columns.size(), 5u);
  EXPECT_EQ(table.columns[0].numbers, (Numbers{5.1, 6.3}));
  EXPECT_TRUE(std::isnan(table.columns[2].numbers[0]));
  EXPECT_TRUE(std::isnan(table.columns[3].numbers[1]));
  EXPECT_EQ(table.columns[4].name, "class");
  EXPECT_EQ(table.columns[4].words, (Words{"setosa", "virginica"}));
  EXPECT_EQ(table.label_column, 4);
  EXPECT_EQ(table.weights, (Numbers{1, 2}));
  EXPECT_EQ(table.lines, (RowLines{3, 4}));
  EXPECT_FALSE(table.has_names);
}

TEST(LvqPakReader, ReadsCodebooksAndNumericLabels) {
  const Table table = dat("2 hexa 2 1 bubble\n1 2 7 \n3 4 8 \n");
  EXPECT_EQ(table.columns[2].words, (Words{"7", "8"}));
  EXPECT_EQ(table.columns[2].number_cells, 2u);
  EXPECT_TRUE(table.weights.empty());
}

TEST(LvqPakReader, TakesComponentNamesOfTheSomToolbox) {
  const Table table = dat("#n long wide\n2\n1 2\n");
  EXPECT_TRUE(table.has_names);
  EXPECT_EQ(table.columns[1].name, "wide");
  EXPECT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.label_column, -1);
}

TEST(LvqPakReader, SkipsRowsWithoutAnyComponent) {
  const Table table = dat("2\nx x a\n1 x b\n");
  EXPECT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.columns[2].words, (Words{"b"}));
}

TEST(LvqPakReader, RefusesWhatDoesNotFit) {
  EXPECT_EQ(dat_error("a b\n"), "a.dat:1: expected the dimension, a whole number from 1 on, found 'a'");
  EXPECT_EQ(dat_error("900\n1 2\n"), "a.dat:1: the file is too short for rows of 900 components");
  EXPECT_EQ(dat_error("3\n1 2 3 a\n1 2 b\n"), "a.dat:3: expected 3 components, found 2");
  EXPECT_EQ(dat_error("3\n1 2\n"), "a.dat:2: expected 3 components, found 2");
  EXPECT_EQ(dat_error("2\n1 2 3 b\n"), "a.dat:2: expected 2 components, found more");
  EXPECT_EQ(dat_error("3\n1 b 3 b\n"), "a.dat:2:2: expected a number, found 'b'");
  EXPECT_EQ(dat_error("2\n1 inf a\n"), "a.dat:2:2: infinity is not a usable value");
  EXPECT_EQ(dat_error("2\n1 2\n1 2 a\n"), "a.dat:2: no label, while line 3 has one");
  EXPECT_EQ(dat_error("1\n1 weight=-1\n"), "a.dat:2: expected a number from 0 on after 'weight=', found '-1'");
  EXPECT_EQ(dat_error("4\n#\n"), "a.dat: the file has no rows of data");
}

TEST(LibsvmReader, FillsInZerosAndKeepsLabelsAsText) {
  const Table table = svm("+1 qid:3 1:0.5 3:-2 # remark\n\n-1.50 2:7\n");
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.columns[0].words, (Words{"+1", "-1.50"}));
  EXPECT_EQ(table.label_column, 0);
  EXPECT_EQ(table.columns[1].numbers, (Numbers{0.5, 0}));
  EXPECT_EQ(table.columns[2].numbers, (Numbers{0, 7}));
  EXPECT_EQ(table.columns[3].numbers, (Numbers{-2, 0}));
  EXPECT_EQ(table.columns[3].name, "x3");
  EXPECT_EQ(table.lines, (RowLines{1, 3}));
}

TEST(LibsvmReader, RefusesWhatDoesNotFit) {
  EXPECT_EQ(svm_error("1 0:1\n"), "a.svm:1: index 0: indices count from 1");
  EXPECT_EQ(svm_error("1 2:1\n1 3:1 2:1\n"), "a.svm:2: index 2 after 3: indices must ascend");
  EXPECT_EQ(svm_error("1 2:1 2:1\n"), "a.svm:1: index 2 after 2: indices must ascend");
  EXPECT_EQ(svm_error("1:1 2:1\n"), "a.svm:1: expected a label, found '1:1'");
  EXPECT_EQ(svm_error("1 a\n"), "a.svm:1: expected 'index:value', found 'a'");
  EXPECT_EQ(svm_error("1 1:abc\n"), "a.svm:1: expected a number after '1:', found 'abc'");
  EXPECT_EQ(svm_error("1 1:inf\n"), "a.svm:1: index 1: infinity is not a usable value");
  EXPECT_EQ(svm_error("1 2000000000:1\n"),
            "a.svm:1: index 2000000000: 2000000000 features are too many for a file of 15 bytes");
  EXPECT_EQ(svm_error("# nothing\n"), "a.svm: the file has no rows of data");
}

TEST(ArffReader, ReadsAttributesOfEveryKind) {
  const Table table = arff(
      "% remark\n@RELATION 'my set'\n@Attribute 'sepal length' REAL\n@attribute n integer\n"
      "@attribute Class {a, 'b c',\"d\\\"e\"}\n@attribute note string\n\n@DATA\n"
      "5.1,1,a,'it\\'s'\n?, 2 ,'b c',?\n% remark\n4,?,\"d\\\"e\",plain\n");
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_TRUE(table.has_names);
  EXPECT_EQ(table.columns[0].name, "sepal length");
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
  EXPECT_EQ(table.columns[1].numbers[1], 2);
  EXPECT_EQ(table.columns[2].words, (Words{"a", "b c", "d\"e"}));
  EXPECT_EQ(table.columns[3].words, (Words{"it's", "", "plain"}));
  EXPECT_EQ(table.label_column, 2);
  EXPECT_EQ(table.lines, (RowLines{9, 10, 12}));
}

TEST(ArffReader, FillsInSparseRows) {
  const Table table = arff(
      "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute kind {no,yes}\n@data\n"
      "{1 5, 2 yes}\n{}\n{0 ?}\n");
  EXPECT_EQ(table.columns[1].numbers, (Numbers{5, 0, 0}));
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[2]));
  EXPECT_EQ(table.columns[2].words, (Words{"yes", "no", "no"}));
  EXPECT_EQ(table.label_column, 2);
}

TEST(ArffReader, HasNoLabelWhenTheLastAttributeIsNumeric) {
  EXPECT_EQ(arff("@relation r\n@attribute k {u}\n@attribute a numeric\n@data\nu,1\n").label_column, -1);
}

TEST(ArffReader, RefusesWhatDoesNotFit) {
  const std::string head = "@relation r\n@attribute a numeric\n@attribute b {u,v}\n@data\n";
  EXPECT_EQ(arff_error(head + "1,w\n"), "a.arff:5:2: 'w' is not among the declared values of attribute 'b'");
  EXPECT_EQ(arff_error(head + "z,u\n"), "a.arff:5:1: expected a number, found 'z'");
  EXPECT_EQ(arff_error(head + "inf,u\n"), "a.arff:5:1: infinity is not a usable value");
  EXPECT_EQ(arff_error(head + "1,u\n1\n"), "a.arff:6: expected 2 cells, found 1");
  EXPECT_EQ(arff_error(head + "1,'u\n"), "a.arff:5: a quote is not closed");
  EXPECT_EQ(arff_error(head + "{0 1, 5 u}\n"), "a.arff:5: expected an index from 0 to 1, found '5'");
  EXPECT_EQ(arff_error(head + "{1 u, 0 1}\n"), "a.arff:5: index 0: indices must ascend");
  EXPECT_EQ(arff_error(head + "{1 u\n"), "a.arff:5: a sparse row is not closed by '}'");
  EXPECT_EQ(arff_error(head), "a.arff: the file has no rows of data");
  EXPECT_EQ(arff_error("@relation r\n@data\n"), "a.arff:2: @data without any @attribute before it");
  EXPECT_EQ(arff_error("@relation r\n@attribute d date\n"),
            "a.arff:2: attribute 'd' is of type 'date': usable are numeric, real, integer, string and {values}");
  EXPECT_EQ(arff_error("@attribute d {a,b\n"), "a.arff:1: the values of attribute 'd' are not closed by '}'");
  EXPECT_EQ(arff_error("hello\n"), "a.arff:1: expected @relation, @attribute or @data, found 'hello'");
}

}   // namespace
}   // namespace protea
