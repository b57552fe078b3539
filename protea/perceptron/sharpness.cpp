#include <protea/perceptron/sharpness.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <protea/base/exact_math.hpp>
#include <protea/base/golden_section.hpp>
#include <protea/base/weights.hpp>

namespace protea {

double likeliest_sharpness(MatrixView scores, std::span<const Label> y, Row weights) {
  double count = static_cast<double>(y.size());
  if (!weights.empty()) count = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double short_of_certain = 1 / (count + 2);
  // Convex in the power: −Σ t_c (β ln s_c − ln Σ s^β).
  const auto loss = [&](double power) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.rows; ++i) {
      const Row s = scores.row(i);
      const auto known = static_cast<double>(std::ranges::count_if(s, [](double score) { return score > 0; }));
      if (known < 2 || !(s[static_cast<std::size_t>(y[i])] > 0)) continue;   // nothing to learn from
      const double largest = logarithm(*std::ranges::max_element(s));
      double total = 0;   // over the largest, which neither vanishes nor grows out of bounds
      double aimed = 0;
      for (std::size_t c = 0; c < s.size(); ++c) {
        if (!(s[c] > 0)) continue;
        const double target =
            c == static_cast<std::size_t>(y[i]) ? 1 - short_of_certain : short_of_certain / (known - 1);
        aimed += target * power * logarithm(s[c]);
        total += exponential(power * (logarithm(s[c]) - largest));
      }
      sum += weight_at(weights, i) * (logarithm(total) + power * largest - aimed);
    }
    return sum;
  };
  const auto at_log = [&](double log_power) { return loss(exponential(log_power)); };
  return exponential(golden_section(at_log, logarithm(0.05), logarithm(500.0), 1e-6));
}

void sharpen(MutableRow scores, double sharpness) {
  double sum = 0;
  for (double& score : scores) sum += score = score > 0 ? power(score, sharpness) : 0;
  if (!(sum > 0)) return;
  for (double& score : scores) score /= sum;
}

}   // namespace protea
