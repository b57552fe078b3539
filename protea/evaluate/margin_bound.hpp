// The bound on the generalization error from margins, Theorem 1 of "Margin analysis of the LVQ algorithm".
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// How the number of prototypes of each class, k, enters for C classes: k^C as printed in Theorem 1, k² as in Theorem
// 2 for two classes, or C(C−1)/2·k², the number of bisectors between classes (errata M5).
enum class ClassFactor { power, square, pairs };
constexpr auto names_of(ClassFactor) {
  return std::array{std::pair<std::string_view, ClassFactor>{"power", ClassFactor::power},
                    std::pair<std::string_view, ClassFactor>{"square", ClassFactor::square},
                    std::pair<std::string_view, ClassFactor>{"pairs", ClassFactor::pairs}};
}

// The paper leaves the base of its logarithms open; with 2 the printed form dominates its own proof, with e it does not
// always (errata M6).
enum class LogBase { two, e };
constexpr auto names_of(LogBase) {
  return std::array{std::pair<std::string_view, LogBase>{"2", LogBase::two},
                    std::pair<std::string_view, LogBase>{"e", LogBase::e}};
}

struct BoundOptions {
  double theta = 0.1;
  double delta = 0.05;
  LogBase base = LogBase::two;
  ClassFactor factor = ClassFactor::power;
};

// What the theorem speaks of: m training samples of norm at most R in n dimensions, k prototypes for each of C classes.
struct BoundSetting {
  std::size_t samples = 0;
  std::size_t dimensions = 0;
  double radius = 0;
  std::size_t prototypes = 0;
  std::size_t classes = 0;
  double theta_error = 0;
};

struct MarginBound {
  double value = 0;          // θ-error + √(8/m·(d·log²(32m/θ²) + log(4/δ)))
  double dimension = 0;      // d = min(n + 1, 64R²/θ²)·2·factor·log(e·N), N = k², for pairs the factor
  bool is_vacuous = false;   // above one it says nothing
  std::vector<std::string> conditions;   // under which it holds, in sentences
};

// Throws a UsageError unless 0 < θ < ½ and 0 < δ < 1.
MarginBound margin_bound(const BoundSetting& setting, const BoundOptions& options);

}   // namespace protea
