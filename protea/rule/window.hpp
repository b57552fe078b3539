// The window of LVQ2.1 and LVQ3: a sample counts when it lies between the two nearest prototypes, near their border.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

enum class WindowOn { distance, squared, difference };
constexpr auto names_of(WindowOn) {
  return std::array{std::pair<std::string_view, WindowOn>{"distance", WindowOn::distance},
                    std::pair<std::string_view, WindowOn>{"squared", WindowOn::squared},
                    std::pair<std::string_view, WindowOn>{"difference", WindowOn::difference}};
}

inline constexpr std::string_view window_on_help =
    "what the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤ window)";

// min(dᵢ/dⱼ, dⱼ/dᵢ) > (1 − ω)/(1 + ω) on unsquared distances, on d itself, or |dᵢ − dⱼ| ≤ ω. `first` and `second` are
// dissimilarities, that is, squared distances. An infinite window is none.
inline bool is_in_window(double first, double second, double window, WindowOn on) {
  if (on == WindowOn::difference) return std::abs(first - second) <= window;
  const double larger = std::max(first, second);
  if (larger == 0) return true;
  const double ratio = std::min(first, second) / larger;
  const double limit = std::isinf(window) ? -1 : (1 - window) / (1 + window);
  return (on == WindowOn::squared ? ratio : std::sqrt(ratio)) > limit;
}

// What both rules with a window are in many dimensions, where the distances of a sample differ by a vanishing share:
// only the window on their difference means anything, and there is none unless it is given.
struct WindowLimit {
  static Settings limit_settings() { return {{"window_on", "difference"}, {"window", "inf"}}; }
  static void demand(WindowOn on) {
    if (on == WindowOn::difference) return;
    throw UsageError("rule.window_on = " + std::string(choice_name(on)) +
                     ": must be difference, for in many dimensions every ratio of distances is 1");
  }
  static std::vector<double> breaks(double window) { return {-window, window}; }
  static std::string law_text(double window) {
    return std::isinf(window) ? "f = 1, without a window" : "f = 1 where |δ| ≤ " + number_text(window);
  }
};

}   // namespace protea
