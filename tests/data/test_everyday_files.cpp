// Files as people have them: headers of numbers, columns that are no features, commas and marks of their
// country, bombs.
#include <cmath>

#include <zlib.h>

#include <data/readers_support.hpp>
#include <protea/data/column_roles.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/inflate.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::usage_error;
using Words = std::vector<std::string>;
using Numbers = std::vector<double>;
using Places = std::vector<std::size_t>;

Table csv(std::string_view text, ReadOptions options = {}) {
  options.format = Format::csv;
  return parse_table(text, "a.csv", options);
}

Words names(const Table& table) { return column_names(table); }

// ---- headers

TEST(Header, OfWavelengthsOverSpectraIsAHeader) {
  const Table table =
      csv("1100,1102,1104,oil\n0.31,0.30,0.29,corn\n0.41,0.39,0.40,olive\n0.30,0.31,0.28,corn\n0.42,0.4,0.39,olive\n",
          {.label = ""});
  EXPECT_TRUE(table.has_names);
  EXPECT_EQ(names(table), (Words{"1100", "1102", "1104", "oil"}));
  EXPECT_EQ(table.rows(), 4u);
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_NE(table.notes[0].find("'oil' occurs nowhere else"), std::string::npos) << table.notes[0];
}

TEST(Header, OfNumbersBeyondTheColumnsIsAHeader) {
  const Table table = csv("1100,900,oil\n0.31,0.30,corn\n0.41,0.39,olive\n0.30,0.31,corn\n0.42,0.4,olive\n");
  EXPECT_EQ(names(table), (Words{"1100", "900", "oil"}));
}

TEST(Header, OfYearsOrCountsAloneIsAHeaderAndSaidSo) {
  const Table years = csv("1990,1991,1992\n5,3,9\n2,8,1\n7,7,7\n");
  EXPECT_EQ(names(years), (Words{"1990", "1991", "1992"}));
  EXPECT_EQ(years.rows(), 3u);
  EXPECT_EQ(years.notes.size(), 1u);
  EXPECT_EQ(names(csv("0,1,2\n5,3,9\n2,8,1\n")), (Words{"0", "1", "2"}));
}

TEST(Header, IsNotSeenInSamplesThatCountThemselves) {
  const Table table = csv("1,2,3\n2,4,6\n5,3,1\n");
  EXPECT_FALSE(table.has_names);
  EXPECT_TRUE(table.notes.empty());
}

// 7, 3 and 5 lie below columns of 800 to 900 by more than their width, and are too few to be an axis.
TEST(Header, OfNumbersFarBelowTheColumnsIsAHeader) {
  const Table table = csv("7,3,5,oil\n800,810,900,corn\n850,900,880,olive\n900,800,850,corn\n", {.label = ""});
  EXPECT_EQ(names(table), (Words{"7", "3", "5", "oil"}));
  EXPECT_EQ(table.rows(), 3u);
}

TEST(Header, IsNotSeenInAFirstSampleOfARareClassWhichIsSaid) {
  const Table table =
      csv("5.0,3.4,1.4,rare\n5.1,3.5,1.3,setosa\n4.9,3.0,1.5,setosa\n6.3,3.3,1.6,virginica\n5.8,3,1.2,virginica\n");
  EXPECT_FALSE(table.has_names);
  EXPECT_EQ(table.rows(), 5u);
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_NE(table.notes[0].find("'rare' occurs nowhere else"), std::string::npos);
}

TEST(Header, IsDecidedByHand) {
  constexpr std::string_view text = "1,2,3\n2,4,6\n5,3,1\n";
  EXPECT_EQ(names(csv(text, {.header = Header::yes})), (Words{"1", "2", "3"}));
  const Table table = csv("a,b\n1,2\n", {.header = Header::no});
  EXPECT_EQ(names(table), (Words{"x1", "x2"}));
  EXPECT_EQ(table.columns[0].words, (Words{"a", "1"}));
}

TEST(Header, OneCellShorterNamesAllButTheFirstColumn) {
  const Table table = csv("\"a\"\t\"b\"\n\"r1\"\t1\t2\n\"r2\"\t3\t4\n", {});
  EXPECT_EQ(names(table), (Words{"x1", "a", "b"}));
  EXPECT_EQ(table.columns[0].words, (Words{"r1", "r2"}));
  EXPECT_EQ(table.columns[2].numbers, (Numbers{2, 4}));
  EXPECT_EQ(table.lines, (RowLines{2, 3}));
  EXPECT_NE(data_error([] { csv("1\t2\n3\t4\t5\n"); }).find("expected 2 cells"), std::string::npos);
}

