// The commands on files as people have them: columns that are no features, marks, streams with bad rows.
#include <cli/command.hpp>

namespace protea::cli {
namespace {

// Iris with a name, a running number and a visit date for each flower; `names` of the columns or none.
std::string flowers(const Folder& folder, bool has_header) {
  std::string text = has_header ? "flower,date,sepal_length,sepal_width,petal_length,petal_width,class\n" : "";
  std::string rows = folder.text({"convert", "iris", "-"});
  rows.erase(0, rows.find('\n') + 1);
  std::size_t i = 0;
  for (std::size_t at = 0; at < rows.size(); ++i) {
    const std::size_t end = rows.find('\n', at);
    text += "f" + std::to_string(i) + "," + std::to_string(20260101 + i % 28) + "," + rows.substr(at, end - at + 1);
    at = end + 1;
  }
  return text;
}

const Words quick{"--method", "glvq", "--epochs", "5", "-o", "m.protea"};

Words train(const std::string& data, Words more) {
  Words words{"train", data};
  words.insert(words.end(), quick.begin(), quick.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(EverydayFiles, IdsAndIgnoredColumnsAreNoFeaturesAnywhere) {
  const Folder folder;
  const Json plain = folder.json(train("iris", {}));
  const std::string plain_answers = folder.text({"predict", "m.protea", "iris"});
  for (const bool has_header : {true, false}) {
    folder.write("f.csv", flowers(folder, has_header));
    const Words roles = has_header ? Words{"--id", "flower", "--ignore", "date"} : Words{"--id", "1", "--ignore", "2"};
    const Json report = folder.json(train("f.csv", roles));
    EXPECT_EQ(report["features"], 4);
    EXPECT_EQ(report["accuracy"], plain["accuracy"]);
    EXPECT_EQ(folder.json({"evaluate", "m.protea", "f.csv"})["samples"], 150);
    const std::string answers = folder.text({"predict", "m.protea", "f.csv"});
    EXPECT_EQ(answers.rfind(has_header ? "flower,predicted\nf0,setosa\nf1," : "x1,predicted\nf0,setosa\nf1,", 0), 0u)
        << answers.substr(0, 60);
    EXPECT_EQ(folder.json({"predict", "m.protea", "f.csv"})["ids"][149], "f149");
    EXPECT_EQ(folder.text({"predict", "m.protea", "iris"}), plain_answers);   // files without them do as well
  }
}

TEST(EverydayFiles, EveryCommandThatReadsDataTakesTheFlags) {
  const Folder folder;
  folder.write("f.csv", flowers(folder, true));
  const Words roles{"--id", "flower", "--ignore", "date", "--header", "yes", "--na", "-99"};
  const auto with_roles = [&](Words words) {
    words.insert(words.end(), roles.begin(), roles.end());
    return words;
  };
  folder.json(train("f.csv", roles));
  for (const Words& words : {Words{"cross-validate", "f.csv", "--method", "glvq", "--epochs", "2", "--folds", "3"},
                             Words{"tune", "f.csv", "--method", "glvq", "--epochs", "2", "--folds", "2", "--outer", "2",
                                   "--grid", "prototypes=1,2"},
                             Words{"compare", "f.csv", "--methods", "glvq,lvq1", "--folds", "2"},
                             Words{"curve", "f.csv", "--method", "glvq", "--over", "epochs=1,2", "--folds", "2"},
                             Words{"evaluate", "m.protea", "f.csv"}, Words{"predict", "m.protea", "f.csv"},
                             Words{"margins", "m.protea", "f.csv"}, Words{"reject", "m.protea", "f.csv"}}) {
    SCOPED_TRACE(words[0]);
    const Result result = folder.protea(with_roles(words));
    EXPECT_EQ(result.code, 0) << result.err;
  }
  EXPECT_EQ(folder.text({"convert", "f.csv", "-", "--ignore", "date,flower"}), folder.text({"convert", "iris", "-"}));
}

TEST(EverydayFiles, EveryTableOfSamplesNamesThem) {
  const Folder folder;
  std::string text = flowers(folder, true);
  text.replace(text.find("f0,"), 3, "\"a,b\",");
  folder.write("f.csv", text);
  folder.json(
      {"train", "f.csv", "--method", "gmlvq", "--epochs", "3", "-o", "m.protea", "--id", "flower", "--ignore", "date"});
  const std::string points = folder.text({"project", "m.protea", "f.csv"});
  EXPECT_EQ(points.rfind("flower,kind,class,predicted,z1,z2\n\"a,b\",sample,setosa,setosa,", 0), 0u)
      << points.substr(0, 80);
  EXPECT_NE(points.find("\n,prototype,setosa,,"), std::string::npos) << points;
  const Json json = folder.json({"project", "m.protea", "f.csv"})["points"];
  EXPECT_EQ(json[149]["id"], "f149");
  EXPECT_TRUE(json[150]["id"].is_null());
  text.replace(text.find("5.1,"), 3, "");
  folder.write("f.csv", text);
  folder.json({"cross-validate", "f.csv", "--method", "lvq1", "--folds", "2", "--missing", "drop", "--predictions",
               "answers.csv", "--id", "flower", "--ignore", "date"});
  EXPECT_EQ(folder.read("answers.csv").rfind("flower,row,repeat,fold,class,predicted,", 0), 0u);
  EXPECT_NE(folder.read("answers.csv").find("\nf1,2,1,"), std::string::npos) << "where the first row was dropped";
}

TEST(EverydayFiles, NoColumnStepsInForALabelThatIsIgnored) {
  const Folder folder;
  folder.text({"convert", "iris", "f.csv"});
  for (const std::string data : {"iris", "f.csv"}) {
    folder.refuses(train(data, {"--ignore", "class"}), 2,
                   "the column 'class', which would be the label, is ignored: name another with --label, or none");
    EXPECT_EQ(folder.json(train(data, {"--ignore", "class,petal_length", "--label", "petal_width"}))["features"], 2);
    EXPECT_EQ(folder.json({"train", data, "--method", "lvq1", "--rule", "vq", "--ignore", "class", "--label", "none",
                           "-o", "v.protea"})["features"],
              4);
    EXPECT_EQ(folder.text({"convert", data, "-", "--ignore", "class"}).substr(0, 51),
              "sepal_length,sepal_width,petal_length,petal_width\n5");
  }
}

TEST(EverydayFiles, OneIsSaidAsOne) {
  const Folder folder;
  folder.write("f.csv", "u,class\n1,a\n2,b\n3,b\n");
  EXPECT_EQ(folder.text({"train", "f.csv", "--method", "glvq", "--epochs", "1", "-o", "m.protea"})
                .rfind("glvq: 3 samples, 1 feature, 2 classes, 2 prototypes\ncost ", 0),
            0u);
  EXPECT_NE(
      folder.text({"train", "f.csv", "--method", "glvq", "--epochs", "1", "-o", "m.protea"}).find(" after 1 epoch,"),
      std::string::npos);
  folder.write("one.csv", "u,class\n1,a\n");
  EXPECT_EQ(folder.text({"evaluate", "m.protea", "one.csv"}).rfind("1 sample\n", 0), 0u);
  folder.write("wide.csv", "1,2,5\n3,4,6\n");
  folder.refuses_naming({"predict", "m.protea", "wide.csv", "--header", "no"}, 3,
                        {"trained on 1 feature, the data have"});
  EXPECT_NE(folder.text({"tune", "iris", "--method", "glvq", "--grid", "prototypes=1", "--outer", "0", "--folds", "2"})
                .find("150 samples, 1 candidate, 2 folds"),
            std::string::npos);
}

TEST(EverydayFiles, NamesOfSamplesGetTheHintThatHelps) {
  const Folder folder;
  folder.write("f.csv", flowers(folder, true));
  folder.refuses(train("f.csv", {}), 3,
                 "f.csv:2:1: expected a number, found 'f0' (column 'flower' holds words: --id 1 takes them as names of "
                 "the samples, --ignore 1 leaves them out)");
}

TEST(EverydayFiles, OneHotOfManyWordsIsSaid) {
  const Folder folder;
  folder.write("f.csv", flowers(folder, true));
  const Result result = folder.protea(train("f.csv", {"--nominal", "one-hot"}));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("the column 'flower' becomes 150 features"), std::string::npos) << result.err;
}

TEST(EverydayFiles, DroppedRowsAreCountedInEveryCommand) {
  const Folder folder;
  std::string text = flowers(folder, true);
  text.replace(text.find(",5.1,"), 5, ",-99,");
  folder.write("f.csv", text);
  const Words flags{"--id", "1", "--ignore", "2", "--na", "-99", "--missing", "drop"};
  const std::string note = "1 of 150 rows have missing values and were dropped";
  EXPECT_NE(folder.protea(train("f.csv", flags)).err.find(note), std::string::npos);
  for (const Words& words :
       {Words{"evaluate", "m.protea", "f.csv", "--na", "-99"}, Words{"margins", "m.protea", "f.csv", "--na", "-99"},
        Words{"reject", "m.protea", "f.csv", "--na", "-99"}}) {
    const Result result = folder.protea(words);
    EXPECT_EQ(result.code, 0) << words[0] << result.err;
    EXPECT_NE(result.err.find(note), std::string::npos) << words[0] << result.err;
    EXPECT_NE(result.out.find("149"), std::string::npos) << words[0] << " says how many samples it is about\n"
                                                         << result.out;
  }
  Words validate{"cross-validate", "f.csv", "--method", "glvq", "--epochs", "2", "--folds", "2"};
  validate.insert(validate.end(), flags.begin(), flags.end());
  const Result result = folder.protea(validate);
  EXPECT_NE(result.err.find(note), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("149"), std::string::npos) << result.out;
}

// Marks of missing values are part of how a table is read, and so of the model.
TEST(EverydayFiles, AModelKnowsTheMarksOfMissingValues) {
  const Folder folder;
  std::string text = folder.text({"convert", "iris", "-"});
  text.replace(text.find("\n5.1,"), 5, "\n-99,");
  folder.write("f.csv", text);
  text.replace(text.find("\n-99,"), 5, "\n-98,");
  folder.write("g.csv", text);
  folder.json(train("f.csv", {"--na", "-99,gone", "--missing", "mean"}));
  folder.write("one.csv", "-99,3.5,1.4,0.2\n5,gone,1.4,0.2\n");
  EXPECT_EQ(folder.text({"predict", "m.protea", "one.csv"}), "predicted\nsetosa\nsetosa\n");
  const auto distance = [&](const std::string& file, const Words& more) {
    Words words{"margins", "m.protea", file};
    words.insert(words.end(), more.begin(), more.end());
    return folder.text(words);
  };
  EXPECT_EQ(distance("f.csv", {}), distance("f.csv", {"--na", "-99,gone"}));
  EXPECT_EQ(distance("g.csv", {"--na", "-98"}).substr(5), distance("f.csv", {}).substr(5)) << "what is given counts";
  EXPECT_NE(distance("g.csv", {}).substr(5), distance("f.csv", {}).substr(5));
}

TEST(EverydayFiles, AStreamKnowsNumbersThatMarkMissingValues) {
  const Folder folder;
  const std::string rows = "1,1,a\n2,1,a\n8,8,b\n9,8,b\n-99.0,1,a\n";
  for (const Words& more :
       {Words{"--method", "lvq1", "--na", "-99", "--missing", "drop"}, Words{"--from", "m.protea"}}) {
    Words words{"train", "-", "--stream", "-o", "m.protea"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(folder.json(words, rows)["samples"], 4) << more[0];
  }
}

TEST(EverydayFiles, GroupsAreNoFeatureAndAreHeldOutWhole) {
  const Folder folder;
  folder.write("f.csv", flowers(folder, true));
  const Json report = folder.json(train("f.csv", {"--id", "1", "--groups", "date", "--validation", "0.3"}));
  EXPECT_EQ(report["features"], 4);
  EXPECT_GT(report["held_out"], 20);
  EXPECT_LE(report["held_out"], 45);
}

// A first sample that looks like a header where nothing is known of the data is none to a model without names.
TEST(EverydayFiles, AModelKnowsItsSamplesFromAHeader) {
  const Folder folder;
  std::string rows = folder.text({"convert", "iris", "-"});
  folder.write("plain.csv", rows.substr(rows.find('\n') + 1));
  folder.json(train("plain.csv", {}));
  folder.write("few.csv", "5.1,3.5,1.4,0.2,setosa\n6,3,4,1.2,versicolor\n6,3,5,2,virginica\n6,3,4,1.2,versicolor\n");
  EXPECT_EQ(folder.json({"predict", "m.protea", "few.csv"})["samples"], 4);
  EXPECT_EQ(folder.json({"evaluate", "m.protea", "few.csv"})["samples"], 4);
}

TEST(EverydayFiles, AColumnThatCountsIsSaid) {
  const Folder folder;
  std::string text = ",a,class\n";
  for (int i = 0; i < 20; ++i)
    text += std::to_string(i) + "," + std::to_string(i % 7) + "," + (i % 2 == 0 ? "x" : "y") + "\n";
  folder.write("p.csv", text);
  const Result result = folder.protea(train("p.csv", {}));
  EXPECT_NE(result.err.find("the first column only counts the rows: --ignore 1 leaves it out, --id 1"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(folder.json(train("p.csv", {"--ignore", "1"}))["features"], 1);
}

TEST(EverydayFiles, BadRowsOfAStreamAreSkippedCountedAndSaid) {
  const Folder folder;
  std::string rows = folder.text({"convert", "iris", "-"});
  const Words stream{"train", "-", "--stream", "--snapshot-every", "120", "--method", "lvq1", "-o", "s.protea"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string bad = "1,2,3\nabc,1,1,1,setosa\n1,1,1,1,tulip\n";
  const std::string zero("1,2\0,3,4,setosa\n", 16);
  const std::size_t middle = rows.find('\n', rows.size() - 200) + 1;
  const std::string spoiled = rows.substr(0, middle) + bad + zero + rows.substr(middle);
  EXPECT_EQ(folder.protea(stream, spoiled).code, 3);
  const Result result = folder.protea(with(stream, {"--on-error", "skip"}), spoiled);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("4 rows could not be used and were skipped; the first: "), std::string::npos) << result.err;
  const Json report = folder.json(with(stream, {"--on-error", "skip"}), spoiled);
  EXPECT_EQ(report["skipped"], 4);
  EXPECT_EQ(report["samples"], 150);
  folder.refuses(stream, 3, "standard input:1: a zero byte: this is not a text file in UTF-8", zero);
}

// Lines 22, 23 and 24 of the first piece: a gap, too few cells, a zero byte. The first is named by its line; a first
// row that goes with no other spoils itself alone.
TEST(EverydayFiles, BadRowsOfTheFirstPieceOfAStreamAreSkippedToo) {
  const Folder folder;
  const std::string rows = folder.text({"convert", "iris", "-"});
  const Words stream{"train", "-",  "--stream", "--snapshot-every", "120", "--method",
                     "lvq1",  "-o", "s.protea", "--on-error",       "skip"};
  std::size_t line_22 = 0;
  for (int line = 1; line < 22; ++line) line_22 = rows.find('\n', line_22) + 1;
  const std::string zero("1,2\0,3,4,setosa\n", 16);
  const Result result =
      folder.protea(stream, rows.substr(0, line_22) + "5,,1.4,.2,setosa\n5,3\n" + zero + rows.substr(line_22));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("3 rows could not be used and were skipped; the first: standard input:22:2: the value of "
                            "'sepal_width' is missing"),
            std::string::npos)
      << result.err;

  folder.text({"train", "iris", "--method", "lvq1", "-o", "m.protea", "--quiet"});
  const std::string body = rows.substr(rows.find('\n') + 1);
  const Json report = folder.json(
      {"train", "-", "--stream", "--from", "m.protea", "--header", "no", "-o", "n.protea", "--on-error", "skip"},
      "5,3\n" + body);
  EXPECT_EQ(report["skipped"], 1);
  EXPECT_EQ(report["samples"], 150);
}

// An index that pandas wrote beside a column that is called as nameless ones are.
TEST(EverydayFiles, AnIndexWithoutANameLeavesTheNamesOfOthersAlone) {
  const Folder folder;
  std::string text = ",x1,x2,y\n";
  for (int i = 0; i < 20; ++i) {
    const bool is_b = i % 2 == 1;
    text += std::to_string(i) + "," + (is_b ? "3." : "0.") + std::to_string(i) + "," + std::to_string(i % 3) + "," +
            (is_b ? "B" : "A") + "\n";
  }
  folder.write("pandas.csv", text);
  folder.text({"train", "pandas.csv", "--ignore", "1", "-o", "p.protea", "--quiet"});
  folder.write("turned.csv", "x2,x1\n0,3\n2,0\n");
  const std::string answers = folder.text({"predict", "p.protea", "turned.csv"});
  EXPECT_LT(answers.find('B'), answers.find("\nA")) << answers;   // by name: the first has x1 = 3
}

}   // namespace
}   // namespace protea::cli
