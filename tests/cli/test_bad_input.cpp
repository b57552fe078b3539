// Bad input: one clear sentence, the right exit code, nothing on standard output, and no file made or changed.
#include <csignal>

#include <cli/command.hpp>
#include <protea/base/safetensors.hpp>

namespace protea::cli {
namespace {

// A model that must survive whatever goes wrong.
class BadInput : public testing::Test {
 protected:
  BadInput() { folder.write("m.protea", "an old model"); }

  void train_refuses(const std::string& data, int code, const std::string& sentence, Words flags = {}) const {
    folder.write("data.csv", data);
    Words arguments{"train", "data.csv", "-o", "m.protea"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    folder.refuses(arguments, code, sentence);
  }
  void iris_refuses(Words flags, int code, const std::string& sentence) const {
    flags.insert(flags.begin(), {"train", "iris", "-o", "m.protea"});
    folder.refuses(flags, code, sentence);
  }
  void make_model() const { folder.text({"train", "iris", "-o", "m.protea", "--quiet"}); }

  Folder folder;
};

TEST_F(BadInput, AnUnknownFlagIsRefusedWithTheNearestKnownOneInEveryCommand) {
  iris_refuses({"--metod", "glvq"}, 2, "unknown flag '--metod': did you mean '--method'?");
  iris_refuses({"--rule.stepness", "2"}, 2, "unknown flag '--rule.stepness': did you mean '--rule.steepness'?");
  iris_refuses({"--epoch=3"}, 2, "unknown flag '--epoch': did you mean '--epochs'?");
  make_model();
  folder.refuses({"predict", "m.protea", "iris", "--score"}, 2, "unknown flag '--score': did you mean '--scores'?");
  folder.refuses({"evaluate", "m.protea", "iris", "--jsn"}, 2, "unknown flag '--jsn': did you mean '--json'?");
  folder.refuses({"inspect", "m.protea", "--jsn"}, 2, "unknown flag '--jsn': did you mean '--json'?");
  folder.refuses({"cross-validate", "iris", "--fold", "3"}, 2, "unknown flag '--fold': did you mean '--folds'?");
  folder.refuses({"describe", "--jsn"}, 2, "unknown flag '--jsn': did you mean '--json'?");
  folder.refuses({"convert", "iris", "out.csv", "--lable", "1"}, 2, "unknown flag '--lable': did you mean '--label'?");
  folder.refuses({"distance", "iris", "iris", "--label", "class", "--gradiant"}, 2,
                 "unknown flag '--gradiant': did you mean '--gradient'?");
  folder.refuses_naming({"completion", "bash", "--jsn"}, 2, {"unknown flag '--jsn'"});
}

TEST_F(BadInput, AnArgumentTooManyIsRefused) {
  make_model();
  folder.refuses({"evaluate", "m.protea", "iris", "extra"}, 2,
                 "unexpected argument 'extra': see protea evaluate --help");
  folder.refuses({"train", "iris", "wine", "-o", "m.protea"}, 2, "unexpected argument 'wine': see protea train --help");
}

TEST_F(BadInput, AnUnknownNameIsRefusedWithTheNearestKnownOne) {
  folder.refuses({"trian", "iris"}, 2, "unknown command 'trian': did you mean 'train'?");
  iris_refuses({"--method", "glvk"}, 2, "unknown method 'glvk': did you mean 'glvq'?");
  iris_refuses({"--rule", "lvq4"}, 2, "unknown rule 'lvq4': did you mean 'lvq1', 'lvq+' or 'lvq3'?");
  iris_refuses({"--dissimilarity", "matrx"}, 2, "unknown dissimilarity 'matrx': did you mean 'matrix'?");
  iris_refuses({"--optimizer", "lbfgs"}, 2, "unknown optimizer 'lbfgs': did you mean 'l-bfgs'?");
  iris_refuses({"--scope", "clas"}, 2, "unknown scope 'clas': did you mean 'class'?");
  iris_refuses({"--init", "kmeans"}, 2, "unknown init 'kmeans': did you mean 'k-means'?");
  iris_refuses({"--scale", "zscore"}, 2, "unknown scale 'zscore': did you mean 'z-score'?");
  iris_refuses({"--missing", "maen"}, 2, "unknown missing 'maen': did you mean 'mean'?");
  iris_refuses({"--nominal", "onehot"}, 2, "unknown nominal 'onehot': did you mean 'one-hot'?");
  iris_refuses({"--prototypes", "setossa=2"}, 2, "prototypes: unknown class 'setossa': did you mean 'setosa'?");
  folder.refuses({"describe", "glvk"}, 2, "unknown name 'glvk': did you mean 'glvq'?");
  folder.refuses({"train", "iriss", "-o", "m.protea"}, 3, "iriss: no such file: did you mean the built-in set 'iris'?");
}

TEST_F(BadInput, ANameLikeNoneIsRefusedWithTheListOfKnownOnes) {
  iris_refuses({"--optimizer", "simulated-annealing"}, 2,
               "unknown optimizer 'simulated-annealing': known are sgd, momentum, adam, waypoint, l-bfgs, means");
}

TEST_F(BadInput, OfManyNamesThreeAtMostAreNamed) {
  iris_refuses(
      {"--rank", "2"}, 2,
      "unknown flag '--rank': did you mean '--dissimilarity.rank', '--label-dissimilarity.rank' or '--embedding-dissimilarity.rank'?");
  const Result result = folder.protea({"train", "iris", "-o", "m.protea", "--xyzzyxyzzyxyzzy", "2"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err.find("protea: unknown flag '--xyzzyxyzzyxyzzy': the nearest of "), 0u) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), ','), 2) << result.err;
  folder.refuses_naming({"describe", "xyzzyxyzzyxyzzy"}, 2, {"unknown name 'xyzzyxyzzyxyzzy': the nearest of "});
}

TEST_F(BadInput, AMissingOrEmptyFileIsRefused) {
  folder.refuses({"train", "absent.csv", "-o", "m.protea"}, 3, "absent.csv: no such file");
  folder.refuses({"inspect", "absent.protea"}, 3, "absent.protea: no such file");
  train_refuses("", 3, "data.csv: the file is empty");
  train_refuses("\n\n", 3, "data.csv: the file has no rows of data");
  train_refuses("a,b,class\n", 3, "data.csv: a header but no rows of data");
  folder.refuses({"train", "-", "-o", "m.protea"}, 3, "standard input: nothing to read");
}

TEST_F(BadInput, ARaggedRowIsRefusedByItsLine) {
  train_refuses("a,b,class\n1,2,x\n3,y\n", 3, "data.csv:3: expected 3 cells as in line 1, found 2");
}

TEST_F(BadInput, TextWhereANumberBelongsIsRefusedByFileLineAndColumn) {
  train_refuses("a,b,class\n1,2,x\n3,abc,y\n4,5,x\n", 3, "data.csv:3:2: expected a number, found 'abc'");
  make_model();
  folder.write("new.csv", "sepal_length,sepal_width,petal_length,petal_width\n1,2,3,4\n1,2,oops,4\n");
  folder.refuses({"predict", "m.protea", "new.csv"}, 3, "new.csv:3:3: expected a number, found 'oops'");
}

TEST_F(BadInput, AColumnOfWordsIsRefusedWithTheFlagThatHelps) {
  train_refuses(
      "a,b,class\n1,red,x\n3,blue,y\n", 3,
      "data.csv:2:2: expected a number, found 'red' (column 'b' holds words: --nominal one-hot turns them into numbers)");
}

TEST_F(BadInput, AFlagThatTheCommandDoesNotHaveIsNotRecommended) {
  folder.write("words.csv", "a,b\n1,red\n3,blue\n");
  const Result result = folder.protea({"distance", "words.csv", "words.csv"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err.find("--nominal"), std::string::npos) << result.err;
}

TEST_F(BadInput, OneClassOnlyIsRefused) {
  train_refuses("a,b,class\n1,2,x\n3,4,x\n", 3,
                "data.csv: all samples are of one class, 'x': a classifier needs at least two");
}

TEST_F(BadInput, FewerSamplesThanFoldsAreRefused) {
  folder.write("data.csv", four_samples);
  folder.refuses({"cross-validate", "data.csv", "--folds", "5"}, 3,
                 "4 samples are too few for 5 folds: use fewer folds");
}

TEST_F(BadInput, MorePrototypesThanSamplesAreRefused) {
  iris_refuses({"--prototypes", "51"}, 2, "class 'setosa' has 50 samples, fewer than the 51 prototypes asked for");
  iris_refuses({"--prototypes", "virginica=60"}, 2,
               "class 'virginica' has 50 samples, fewer than the 60 prototypes asked for");
  folder.write("data.csv", four_samples);
  folder.refuses({"cross-validate", "data.csv", "--folds", "2", "--prototypes", "2"}, 2,
                 "class 'x' has 1 sample, fewer than the 2 prototypes asked for");
}

TEST_F(BadInput, AnAbsentLabelColumnIsRefused) {
  iris_refuses({"--label", "clas"}, 3, "iris: unknown label column 'clas': did you mean 'class'?");
  iris_refuses({"--label", "6"}, 3, "iris: there is no column 6 for the label: the table has 5");
  iris_refuses({"--label", "0"}, 3, "iris: there is no column 0 for the label: the table has 5");
  make_model();
  folder.write("new.csv", "sepal_length,sepal_width,petal_length,petal_width\n1,2,3,4\n");
  folder.refuses({"evaluate", "m.protea", "new.csv"}, 3,
                 "new.csv: there is no label column to compare with: name it with --label");
}

TEST_F(BadInput, AMissingLabelIsRefusedByItsCell) {
  train_refuses("a,b,class\n1,2,x\n3,4,\n5,6,y\n", 3,
                "data.csv:3:3: the label is missing: fill it in or remove the row");
}

TEST_F(BadInput, AClassUnknownToTheModelIsRefusedInEvaluation) {
  make_model();
  folder.write("new.csv", "1,2,3,4,rose\n1,2,3,4,setosa\n");
  folder.refuses({"evaluate", "m.protea", "new.csv"}, 3,
                 "new.csv:1:5: the class 'rose' is not known to the model: it knows setosa, versicolor, virginica");
}

TEST_F(BadInput, MissingValuesAndNanAreRefusedNamingTheFirstCellAndTheFlagsThatHelp) {
  const std::string remedy = "train with --missing drop, mean, median or mask";
  for (const std::string cell : {"", "NA", "nan", "?"}) {
    train_refuses("a,b,class\n1,2,x\n3," + cell + ",y\n,5,x\n", 3,
                  "data.csv:3:2: the value of 'b' is missing: " + remedy);
  }
  folder.refuses({"train", "penguins", "-o", "m.protea", "--nominal", "one-hot"}, 3,
                 "penguins:5:2: the value of 'bill_length_mm' is missing: " + remedy);
  folder.refuses({"cross-validate", "penguins", "--nominal", "one-hot"}, 3,
                 "penguins:5:2: the value of 'bill_length_mm' is missing: " + remedy);
}

TEST_F(BadInput, AModelThatDropsRowsCannotPredictThemAndSaysWhatHelps) {
  folder.write("data.csv", four_samples + ",9,x\n");
  folder.text({"train", "data.csv", "-o", "m.protea", "--missing", "drop", "--quiet"});
  folder.refuses(
      {"predict", "m.protea", "data.csv"}, 3,
      "data.csv:6:1: the value of 'a' is missing: a model trained with --missing drop cannot fill it, train with --missing mean, "
      "median or mask");
  EXPECT_EQ(folder.json({"evaluate", "m.protea", "data.csv"})["samples"], 4);
}

TEST_F(BadInput, InfinityIsRefusedByItsCell) {
  for (const std::string cell : {"inf", "-Infinity", "1e999"}) {
    train_refuses("a,b,class\n1,2,x\n3," + cell + ",y\n", 3, "data.csv:3:2: infinity is not a usable value");
  }
}

TEST_F(BadInput, ATruncatedModelIsRefusedWhereverItWasCut) {
  make_model();
  const std::string bytes = folder.read("m.protea");
  ASSERT_GT(bytes.size(), 1000u);
  for (std::size_t length = 0; length < bytes.size(); length += bytes.size() / 12) {
    folder.write("cut.protea", bytes.substr(0, length));
    folder.refuses_naming({"inspect", "cut.protea"}, 3, {"cut.protea: "});
  }
  folder.write("cut.protea", bytes.substr(0, bytes.size() - 1));
  folder.refuses_naming({"evaluate", "cut.protea", "iris"}, 3, {"cut.protea: "});
}

TEST_F(BadInput, AnAlteredModelIsRefusedWhereverItWasChanged) {
  make_model();
  const std::string bytes = folder.read("m.protea");
  ASSERT_GT(bytes.size(), 1000u);
  for (std::size_t place = 0; place < bytes.size(); place += bytes.size() / 40) {
    std::string altered = bytes;
    altered[place] = static_cast<char>(altered[place] ^ 0x10);
    folder.write("altered.protea", altered);
    folder.refuses_naming({"evaluate", "altered.protea", "iris"}, 3, {"altered.protea: "});
  }
}

TEST_F(BadInput, DataAsModelAndModelAsDataAreRefused) {
  make_model();
  folder.write("data.csv", four_samples);
  folder.refuses_naming({"inspect", "data.csv"}, 3, {"data.csv: "});
  folder.refuses_naming({"train", "m.protea", "-o", "other.protea"}, 3, {"m.protea"});
}

TEST_F(BadInput, AModelAppliedToDataOfAnotherWidthIsRefused) {
  folder.write("four.csv", "1,2,3,4,x\n2,3,4,5,y\n");
  folder.text({"train", "four.csv", "-o", "m.protea", "--quiet"});
  folder.write("two.csv", "1,2\n3,4\n");
  folder.refuses({"predict", "m.protea", "two.csv"}, 3,
                 "two.csv: the model was trained on 4 features, the data have 2");
  folder.refuses({"evaluate", "m.protea", "wine"}, 3, "wine: the model was trained on 4 features, the data have 13");
  folder.write("three.csv", "1,2,3,x\n3,4,5,y\n");
  folder.refuses({"evaluate", "m.protea", "three.csv", "--label", "4"}, 3,
                 "three.csv: the model was trained on 4 features, the data have 3");
  make_model();
  folder.refuses_naming({"evaluate", "m.protea", "wine"}, 3,
                        {"wine: the column 'sepal_length' that the model needs is not there"});
}

TEST_F(BadInput, RowsOfDifferentWidthHaveNoDistance) {
  folder.write("a.csv", "1,2\n3,4\n");
  folder.write("b.csv", "1,2,3\n3,4,5\n");
  folder.refuses({"distance", "a.csv", "b.csv"}, 3, "a.csv has 2 columns of numbers and b.csv has 3: they must agree");
}

TEST_F(BadInput, LbfgsIsRefusedForARuleWithoutACost) {
  for (const std::string method : {"lvq1", "lvq+", "lvq2.1", "lvq3", "rlvq"}) {
    const std::string rule = method == "rlvq" ? "lvq1" : method;
    iris_refuses(
        {"--method", method, "--optimizer", "l-bfgs"}, 2,
        "l-bfgs needs a rule with a cost function and " + rule + " has none: use --optimizer sgd, momentum or adam");
  }
}

TEST_F(BadInput, AnOptionOutOfRangeIsRefusedNamingItsValueAndWhatIsAllowed) {
  iris_refuses({"--rule.steepness", "-1"}, 2, "rule.steepness = -1: must be greater than 0");
  iris_refuses({"--epochs", "-1"}, 2, "epochs = -1: must be at least 0");
  iris_refuses({"--epochs", "ten"}, 2, "epochs = ten: expected a whole number");
  iris_refuses({"--batch", "-1"}, 2, "batch = -1: must be at least 0");
  iris_refuses({"--seed", "-1"}, 2, "seed = -1: must be at least 0");
  iris_refuses({"--validation", "1"}, 2, "validation = 1: must be at least 0 and less than 1");
  iris_refuses({"--optimizer", "sgd", "--optimizer.rate", "nan"}, 2, "optimizer.rate = nan: expected a number");
  iris_refuses({"--optimizer", "momentum", "--optimizer.momentum", "1"}, 2,
               "optimizer.momentum = 1: must be at least 0 and less than 1");
  iris_refuses({"--dissimilarity.rank", "5"}, 2, "dissimilarity.rank = 5: must be at most the number of features, 4");
  iris_refuses({"--prototypes", "0"}, 2,
               "prototypes = 0: expected a whole number from 1 to 1000000, or class=number,…");
  iris_refuses({"--rule", "lvq1", "--optimizer", "sgd", "--rule.steepness", "2"}, 2,
               "lvq1 has no option 'steepness': it has none at all");
}

TEST_F(BadInput, AFlagOfTheCommandItselfOutOfRangeIsRefusedToo) {
  folder.refuses_naming({"train", "iris", "-o", "m.protea", "--threads", "-1"}, 2, {"threads", "-1", "1024"});
  folder.refuses_naming({"train", "iris", "-o", "m.protea", "--threads", "many"}, 2, {"threads", "many"});
  folder.refuses_naming({"train", "iris", "-o", "m.protea", "--checkpoint-every", "0"}, 2, {"checkpoint-every", "0"});
  folder.refuses_naming({"cross-validate", "iris", "--folds", "1"}, 2, {"folds", "1", "2"});
  folder.refuses_naming({"cross-validate", "iris", "--repeats", "0"}, 2, {"repeats", "0"});
  folder.refuses_naming({"train", "iris"}, 2, {"--output"});
  folder.refuses_naming({"train", "iris", "-o", "m.protea", "--resume"}, 2, {"--resume", "--checkpoint"});
  folder.refuses_naming({}, 2, {"--help"});
}

TEST_F(BadInput, AFullDiskIsToldAndLeavesNothing) {
  folder.refuses({"train", "iris", "-o", "/dev/full"}, 3, "/dev/full: cannot be written: no space left on device");
  folder.refuses({"train", "iris", "-o", "m.protea", "--checkpoint", "/dev/full", "--checkpoint-every", "1"}, 3,
                 "/dev/full: cannot be written: no space left on device");
  make_model();
  folder.refuses({"predict", "m.protea", "iris", "-o", "/dev/full"}, 3,
                 "/dev/full: cannot be written: no space left on device");
  for (const Words& arguments :
       {Words{"predict", "m.protea", "iris"}, {"evaluate", "m.protea", "iris", "--json"}, {"convert", "iris", "-"}}) {
    const Result result = folder.run({.words = protea_words(arguments), .output = "/dev/full"});
    EXPECT_EQ(result.code, 3) << arguments[0];
    EXPECT_EQ(result.err.rfind("protea: standard output", 0), 0u) << result.err;
  }
}

// More than a buffer holds, so that the printer itself fails, and less, so that the last flush does.
TEST_F(BadInput, AFullStandardOutputIsToldByEveryCommand) {
  make_model();
  for (const Words& arguments :
       {Words{"predict", "m.protea", "iris", "--scores"},
        {"predict", "m.protea", "iris", "--explain"},
        {"evaluate", "m.protea", "iris"},
        {"cross-validate", "iris", "--method", "lvq1", "--folds", "2", "--quiet"},
        {"margins", "m.protea", "iris"},
        {"margins", "m.protea", "iris", "--json"},
        {"reject", "m.protea", "iris"},
        {"tune", "iris", "--method", "lvq1", "--grid", "epochs=1,2", "--folds", "2", "--quiet"},
        {"compare", "iris", "--methods", "lvq1,knn", "--folds", "2", "--quiet"},
        {"curve", "iris", "--method", "lvq1", "--over", "epochs=1,2", "--folds", "2", "--quiet"},
        {"inspect", "m.protea"},
        {"describe"},
        {"describe", "--json"},
        {"convert", "digits", "-"},
        {"distance", "iris", "iris", "--label", "class"},
        {"dynamics", "--alpha", "1,2,5,10,20,50,100"},
        {"reproduce", "dynamics-fig-1"},
        {"reproduce", "margin-hinge", "--quick"},
        {"completion", "bash"},
        {"train", "iris", "-o", "-", "--quiet"},
        {"train", "iris", "-o", "again.protea"},
        {"train", "--help"},
        {"--version"}}) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const Result result = folder.run({.words = protea_words(arguments), .output = "/dev/full"});
    EXPECT_EQ(result.code, 3) << result.err;
    EXPECT_NE(result.err.find("protea: standard output"), std::string::npos) << result.err;
  }
}

// Checksums are right and every number is finite, but products of them are not.
TEST_F(BadInput, AForgedModelIsNotShownWithNumbersThatAreNone) {
  make_model();
  for (const auto& [tensor, value] :
       {std::pair{"metric", 1e200}, {"preparation.factor", 1e-300}, {"prototypes", 1e300}}) {
    SCOPED_TRACE(tensor);
    TensorFile file = decode_tensors(folder.read("m.protea"), "m.protea");
    for (Tensor& each : file.tensors) {
      if (each.name != tensor) continue;
      for (double& number : std::get<std::vector<double>>(each.values)) number = value;
    }
    folder.write("forged.protea", encode_tensors(file));
    for (const Words& arguments : {Words{"inspect", "forged.protea"}, {"inspect", "forged.protea", "--json"}}) {
      const Result result = folder.protea(arguments);
      EXPECT_EQ(result.code, 3) << result.out;
      EXPECT_EQ(result.out, "");
      EXPECT_NE(result.err.find("forged.protea: "), std::string::npos) << result.err;
    }
  }
}

TEST_F(BadInput, AModelThatDoesNotFitLeavesTheOldOneAndNoPartOfTheNew) {
  const auto before = folder.contents();
  // No file may grow beyond 1024 bytes, and the signal for it is ignored, as on a full disk.
  const Result result = folder.run({.words = {"bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash",
                                              PROTEA_COMMAND, "train", "iris", "-o", "m.protea"}});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "protea: m.protea: cannot be written: file too large\n");
  EXPECT_TRUE(folder.contents() == before);
}

