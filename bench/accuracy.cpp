// How often prototypes are right: ten data sets, ten stratified folds each, everything learned inside the folds.
// Usage: accuracy DATA_DIRECTORY FOLDS_DIRECTORY THREADS SEED [SET…]
// Prints a table in per cent. FOLDS_DIRECTORY gets SET.csv (the fold of each row, then the row) and ours.txt, for comparisons
// with other programs on the same folds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <protea/base/error.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/threads.hpp>

#include "classifiers.hpp"

namespace protea::bench {
namespace {

constexpr std::size_t fold_count = 10;
constexpr std::size_t large = 5000;   // training samples from which on one held-out third decides a choice

struct DataFiles {
  std::string name;
  std::vector<std::string> files;
};

const std::vector<DataFiles>& all_sets() {
  static const std::vector<DataFiles> sets{{"wine", {"wine.csv"}},
                                           {"wdbc", {"wdbc.csv"}},
                                           {"ionosphere", {"ionosphere.csv"}},
                                           {"sonar", {"sonar.csv"}},
                                           {"vehicle", {"vehicle.csv"}},
                                           {"pima", {"pima.csv"}},
                                           {"glass", {"glass.csv"}},
                                           {"vowel", {"vowel.csv"}},
                                           {"segment", {"segment_uci_train210.csv", "segment_uci_test2100.csv"}},
                                           {"satellite", {"satellite.csv"}}};
  return sets;
}

// The files of a set below one another.
Dataset read_set(const std::string& directory, const DataFiles& set) {
  auto [dataset, encoding] =
      encode_training_table(read_table(directory + "/" + set.files.front()), "", Nominal::refuse);
  for (std::size_t f = 1; f < set.files.size(); ++f) {
    const Dataset more =
        encode(read_table(directory + "/" + set.files[f]), encoding, {.class_names = dataset.class_names});
    Matrix x(dataset.size() + more.size(), dataset.x.columns());
    for (std::size_t i = 0; i < dataset.size(); ++i) dataset.x.copy_row(i, x.row(i));
    for (std::size_t i = 0; i < more.size(); ++i) more.x.copy_row(i, x.row(dataset.size() + i));
    dataset.x = std::move(x);
    dataset.y.insert(dataset.y.end(), more.y.begin(), more.y.end());
    dataset.lines.clear();
  }
  return dataset;
}

// The columns of the table; the last three are chosen inside each training part.
const std::vector<std::string> columns = {"GLVQ", "GMLVQ", "LGMLVQ", "RSLVQ", "chosen", "kNN", "SVM"};

struct FoldResult {
  std::vector<double> accuracy;   // per column
  std::string chosen;
};

FoldResult run_fold(const Dataset& training, const Dataset& test, std::uint64_t seed) {
  FoldResult result;
  const auto add = [&](const Candidate& candidate) {
    result.accuracy.push_back(accuracy(candidate.run(training, test), test.y));
  };
  for (const char* method : {"glvq", "gmlvq", "lgmlvq", "rslvq"}) add(prototype_method(method, 1));
  Choice choice{.parts = 5, .rounds = 5, .seed = seed};
  if (training.size() > large) choice = {.parts = 3, .rounds = 1, .seed = seed};
  for (const auto& candidates : {prototype_candidates(), neighbour_candidates(), support_vector_candidates()}) {
    const Candidate& best = candidates[choose(candidates, training, choice)];
    if (result.chosen.empty()) result.chosen = best.name;
    add(best);
  }
  return result;
}

void write_folds(const std::string& path, const Dataset& dataset, const std::vector<Split>& splits) {
  std::vector<std::size_t> fold_of(dataset.size());
  for (std::size_t f = 0; f < splits.size(); ++f) {
    for (const std::uint32_t i : splits[f].test) fold_of[i] = f;
  }
  std::ofstream file(path);
  std::vector<double> row(dataset.x.columns());
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    dataset.x.copy_row(i, row);
    fmt::print(file, "{},{},{}\n", fold_of[i], fmt::join(row, ","), dataset.y[i]);
  }
}

// The member chosen most often, and how often.
std::string favourite(const std::vector<FoldResult>& folds) {
  std::map<std::string, int> counts;
  for (const FoldResult& fold : folds) ++counts[fold.chosen];
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return fmt::format("{} ({}×)", best->first, best->second);
}

struct Arguments {
  std::string data;
  std::string folds;
  std::size_t threads = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> sets;   // empty: all
};

// Prints the row of a set and returns whether the chosen member is within two points of the better of kNN and SVM.
bool run_set(const DataFiles& set, const Arguments& arguments, Runtime& runtime, std::ofstream& ours) {
  const Dataset dataset = read_set(arguments.data, set);
  const std::vector<Split> splits = spread_folds(dataset, fold_count, Random(arguments.seed, Purpose::folds));
  write_folds(arguments.folds + "/" + set.name + ".csv", dataset, splits);
  std::vector<FoldResult> folds(fold_count);
  runtime.run(fold_count, [&](std::size_t f) {
    folds[f] = run_fold(dataset.subset(splits[f].training), dataset.subset(splits[f].test), arguments.seed);
  });
  std::vector<double> means;
  fmt::print("{:<10}", set.name);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<double> values;
    for (const FoldResult& fold : folds) values.push_back(100 * fold.accuracy[c]);
    const auto [mean, deviation] = mean_and_deviation(values);
    means.push_back(mean);
    fmt::print(" {:5.1f} ±{:4.1f}", mean, deviation);
    fmt::print(ours, "{} {} {:.6f} {:.6f}\n", set.name, columns[c], mean, deviation);
  }
  const bool is_close = means[4] >= std::max(means[5], means[6]) - 2;
  fmt::print("  {}  {}\n", is_close ? "yes" : "no ", favourite(folds));
  std::fflush(stdout);
  ours.flush();
  return is_close;
}

void run(const Arguments& arguments) {
  Threads threads(arguments.threads);
  std::filesystem::create_directories(arguments.folds);
  std::ofstream ours(arguments.folds + "/ours.txt");
  fmt::print("accuracy in per cent, mean ± deviation of {} stratified folds, z-scored inside the folds, seed {}\n",
             fold_count, arguments.seed);
  fmt::print(
      "one prototype per class: GLVQ, GMLVQ, LGMLVQ, RSLVQ; chosen, kNN, SVM: by held-out fifths of the training part\n"
      "(one held-out third where it has more than {} samples); a class with fewer than {} samples is tested in as many folds\n"
      "as it has samples; near: the chosen member is at most two points below the better of kNN and SVM\n\n",
      large, fold_count);
  fmt::print("{:<10}", "");
  for (const std::string& column : columns) fmt::print(" {:>11}", column);
  fmt::print("  near most often chosen\n");
  std::size_t close = 0, all = 0;
  for (const DataFiles& set : all_sets()) {
    const auto& wanted = arguments.sets;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), set.name) == wanted.end()) continue;
    ++all;
    close += run_set(set, arguments, threads, ours);
  }
  fmt::print("\nnear on {} of {} sets\n", close, all);
}

}   // namespace
}   // namespace protea::bench

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: accuracy DATA_DIRECTORY FOLDS_DIRECTORY THREADS SEED [SET…]\n");
    return 2;
  }
  try {
    protea::bench::run({argv[1], argv[2], std::stoul(argv[3]), std::stoull(argv[4]), {argv + 5, argv + argc}});
  } catch (const std::exception& error) {
    fmt::print(stderr, "accuracy: {}\n", error.what());
    return 1;
  }
}
