#include <protea/model/shortlist.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr std::size_t panel = 16;
constexpr std::size_t most_rows_at_once = 96;
constexpr std::size_t most_sums = std::size_t{1} << 17;   // that a near cache holds
constexpr double moderate = 1e15;   // lengths with which single precision neither overflows nor loses its way

double length_of(Row x) {
  double squared = 0;
  kernels().products(x.data(), 1, x.data(), 1, x.size(), &squared, 1);
  return std::sqrt(squared);
}

std::vector<double> mean_of_rows(MatrixView w) {
  std::vector<double> mean(w.columns);
  for (std::size_t k = 0; k < w.rows; ++k) {
    for (std::size_t j = 0; j < w.columns; ++j) mean[j] += w.row(k)[j] / static_cast<double>(w.rows);
  }
  return mean;
}

}   // namespace

bool Shortlist::serves(const PrototypeSpace& space) {
  return space.group_count() == 1 && !space.has_label_vectors() && space.dissimilarity().traits().is_quadratic_form &&
         space.dissimilarity().has_gradient();
}

void Shortlist::set(MatrixView w, MatrixView slopes, Row offsets, double largest_eigenvalue) {
  const std::size_t n = w.columns;
  count_ = w.rows;
  padded_ = (count_ + panel - 1) / panel * panel;
  panels_.assign(padded_ * n, 0);
  offsets_.assign(padded_, std::numeric_limits<float>::max());   // of nobody: never near
  largest_offset_ = largest_slope_ = farthest_ = 0;
  largest_eigenvalue_ = largest_eigenvalue;
  factor_.assign(n, 1);
  offset_ = 0;
  std::vector<double> difference(n);
  for (std::size_t k = 0; k < count_; ++k) {
    float* const first = panels_.data() + k / panel * n * panel + k % panel;
    for (std::size_t j = 0; j < n; ++j) {
      first[j * panel] = static_cast<float>(-slopes.row(k)[j]);
      difference[j] = w.row(k)[j] - reference_[j];
    }
    offsets_[k] = static_cast<float>(offsets[k]);
    largest_offset_ = std::max(largest_offset_, std::abs(offsets[k]));
    largest_slope_ = std::max(largest_slope_, length_of(slopes.row(k)));
    farthest_ = std::max(farthest_, length_of(difference));
  }
}

// d is quadratic in x − w, so that its gradient by w at x = r is 2Λ(w − r) = s, and o = d(r, w).
void Shortlist::prepare(const PrototypeSpace& space, Row parameters) {
  const MatrixView w = space.prototypes(parameters);
  reference_ = mean_of_rows(w);
  PrototypeSpace::Scratches scratches;
  std::vector<double> offsets(w.rows);
  const MatrixView r = matrix_view(Row(reference_), 1, w.columns);
  space.distances(r, parameters, matrix_view(MutableRow(offsets), 1, w.rows), scratches);
  std::vector<Pull> pulls;
  for (std::size_t k = 0; k < w.rows; ++k) pulls.push_back({0, static_cast<std::uint32_t>(k), 1});
  std::vector<double> gradient(parameters.size());
  space.add_gradients(r, parameters, pulls, gradient, scratches);
  // Λ is the identity, its diagonal is θ, or it is ΩᵀΩ: no eigenvalue exceeds this.
  double largest = 1;
  for (const double each : space.metric(parameters, 0)) largest += std::abs(each) + each * each;
  set(w, space.prototypes(Row(gradient)), offsets, largest);
}

// r moves to shift + r/factor. What this and a scaled x lose of their last places counts in units of the prototypes.
void Shortlist::scale(Row shift, Row factor) {
  std::vector<double> lost(reference_.size());
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    lost[j] = std::abs(shift[j] * factor[j]) + std::abs(reference_[j]);
    reference_[j] = shift[j] + reference_[j] / factor[j];
    factor_[j] = factor[j];
  }
  offset_ = length_of(lost);
}

void Shortlist::move(std::size_t k, Row w) {
  float* const first = panels_.data() + k / panel * w.size() * panel + k % panel;
  double squared = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double difference = w[j] - reference_[j];
    first[j * panel] = static_cast<float>(-2 * difference);
    squared += difference * difference;
  }
  if (!(squared < infinity)) squared = infinity;   // NaN too: nothing can be said from now on
  offsets_[k] = static_cast<float>(squared);
  largest_offset_ = std::max(largest_offset_, squared);
  farthest_ = std::sqrt(largest_offset_);
  largest_slope_ = std::max(largest_slope_, 2 * farthest_);
}

