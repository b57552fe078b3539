// Prototypes whose factors a scratch still holds from the call before. On-line, a step changes one or two of them; only
// those are prepared anew.
#pragma once

#include <algorithm>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// What factors are made of beside the prototype: the family, whether slopes are among them, the parameter and the
// relevances.
struct FactorSource {
  const void* family = nullptr;
  bool has_slopes = false;
  double parameter = 0;
  Row lambda = {};
};

class KeptPrototypes {
 public:
  static constexpr std::size_t sum_count = 4;

  // A block of prototypes comes; factors of another source, or of another number of prototypes or features, are of
  // no use to it.
  void begin(const FactorSource& source, MatrixView w) {
    holds_some_ = source.family == family_ && source.has_slopes == has_slopes_ && source.parameter == parameter_ &&
                  std::equal(source.lambda.begin(), source.lambda.end(), lambda_.begin(), lambda_.end()) &&
                  w.rows == prototypes_.rows() && w.columns == prototypes_.columns();
    if (holds_some_) return;
    family_ = source.family;
    has_slopes_ = source.has_slopes;
    parameter_ = source.parameter;
    lambda_.assign(source.lambda.begin(), source.lambda.end());
    prototypes_.reshape(w.rows, w.columns);
    sums_.reshape(w.rows, sum_count);
  }

  // Are the factors of prototype k, which is now w, there? From now on they count as such.
  bool holds(std::size_t k, Row w) {
    const MutableRow kept = prototypes_.row(k);
    if (holds_some_ && std::equal(w.begin(), w.end(), kept.begin())) return true;
    std::copy(w.begin(), w.end(), kept.begin());
    return false;
  }
  // Numbers kept beside the factors of prototype k.
  MutableRow sums(std::size_t k) { return sums_.row(k); }

 private:
  const void* family_ = nullptr;
  bool has_slopes_ = false;
  double parameter_ = 0;
  std::vector<double> lambda_;
  Matrix prototypes_;
  Matrix sums_;
  bool holds_some_ = false;
};

}   // namespace protea
