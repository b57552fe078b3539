// Measures beside those of scikit-learn on random answers and scores with ties; skipped where it is not installed.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <protea/base/file.hpp>
#include <protea/base/random.hpp>
#include <protea/evaluate/assessment.hpp>

namespace protea {
namespace {

std::string python() {
  const char* const chosen = std::getenv("PROTEA_PYTHON");
  return chosen ? chosen : "python3";
}

std::map<std::string, double> measured_by_sklearn(const std::string& rows) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("protea_sklearn_{}.txt", getpid())).string();
  write_file_atomically(path, rows);
  const std::string command =
      fmt::format("{} {}/tests/evaluate/sklearn_measures.py {}", python(), PROTEA_SOURCE_DIR, path);
  std::map<std::string, double> result;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char name[64];
  double value = 0;
  while (std::fscanf(pipe.get(), "%63s %lf", name, &value) == 2) result[name] = value;
  std::filesystem::remove(path);
  return result;
}

// Every class occurs; scores in tenths or so, so that many are tied.
Predictions random_predictions(std::size_t classes, std::vector<Label>& truth, Random& random) {
  const std::size_t count = 60;
  Predictions result{{}, Matrix(count, classes)};
  for (std::size_t i = 0; i < count; ++i) {
    truth.push_back(static_cast<Label>(i < classes ? i : random.below(classes)));
    result.labels.push_back(
        static_cast<Label>(random.uniform() < 0.6 ? static_cast<std::size_t>(truth[i]) : random.below(classes)));
    double sum = 0;
    for (double& score : result.scores.row(i)) sum += score = 1 + static_cast<double>(random.below(4));
    for (double& score : result.scores.row(i)) score /= sum;
  }
  return result;
}

TEST(Measures, AgreeWithScikitLearn) {
  if (std::system((python() + " -c 'import sklearn' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "scikit-learn is not installed";
  Random random(51, Purpose::generator);
  for (const std::size_t classes : {2, 3, 5}) {
    std::vector<Label> truth;
    const Predictions predictions = random_predictions(classes, truth, random);
    std::string rows;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      rows += fmt::format("{} {}", truth[i], predictions.labels[i]);
      for (const double score : predictions.scores.row(i)) rows += fmt::format(" {}", score);
      rows += "\n";
    }
    auto theirs = measured_by_sklearn(rows);
    const Assessment ours = assess(truth, predictions, {.beta = 2});
    const Ranking& ranking = ours.ranking;   // what the commands print
    std::map<std::string, double> expected{{"accuracy", ours.confusion.accuracy()},
                                           {"balanced_accuracy", ours.confusion.balanced_accuracy()},
                                           {"matthews", ours.measures.matthews},
                                           {"kappa", ours.measures.kappa},
                                           {"macro_precision", ours.measures.macro_precision},
                                           {"macro_f", ours.measures.macro_f},
                                           {"log_loss", ours.calibration.log_loss},
                                           {"brier", ours.calibration.brier},
                                           {"hand_till", *ranking.hand_till}};
    for (std::size_t c = 0; c < classes; ++c) {
      expected[fmt::format("auc{}", c)] = ranking.one_vs_rest[c]->auc;
      expected[fmt::format("average_precision{}", c)] = ranking.one_vs_rest[c]->average_precision;
    }
    ASSERT_EQ(theirs.size(), expected.size());
    for (const auto& [name, value] : expected)
      EXPECT_NEAR(value, theirs[name], 1e-12) << name << " of " << classes << " classes";
  }
}

}   // namespace
}   // namespace protea
