// Who is nearest: the questions that rules ask of the distances. Ties go to the lowest index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include <protea/base/export.hpp>
#include <protea/base/kernels.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t nobody = static_cast<std::size_t>(-1);

inline std::size_t nearest(Row d) { return d.size() == 1 ? 0 : kernels().smallest(d.data(), d.size()); }

struct NearestTwo {
  std::size_t first = nobody;
  std::size_t second = nobody;
};

inline NearestTwo nearest_two(Row d) {
  NearestTwo result;
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (result.first == nobody || d[k] < d[result.first]) {
      result = {k, result.first};
    } else if (result.second == nobody || d[k] < d[result.second]) {
      result.second = k;
    }
  }
  return result;
}

// The nearest prototype of class y (`right`) and of any other class (`wrong`).
struct NearestPair {
  std::size_t right = nobody;
  std::size_t wrong = nobody;
};

inline NearestPair nearest_pair(Row d, Labels labels, Label y) {
  NearestPair result;
  double best_right = std::numeric_limits<double>::infinity();
  double best_wrong = best_right;
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (labels[k] == y) {
      if (d[k] < best_right || result.right == nobody) {
        best_right = d[k];
        result.right = k;
      }
    } else if (d[k] < best_wrong || result.wrong == nobody) {
      best_wrong = d[k];
      result.wrong = k;
    }
  }
  return result;
}

// Calls `visit` with the nearest prototype of each class, in the order in which the classes first appear. Nothing is
// stored, so labels in mixed order cost a pass per class.
template <std::invocable<std::size_t> Visit>
void for_each_class_winner(Row d, Labels labels, Visit visit) {
  const bool is_grouped = std::is_sorted(labels.begin(), labels.end());
  for (std::size_t first = 0; first < labels.size(); ++first) {
    const auto earlier = labels.first(first);
    if (is_grouped ? first > 0 && labels[first - 1] == labels[first]
                   : std::find(earlier.begin(), earlier.end(), labels[first]) != earlier.end()) {
      continue;
    }
    std::size_t winner = first;
    for (std::size_t k = first + 1; k < labels.size() && !(is_grouped && labels[k] != labels[first]); ++k) {
      if (labels[k] == labels[first] && d[k] < d[winner]) winner = k;
    }
    visit(winner);
  }
}

}   // namespace protea
