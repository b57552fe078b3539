#include <protea/train/importance.hpp>

#include <protea/base/weights.hpp>
#include <protea/rule/winners.hpp>

namespace protea {

double Importance::total(std::size_t samples) const {
  return is_absolute ? static_cast<double>(samples) : total_weight(weights, samples);
}

double Importance::total(std::span<const std::uint32_t> samples) const {
  if (weights.empty()) return static_cast<double>(samples.size());
  double sum = 0;
  for (const std::uint32_t sample : samples) sum += weights[sample];
  return sum;
}

Row Importance::of(const Block& block, std::vector<double>& buffer) const {
  if (weights.empty() && costs.rows == 0) return {};
  buffer.assign(block.samples.size(), 1.0);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (!weights.empty()) buffer[i] = weights[block.samples[i]];
    if (costs.rows == 0) continue;
    const std::size_t wrong = nearest_pair(block.d.row(i), block.labels, block.y[i]).wrong;
    if (wrong == nobody) continue;
    buffer[i] *= costs.row(static_cast<std::size_t>(block.y[i]))[static_cast<std::size_t>(block.labels[wrong])];
  }
  return buffer;
}

}   // namespace protea
