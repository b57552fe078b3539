#include <protea/dissimilarity/dissimilarity.hpp>

#include <cmath>

namespace protea {

void MissingColumns::find(MatrixView x) {
  features_ = x.columns;
  columns_.clear();
  first_.assign(1, 0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      if (std::isnan(x.row(i)[j])) columns_.push_back(static_cast<std::uint32_t>(j));
    }
    first_.push_back(columns_.size());
  }
}

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

void Observed::take_theta(Row all) {
  const std::size_t head = all.size() % features;
  take(all.subspan(head), theta);
  theta.insert(theta.begin(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(head));
}

void Observed::give_back_theta(MutableRow all) const {
  const std::size_t head = all.size() % features;
  for (std::size_t i = 0; i < head; ++i) all[i] += gtheta[i];
  const double* next = gtheta.data() + head;
  for (std::size_t first = head; first < all.size(); first += features) {
    for (const std::uint32_t j : columns) all[first + j] += *next++;
  }
}

}   // namespace protea
