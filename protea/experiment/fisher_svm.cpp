#include <protea/experiment/fisher_svm.hpp>

#include <cmath>

#include <protea/data/split.hpp>
#include <protea/perceptron/libsvm.hpp>

namespace protea {
namespace {

std::vector<Label> answers_of(const Dataset& training, const Dataset& test, const SvmOptions& options) {
  const Matrix x = training.x.to_matrix();
  const Matrix tested = test.x.to_matrix();
  const auto machine = SupportVectorMachine::train(x.view(), training.y, options);
  std::vector<Label> answers;
  for (std::size_t i = 0; i < test.size(); ++i) answers.push_back(machine.predict(tested.row(i)));
  return answers;
}

std::size_t right_answers(const Dataset& training, const Dataset& test, const SvmOptions& options) {
  const std::vector<Label> answers = answers_of(training, test, options);
  std::size_t right = 0;
  for (std::size_t i = 0; i < test.size(); ++i) right += answers[i] == test.y[i] ? 1 : 0;
  return right;
}

}   // namespace

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
  return answers_of(training, test, best);
}

}   // namespace protea
