// The Fisher criterion score per feature, F = S_B/S_W, normalised and averaged over time: what fisher-1 and fisher-2 share.
#pragma once

#include <vector>

#include <protea/base/matrix.hpp>

namespace protea {

class FisherScore {
 public:
  void start(std::size_t features);

  // Variances of the features between and within classes, to be filled anew for each sample.
  MutableRow between() { return between_; }
  MutableRow within() { return within_; }
  void clear();

  // λ ← λ + (F/ΣF − λ)/(u + 1), u the updates so far: the first one replaces λ. No update while ΣF = 0.
  void blend_into(MutableRow lambda);

  std::vector<double>& updates() { return updates_; }

 private:
  std::vector<double> between_;
  std::vector<double> within_;
  std::vector<double> updates_;            // one number
};

}  // namespace protea
