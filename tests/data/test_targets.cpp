// Targets of a table: labels, memberships, numbers or none, how an encoding remembers them, and how subsets carry them.
#include <protea/data/table_columns.hpp>
#include <protea/data/column_roles.hpp>
#include <protea/data/encoding.hpp>

#include <data/readers_support.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::usage_error;
using Words = std::vector<std::string>;
using Positions = std::vector<std::size_t>;

Table table(std::string_view text, const std::string& label = "none") {
  return parse_table(text, "a.csv", Format::csv, label);
}

EncodedTable learn(std::string_view text, const TargetChoice& choice) {
  return encode_training_table(table(text), choice, Nominal::refuse);
}

constexpr std::string_view fuzzy_text = "a,wet,b,dry\n1,0.25,2,0.75\n3,1,4,0\n";
constexpr std::string_view priced_text = "price,a,b\n10,1,2\n20.5,3,4\n";
const TargetChoice fuzzy{.label_columns = {"wet", "dry"}};
const TargetChoice priced{.target_column = "price"};

TEST(Targets, OfNoColumnAreNone) {
  const EncodedTable data = learn(priced_text, {.label = "none"});
  EXPECT_EQ(data.dataset.target_kind(), TargetKind::none);
  EXPECT_EQ(data.encoding.target_kind(), TargetKind::none);
  EXPECT_EQ(data.encoding.feature_count(), 3U);
}

TEST(Targets, OfALabelColumnAreLabels) {
  const EncodedTable data = learn(priced_text, {.label = "b"});
  EXPECT_EQ(data.dataset.target_kind(), TargetKind::labels);
  EXPECT_EQ(data.encoding.target_kind(), TargetKind::labels);
  EXPECT_EQ(learn(priced_text, {}).encoding.label_name, "b") << "the last column unless something else is said";
}

TEST(Targets, OfLabelColumnsAreMembershipsInTheirOrder) {
  const EncodedTable data = learn(fuzzy_text, fuzzy);
  EXPECT_EQ(data.dataset.target_kind(), TargetKind::memberships);
  EXPECT_EQ(data.dataset.class_names, (Words{"wet", "dry"}));
  EXPECT_EQ(data.dataset.memberships(0, 0), 0.25);
  EXPECT_EQ(data.dataset.memberships(0, 1), 0.75);
  EXPECT_EQ(data.dataset.memberships(1, 0), 1);
  EXPECT_EQ(data.dataset.y, crisp_labels(data.dataset.memberships));
  EXPECT_EQ(data.dataset.feature_names, (Words{"a", "b"}));
  EXPECT_EQ(data.dataset.x(1, 1), 4);
  EXPECT_EQ(data.encoding.label_columns, (Words{"wet", "dry"}));
  EXPECT_EQ(data.encoding.target_positions, (Positions{1, 3}));
  EXPECT_EQ(learn(fuzzy_text, {.label_columns = {"4", "2"}}).dataset.class_names, (Words{"dry", "wet"}))
      << "by position";
}

TEST(Targets, OfATargetColumnAreNumbers) {
  const EncodedTable data = learn(priced_text, priced);
  EXPECT_EQ(data.dataset.target_kind(), TargetKind::numbers);
  EXPECT_EQ(data.dataset.numbers, (std::vector<double>{10, 20.5}));
  EXPECT_EQ(data.dataset.target_name, "price");
  EXPECT_EQ(data.encoding.target_name, "price");
  EXPECT_EQ(data.encoding.label_name, "");
  EXPECT_EQ(data.dataset.feature_names, (Words{"a", "b"}));
}

TEST(Targets, AreNumbersAlsoWhereTheColumnWasReadAsWords) {
  const Table words = table("a,price\n1,10\n2,1e1\n", "");   // the last column is kept as it is spelled
  EXPECT_EQ(encode_training_table(words, {.target_column = "price"}, Nominal::refuse).dataset.numbers,
            (std::vector<double>{10, 10}));
}

TEST(Targets, StayWithTheirRowsInASubset) {
  const std::vector<std::uint32_t> second{1};
  const Dataset rows = learn(fuzzy_text, fuzzy).dataset.subset(second);
  ASSERT_EQ(rows.memberships.rows(), 1U);
  EXPECT_EQ(rows.memberships(0, 0), 1);
  EXPECT_EQ(rows.class_names, (Words{"wet", "dry"}));
  const Dataset numbers = learn(priced_text, priced).dataset.subset(second);
  EXPECT_EQ(numbers.numbers, (std::vector<double>{20.5}));
  EXPECT_EQ(numbers.target_name, "price");
  EXPECT_EQ(numbers.place(0, 0), "a.csv:3:2");
}