void Shortlist::measure(MatrixView x, std::span<const std::uint32_t> rows) {
  const std::size_t n = x.columns;
  samples_.resize(rows.size() * n);
  sums_.resize(rows.size() * padded_);
  slacks_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double squared =
        kernels().shifted_floats(x.row(rows[i]).data(), reference_.data(), factor_.data(), n, samples_.data() + i * n);
    slacks_[i] = slack_for(1.001 * std::sqrt(squared), n);
  }
  kernels().float_panel_sums(samples_.data(), rows.size(), n, panels_.data(), padded_ / panel, offsets_.data(),
                             sums_.data(), padded_);
}

void Shortlist::prepare(MatrixView w) {
  reference_ = mean_of_rows(w);
  Matrix slopes(w.rows, w.columns);
  std::vector<double> offsets(w.rows);
  for (std::size_t k = 0; k < w.rows; ++k) {
    for (std::size_t j = 0; j < w.columns; ++j) {
      const double difference = w.row(k)[j] - reference_[j];
      slopes(k, j) = 2 * difference;
      offsets[k] += difference * difference;
    }
  }
  set(w, std::as_const(slopes).view(), offsets, 1);
}

// With u = 2⁻²⁴, a sum of n products errs by less than (min(n, 128) + n/128 + 6)·u·(|o| + ‖s‖·‖x − r‖), the roundings of its numbers
// included, and by n of the smallest normal numbers where something underflows. The direct formula errs too, by some n units of the last
// place of the largest distance there may be. Of two prototypes both may err, in opposite directions. ∞ where nothing can be said.
double Shortlist::slack_for(double length, std::size_t features) const {
  if (!(length < moderate && largest_slope_ < moderate && largest_offset_ < moderate * moderate))
    return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(features);
  const double terms = std::min(n, 128.0) + n / 128 + 6;
  const double single = terms * (0x1p-24 * (largest_offset_ + largest_slope_ * length)) +
                        n * static_cast<double>(std::numeric_limits<float>::min());
  const double reach = length + farthest_;
  const double direct = (n + 16) * 0x1p-50 * largest_eigenvalue_ * reach * reach + 0x1p-50 * largest_slope_ * offset_;
  return 2.01 * (single + direct);
}

// Of 16 sums each the least is kept: the sum that is `nearest` in order is no larger than that one of these.
void Shortlist::list(const float* sums, double slack, std::size_t nearest) {
  if (slack > std::numeric_limits<float>::max()) return;   // nothing can be said
  const auto room = std::nextafter(static_cast<float>(slack), std::numeric_limits<float>::max());
  if (nearest == 1) {
    const std::size_t found = kernels().near_smallest(sums, padded_, room, found_.data());
    for (std::size_t c = 0; c < found && found_[c] < count_; ++c) places_.push_back(found_[c]);
    return;
  }
  least_.resize(padded_ / panel);
  for (std::size_t p = 0; p < least_.size(); ++p)
    least_[p] = *std::min_element(sums + p * panel, sums + (p + 1) * panel);
  const std::size_t last = std::min(nearest, count_) - 1;
  if (last < least_.size()) {
    sorted_ = least_;
  } else {   // few panels: all sums
    sorted_.assign(sums, sums + count_);
  }
  std::nth_element(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(last), sorted_.end());
  const float limit = sorted_[last] + room;
  for (std::size_t p = 0; p < least_.size(); ++p) {
    if (!(least_[p] <= limit)) continue;
    for (std::size_t k = p * panel; k < std::min(count_, (p + 1) * panel); ++k) {
      if (sums[k] <= limit) places_.push_back(static_cast<std::uint32_t>(k));
    }
  }
}

void Shortlist::find(MatrixView x, std::size_t nearest) {
  std::vector<const double*> rows(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) rows[i] = x.row(i).data();
  find(rows, x.columns, nearest);
}

void Shortlist::find(std::span<const double* const> rows, std::size_t n, std::size_t nearest) {
  const std::size_t rows_at_once =
      std::clamp(most_sums / (padded_ + 2 * n) / 6 * 6, std::size_t{12}, most_rows_at_once);
  samples_.resize(rows_at_once * n);
  sums_.resize(rows_at_once * padded_);
  slacks_.resize(rows_at_once);
  places_.clear();
  places_.reserve(rows.size() + padded_);
  first_.assign(1, 0);
  first_.reserve(rows.size() + 1);
  found_.resize(padded_);
  for (std::size_t first = 0; first < rows.size(); first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, rows.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const double squared =
          kernels().shifted_floats(rows[first + i], reference_.data(), factor_.data(), n, samples_.data() + i * n);
      slacks_[i] = slack_for(1.001 * std::sqrt(squared), n);
    }
    kernels().float_panel_sums(samples_.data(), count, n, panels_.data(), padded_ / panel, offsets_.data(),
                               sums_.data(), padded_);
    for (std::size_t i = 0; i < count; ++i) {
      list(sums_.data() + i * padded_, slacks_[i], nearest);
      first_.push_back(places_.size());
    }
  }
}

}   // namespace protea
