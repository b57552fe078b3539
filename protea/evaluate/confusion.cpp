#include <protea/evaluate/confusion.hpp>

#include <numeric>

namespace protea {

Confusion::Confusion(std::span<const Label> truth, std::span<const Label> predicted, std::size_t classes)
    : Confusion(classes) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto y = static_cast<std::size_t>(truth[i]);
    if (predicted[i] == no_label) ++rejected_[y];
    else ++counts_[y * classes_ + static_cast<std::size_t>(predicted[i])];
  }
}

std::size_t Confusion::samples() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }
std::size_t Confusion::rejected() const { return std::accumulate(rejected_.begin(), rejected_.end(), std::size_t{0}); }

std::size_t Confusion::samples_of(std::size_t truth) const {
  std::size_t sum = 0;
  for (std::size_t c = 0; c < classes_; ++c) sum += (*this)(truth, c);
  return sum;
}

void Confusion::add(const Confusion& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  for (std::size_t c = 0; c < classes_; ++c) rejected_[c] += other.rejected_[c];
}

double Confusion::coverage() const {
  const std::size_t all = samples() + rejected();
  return all == 0 ? 1 : static_cast<double>(samples()) / static_cast<double>(all);
}

double Confusion::accuracy_with(std::size_t rejected) const {
  std::size_t right = 0;
  for (std::size_t c = 0; c < classes_; ++c) right += (*this)(c, c);
  const std::size_t all = samples() + rejected;
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double Confusion::balanced_accuracy_with(const std::vector<std::size_t>& rejected) const {
  double sum = 0;
  std::size_t present = 0;
  for (std::size_t c = 0; c < classes_; ++c) {
    const std::size_t total = samples_of(c) + rejected[c];
    if (total == 0) continue;
    sum += static_cast<double>((*this)(c, c)) / static_cast<double>(total);
    ++present;
  }
  return present == 0 ? 0 : sum / static_cast<double>(present);
}

double Confusion::accuracy() const { return accuracy_with(0); }
double Confusion::balanced_accuracy() const { return balanced_accuracy_with(std::vector<std::size_t>(classes_)); }
double Confusion::accuracy_of_all() const { return accuracy_with(rejected()); }
double Confusion::balanced_accuracy_of_all() const { return balanced_accuracy_with(rejected_); }

}   // namespace protea
