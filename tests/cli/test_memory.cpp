// What a run of the command needs at its peak, measured by the system.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.hpp"

namespace protea::cli {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool counts_memory = false;   // shadow memory is in the peak too
#else
constexpr bool counts_memory = true;
#endif

// Kilobytes at the peak of protea with these arguments, which must succeed; -1 when it does not.
long peak_of(Words arguments) {
  Words words = protea_words(std::move(arguments));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t process = ::fork();
  if (process == 0) {
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (process < 0 || ::wait4(process, &status, 0, &usage) != process || status != 0) return -1;
  return usage.ru_maxrss;
}

constexpr std::size_t rows = 150'000;
constexpr std::size_t columns = 50;

// Classes far enough apart that prototypes stay among them.
double value_of(std::size_t i, std::size_t j) {
  return static_cast<double>((i * 7919 + j * 104729) % 100'003) / 200'006 + static_cast<double>(i % 3);
}

// The last column is the class. Written row by row: what the parent holds counts for the child too.
void write_array(const std::string& path, std::size_t count = rows) {
  std::ofstream file(path, std::ios::binary);
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(count) + ", 51), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  file << std::string("\x93NUMPY\x01\0", 8) << static_cast<char>(header.size()) << '\0' << header;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= columns; ++j) {
      const double value = j < columns ? value_of(i, j) : static_cast<double>(i % 3);
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
  }
}

void write_text(const std::string& path) {
  std::ofstream file(path);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) file << value_of(i, j) << ',';
    file << i % 3 << '\n';
  }
}

// 60 MB of data: once as they were read, once in the units of the model, and little else.
constexpr double most_copies = 2.2;

TEST(Memory, OfTrainingIsTheDataAndOnePreparedCopy) {
  if (!counts_memory) GTEST_SKIP() << "a sanitizer's memory is counted too";
  const Folder folder;
  write_array(folder.path("big.npy"));
  write_text(folder.path("big.csv"));
  const Words training{"--method", "lvq1", "--epochs", "1", "--quiet", "-o", folder.path("m.protea")};
  const auto peak_for = [&](const std::string& data) {
    Words words{"train", data};
    words.insert(words.end(), training.begin(), training.end());
    return peak_of(words);
  };
  const long base = peak_for("iris");
  ASSERT_GT(base, 0);
  constexpr long data = static_cast<long>(rows * columns * sizeof(double) / 1024);
  for (const std::string name : {"big.npy", "big.csv"}) {
    const long peak = peak_for(folder.path(name));
    EXPECT_GT(peak, data) << name;
    EXPECT_LE(static_cast<double>(peak - base), most_copies * data)
        << name << ", beside " << base << " kB of the process itself";
  }
}

// 60 MB of data, twice, through 40 MB: what is learned has the same bytes, and little more is held.
TEST(Memory, CanBeLimitedAndNothingElseChanges) {
  if (!counts_memory) GTEST_SKIP() << "a sanitizer's memory is counted too";
  const Folder folder;
  write_array(folder.path("big.npy"));
  write_text(folder.path("big.csv"));
  const auto expect_same = [&](const std::string& name, const Words& method) {
    const auto train = [&](const std::string& output, const Words& more) {
      Words words{"train", folder.path(name), "--quiet", "--seed", "3", "-o", folder.path(output)};
      words.insert(words.end(), method.begin(), method.end());
      words.insert(words.end(), more.begin(), more.end());
      return peak_of(words);
    };
    const long whole = train("whole.protea", {});
    const long peak = train("limited.protea", {"--memory", "40M"});
    ASSERT_GT(peak, 0);
    EXPECT_EQ(folder.read("limited.protea"), folder.read("whole.protea")) << method[1] << " of " << name;
    EXPECT_LE(peak, whole / 4 * 3) << method[1] << " of " << name;   // pages go a moment after they are too many
  };
  expect_same("big.csv", {"--method", "lvq1", "--epochs", "1"});
  expect_same("big.npy", {"--method", "gmlvq", "--epochs", "2"});
  expect_same("big.npy", {"--method", "glvq", "--optimizer", "adam", "--batch", "64", "--epochs", "1"});
  expect_same("big.npy", {"--method", "k-means", "--label", "51", "--prototypes", "5", "--epochs", "3"});
}

