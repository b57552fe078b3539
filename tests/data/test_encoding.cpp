// Which column is the label, which are features, how words become numbers, and how later tables are matched to
// the first.
#include <protea/data/encoding.hpp>

#include <cmath>
#include <set>

#include <data/readers_support.hpp>
#include <protea/data/cells.hpp>

namespace protea {
namespace {

using readers::data_error;
using Words = std::vector<std::string>;
using Labels = std::vector<Label>;
using Places = std::vector<std::uint32_t>;

Table table(std::string_view text, const std::string& label = "", const std::string& source = "a.csv") {
  return parse_table(text, source, Format::csv, label);
}

EncodedTable learn(std::string_view text, const std::string& label = "", Nominal nominal = Nominal::refuse) {
  return encode_training_table(table(text, label), label, nominal);
}

std::string learning_error(std::string_view text, const std::string& label = "", Nominal nominal = Nominal::refuse) {
  return data_error([&] { learn(text, label, nominal); });
}

void expect_values(const SampleRows& rows, const std::vector<std::vector<double>>& expected) {
  const Matrix x = rows.to_matrix();
  ASSERT_EQ(x.rows(), expected.size());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    EXPECT_EQ(std::vector<double>(x.row(i).begin(), x.row(i).end()), expected[i]) << "row " << i;
  }
}

constexpr std::string_view coloured = "colour,a,b\nred,1,2\nblue,3,4\n";

TEST(LabelColumn, IsFoundByItsName) {
  const EncodedTable result = learn(coloured, "colour");
  expect_values(result.dataset.x, {{1, 2}, {3, 4}});
  EXPECT_EQ(result.dataset.class_names, (Words{"blue", "red"}));
  EXPECT_EQ(result.dataset.y, (Labels{1, 0}));
  EXPECT_EQ(result.dataset.feature_names, (Words{"a", "b"}));
  EXPECT_EQ(result.dataset.file_columns, (Places{2, 3}));
  EXPECT_EQ(result.dataset.lines, (RowLines{2, 3}));
  EXPECT_EQ(result.encoding.label_name, "colour");
  EXPECT_EQ(result.encoding.label_position, 0U);
}

TEST(LabelColumn, IsFoundByItsPositionCountedFromOne) {
  const EncodedTable result = learn(coloured, "1");
  expect_values(result.dataset.x, {{1, 2}, {3, 4}});
  EXPECT_EQ(result.dataset.y, (Labels{1, 0}));
  EXPECT_EQ(result.encoding.label_name, "colour");
}

TEST(LabelColumn, IsFoundByNameBeforeItIsFoundByPosition) {
  Table numbered;
  numbered.source = "a.csv";
  numbered.has_names = true;
  numbered.columns = {number_column("2", {5}), number_column("1", {6})};
  EXPECT_EQ(find_label_column(numbered, "2"), 0U);
  EXPECT_EQ(find_label_column(numbered, "1"), 1U);
}

TEST(LabelColumn, IsTheLastOneUnlessSaidOtherwise) {
  const EncodedTable result = learn("a,b,class\n1,2,p\n3,4,q\n");
  expect_values(result.dataset.x, {{1, 2}, {3, 4}});
  EXPECT_EQ(result.dataset.class_names, (Words{"p", "q"}));
  EXPECT_EQ(result.encoding.label_position, 2U);
}

TEST(LabelColumn, IsTheOneOfTheFormatWhereTheFormatHasOne) {
  // LIBSVM puts the label first; the last column is a feature.
  const Table sparse = parse_table("7 1:5 2:6\n8 1:1\n", "a.libsvm", Format::libsvm);
  EXPECT_EQ(find_label_column(sparse, ""), 0U);
  const EncodedTable result = encode_training_table(sparse, "", Nominal::refuse);
  expect_values(result.dataset.x, {{5, 6}, {1, 0}});
  EXPECT_EQ(result.dataset.class_names, (Words{"7", "8"}));
}

TEST(LabelColumn, IsNotThereWhenNoneIsAskedFor) {
  const EncodedTable result = learn("a,b\n1,2\n3,4\n", "none");
  expect_values(result.dataset.x, {{1, 2}, {3, 4}});
  EXPECT_TRUE(result.dataset.y.empty());
  EXPECT_TRUE(result.dataset.class_names.empty());
  EXPECT_EQ(result.encoding.label_name, "");
}

TEST(LabelColumn, ThatIsAbsentIsReportedWithTheNearestNameOrAllNames) {
  const Table given = table("length,width,class\n1,2,p\n");
  const auto message = [&](std::string_view label) { return data_error([&] { find_label_column(given, label); }); };
  EXPECT_EQ(message("clas"), "a.csv: unknown label column 'clas': did you mean 'class'?");
  EXPECT_EQ(message("zebra"), "a.csv: unknown label column 'zebra': known are length, width, class");
}

TEST(LabelColumn, AtAPositionThatDoesNotExistIsReportedWithTheNumberOfColumns) {
  const Table given = table("length,width,class\n1,2,p\n");
  const auto message = [&](std::string_view label) { return data_error([&] { find_label_column(given, label); }); };
  EXPECT_EQ(message("4"), "a.csv: there is no column 4 for the label: the table has 3");
  EXPECT_EQ(message("0"), "a.csv: there is no column 0 for the label: the table has 3");
  EXPECT_EQ(message("-1"), "a.csv: there is no column -1 for the label: the table has 3");
}

TEST(LabelColumn, AloneLeavesNoFeature) {
  EXPECT_EQ(learning_error("1\n2\n"), "a.csv: there is no column left for a feature");
}

TEST(LabelColumn, WithAnEmptyCellIsRefusedWithThePlace) {
  EXPECT_EQ(learning_error("x,class\n1,p\n2,\n3,q\n"), "a.csv:3:2: the label is missing: fill it in or remove the row");
  EXPECT_EQ(learning_error("x,class\n1,4\n2,5\n3,?\n"),
            "a.csv:4:2: the label is missing: fill it in or remove the row");
}

TEST(ClassNames, ThatAreNumbersAreSortedByValue) {
  // By letters it would be -1, 10, 2.5, 9.
  const EncodedTable result = learn("x,class\n1,10\n2,9\n3,2.5\n4,-1\n5,9\n");
  EXPECT_EQ(result.dataset.class_names, (Words{"-1", "2.5", "9", "10"}));
  EXPECT_EQ(result.dataset.y, (Labels{3, 2, 1, 0, 2}));
}

TEST(ClassNames, ThatAreWordsAreSortedByLetter) {
  EXPECT_EQ(learn("x,class\n1,b\n2,a10\n3,a9\n4,C\n").dataset.class_names, (Words{"C", "a10", "a9", "b"}));
}

TEST(ClassNames, OfNumbersAndWordsTogetherAreSortedByLetter) {
  EXPECT_EQ(learn("x,class\n1,9\n2,10\n3,b\n").dataset.class_names, (Words{"10", "9", "b"}));
}

TEST(ClassNames, StayAsTheyAreSpelled) {
  const EncodedTable result = learn("x,class\n1,01\n2,1\n3,1.0\n4,10\n5,2\n");
  EXPECT_EQ(result.dataset.class_names, (Words{"01", "1", "1.0", "2", "10"}));
  EXPECT_EQ(result.dataset.y, (Labels{0, 1, 2, 4, 3}));
}

TEST(ClassNames, AreEachThereOnceEvenWhenOneReadsAsNotANumber) {
  // LVQ_PAK labels are words, whatever they say.
  const Table given = parse_table("1\n1 2\n2 nan\n3 2\n4 1\n5 nan\n6 1\n", "a.dat", Format::lvq_pak);
  const EncodedTable result = encode_training_table(given, "", Nominal::refuse);
  EXPECT_EQ(std::set<std::string>(result.dataset.class_names.begin(), result.dataset.class_names.end()),
            (std::set<std::string>{"1", "2", "nan"}));
  EXPECT_EQ(result.dataset.class_names.size(), 3U);
}

constexpr std::string_view penguins = "island,mass,species\nTorgersen,5,A\nBiscoe,6,B\nTorgersen,7,A\n";

TEST(OneHot, GivesOneFeaturePerWordInOrderOfLetters) {
  const EncodedTable result = learn(penguins, "", Nominal::one_hot);
  expect_values(result.dataset.x, {{0, 1, 5}, {1, 0, 6}, {0, 1, 7}});
  EXPECT_EQ(result.dataset.feature_names, (Words{"island=Biscoe", "island=Torgersen", "mass"}));
  EXPECT_EQ(result.dataset.file_columns, (Places{1, 1, 2}));
  EXPECT_EQ(result.encoding.feature_count(), 3U);
}

TEST(OneHot, LeavesAllFeaturesOfAMissingWordMissing) {
  const EncodedTable result = learn("island,mass,species\nTorgersen,5,A\n?,6,B\nBiscoe,7,A\n", "", Nominal::one_hot);
  ASSERT_EQ(result.dataset.x.columns(), 3U);
  EXPECT_TRUE(std::isnan(result.dataset.x(1, 0)));
  EXPECT_TRUE(std::isnan(result.dataset.x(1, 1)));
  EXPECT_EQ(result.dataset.x(1, 2), 6);
}

TEST(OneHot, UsesTheLearnedWordsForLaterTables) {
  const Encoding encoding = learn(penguins, "", Nominal::one_hot).encoding;
  // This table alone would give one feature.
  const Dataset later = encode(table("island,mass,species\nTorgersen,9,B\n"), encoding, {.class_names = {"A", "B"}});
  expect_values(later.x, {{0, 1, 9}});
  EXPECT_EQ(later.y, (Labels{1}));
}

TEST(OneHot, RefusesAWordItHasNotSeenWithThePlace) {
  const Encoding encoding = learn(penguins, "", Nominal::one_hot).encoding;
  EXPECT_EQ(data_error([&] { encode(table("island,mass,species\nBiscoe,5,A\nDream,5,A\n"), encoding, {}); }),
            "a.csv:3:1: the word 'Dream' was not seen in training: column 'island' has Biscoe, Torgersen");
}

TEST(Words, AreRefusedWithThePlaceUnlessOneHotIsAskedFor) {
  EXPECT_EQ(learning_error(penguins), "a.csv:2:1: expected a number, found 'Torgersen' (column 'island' holds words)");
}

TEST(Words, AmongNumbersAreASlipEvenWithOneHot) {
  const std::string_view text = "x,z,class\n1,1,A\n2,2,B\n3,abc,A\n";
  EXPECT_EQ(learning_error(text), "a.csv:4:2: expected a number, found 'abc'");
  EXPECT_EQ(learning_error(text, "", Nominal::one_hot), "a.csv:4:2: expected a number, found 'abc'");
}

TEST(Words, ThatAreNotUtf8AreRefused) {
  EXPECT_EQ(learning_error("x,class\n1,p\n2,caf\xe9\n"),
            "a.csv:3:2: the name of the class is not UTF-8: convert the file");
  const std::string sentence = "a.csv: column 1 holds text that is not UTF-8: convert the file";
  EXPECT_EQ(learning_error("x,z,class\ncaf\xe9,1,p\nbar,2,q\n", "", Nominal::one_hot), sentence);
  EXPECT_EQ(learning_error("caf\xe9,class\n1,p\n2,q\n"), sentence);
  EXPECT_EQ(learning_error("caf\xe9,x\np,1\nq,2\n", "1"), sentence);
  EXPECT_EQ(learn("caf\xc3\xa9,class\n1,\xce\xb1\n2,q\n").dataset.class_names, (Words{"q", "\xce\xb1"}));
}

const std::string_view two_features = "a,b,class\n1,2,p\n3,4,q\n";

TEST(LaterTable, HasItsColumnsMatchedByNameInAnyOrder) {
  const Encoding encoding = learn(two_features).encoding;
  const Dataset later =
      encode(table("class,b,extra,a\nq,20,0,10\np,40,0,30\n", "class"), encoding, {.class_names = {"p", "q"}});
  expect_values(later.x, {{10, 20}, {30, 40}});
  EXPECT_EQ(later.y, (Labels{1, 0}));
  // Places are those of this file.
  EXPECT_EQ(later.file_columns, (Places{4, 2}));
  EXPECT_EQ(later.place(1, 0), "a.csv:3:4");
}

TEST(LaterTable, MayComeWithoutALabel) {
  const Encoding encoding = learn(two_features).encoding;
  const Dataset named = encode(table("b,a\n20,10\n", "none"), encoding, {.class_names = {"p", "q"}});
  expect_values(named.x, {{10, 20}});
  EXPECT_TRUE(named.y.empty());
  EXPECT_EQ(named.class_names, (Words{"p", "q"}));
  const Dataset unnamed = encode(table("10,20\n", "none"), encoding, {.class_names = {"p", "q"}});
  expect_values(unnamed.x, {{10, 20}});
  EXPECT_TRUE(unnamed.y.empty());
}

TEST(LaterTable, WithoutAColumnThatIsNeededIsRefused) {
  const Encoding encoding = learn(two_features).encoding;
  EXPECT_EQ(data_error([&] { encode(table("a,c,class\n1,2,p\n", "", "b.csv"), encoding, {}); }),
            "b.csv: the column 'b' that the model needs is not there: found a, c, class");
}

TEST(LaterTable, WithoutNamesIsMatchedByPosition) {
  const Encoding encoding = learn(coloured, "colour").encoding;
  // The label stands where it stood in training: first.
  const Dataset later = encode(table("blue,7,8\nred,9,10\n", "1"), encoding, {.class_names = {"blue", "red"}});
  expect_values(later.x, {{7, 8}, {9, 10}});
  EXPECT_EQ(later.y, (Labels{0, 1}));
  EXPECT_EQ(later.file_columns, (Places{2, 3}));
}

TEST(LaterTable, OfAnotherWidthIsRefused) {
  const Encoding encoding = learn(two_features).encoding;
  const auto message = [&](std::string_view text) {
    return data_error([&] { encode(table(text, "none", "b.csv"), encoding, {}); });
  };
  EXPECT_EQ(message("1,2,3,4\n"), "b.csv: the model was trained on 2 features, the data have 4");
  EXPECT_EQ(message("1\n"), "b.csv: the model was trained on 2 features, the data have 1");
}

TEST(LaterTable, IsMatchedByPositionWhenTrainingNamesRepeat) {
  const EncodedTable first = learn("a,a,class\n1,2,p\n3,4,q\n");
  expect_values(first.dataset.x, {{1, 2}, {3, 4}});
  const Dataset later = encode(table("a,a,class\n5,6,q\n"), first.encoding, {.class_names = {"p", "q"}});
  expect_values(later.x, {{5, 6}});
  EXPECT_EQ(later.y, (Labels{1}));
}

TEST(LaterTable, InWhichANeededNameRepeatsIsRefusedRatherThanGuessed) {
  const Encoding encoding = learn(two_features).encoding;
  const std::string message = data_error([&] { encode(table("a,b,a,class\n1,2,3,p\n"), encoding, {}); });
  EXPECT_TRUE(message.starts_with("a.csv") && message.find("'a'") != std::string::npos) << message;
}

TEST(LaterTable, WithAClassUnknownToTheModelIsRefusedWithThePlace) {
  const Encoding encoding = learn(two_features).encoding;
  const Table later = table("a,b,class\n1,2,p\n3,4,r\n");
  EXPECT_EQ(data_error([&] {
              encode(later, encoding, {.class_names = {"p", "q"}});
            }),
            "a.csv:3:3: the class 'r' is not known to the model: it knows p, q");
  // Who does not want the labels may have any.
  const Dataset unlabelled = encode(later, encoding, {.class_names = {"p", "q"}, .wants_labels = false});
  expect_values(unlabelled.x, {{1, 2}, {3, 4}});
  EXPECT_TRUE(unlabelled.y.empty());
}

TEST(LaterTable, MayHaveItsLabelElsewhere) {
  const Encoding encoding = learn(two_features).encoding;
  const Dataset later = encode(table("q,5,6\np,7,8\n", "1"), encoding, {.label = "1", .class_names = {"p", "q"}});
  expect_values(later.x, {{5, 6}, {7, 8}});
  EXPECT_EQ(later.y, (Labels{1, 0}));
}

TEST(LaterTable, WithAWordWhereANumberWasLearnedIsRefusedWithThePlace) {
  const Encoding encoding = learn(two_features).encoding;
  EXPECT_EQ(data_error([&] { encode(table("b,a,class\n1,2,p\n3,abc,q\n"), encoding, {}); }),
            "a.csv:3:2: expected a number, found 'abc'");
}

}   // namespace
}   // namespace protea
