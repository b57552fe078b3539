// Where data and prototypes of a dissimilarity may lie: anywhere, or among positive numbers, or among probability
// vectors; and how prototypes stay there while they learn.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

enum class Domain { any, non_negative, positive, probability };
constexpr auto names_of(Domain) {
  return std::array{std::pair<std::string_view, Domain>{"any numbers", Domain::any},
                    std::pair<std::string_view, Domain>{"non-negative numbers", Domain::non_negative},
                    std::pair<std::string_view, Domain>{"positive numbers", Domain::positive},
                    std::pair<std::string_view, Domain>{"non-negative numbers that sum to 1", Domain::probability}};
}

struct DataDomain {
  Domain kind = Domain::any;
  double floor = 0;   // data below are lifted to it; 0: they are taken as they are
  double least = 0;   // of a prototype's coordinates

  bool is_bounded() const { return kind != Domain::any; }
};

// Coordinates below `least` are lifted to it; probability vectors are brought to sum 1, above `least` too. A prototype
// inside keeps its bits.
void project_prototype(const DataDomain& domain, MutableRow w);

// No coordinate changes by more than 30 % in a step: the curvature of a divergence grows without bound towards 0, where
// a plain step would overshoot.
void limit_step(Row before, MutableRow w);

// The same for a step in ln w: `w` holds the changes of ln w and becomes before·e^change. What a step of a given length
// means is then the same for data of any size, and the way to 0 is never at an end.
void step_in_logs(Row before, MutableRow w);

// The gradient of D(p‖w/Σw) at a w of sum 1: less its mean weighed by w, so that it vanishes at w = p where ∂D/∂w does
// not. (The plain mean would be the orthogonal projection; one coordinate near 0, with a gradient of p/w, would then
// drive all others.)
void make_tangential(Row w, MutableRow gradient);

// Unconstrained coordinates u of a prototype: w = least + eᵘ, for probability vectors w = least + (1 − n·least) eᵘ/Σeᵘ.
void prototype_to_free(const DataDomain& domain, MutableRow w);
void prototype_from_free(const DataDomain& domain, MutableRow w);
void pull_back_prototype(const DataDomain& domain, Row free, MutableRow gradient);

}   // namespace protea