TEST(Memory, ThatIsLimitedGivesTheSameAnswers) {
  const Folder folder;
  write_array(folder.path("big.npy"), 20'000);   // 8 MB
  folder.text({"train", "big.npy", "--method", "glvq", "--epochs", "2", "-o", "m.protea", "--quiet"});
  const auto both = [&](Words words, const std::string& name) {
    words.push_back("-o");
    words.push_back("whole_" + name);
    folder.text(words);
    words.back() = "limited_" + name;
    words.insert(words.end(), {"--memory", "4M"});
    folder.text(words);
    EXPECT_FALSE(folder.read("whole_" + name).empty());
    EXPECT_EQ(folder.read("limited_" + name), folder.read("whole_" + name));
  };
  both({"predict", "m.protea", "big.npy"}, "answers.csv");
  both({"predict", "m.protea", "big.npy", "--scores"}, "scores.csv");
  EXPECT_EQ(folder.text({"evaluate", "m.protea", "big.npy", "--memory", "4M"}),
            folder.text({"evaluate", "m.protea", "big.npy"}));
  // The same, printed.
  EXPECT_EQ(folder.text({"predict", "m.protea", "big.npy"}), folder.read("whole_answers.csv"));
  folder.text({"convert", "big.npy", "whole.csv"});
  folder.text({"convert", "big.npy", "limited.csv", "--memory", "4M"});
  EXPECT_EQ(folder.read("limited.csv"), folder.read("whole.csv"));
}

// 25 curves of 100 000 points each would be 80 MB.
TEST(Memory, OfAnEvaluationHoldsNoCurves) {
  if (!counts_memory) GTEST_SKIP() << "a sanitizer's memory is counted too";
  const Folder folder;
  std::string text = "a,b,class\n";
  for (int i = 0; i < 100'000; ++i)
    text += std::to_string(i * 7919LL % 100'003) + "," + std::to_string(i * 104729LL % 99'991) + ",c" +
            std::to_string(i % 25) + "\n";
  folder.write("noise.csv", text);
  folder.text({"train", "noise.csv", "--method", "glvq", "--epochs", "0", "-o", "m.protea", "--quiet"});
  const std::string model = folder.path("m.protea");
  const std::string data = folder.path("noise.csv");
  const long answers = peak_of({"predict", model, data, "--memory", "20M", "-o", folder.path("answers.csv")});
  const long judged = peak_of({"evaluate", model, data, "--memory", "20M"});
  ASSERT_GT(answers, 0);
  EXPECT_LE(judged, answers + 50'000);
}

// Answers come some rows at a time: one that cannot be given leaves nothing behind, wherever it stands.
TEST(Memory, OfAnswersEndsWithAllOfThemOrNone) {
  const Folder folder;
  folder.write("few.csv", four_samples);
  folder.text({"train", "few.csv", "-o", "m.protea", "--quiet"});
  std::string text = "a,b\n";
  for (int i = 0; i < 20'000; ++i) text += "1,2\n";
  folder.write("many.csv", text);
  const std::string answers = folder.text({"predict", "m.protea", "many.csv"});
  EXPECT_EQ(std::count(answers.begin(), answers.end(), '\n'), 20'001);
  EXPECT_EQ(answers.find("predicted", 1), std::string::npos);   // one heading
  folder.write("gap.csv", text + "1,\n");
  folder.refuses({"predict", "m.protea", "gap.csv"}, 3,
                 "gap.csv:20002:2: the value of 'b' is missing: train with --missing drop, mean, median or mask");
  folder.refuses({"predict", "m.protea", "gap.csv", "-o", "/dev/stdout"}, 3,
                 "gap.csv:20002:2: the value of 'b' is missing: train with --missing drop, mean, median or mask");
  EXPECT_EQ(folder.text({"predict", "m.protea", "many.csv", "-o", "/dev/stdout"}), answers);
  folder.write("kept.csv", "old");
  folder.refuses({"predict", "m.protea", "gap.csv", "-o", "kept.csv"}, 3,
                 "gap.csv:20002:2: the value of 'b' is missing: train with --missing drop, mean, median or mask");
}

TEST(Memory, OfValuesIsHalfInSinglePrecisionAndSaysWhereThatIsTooLittle) {
  const Folder folder;
  folder.write("times.csv", "a,t,class\n0.1,1700000000.5,x\n0.3,1700000001,y\n0.2,1700000000,x\n0.4,1700000001,y\n");
  const Result result = folder.protea({"train", "times.csv", "--precision", "float32", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("'t': double precision is kept"), std::string::npos) << result.err;
  const auto first = [&](const std::string& precision) {
    folder.text({"train", "times.csv", "--scale", "none", "--epochs", "0", "--method", "knn", "--ignore", "t",
                 "--precision", precision, "-o", "k.protea", "--quiet"});
    return folder.json({"inspect", "k.protea"})["prototypes"][0][0].get<double>();
  };
  EXPECT_EQ(first("float64"), 0.1);
  EXPECT_EQ(first("float32"), static_cast<double>(0.1F));
  folder.refuses({"train", "times.csv", "--precision", "half", "-o", "n.protea"}, 2,
                 "unknown precision 'half': known are automatic, float64, float32");
}

TEST(Memory, ThatCannotWaitInAFileIsRefusedBeforeAnythingBegins) {
  const Folder folder;
  write_array(folder.path("big.npy"));
  folder.refuses({"train", "big.npy", "--method", "knn", "--memory", "40M", "-o", "m.protea"}, 2,
                 "knn keeps all 150000 samples as prototypes: that takes 58 MiB at once, and --memory allows 40 MiB");
  folder.refuses({"train", "big.npy", "--method", "kernel-lvq1", "--memory", "40M", "-o", "m.protea"}, 2,
                 "kernel-lvq1 compares all pairs of 150000 samples: that takes 171662 MiB at once, and --memory allows "
                 "40 MiB");
  folder.refuses({"train", "big.npy", "--method", "svm", "--memory", "40M", "-o", "m.protea"}, 2,
                 "libsvm wants all 150000 samples in a form of its own: that takes 117 MiB at once, and --memory allows "
                 "40 MiB");
}

}   // namespace
}   // namespace protea::cli