TEST_F(BadInput, APlaceThatCannotBeWrittenIsToldBeforeTraining) {
  folder.refuses({"train", "iris", "-o", "none/m.protea"}, 3,
                 "none/m.protea: cannot be written: there is no directory 'none'");
  folder.refuses({"train", "iris", "-o", "m.protea", "--checkpoint", "none/c", "--epochs", "2"}, 3,
                 "none/c: cannot be written: there is no directory 'none'");
}

TEST_F(BadInput, DirectoriesAreRefused) {
  folder.refuses({"train", ".", "-o", "m.protea"}, 3, ".: is a directory");
  folder.refuses({"train", "iris", "-o", "."}, 3, ".: cannot be written: it is a directory");
  folder.refuses({"inspect", "."}, 3, ".: is a directory");
}

TEST_F(BadInput, NumbersThatLeaveTheFiniteEndWithCodeFour) {
  folder.refuses(
      {"train", "iris", "-o", "m.protea", "--method", "lvq1", "--optimizer.rate", "1e300"}, 4,
      "epoch 1: the block 'prototypes' of the parameters is no longer finite: use a smaller learning rate, or scale the data");
}

TEST_F(BadInput, AReaderThatWentAwayEndsThePipelineQuietly) {
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const Result result = folder.run({.words = protea_words({"predict", "m.protea", "iris"}), .has_reader = false});
  EXPECT_TRUE(result.signal == SIGPIPE || result.code == 3) << result.signal << " " << result.code;
}

}   // namespace
}   // namespace protea::cli