// ---- numbers and marks

TEST(DecimalComma, IsReadWhereTheSeparatorIsNone) {
  const Table table = csv("a;b;c\n1,5;-2,25e1;x\n,5;3;y\n");
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1.5, 0.5}));
  EXPECT_EQ(table.columns[1].numbers, (Numbers{-22.5, 3}));
  EXPECT_TRUE(table.notes.empty());
}

TEST(DecimalComma, BesideADecimalPointIsAskedAbout) {
  EXPECT_EQ(data_error([] { csv("a;b\n1.5;2\n1,234;3\n"); }),
            "a.csv:3:1: '1,234' has a comma where line 2 has a point: leave out the sign between thousands");
}

TEST(DecimalComma, IsComparedWithTheFirstRowToo) {
  EXPECT_EQ(data_error([] { csv("1.5;2;x\n2,5;3;y\n1,5;3;x\n", {.header = Header::no}); }),
            "a.csv:2:1: '2,5' has a comma where line 1 has a point: leave out the sign between thousands");
}

TEST(DecimalComma, ThatMayStandBetweenThousandsIsSaid) {
  const Table table = csv("a;b\n1,234;2\n2,500;3\n");
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1.234, 2.5}));
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_NE(table.notes[0].find("1,234 is 1.234"), std::string::npos) << table.notes[0];
}

TEST(DecimalComma, BesideAPointBetweenThousandsIsRefused) {
  EXPECT_EQ(data_error([] { csv("a;b\n1.234,5;2\n2,5;3\n"); }),
            "a.csv:2:1: '1.234,5' has a sign between thousands and a decimal one: leave out the former");
  EXPECT_EQ(data_error([] { csv("1;1,234,567.25\n2;3\n", {.header = Header::no}); }),
            "a.csv:1:2: '1,234,567.25' has a sign between thousands and a decimal one: leave out the former");
  EXPECT_EQ(csv("a;b\n1.234,5;2\nsee 2;3\n").columns[0].words.size(), 2u) << "a column of words";
  EXPECT_EQ(csv("a;b\n1.2.34,5;2\n1.2.35,5;3\n").columns[0].words.size(), 2u);
}

TEST(DecimalComma, BesideColumnsOfPointsBetweenThousandsIsSaid) {
  const Table table = csv("a;b;c\n1.234;2,5;0.123\n12.500;3;0.250\n");
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1.234, 12.5}));
  EXPECT_EQ(table.notes,
            (Words{"the point in column 'a' is taken for a decimal one, as in 1.234, though 'b' has decimal "
                   "commas: if it separates thousands, remove it"}));
  EXPECT_TRUE(csv("a;b\n1.234;2,5\n12.5;3\n").notes.empty());
  EXPECT_TRUE(csv("a;b\n1.234;2\n12.500;3\n").notes.empty());
}

TEST(MissingMarks, DashAndPointAreMissingAmongNumbersAndWordsAmongWords) {
  const Table table = csv("a,b,c\n1,+,-\n-,-,+\n.,+,-\n", {.label = ""});
  EXPECT_EQ(table.columns[0].numbers[0], 1);
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[2]));
  EXPECT_EQ(table.columns[1].words, (Words{"+", "-", "+"}));
  EXPECT_EQ(table.columns[2].words, (Words{"-", "+", "-"}));
}

TEST(MissingMarks, OfOnesOwnAreMeantByValueOrAsSpelled) {
  const ReadOptions options{.label = "", .missing = {"-999", "unknown"}};
  const Table table = csv("a,b,c\n1,-999.0,x\nunknown,2,y\n-999,3,x\n", options);
  EXPECT_EQ(table.columns[0].numbers[0], 1);
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[2]));
  EXPECT_TRUE(std::isnan(table.columns[1].numbers[0]));
  EXPECT_EQ(table.columns[1].numbers[2], 3);
}

// ---- columns that are no features

constexpr std::string_view patients = "name,x1,x2,age,class\nann,1,2,30,a\nbob,3,4,40,b\ncat,5,6,50,a\n";

