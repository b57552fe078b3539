// Input that is unusual and right, or unusual and wrong: names of any kind, degenerate data, extreme numbers.
#include <cmath>
#include <filesystem>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

TEST(OddNames, PathsMayHoldBlanksAndLettersOfAnyKind) {
  const Folder folder;
  std::filesystem::create_directories(folder.path("a b/ü"));
  folder.write("a b/ü/dätá file.csv", four_samples);
  EXPECT_EQ(folder.json({"train", "a b/ü/dätá file.csv", "-o", "a b/ü/m ö.protea"})["model"], "a b/ü/m ö.protea");
  EXPECT_EQ(folder.json({"evaluate", "a b/ü/m ö.protea", "a b/ü/dätá file.csv"})["accuracy"], 1.0);
}

TEST(OddNames, ClassesMayBeNamedWithCommasQuotesAndUmlauts) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,\"rot, \"\"blau\"\"\"\n3,4,grün\n1,2.5,\"rot, \"\"blau\"\"\"\n3,4.5,grün\n");
  folder.text({"train", "data.csv", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(folder.json({"evaluate", "m.protea", "data.csv"})["classes"], Json({"grün", "rot, \"blau\""}));
  EXPECT_EQ(folder.text({"predict", "m.protea", "data.csv"}),
            "predicted\n\"rot, \"\"blau\"\"\"\ngrün\n\"rot, \"\"blau\"\"\"\ngrün\n");
  folder.write("predicted.csv", folder.text({"predict", "m.protea", "data.csv", "--scores"}));
  EXPECT_EQ(folder.protea({"convert", "predicted.csv", "-"}).code, 0) << "what predict writes can be read again";
}

TEST(OddNames, AClassNamedWithACommaOrAnEqualSignMayHavePrototypesOfItsOwn) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,\"rot, blau\"\n3,4,a=b\n1,2.5,\"rot, blau\"\n3,4.5,a=b\n");
  EXPECT_EQ(folder.json({"train", "data.csv", "-o", "m.protea", "--prototypes", "a=b=2"})["prototypes"], 3);
  EXPECT_EQ(folder.json({"train", "data.csv", "-o", "m.protea", "--prototypes", "rot, blau=2,a=b=1"})["prototypes"], 3);
}

TEST(OddNames, BytesThatAreNotUtf8AreRefusedByTheirPlaceOrKept) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,caf\xE9\n3,4,th\xE9\n1,2.5,caf\xE9\n3,4.5,th\xE9\n");
  const Result result = folder.protea({"train", "data.csv", "-o", "m.protea"});
  if (result.code == 0) {
    EXPECT_EQ(folder.json({"evaluate", "m.protea", "data.csv"})["accuracy"], 1.0);
  } else {
    EXPECT_EQ(result.code, 3);
    EXPECT_EQ(result.err.rfind("protea: data.csv:2", 0), 0u) << result.err;
    EXPECT_EQ(result.err.find("json"), std::string::npos) << result.err;
    EXPECT_FALSE(folder.has("m.protea"));
  }
}

TEST(OddNames, ColumnsOfTheSameNameAreTakenByPosition) {
  const Folder folder;
  folder.write("data.csv", "a,a,class\n1,2,x\n3,9,y\n1,2.5,x\n3,9.5,y\n");
  const Json report = folder.json({"train", "data.csv", "-o", "m.protea"});
  EXPECT_EQ(report["features"], 2);
  EXPECT_EQ(folder.json({"evaluate", "m.protea", "data.csv"})["accuracy"], report["accuracy"]);
}

TEST(OddNames, NumericClassesKeepTheSpellingOfTheFile) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,01\n3,4,1\n5,6,10\n");
  const Json names = folder.json({"train", "data.csv", "-o", "m.protea"})["class_names"];
  EXPECT_EQ(names.size(), 3u) << "01 and 1 are different words, merged in silence: " << names;
  folder.write("data.csv", "a,b,class\n1,2,12345678901234567\n3,4,12345678901234568\n");
  EXPECT_EQ(folder.protea({"train", "data.csv", "-o", "m.protea"}).code, 0) << "two classes, not one";
}

