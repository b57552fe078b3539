// The Fisher criterion score per feature, F = S_B/S_W, normalised and averaged over time: what fisher-1 and
// fisher-2 share.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// While a feature has no spread within classes its score would be infinite, and S_B serves instead of S_B/S_W, for all
// features
// alike: while one `separating` the classes has none, or while `any` has none, even one that is constant.
enum class Fallback { separating, any };
constexpr auto names_of(Fallback) {
  return std::array{std::pair<std::string_view, Fallback>{"separating", Fallback::separating},
                    std::pair<std::string_view, Fallback>{"any", Fallback::any}};
}

class FisherScore {
 public:
  void start(std::size_t features);

  // Variances of the features between and within classes, to be filled anew for each sample.
  MutableRow between() { return between_; }
  MutableRow within() { return within_; }
  void clear();

  // λ ← λ + (F/ΣF − λ)/(u + 1), u the updates so far: the first one replaces λ. No update while ΣF = 0.
  void blend_into(MutableRow lambda, Fallback fallback, double weight = 1);

  std::vector<double>& updates() { return updates_; }

 private:
  std::vector<double> between_;
  std::vector<double> within_;
  std::vector<double> updates_;   // one number
};

}   // namespace protea
