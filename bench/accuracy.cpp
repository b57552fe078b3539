// How often prototypes are right: ten data sets, five stratified folds each for every seed, everything learned
// inside the folds.
// Usage: accuracy DATA_DIRECTORY FOLDS_DIRECTORY THREADS SEEDS [SET…]
// Prints a table in per cent. FOLDS_DIRECTORY gets SET.csv (the fold of each row, then the row) and ours.txt of the
// first seed, for comparisons with other programs on the same folds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <protea/base/error.hpp>
#include <protea/catalogue/curated.hpp>
#include <protea/catalogue/held_out.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

#include "classifiers.hpp"

namespace protea::bench {
namespace {

constexpr std::size_t fold_count = 5;
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
  auto [dataset, encoding, notes] =
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
const std::vector<std::string> columns = {"GLVQ", "GMLVQ", "LGMLVQ", "RSLVQ", "search", "kNN", "SVM"};
constexpr std::size_t search_column = 4;

struct FoldResult {
  std::vector<double> accuracy;   // per column
  Predictions gmlvq;              // of the test part
  Predictions search;
  std::string chosen;
};

FoldResult run_fold(const Dataset& training, const Dataset& test, std::uint64_t seed) {
  FoldResult result;
  Serial serial;
  const Encoding encoding = encoding_of(training);
  const auto add_trained = [&](const Method& method) {
    const auto model = method.train(training, encoding, {serial}).model;
    Predictions answers = model->predict(model->prepare(test).view(), serial);
    result.accuracy.push_back(accuracy(answers.labels, test.y));
    return answers;
  };
  add_trained(*make_method("glvq", {}));
  result.gmlvq = add_trained(*make_method("gmlvq", {}));
  for (const char* method : {"lgmlvq", "rslvq"}) add_trained(*make_method(method, {}));
  const bool is_large = training.size() > large;
  const TuningPlan plan{.candidates = curated_candidates(),
                        .halves = true,
                        .folds = is_large ? 3U : 5U,
                        .outer = 0,
                        .split = {.seed = seed}};
  const Candidate& best = plan.candidates[tune(plan, {training, encoding}, serial).chosen()];
  result.chosen = best.text();
  result.search = add_trained(*best.method);
  Choice choice{.parts = 5, .rounds = 5, .seed = seed};
  if (is_large) choice = {.parts = 3, .rounds = 1, .seed = seed};
  for (const auto& candidates : {neighbour_candidates(), support_vector_candidates()}) {
    const Classifier& tuned = candidates[choose(candidates, training, choice)];
    result.accuracy.push_back(accuracy(tuned.run(training, test), test.y));
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
  std::size_t seeds = 1;
  std::vector<std::string> sets;   // empty: all
};

// What one set gave, over all seeds.
struct SetResult {
  double search = 0;
  double better = 0;   // of kNN and SVM, in the mean
  double calibration_gmlvq = 0;
  double calibration_search = 0;
};

std::vector<double> mean_accuracies(const std::vector<FoldResult>& folds, std::ofstream* ours, const std::string& set) {
  std::vector<double> means;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<double> values;
    for (const FoldResult& fold : folds) values.push_back(100 * fold.accuracy[c]);
    const auto [mean, deviation] = mean_and_deviation(values);
    means.push_back(mean);
    fmt::print(" {:5.1f} ±{:4.1f}", mean, deviation);
    if (ours) fmt::print(*ours, "{} {} {:.6f} {:.6f}\n", set, columns[c], mean, deviation);
  }
  return means;
}

// Of the answers in all folds together.
double calibration_error(const Dataset& dataset, const std::vector<Split>& splits, const std::vector<FoldResult>& folds,
                         Predictions FoldResult::*which) {
  HeldOut all;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    const Predictions& own = folds[f].*which;
    const Row scores = own.scores.values();
    all.add({dataset.subset(splits[f].test).y, own.labels, {scores.begin(), scores.end()}});
  }
  return calibration_of(matrix_view(Row(all.scores), all.truth.size(), dataset.class_names.size()), all.truth,
                        all.labels)
      .expected_error;
}

// Prints a row for each seed.
SetResult run_set(const DataFiles& set, const Arguments& arguments, Runtime& runtime, std::ofstream& ours) {
  const Dataset dataset = read_set(arguments.data, set);
  SetResult result;
  std::vector<double> sums(columns.size());
  for (std::uint64_t seed = 1; seed <= arguments.seeds; ++seed) {
    const std::vector<Split> splits = spread_folds(dataset, fold_count, Random(seed, Purpose::folds));
    if (seed == 1) write_folds(arguments.folds + "/" + set.name + ".csv", dataset, splits);
    std::vector<FoldResult> folds(fold_count);
    runtime.run(fold_count, [&](std::size_t f) {
      folds[f] = run_fold(dataset.subset(splits[f].training), dataset.subset(splits[f].test), seed);
    });
    fmt::print("{:<10} {}", set.name, seed);
    const std::vector<double> means = mean_accuracies(folds, seed == 1 ? &ours : nullptr, set.name);
    for (std::size_t c = 0; c < means.size(); ++c) sums[c] += means[c] / static_cast<double>(arguments.seeds);
    const double share = 1.0 / static_cast<double>(arguments.seeds);
    result.calibration_gmlvq += share * calibration_error(dataset, splits, folds, &FoldResult::gmlvq);
    result.calibration_search += share * calibration_error(dataset, splits, folds, &FoldResult::search);
    fmt::print("  {}\n", favourite(folds));
    std::fflush(stdout);
    ours.flush();
  }
  result.search = sums[search_column];
  result.better = std::max(sums[search_column + 1], sums[search_column + 2]);
  return result;
}

void run(const Arguments& arguments) {
  Threads threads(arguments.threads);
  std::filesystem::create_directories(arguments.folds);
  std::ofstream ours(arguments.folds + "/ours.txt");
  fmt::print(
      "accuracy in per cent, mean ± deviation of {} stratified folds, z-scored inside the folds, seeds 1 to {}\n",
      fold_count, arguments.seeds);
  fmt::print(
      "GLVQ, GMLVQ, LGMLVQ, RSLVQ: the presets as they are, one prototype per class; search: what `protea tune` without a grid chooses\n"
      "in the training part; kNN, SVM: tuned by held-out fifths of it (a third where it has more than {} samples); a class with fewer than\n"
      "{} samples is tested in as many folds as it has samples\n\n",
      large, fold_count);
  fmt::print("{:<10} s", "");
  for (const std::string& column : columns) fmt::print(" {:>11}", column);
  fmt::print("  most often chosen\n");
  std::vector<std::pair<std::string, SetResult>> results;
  for (const DataFiles& set : all_sets()) {
    const auto& wanted = arguments.sets;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), set.name) == wanted.end()) continue;
    results.emplace_back(set.name, run_set(set, arguments, threads, ours));
  }
  fmt::print(
      "\nover all seeds: search against the better of kNN and SVM; calibration error of gmlvq and of what the search chose\n");
  std::size_t near = 0, above = 0;
  SetResult mean;
  for (const auto& [name, result] : results) {
    near += result.search >= result.better - 1;
    above += result.search > result.better;
    mean.calibration_gmlvq += result.calibration_gmlvq / static_cast<double>(results.size());
    mean.calibration_search += result.calibration_search / static_cast<double>(results.size());
    fmt::print("{:<10} {:5.1f} {:+5.1f}   {:.3f} {:.3f}\n", name, result.search, result.search - result.better,
               result.calibration_gmlvq, result.calibration_search);
  }
  fmt::print("at most one point below on {} of {} sets, above on {}; calibration error {:.3f} and {:.3f} in the mean\n",
             near, results.size(), above, mean.calibration_gmlvq, mean.calibration_search);
}

}   // namespace
}   // namespace protea::bench

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: accuracy DATA_DIRECTORY FOLDS_DIRECTORY THREADS SEEDS [SET…]\n");
    return 2;
  }
  try {
    protea::bench::run({argv[1], argv[2], std::stoul(argv[3]), std::stoul(argv[4]), {argv + 5, argv + argc}});
  } catch (const std::exception& error) {
    fmt::print(stderr, "accuracy: {}\n", error.what());
    return 1;
  }
}