TEST(OddData, OneFeatureOneSamplePerClassAndConstantFeaturesTrain) {
  const Folder folder;
  const std::map<std::string, std::string> sets{{"one feature", "a,class\n1,x\n2,y\n3,y\n"},
                                                {"one sample per class", "a,b,class\n1,2,x\n3,4,y\n"},
                                                {"a constant feature", "a,k,class\n1,7,x\n3,7,y\n1.5,7,x\n"}};
  for (const auto& [name, text] : sets) {
    SCOPED_TRACE(name);
    folder.write("data.csv", text);
    for (const std::string method : {"lvq1", "lvq2.1", "lvq3", "olvq1", "rlvq", "glvq", "gmlvq", "lgmlvq"}) {
      SCOPED_TRACE(method);
      EXPECT_EQ(folder.json({"train", "data.csv", "-o", "m.protea", "--method", method})["accuracy"], 1.0);
    }
  }
}

TEST(OddData, IdenticalSamplesOfDifferentClassesGiveFiniteNumbers) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1,2,x\n1,2,y\n");
  for (const std::string method : {"lvq1", "lvq2.1", "lvq3", "olvq1", "rlvq", "glvq", "grlvq", "gmlvq", "lgmlvq"}) {
    SCOPED_TRACE(method);
    const Json report = folder.json({"train", "data.csv", "-o", "m.protea", "--method", method});
    EXPECT_TRUE(report["cost"].is_number());
    EXPECT_EQ(report["accuracy"], 0.5);
    const Json model = folder.json({"inspect", "m.protea"});
    EXPECT_TRUE(model["prototypes"][0][0].is_number());
  }
}

// Their squares leave the range of double: a clear refusal or finite prototypes, never a model of nulls.
TEST(OddData, HugeNumbersAreRefusedOrHandledButNeverBecomeNull) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1e300,2,x\n3e300,4,y\n1e308,-1e308,x\n");
  for (const std::string method : {"lvq1", "gmlvq"}) {
    for (const std::string scale : {"z-score", "min-max", "none"}) {
      SCOPED_TRACE(method + " " + scale);
      const Result result =
          folder.protea({"train", "data.csv", "-o", "m.protea", "--method", method, "--scale", scale});
      if (result.code == 0) {
        const Json model = folder.json({"inspect", "m.protea"});
        for (const Json& w : model["prototypes"]) EXPECT_TRUE(w[0].is_number() && w[1].is_number()) << w;
      } else {
        EXPECT_TRUE(result.code == 3 || result.code == 4) << result.err;
      }
    }
  }
}

TEST(OddData, TinyNumbersAreScaledLikeAnyOthers) {
  const Folder folder;
  folder.write("data.csv", "a,b,class\n1e-100,2e-100,x\n3e-100,4e-100,y\n1.5e-100,2.5e-100,x\n2.5e-100,3.5e-100,y\n");
  EXPECT_EQ(folder.json({"train", "data.csv", "-o", "m.protea", "--method", "glvq"})["accuracy"], 1.0);
}

TEST(OddOptions, AHugeBatchIsTheWholeSet) {
  const Folder folder;
  const auto cost = [&](const std::string& batch) {
    return folder.json(
        {"train", "iris", "-o", "m.protea", "--optimizer", "sgd", "--epochs", "5", "--batch", batch})["cost"];
  };
  EXPECT_EQ(cost("1000000000"), cost("150"));
  EXPECT_EQ(cost("0"), cost("150"));
}

TEST(OddOptions, HoldingOutPartOfATinySetNeedsTwoSamplesPerClass) {
  const Folder folder;
  folder.write("data.csv", four_samples);
  EXPECT_EQ(folder.json({"train", "data.csv", "-o", "m.protea", "--validation", "0.5"})["samples"], 2);
  folder.write("data.csv", "a,b,class\n1,2,x\n3,4,y\n");
  folder.refuses({"train", "data.csv", "-o", "m.protea", "--validation", "0.5"}, 3,
                 "class 'x' has a single sample, so no part of it can be held out");
}

}   // namespace
}   // namespace protea::cli