TEST(Columns, AreFoundByNamePositionRangeAndPattern) {
  const Table table = csv(patients);
  EXPECT_EQ(find_columns(table, "age", "ignored"), (Places{3}));
  EXPECT_EQ(find_columns(table, "1, 4", "ignored"), (Places{0, 3}));
  EXPECT_EQ(find_columns(table, "2-4", "ignored"), (Places{1, 2, 3}));
  EXPECT_EQ(find_columns(table, "x1:age", "ignored"), (Places{1, 2, 3}));
  EXPECT_EQ(find_columns(table, "x?,name", "ignored"), (Places{0, 1, 2}));
  EXPECT_EQ(find_columns(table, "*a*", "ignored"), (Places{0, 3, 4}));
  EXPECT_EQ(data_error([&] { find_columns(table, "z*", "ignored"); }),
            "a.csv: no ignored column has a name like 'z*': found name, x1, x2, age, class");
  EXPECT_NE(data_error([&] { find_columns(table, "9", "ignored"); }).find("no column 9"), std::string::npos);
}

TEST(Columns, SetAsideAreNoFeaturesAndAreSoAgainInLaterTables) {
  Table table = csv(patients, {.label = ""});
  set_id_column(table, "name");
  ignore_columns(table, "age");
  const EncodedTable training = encode_training_table(table, "class", Nominal::refuse);
  EXPECT_EQ(training.dataset.feature_names, (Words{"x1", "x2"}));
  EXPECT_EQ(training.dataset.ids, (Words{"ann", "bob", "cat"}));
  EXPECT_EQ(training.dataset.id_name, "name");
  const std::vector<std::uint32_t> last{2};
  EXPECT_EQ(training.dataset.subset(last).ids, (Words{"cat"}));

  const Dataset by_name = encode(csv("class,x2,name,x1\na,2,zoe,1\n", {.label = "class"}), training.encoding, {});
  EXPECT_EQ(by_name.ids, (Words{"zoe"}));
  EXPECT_EQ(by_name.x(0, 0), 1);
  EXPECT_EQ(by_name.y.size(), 1u);
}

TEST(Columns, SetAsideAreFoundByPositionWhereThereAreNoNames) {
  const ReadOptions plain{.label = "", .header = Header::no};
  Table table = csv("7,ann,1,2,a\n8,bob,3,4,b\n9,cat,5,6,a\n", plain);
  set_id_column(table, "2");
  ignore_columns(table, "1");
  const EncodedTable training = encode_training_table(table, "", Nominal::refuse);
  EXPECT_EQ(training.encoding.label_position, 2u);
  const Dataset whole = encode(csv("1,zoe,10,20,b\n", plain), training.encoding, {});
  EXPECT_EQ(whole.ids, (Words{"zoe"}));
  EXPECT_EQ(whole.x(0, 0), 10);
  EXPECT_EQ(whole.x(0, 1), 20);
  EXPECT_EQ(whole.y.size(), 1u);
  const Dataset bare = encode(csv("10,20,b\n", plain), training.encoding, {});
  EXPECT_EQ(bare.x(0, 1), 20);
  EXPECT_TRUE(bare.ids.empty());
}

// Five columns: the id without the label, or the label without the id? A guess would answer for other features.
TEST(Columns, SetAsideOrLabelIsAskedAboutWhereNothingTells) {
  const ReadOptions plain{.label = "", .header = Header::no};
  Table table = csv("7,1,2,a\n8,3,4,b\n9,5,6,a\n", plain);
  set_id_column(table, "1");
  const EncodedTable training = encode_training_table(table, "", Nominal::refuse);
  EXPECT_NE(data_error([&] {
              encode(csv("7,1,2\n", {.header = Header::no}), training.encoding, {.wants_labels = false});
            }).find("is 'x1' or the label, and without names nothing tells which"),
            std::string::npos);
  Table named = csv("7,1,2\n", {.header = Header::no});
  set_id_column(named, "1");
  const Dataset rows = encode(named, training.encoding, {.wants_labels = false});
  EXPECT_EQ(rows.x(0, 0), 1);
  EXPECT_EQ(rows.ids, (Words{"7"}));
}

TEST(Columns, OfOneNameAreIgnoredTogether) {
  const Table table = csv("a,a,b,class\n1,2,3,x\n4,5,6,y\n");
  EXPECT_EQ(find_columns(table, "a", "ignored"), (Places{0, 1}));
}

TEST(MissingMarks, ThatAreNumbersLeaveAColumnOfWordsOne) {
  const Table table = csv("a,class\nred,x\n-999,y\nblue,x\n", {.missing = {"-999"}});
  EXPECT_EQ(table.columns[0].words, (Words{"red", "", "blue"}));
  EXPECT_EQ(table.columns[0].number_cells, 0u);
}

TEST(Columns, CannotHaveTwoRoles) {
  Table table = csv(patients);
  set_weight_column(table, "age");
  EXPECT_EQ(usage_error([&] { ignore_columns(table, "x1:age"); }),
            "the column 'age' cannot be both ignored and the weight");
}

