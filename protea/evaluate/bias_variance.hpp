// What part of a classifier's errors is systematic, and what part changes from training set to training set.
#pragma once

#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// The decomposition of the 0/1 loss of Domingos (A unified bias–variance decomposition, ICML 2000, for data without
// noise). The main answer for a sample is the most frequent one over the training sets (of equals the lowest class);
// the bias of a sample is 1 where the main answer is wrong, its variance how often another is given. In the mean over
// the samples, exactly,
//   error = bias + unbiased_variance − biased_variance:
// variance costs where the main answer is right, and helps where it is wrong and the deviation hits the truth. A
// rejection (no_label) is an answer of its own, after all classes, and never right.
struct ZeroOneDecomposition {
  double error = 0;
  double bias = 0;
  double unbiased_variance = 0;   // share of other answers, over samples with a right main answer
  double biased_variance = 0;     // share of right answers, over samples with a wrong one

  double net_variance() const { return unbiased_variance - biased_variance; }
};

// answers[r][i]: what the classifier of training set r says of sample i, which it has not seen. At least one training
// set and sample.
ZeroOneDecomposition decompose(std::span<const std::vector<Label>> answers, std::span<const Label> truth,
                               std::size_t classes);

}   // namespace protea
