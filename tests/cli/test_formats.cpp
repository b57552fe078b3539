// Files in and out of the command: every format of data, standard input, conversions and codebooks.
#include <algorithm>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

// The model that the built-in iris gives, whatever file the same numbers come from.
std::string model_of(const Folder& folder, Words data, const std::string& input = {}) {
  data.insert(data.begin(), "train");
  data.insert(data.end(), {"-o", "made.protea", "--quiet"});
  const Result result = folder.protea(data, input);
  EXPECT_EQ(result.code, 0) << result.err;
  return folder.read("made.protea");
}

std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

TEST(Formats, TheSameTableGivesTheSameModelFromAnyTextFormat) {
  const Folder folder;
  const std::string expected = model_of(folder, {"iris"});
  const std::string csv = folder.text({"convert", "iris", "-"});
  folder.write("iris.csv", csv);
  folder.write("semicolon.csv", replaced(csv, ',', ';'));
  folder.write("iris.tsv", replaced(csv, ',', '\t'));
  folder.text({"convert", "iris", "iris.arff"});
  for (const std::string name : {"iris.csv", "semicolon.csv", "iris.tsv", "iris.arff"}) {
    EXPECT_TRUE(model_of(folder, {name}) == expected) << name;
  }
  EXPECT_TRUE(model_of(folder, {"-"}, csv) == expected) << "standard input";
  EXPECT_TRUE(model_of(folder, {"iris.csv", "--label", "class"}) == expected) << "label by name";
  EXPECT_TRUE(model_of(folder, {"iris.csv", "--label", "5"}) == expected) << "label by position";
}

TEST(Formats, WindowsLineEndsAndAByteOrderMarkMakeNoDifference) {
  const Folder folder;
  folder.write("unix.csv", four_samples);
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : four_samples) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  folder.write("windows.csv", windows);
  EXPECT_TRUE(model_of(folder, {"windows.csv"}) == model_of(folder, {"unix.csv"}));
}

TEST(Formats, CompressedDataAreReadFromFilesAndStandardInput) {
  const Folder folder;
  const std::string expected = model_of(folder, {"iris"});
  folder.text({"convert", "iris", "iris.csv"});
  ASSERT_EQ(folder.run({.words = {"gzip", "iris.csv"}}).code, 0);
  EXPECT_TRUE(model_of(folder, {"iris.csv.gz"}) == expected);
  EXPECT_TRUE(model_of(folder, {"-"}, folder.read("iris.csv.gz")) == expected);
  folder.write("cut.csv.gz", folder.read("iris.csv.gz").substr(0, 500));
  folder.refuses({"train", "cut.csv.gz", "-o", "other.protea"}, 3, "cut.csv.gz: the compressed data end too early");
}

TEST(Formats, LvqPakAndLibsvmDataTrainTheSamePrototypes) {
  const Folder folder;
  model_of(folder, {"iris"});
  const Json expected = folder.json({"inspect", "made.protea"});
  for (const std::string name : {"iris.dat", "iris.libsvm"}) {
    SCOPED_TRACE(name);
    folder.text({"convert", "iris", name});
    model_of(folder, {name});
    const Json model = folder.json({"inspect", "made.protea"});
    EXPECT_EQ(model["prototypes"], expected["prototypes"]);
    EXPECT_EQ(model["labels"], expected["labels"]);
    EXPECT_EQ(model["lambda"], expected["lambda"]);
  }
}

TEST(Formats, NumpyArraysHoldNumericLabelsInTheLastColumn) {
  const Folder folder;
  folder.text({"convert", "digits", "digits.npy"});
  const Words flags{"-o", "m.protea", "--method", "lvq1", "--epochs", "1"};
  Words from_array{"train", "digits.npy"};
  Words from_name{"train", "digits"};
  from_array.insert(from_array.end(), flags.begin(), flags.end());
  from_name.insert(from_name.end(), flags.begin(), flags.end());
  const Json report = folder.json(from_array);
  EXPECT_EQ(report["classes"], 10);
  EXPECT_EQ(report["accuracy"], folder.json(from_name)["accuracy"]);
}

TEST(Convert, KeepsEveryCellThroughEveryFormatThatCanHoldIt) {
  const Folder folder;
  for (const auto& [set, endings] :
       std::map<std::string, Words>{{"iris", {"csv", "tsv", "dat", "arff"}}, {"penguins", {"tsv", "arff"}}}) {
    const std::string expected = folder.text({"convert", set, "-"});
    for (const std::string& ending : endings) {
      folder.text({"convert", set, "there." + ending});
      EXPECT_TRUE(folder.text({"convert", "there." + ending, "-"}) == expected) << set << " through " << ending;
    }
  }
}

