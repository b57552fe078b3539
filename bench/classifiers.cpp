#include "classifiers.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/kernels.hpp>
#include <protea/perceptron/libsvm.hpp>

namespace protea::bench {
namespace {

struct Scaled {
  Matrix training;
  Matrix test;
};

Scaled scale(const Dataset& training, const Dataset& test) {
  const Preparation preparation = learn_preparation(training, Missing::refuse, Scaling::z_score);
  return {preparation.apply(training), preparation.apply(test)};
}

// The class with most of the k nearest samples; among equals the one with the nearest sample.
Label vote(Row d, const std::vector<Label>& y, std::size_t k, std::size_t classes) {
  std::vector<std::uint32_t> order(d.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto nearer = [&](std::uint32_t a, std::uint32_t b) { return d[a] < d[b] || (d[a] == d[b] && a < b); };
  k = std::min(k, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(), nearer);
  std::vector<std::size_t> votes(classes);
  for (std::size_t i = 0; i < k; ++i) ++votes[static_cast<std::size_t>(y[order[i]])];
  const std::size_t most = *std::max_element(votes.begin(), votes.end());
  std::size_t first = 0;
  while (votes[static_cast<std::size_t>(y[order[first]])] != most) ++first;
  return y[order[first]];
}

}   // namespace

Encoding encoding_of(const Dataset& dataset) {
  Encoding encoding;
  for (const std::string& name : dataset.feature_names) encoding.columns.push_back({name, {}});
  return encoding;
}

Classifier nearest_neighbours(std::size_t k) {
  return {fmt::format("{}-NN", k), [=](const Dataset& training, const Dataset& test) {
            const Scaled x = scale(training, test);
            std::vector<double> d(training.size());
            std::vector<Label> answers;
            for (std::size_t i = 0; i < test.size(); ++i) {
              kernels().squared_distances(x.test.row(i).data(), x.training.values().data(), training.size(),
                                          x.test.columns(), d.data());
              answers.push_back(vote(d, training.y, k, training.class_names.size()));
            }
            return answers;
          }};
}

Classifier support_vectors(double cost, double gamma_times_n) {
  return {fmt::format("C={} γn={}", cost, gamma_times_n), [=](const Dataset& training, const Dataset& test) {
            const Scaled x = scale(training, test);
            const double gamma = gamma_times_n / static_cast<double>(x.test.columns());
            const auto machine =
                SupportVectorMachine::train(x.training.view(), training.y, {.cost = cost, .gamma = gamma});
            std::vector<Label> answers;
            for (std::size_t i = 0; i < test.size(); ++i) answers.push_back(machine.predict(x.test.row(i)));
            return answers;
          }};
}

std::vector<Classifier> neighbour_candidates() {
  std::vector<Classifier> result;
  for (const std::size_t k : {1, 3, 5, 7, 9}) result.push_back(nearest_neighbours(k));
  return result;
}

std::vector<Classifier> support_vector_candidates() {
  std::vector<Classifier> result;
  for (const double cost : {1.0, 10.0, 100.0}) {
    for (const double gamma : {0.25, 1.0, 4.0}) result.push_back(support_vectors(cost, gamma));
  }
  return result;
}

std::vector<Split> spread_folds(const Dataset& dataset, std::size_t folds, Random random) {
  std::vector<std::size_t> fold_of(dataset.size());
  std::size_t dealt = 0;   // goes on from class to class, so that folds differ by one sample at most
  for (auto& members : samples_by_class(dataset.y, dataset.class_names.size())) {
    random.shuffle(std::span(members));
    for (const std::uint32_t i : members) fold_of[i] = dealt++ % folds;
  }
  std::vector<Split> splits(folds);
  for (std::uint32_t i = 0; i < dataset.size(); ++i) {
    for (std::size_t f = 0; f < folds; ++f) (fold_of[i] == f ? splits[f].test : splits[f].training).push_back(i);
  }
  return splits;
}

std::size_t choose(const std::vector<Classifier>& candidates, const Dataset& training, const Choice& choice) {
  const std::vector<Split> splits = spread_folds(training, choice.parts, Random(choice.seed, Purpose::split));
  std::vector<std::size_t> race(candidates.size());
  std::iota(race.begin(), race.end(), std::size_t{0});
  std::vector<double> score(candidates.size());
  for (std::size_t round = 0; round < choice.rounds; ++round) {
    const Dataset part = training.subset(splits[round].training);
    const Dataset held_out = training.subset(splits[round].test);
    for (const std::size_t c : race) score[c] += accuracy(candidates[c].run(part, held_out), held_out.y);
    const auto is_better = [&](std::size_t a, std::size_t b) {
      return score[a] > score[b] || (score[a] == score[b] && a < b);
    };
    std::sort(race.begin(), race.end(), is_better);
    if (round + 1 < choice.rounds) race.resize(std::min(race.size(), std::max<std::size_t>(2, (race.size() + 1) / 2)));
  }
  return race.front();
}

double accuracy(const std::vector<Label>& answers, const std::vector<Label>& y) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < y.size(); ++i) right += answers[i] == y[i];
  return static_cast<double>(right) / static_cast<double>(y.size());
}

}   // namespace protea::bench
