// Training of one perceptron on one dichotomy: the algorithms of the lecture notes by name, each a modulation function, an order of presentation and
// an end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace PROTEA_EXPORT protea {

struct TrainedUnit {
  std::vector<double> weights;          // one for each input
  std::vector<double> strengths = {};   // x, one for each example, where weights are (1/N) Σ x ξ S
  std::size_t updates = 0;              // presentations that changed something
  std::size_t epochs = 0;
  bool converged = false;
  double kappa = 0;                      // the least stability
  std::optional<double> residual = {};   // of the conditions of optimality, where there are some
  std::optional<double> bound = {};      // of updates, by the convergence theorem for this κ
  bool has_support = false;              // examples with x > 0 carry the plane
  std::optional<bool> separable = {};    // known, or not
};

using UnitTrainer = std::function<TrainedUnit(const Dichotomy&, std::uint64_t seed)>;

// Rosenblatt's perceptron (3.15): Hebb's term for every example with E ≤ c, in turn, until there is none.
struct Rosenblatt {
  double margin = 0;   // c
  std::size_t epochs = 1000;
};
TrainedUnit train_unit(const Rosenblatt& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

// When the search for the largest margin ends.
enum class MarginStop {
  stabilities,   // the least is within the tolerance of what is possible at all
  angle          // the weights turn by less in an epoch, in units of π
};
constexpr auto names_of(MarginStop) {
  return std::array{std::pair<std::string_view, MarginStop>{"stabilities", MarginStop::stabilities},
                    std::pair<std::string_view, MarginStop>{"angle", MarginStop::angle}};
}

// MinOver (section 3.5.2): Hebb's term for the example of the smallest potential, which leads to the perceptron of optimal stability.
struct MinOver {
  std::size_t epochs = 1000;   // of P steps each
  double tolerance = 1e-3;
  MarginStop stop = MarginStop::stabilities;
};
TrainedUnit train_unit(const MinOver& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

enum class Form { parallel, sequential };
constexpr auto names_of(Form) {
  return std::array{std::pair<std::string_view, Form>{"parallel", Form::parallel},
                    std::pair<std::string_view, Form>{"sequential", Form::sequential}};
}

// Adaline (section 3.6.2): E → 1 for every example, in the least squares sense where that is not possible.
struct Adaline {
  Form form = Form::parallel;
  double rate = 0;          // 0: what is admissible on the data, halved
  std::size_t epochs = 0;   // 0: as many as it takes, 100000 at most in sequential form
  double tolerance =
      1e-9;   // what may be left of the way, at most; in sequential form of the weights, relative to them, in an epoch
};
// The rate above which it cannot converge: 2 over the largest eigenvalue of C in parallel form, 2 over the largest C_μμ in sequential form
// (errata N4).
double admissible_rate(const Dichotomy& dichotomy, Form form);
// Throws a UsageError for a rate that is not below the admissible one.
TrainedUnit train_unit(const Adaline& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

// AdaTron (3.76), with γ < ∞ that of soft margins (4.6): the largest margin, in strengths 0 ≤ x ≤ γ.
struct Adatron {
  double upper = infinity;   // γ
  double rate = 0;           // 0: 1/C_μμ, the exact step for each example
  std::size_t epochs = 10000;
  double tolerance = 1e-9;   // of the conditions of optimality
};
// Throws a UsageError for a rate that is not below the admissible one.
TrainedUnit train_unit(const Adatron& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

// The pocket algorithm (4.2): Rosenblatt's with examples drawn at random, of which the weights with fewest errors are kept.
struct Pocket {
  std::size_t epochs = 100;
};
TrainedUnit train_unit(const Pocket& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

// Gradient descent of H[k] = Σ (c − E)^k Θ[c − E] (section 4.1.1), all examples at once.
struct CostDescent {
  double power = 2;    // k
  double margin = 1;   // c
  double rate = 0;     // 0: found by halving and doubling, for k = 1 from the cost itself
  std::size_t epochs = 10000;
  double tolerance = 1e-6;   // of the gradient, relative to that of the start
};
TrainedUnit train_unit(const CostDescent& trainer, const Dichotomy& dichotomy, std::uint64_t seed);

// κ, and whether the dichotomy is known to be separable or not: the weights show it, or a conflict of two examples or the point of the convex hull of
// all ξS nearest to 0 does. Unknown where finding that point would take too long.
void judge(TrainedUnit& unit, const Dichotomy& dichotomy);

// Number of examples with E ≤ 0.
std::size_t count_errors(const Dichotomy& dichotomy, Row w);

}   // namespace protea
