// The window of LVQ2.1 and LVQ3: a sample counts when it lies between the two nearest prototypes, near their border.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace protea {

enum class WindowOn { distance, squared, difference };
constexpr auto names_of(WindowOn) {
  return std::array{std::pair<std::string_view, WindowOn>{"distance", WindowOn::distance},
                    std::pair<std::string_view, WindowOn>{"squared", WindowOn::squared},
                    std::pair<std::string_view, WindowOn>{"difference", WindowOn::difference}};
}

inline constexpr std::string_view window_on_help =
    "what the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤ window)";

// min(dᵢ/dⱼ, dⱼ/dᵢ) > (1 − ω)/(1 + ω) on unsquared distances, on d itself, or |dᵢ − dⱼ| ≤ ω. `first` and `second` are
// dissimilarities, that is, squared distances.
inline bool is_in_window(double first, double second, double window, WindowOn on) {
  if (on == WindowOn::difference) return std::abs(first - second) <= window;
  const double larger = std::max(first, second);
  if (larger == 0) return true;
  const double ratio = std::min(first, second) / larger;
  const double limit = (1 - window) / (1 + window);
  return (on == WindowOn::squared ? ratio : std::sqrt(ratio)) > limit;
}

}  // namespace protea
