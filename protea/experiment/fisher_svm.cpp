#include <protea/experiment/fisher_svm.hpp>

#include <cmath>

#include <protea/data/split.hpp>
#include <protea/perceptron/libsvm.hpp>

namespace protea {
namespace {

std::size_t right_answers(const Dataset& training, const Dataset& test, const SvmOptions& options) {
  const auto machine = SupportVectorMachine::train(training.x.view(), training.y, options);
  std::size_t right = 0;
  for (std::size_t i = 0; i < test.size(); ++i) right += machine.predict(test.x.row(i)) == test.y[i] ? 1 : 0;
  return right;
}

}  // namespace

std::vector<Label> tuned_svm_answers(const Dataset& training, const Dataset& test, std::uint64_t seed) {
  struct Part {
    Dataset training;
    Dataset test;
  };
  std::vector<Part> parts;
  for (const Split& split : stratified_folds(training.y, training.class_names, 3, Random(seed, Purpose::folds))) {
    parts.push_back({training.subset(split.training), training.subset(split.test)});
  }
  SvmOptions best;
  std::size_t most = 0;
  // A coarse grid in powers of two, for features in [0, 1]; of equals the smoothest.
  for (const int gamma : {-5, -3, -1, 1}) {
    for (const int cost : {0, 4, 8}) {
      const SvmOptions options{std::exp2(cost), std::exp2(gamma)};
      std::size_t right = 0;
      for (const Part& part : parts) right += right_answers(part.training, part.test, options);
      if (right > most) {
        most = right;
        best = options;
      }
    }
  }
  const auto machine = SupportVectorMachine::train(training.x.view(), training.y, best);
  std::vector<Label> answers;
  for (std::size_t i = 0; i < test.size(); ++i) answers.push_back(machine.predict(test.x.row(i)));
  return answers;
}

}  // namespace protea