TEST(Columns, ThatCountTheRowsOrShareANameAreSaid) {
  std::string text = ",a,a,class\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + ",1,2," + (i % 2 == 0 ? "x" : "y") + "\n";
  Table table = csv(text);
  const Words notes = notes_on_columns(table);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].rfind("the first column only counts the rows", 0), 0u);
  EXPECT_NE(notes[1].find("several columns are named 'a'"), std::string::npos);
  EXPECT_EQ(data_error([&] { find_column(table, "a", "label"); }),
            "a.csv: columns 2 and 3 are both named 'a': name the label column by its position");
  ignore_columns(table, "1");
  EXPECT_EQ(notes_on_columns(table).size(), 1u);
  std::vector<double> counts(table.columns[0].numbers.begin(), table.columns[0].numbers.end());
  counts[5] = 7;
  table.columns[0].numbers = counts;
  table.roles.clear();
  EXPECT_EQ(notes_on_columns(table).size(), 1u);
}

TEST(Labels, OfAColumnThatHoldsNoneOfTheClassesAreNoLabels) {
  const EncodedTable training =
      encode_training_table(csv(patients, {.label = ""}), TargetChoice{.label = "class"}, Nominal::one_hot);
  const Words classes = training.dataset.class_names;
  EXPECT_EQ(data_error([&] {
              encode(csv("name,x1,x2,age,sex,class\nann,1,2,3,f,a\nbob,1,2,3,m,a\n", {.label = "sex"}),
                     training.encoding, {.label = "sex", .class_names = classes});
            }),
            "a.csv: the column 'sex' holds none of the classes that the model knows (a, b): is it the label?");
  EXPECT_EQ(data_error([&] {
              encode(csv(patients, {.label = "age"}), training.encoding, {.label = "age", .class_names = classes});
            }),
            "a.csv: the column 'age' is a feature of the model, not the label");
}

TEST(Labels, AreNotExpectedInAnUnlabelledDatFile) {
  const Table table = parse_table("2\n1 2\n3 4\n", "a.dat", Format::lvq_pak);
  EXPECT_FALSE(find_label_column(table, "").has_value());
  EXPECT_EQ(encode_training_table(table, "", Nominal::refuse).encoding.feature_count(), 2u);
}

TEST(Labels, ThatANumberDoesNotHoldExactlyAreRefused) {
  const std::string beyond("\x01\x00\x00\x00\x00\x00\x20\x00", 8);   // 2^53 + 1, little endian
  const std::string inside("\xff\xff\xff\xff\xff\xff\x1f\x00", 8);   // 2^53 − 1
  EXPECT_EQ(parse_table(readers::npy("<i8", "(1,)", inside), "a.npy", Format::npy).columns[0].numbers[0],
            9007199254740991.0);
  EXPECT_NE(data_error([&] { parse_table(readers::npy("<i8", "(1,)", beyond), "a.npy", Format::npy); }).find("2^53"),
            std::string::npos);
}

// ---- bombs

std::string gzip_of(std::size_t zeros) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string block(1 << 20, '0');
  std::string packed;
  std::string buffer(1 << 20, '\0');
  for (std::size_t done = 0; done <= zeros; done += block.size()) {
    stream.next_in = reinterpret_cast<Bytef*>(block.data());
    stream.avail_in = static_cast<uInt>(block.size());
    const int flush = done + block.size() > zeros ? Z_FINISH : Z_NO_FLUSH;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, flush);
      packed.append(buffer.data(), buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  return packed;
}

TEST(Bombs, AreRefusedByTheirRatioUnlessAllowed) {
  const std::string packed = gzip_of(std::size_t{300} << 20);
  ASSERT_LT(packed.size(), std::size_t{1} << 20);
  EXPECT_EQ(data_error([&] { parse_table(packed, "a.csv.gz", Format::csv); }),
            "a.csv.gz: more than 256 MiB when unpacked: if that is right, allow it by memory");
  EXPECT_NE(data_error([&] {
              parse_table(packed, "a.csv.gz", ReadOptions{.format = Format::csv, .memory = 1 << 20});
            }).find("more than 1 MiB"),
            std::string::npos);
  EXPECT_GT(unpack_gzip(packed, "a.csv.gz", std::size_t{512} << 20).size(), std::size_t{300} << 20);
}

TEST(Bombs, AreNotSeenInSmallFilesOfZeros) {
  const std::string packed = gzip_of(1 << 20);
  EXPECT_EQ(data_error([&] { parse_table(packed, "a.csv.gz", Format::csv); }).find("MiB"), std::string::npos);
}

}   // namespace
}   // namespace protea