TEST(Convert, LibsvmKeepsNumbersAndLabelsUnderNamesOfItsOwn) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,0,x\n0,4.5,y\n");
  folder.text({"convert", "data.csv", "data.libsvm"});
  EXPECT_EQ(folder.text({"convert", "data.libsvm", "-"}), "x1,x2,class\n1,0,x\n0,4.5,y\n");
}

TEST(Convert, DoesNotLoseLabelsInSilence) {
  const Folder folder;
  const Result result = folder.protea({"convert", "iris", "iris.npy"});
  if (result.code == 0) {
    EXPECT_NE(result.err.find("class"), std::string::npos) << "the labels are gone and nobody was told";
  } else {
    EXPECT_EQ(result.code, 2);
  }
}

TEST(Convert, RefusesWhatAFormatCannotHold) {
  const Folder folder;
  folder.refuses({"convert", "penguins", "p.dat"}, 2,
                 "p.dat: column 'island' holds words, and LVQ_PAK files hold numbers only");
  folder.refuses({"convert", "iris", "iris.xyz"}, 2,
                 "iris.xyz: cannot tell the format: known endings are .csv .tsv .dat .libsvm .svm .arff .npy");
  folder.refuses(
      {"convert", "iris", "iris.protea"}, 2,
      "iris.protea: data become data (.csv, .tsv, .dat, .libsvm, .arff, .npy); a model comes from protea train");
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  folder.refuses(
      {"convert", "m.protea", "m.csv"}, 2,
      "m.csv: a model becomes a codebook (.cod), a model file (.protea, .safetensors), or, where it is a map, weights (.wts) or a U-matrix (.umx)");
}

TEST(Codebook, GoesThereAndBackWithEveryBitOfThePrototypes) {
  const Folder folder;
  folder.text(
      {"train", "iris", "-o", "m.protea", "--method", "lvq1", "--scale", "none", "--prototypes", "4", "--quiet"});
  EXPECT_EQ(folder.protea({"convert", "m.protea", "m.cod"}).err, "") << "nothing is lost, so there is nothing to note";
  EXPECT_EQ(folder.read("m.cod").substr(0, 6), "4 lvq\n");
  const Json model = folder.json({"inspect", "m.protea"});
  const Json codebook = folder.json({"inspect", "m.cod"});
  EXPECT_EQ(codebook["prototypes"], model["prototypes"]);
  EXPECT_EQ(codebook["labels"], model["labels"]);
  EXPECT_EQ(folder.json({"evaluate", "m.cod", "iris"})["confusion"],
            folder.json({"evaluate", "m.protea", "iris"})["confusion"]);
  EXPECT_EQ(folder.text({"predict", "m.cod", "iris"}), folder.text({"predict", "m.protea", "iris"}));
  folder.text({"convert", "m.cod", "back.protea"});
  EXPECT_EQ(folder.json({"inspect", "back.protea"})["prototypes"], model["prototypes"]);
  folder.text({"convert", "back.protea", "again.cod"});
  EXPECT_EQ(folder.read("again.cod"), folder.read("m.cod"));
}

TEST(Codebook, SaysWhatOfTheModelItCannotHold) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const Result result = folder.protea({"convert", "m.protea", "m.cod"});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("metric"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("scaling"), std::string::npos) << result.err;
}

TEST(Codebook, StartsATrainingRun) {
  const Folder folder;
  folder.write("start.cod", "2 lvq\n1 2 x\n3 4 y\n2 2 x\n");
  folder.write("data.csv", four_samples);
  EXPECT_EQ(
      folder.json({"train", "data.csv", "-o", "m.protea", "--init", "file", "--init.file", "start.cod"})["prototypes"],
      3);
}

TEST(Codebook, IsRefusedByLineAndColumnWhenItIsDamaged) {
  const Folder folder;
  folder.write("m.cod", "2 lvq\n1 2 a\n3 b\n");
  folder.refuses({"inspect", "m.cod"}, 3, "m.cod:3:2: expected a finite number, found 'b'");
}

TEST(Codebook, RefusalOfALabelComesAloneAndLeavesNoFile) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,two words\n3,4,y\n");
  folder.text({"train", "data.csv", "-o", "m.protea", "--quiet"});
  folder.refuses_naming({"convert", "m.protea", "m.cod"}, 2, {"two words"});
}

TEST(StandardStreams, ADashAsOutputOfTrainIsStandardOutputOrRefusedButNoFile) {
  const Folder folder;
  const Result result = folder.protea({"train", "iris", "-o", "-", "--quiet"});
  EXPECT_FALSE(folder.has("-"));
  if (result.code == 0) {
    folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
    EXPECT_TRUE(result.out == folder.read("m.protea"));
  } else {
    EXPECT_EQ(result.code, 2);
  }
}

}   // namespace
}   // namespace protea::cli
