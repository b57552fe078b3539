#include <protea/dissimilarity/dissimilarity.hpp>

#include <cmath>

namespace protea {

void Observed::take_sample(Row sample) {
  columns.clear();
  x.clear();
  for (std::size_t j = 0; j < sample.size(); ++j) {
    if (std::isnan(sample[j])) continue;
    columns.push_back(static_cast<std::uint32_t>(j));
    x.push_back(sample[j]);
  }
  features = sample.size();
}

void Observed::take(Row rows, std::vector<double>& into) const {
  into.clear();
  for (std::size_t first = 0; first < rows.size(); first += features) {
    for (const std::uint32_t j : columns) into.push_back(rows[first + j]);
  }
}

void Observed::give_back(const std::vector<double>& from, MutableRow rows) const {
  const double* next = from.data();
  for (std::size_t first = 0; first < rows.size(); first += features) {
    for (const std::uint32_t j : columns) rows[first + j] += *next++;
  }
}

}  // namespace protea
