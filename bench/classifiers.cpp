#include "classifiers.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/kernels.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/perceptron/libsvm.hpp>
#include <protea/runtime/serial.hpp>

namespace protea::bench {
namespace {

// "name=count" for every class, no more than it has samples.
std::string counts(const Dataset& training, std::size_t per_class) {
  const auto members = samples_by_class(training.y, training.class_names.size());
  std::string text;
  for (std::size_t c = 0; c < members.size(); ++c) {
    text += fmt::format("{}{}={}", c == 0 ? "" : ",", training.class_names[c], std::min(per_class, members[c].size()));
  }
  return text;
}

std::vector<Label> train_and_predict(const std::string& method, const Settings& settings, const Dataset& training,
                                     const Dataset& test) {
  Serial serial;
  Encoding encoding;
  for (const std::string& name : training.feature_names) encoding.columns.push_back({name, {}});
  const PrototypeModel model = train_model(configure(method, settings), training, encoding, serial).model;
  return predict(model, prepare(model, test).view(), serial).labels;
}

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

Candidate prototype_method(const std::string& method, std::size_t per_class, const Settings& changes) {
  std::string name = fmt::format("{} {}", method, per_class);
  for (const auto& [key, value] : changes) {
    if (key.starts_with("rule.")) name += fmt::format(" {}", value);
  }
  return {name, [=](const Dataset& training, const Dataset& test) {
            Settings settings = changes;
            settings.push_back({"prototypes", counts(training, per_class)});
            if (per_class > 1) settings.push_back({"init", "k-means"});
            return train_and_predict(method, settings, training, test);
          }};
}

Candidate nearest_neighbours(std::size_t k) {
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

Candidate support_vectors(double cost, double gamma_times_n) {
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

// Simple ones first: ties go to the earlier candidate.
std::vector<Candidate> prototype_candidates() {
  std::vector<Candidate> result;
  for (const std::size_t per_class : {1, 2, 4, 8}) {
    result.push_back(prototype_method("glvq", per_class));
    result.push_back(prototype_method("gmlvq", per_class));
    result.push_back(prototype_method("lgmlvq", per_class, {{"scope", "class"}}));
    for (const char* sigma : {"0.5", "1", "2"})
      result.push_back(prototype_method("rslvq", per_class, {{"rule.sigma", sigma}}));
  }
  return result;
}

std::vector<Candidate> neighbour_candidates() {
  std::vector<Candidate> result;
  for (const std::size_t k : {1, 3, 5, 7, 9}) result.push_back(nearest_neighbours(k));
  return result;
}

std::vector<Candidate> support_vector_candidates() {
  std::vector<Candidate> result;
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

std::size_t choose(const std::vector<Candidate>& candidates, const Dataset& training, const Choice& choice) {
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