TEST(Targets, AreFoundAgainByNameOrPositionOrAreNotThere) {
  const Encoding encoding = learn(fuzzy_text, fuzzy).encoding;
  const Dataset named = encode(table("dry,b,a,wet\n0.5,6,5,0.1\n"), encoding, {});
  EXPECT_EQ(named.memberships(0, 0), 0.1);
  EXPECT_EQ(named.memberships(0, 1), 0.5);
  EXPECT_EQ(named.x(0, 0), 5);
  const Dataset unnamed = encode(table("5,0.1,6,0.5\n"), encoding, {});
  EXPECT_EQ(unnamed.memberships(0, 1), 0.5);
  EXPECT_EQ(unnamed.x(0, 1), 6);
  EXPECT_EQ(encode(table("b,a\n6,5\n"), encoding, {}).target_kind(), TargetKind::none);
  EXPECT_EQ(encode(table("5,6\n"), encoding, {}).target_kind(), TargetKind::none);
  EXPECT_EQ(encode(table("dry,b,a,wet\n0.5,6,5,0.1\n"), encoding, {.wants_labels = false}).target_kind(),
            TargetKind::none);
  EXPECT_EQ(data_error([&] { encode(table("b,a,wet\n6,5,1\n"), encoding, {}); }),
            "a.csv: the column of memberships 'dry' is not there, though others are: the model has wet, dry");

  const Encoding of_numbers = learn(priced_text, priced).encoding;
  EXPECT_EQ(encode(table("b,price,a\n2,30,1\n"), of_numbers, {}).numbers, (std::vector<double>{30}));
  EXPECT_EQ(encode(table("30,1,2\n"), of_numbers, {}).numbers, (std::vector<double>{30}));
  EXPECT_EQ(encode(table("b,a\n2,1\n"), of_numbers, {}).target_kind(), TargetKind::none);
}

TEST(Targets, OfALaterTableCanBeNamedAnew) {
  const Encoding encoding = learn(priced_text, priced).encoding;
  EXPECT_EQ(encode(table("cost,a,b\n7,1,2\n"), encoding, {.target_column = "cost"}).numbers, (std::vector<double>{7}));
  const Dataset labelled = encode(table("a,b,kind\n1,2,dry\n", "kind"), learn(fuzzy_text, fuzzy).encoding,
                                  {.label = "kind", .class_names = {"wet", "dry"}});
  EXPECT_EQ(labelled.y, (std::vector<Label>{1}));
}

TEST(Targets, ThatAreMissingOrNoNumbersAreRefusedWithTheirPlace) {
  const auto message = [](std::string_view text, const TargetChoice& choice) {
    return data_error([&] { learn(text, choice); });
  };
  EXPECT_EQ(message("price,a\n1,2\n,4\n", priced), "a.csv:3:1: the target is missing: fill it in or remove the row");
  EXPECT_EQ(message("price,a\n1,2\ncheap,4\n", priced), "a.csv:3:1: expected a number as target, found 'cheap'");
  EXPECT_EQ(message("wet,dry,a\n1,0,1\n0.5,?,2\n", fuzzy),
            "a.csv:3:2: the membership is missing: fill it in or remove the row");
  EXPECT_EQ(message("wet,dry,a\n1,0,1\nyes,0,2\n", fuzzy), "a.csv:3:1: expected a number as membership, found 'yes'");
  EXPECT_EQ(message("wet,dry,a\n1,-0.5,1\n", fuzzy), "a.csv:2:2: the membership is -0.5: it must lie between 0 and 1");
  EXPECT_EQ(message("wet,dry,a\n1.5,0,1\n", fuzzy), "a.csv:2:1: the membership is 1.5: it must lie between 0 and 1");
  EXPECT_EQ(message("a,b\n1,2\n", priced), "a.csv: unknown target column 'price': known are a, b");
}

TEST(Targets, RefuseChoicesWithoutSense) {
  const auto message = [](const TargetChoice& choice) { return usage_error([&] { learn(fuzzy_text, choice); }); };
  EXPECT_EQ(message({.label = "a", .target_column = "b"}),
            "a label, label columns and a target column exclude one another: name one of them");
  EXPECT_EQ(message({.label_columns = {"wet"}}), "memberships need two columns at least, one for each class");
  EXPECT_EQ(message({.label_columns = {"wet", "2"}}), "a column of memberships is named twice: wet, 2");
  Table weighted = table(fuzzy_text);
  set_weight_column(weighted, "b");
  EXPECT_EQ(usage_error([&] { encode_training_table(weighted, {.target_column = "b"}, Nominal::refuse); }),
            "the column 'b' cannot be both the target and the weight");
}

TEST(Targets, KeepTheirPositionsBesideWeights) {
  Table weighted = table("w,a,price\n1,2,3\n");
  set_weight_column(weighted, "w");
  const EncodedTable data = encode_training_table(weighted, {.target_column = "price"}, Nominal::refuse);
  EXPECT_EQ(data.encoding.target_positions, (Positions{1}));
  EXPECT_EQ(data.dataset.weights, (std::vector<double>{1}));
  EXPECT_EQ(encode(table("5,6\n"), data.encoding, {}).numbers, (std::vector<double>{6}));
}

// Zeros of either sign are one class, as they are one number.
TEST(DistinctWords, TakeZerosOfEitherSignAsOne) {
  Column column;
  column.numbers = {-0.0, 0.0, 1.0};
  EXPECT_EQ(distinct_words(column), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(cell_word(column, 0), "0");
}

}   // namespace
}   // namespace protea
