// The classifiers that the accuracy table compares with, each as one function of training and test rows, and the
// choice among them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/split.hpp>
#include <protea/evaluate/cross_validation.hpp>

namespace protea::bench {

struct Classifier {
  std::string name;
  TrainAndPredict run;
};

Encoding encoding_of(const Dataset& dataset);   // of features that are numbers

Classifier nearest_neighbours(std::size_t k);
Classifier support_vectors(double cost, double gamma_times_n);

std::vector<Classifier> neighbour_candidates();
std::vector<Classifier> support_vector_candidates();

// Stratified folds that also take classes with fewer samples than folds: such a class is in the test part of as many
// folds as it has samples, as in stratified_folds; fewer samples than folds are taken too.
std::vector<Split> spread_folds(const Dataset& dataset, std::size_t folds, Random random);

struct Choice {
  std::size_t parts = 5;    // of the training rows
  std::size_t rounds = 5;   // parts held out one after the other; at most `parts`
  std::uint64_t seed = 1;
};

// The candidate with most right answers on held-out parts of the training rows. After each round the worse half leaves
// the race (two stay at least); ties go to the earlier candidate.
std::size_t choose(const std::vector<Classifier>& candidates, const Dataset& training, const Choice& choice);

double accuracy(const std::vector<Label>& answers, const std::vector<Label>& y);

}   // namespace protea::bench
