// Modulation functions f(E, x): by how much an example is embedded further, given its potential E and its strength x so far. One iterative perceptron
// (iterate.hpp) with one of these is each algorithm of the lecture notes, chapters 3 and 4:
//   w ← w + (1/N) f ξ S,   x ← x + f,   so that w = (1/N) Σ x ξ S.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// An example as a modulation function sees it.
struct Presented {
  double potential;    // E
  double strength;     // x
  double self;         // C = |ξ|²/N, by which a step of 1 changes E
  double weight = 1;   // of the example
};

// `step` is f; `missing` how much the example still asks for, 0 where it is content.
template <class F>
concept Modulation = requires(const F f, const Presented& example) {
  { f.step(example) } -> std::convertible_to<double>;
  { f.missing(example) } -> std::convertible_to<double>;
};

// Hebb's term for an example whose potential is not above c (3.15), at E = c too (errata N2). MinOver and the pocket are made of it.
struct LearnFromErrors {
  double margin = 0;

  double step(const Presented& example) const { return example.potential <= margin ? 1 : 0; }
  double missing(const Presented& example) const { return step(example); }
};

// The gradient of Σ (1 − E)²/2, in strengths (3.63): 0 < ηC < 2 (errata N4).
struct AdaptToOne {
  double rate = 0;   // 0: 1/C, which brings this example to E = 1

  double step(const Presented& example) const { return rate_of(example) * (1 - example.potential); }
  double missing(const Presented& example) const { return std::abs(1 - example.potential); }
  double rate_of(const Presented& example) const {
    if (rate > 0) return rate * example.weight;
    return example.self > 0 ? 1 / example.self : 0;
  }
};

// The same with 0 ≤ x ≤ γ (3.76, 4.6): the perceptron of optimal stability, with γ the soft margin. A weight of the example multiplies its γ.
struct AdaptWithinBox {
  double rate = 0;
  double upper = infinity;   // γ

  double step(const Presented& example) const {
    const double bound = upper * example.weight;
    if (!(example.self > 0)) return bound < infinity ? bound - example.strength : 0;   // E stays 0 whatever x is
    const double aim = example.strength + (rate > 0 ? rate : 1 / example.self) * (1 - example.potential);
    return std::clamp(aim, 0.0, bound) - example.strength;
  }
  double missing(const Presented& example) const {
    const double left = 1 - example.potential;
    if (left > 0) return example.strength < upper * example.weight ? left : 0;
    return example.strength > 0 ? -left : 0;
  }
  // Sure of its bound while E is this far on the other side of 1: not worth a look for now.
  bool rests(const Presented& example, double far) const {
    const double left = 1 - example.potential;
    return (example.strength <= 0 && left < -far) || (example.strength >= upper * example.weight && left > far);
  }
};

// The gradient of H[k] = Σ (c − E)^k Θ[c − E], in strengths (section 4.1.1).
struct LowerTheCost {
  double rate = 1;
  double margin = 1;
  double power = 2;   // k ≥ 1

  double step(const Presented& example) const { return rate * missing(example); }
  double missing(const Presented& example) const {
    const double short_of = margin - example.potential;
    return short_of > 0 ? example.weight * power * protea::power(short_of, power - 1) : 0;
  }
};

}   // namespace protea
