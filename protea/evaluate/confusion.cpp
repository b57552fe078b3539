#include <protea/evaluate/confusion.hpp>

#include <numeric>

namespace protea {

Confusion::Confusion(std::span<const Label> truth, std::span<const Label> predicted, std::size_t classes) : Confusion(classes) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (predicted[i] == no_label) continue;
    ++counts_[static_cast<std::size_t>(truth[i]) * classes_ + static_cast<std::size_t>(predicted[i])];
  }
}

std::size_t Confusion::samples() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }

std::size_t Confusion::samples_of(std::size_t truth) const {
  std::size_t sum = 0;
  for (std::size_t c = 0; c < classes_; ++c) sum += (*this)(truth, c);
  return sum;
}

void Confusion::add(const Confusion& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

double Confusion::accuracy() const {
  std::size_t right = 0;
  for (std::size_t c = 0; c < classes_; ++c) right += (*this)(c, c);
  const std::size_t all = samples();
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double Confusion::balanced_accuracy() const {
  double sum = 0;
  std::size_t present = 0;
  for (std::size_t c = 0; c < classes_; ++c) {
    const std::size_t total = samples_of(c);
    if (total == 0) continue;
    sum += static_cast<double>((*this)(c, c)) / static_cast<double>(total);
    ++present;
  }
  return present == 0 ? 0 : sum / static_cast<double>(present);
}

}  // namespace protea
