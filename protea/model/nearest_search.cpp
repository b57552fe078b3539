#include <protea/model/nearest_search.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr std::size_t panel = 16;
constexpr std::size_t rows_together = 32;
constexpr double moderate = 1e30;   // squared norms with which single precision neither overflows nor loses its way

double squared_norm(Row x) {
  double norm = 0;
  kernels().products(x.data(), 1, x.data(), 1, x.size(), &norm, 1);
  return norm;
}

}   // namespace

void NearestSearch::prepare(MatrixView w) {
  const std::size_t n = w.columns;
  const std::size_t padded = (w.rows + panel - 1) / panel * panel;
  panels_.assign(padded * n, 0);
  norms_.assign(padded, std::numeric_limits<float>::max());   // of nobody: never near
  largest_norm_ = 0;
  for (std::size_t k = 0; k < w.rows; ++k) {
    float* const first = panels_.data() + k / panel * n * panel + k % panel;
    for (std::size_t j = 0; j < n; ++j) first[j * panel] = static_cast<float>(w.row(k)[j]);
    const double norm = squared_norm(w.row(k));
    norms_[k] = static_cast<float>(norm);
    largest_norm_ = std::max(largest_norm_, norm);
  }
  prepared_ = w.rows;
}

// With u = 2⁻²⁴, ‖w‖² − 2x·w is found to within (n + 8)·u·(‖x‖² + 2‖w‖²), the roundings of x, w and ‖w‖² included, and
// n of the smallest normal numbers where something underflows. Of two prototypes both may err, in opposite directions;
// twice that is allowed.
void NearestSearch::find(MatrixView w, MatrixView x, std::span<std::uint32_t> winners, MutableRow distances) {
  if (prepared_ != w.rows) prepare(w);
  const std::size_t n = w.columns;
  const std::size_t padded = norms_.size();
  samples_.resize(rows_together * n);
  sums_.resize(rows_together * padded);
  places_.resize(padded);
  for (std::size_t first = 0; first < x.rows; first += rows_together) {
    const std::size_t count = std::min(rows_together, x.rows - first);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < n; ++j) samples_[i * n + j] = static_cast<float>(-2 * x.row(first + i)[j]);
    }
    kernels().float_panel_sums(samples_.data(), count, n, panels_.data(), padded / panel, norms_.data(), sums_.data(),
                               padded);
    for (std::size_t i = 0; i < count; ++i) {
      const Row sample = x.row(first + i);
      const double norm = squared_norm(sample);
      std::size_t candidates = w.rows;
      const bool is_moderate = norm < moderate && largest_norm_ < moderate;
      if (is_moderate) {
        const double error = (static_cast<double>(n) + 8) * (0x1p-24 * (norm + 2 * largest_norm_) +
                                                             static_cast<double>(std::numeric_limits<float>::min()));
        candidates =
            kernels().near_smallest(sums_.data() + i * padded, padded, static_cast<float>(4 * error), places_.data());
      }
      double best = 0;
      std::uint32_t winner = 0;
      for (std::size_t c = 0; c < candidates; ++c) {
        const auto k = is_moderate ? places_[c] : static_cast<std::uint32_t>(c);
        if (k >= w.rows) break;   // beyond the last
        double d = 0;
        kernels().squared_distances(sample.data(), w.row(k).data(), 1, n, &d);
        if (c > 0 && !(d < best)) continue;
        best = d;
        winner = k;
      }
      winners[first + i] = winner;
      distances[first + i] = best;
    }
  }
}

}   // namespace protea
