#include <protea/model/shortlist.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <protea/base/kernels.hpp>
#include <protea/dissimilarity/mahalanobis.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/dissimilarity/tangent.hpp>

namespace protea {
namespace {

constexpr std::size_t panel = 16;
constexpr std::size_t most_rows_at_once = 96;
constexpr std::size_t most_sums = std::size_t{1} << 17;   // that a near cache holds
constexpr double smallest_normal = static_cast<double>(std::numeric_limits<float>::min());
constexpr double moderate = 1e15;   // lengths with which single precision neither overflows nor loses its way

double euclidean_length(Row x) {
  double squared = 0;
  kernels().products(x.data(), 1, x.data(), 1, x.size(), &squared, 1);
  return std::sqrt(squared);
}

Numbers mean_of_rows(MatrixView w) {
  Numbers mean(w.columns);
  const double share = 1 / static_cast<double>(w.rows);   // of each, for sums might have no number
  for (std::size_t k = 0; k < w.rows; ++k) kernels().add_scaled(share, w.row(k).data(), w.columns, mean.data());
  return mean;
}

template <class D>
bool is_a(const AnyDissimilarity& dissimilarity) {
  return dynamic_cast<const LiftedDissimilarity<D>*>(&dissimilarity) != nullptr;
}

// No eigenvalue of Λ exceeds it, nor do roundings of the direct formula count for more. That of ΩᵀΩ is below its trace.
double eigenvalue_bound(const AnyDissimilarity& form, Row theta) {
  if (is_a<SquaredEuclidean>(form)) return 1;
  double largest = 0;
  double sum = 0;
  double squares = 0;
  for (const double each : theta) {
    largest = std::max(largest, std::abs(each));
    sum += std::abs(each);
    squares += each * each;
  }
  if (is_a<Relevance>(form)) return largest;
  if (is_a<MatrixDistance>(form)) return squares;
  return 1 + sum + squares;
}

}   // namespace

bool Shortlist::serves(const PrototypeSpace& space) {
  const AnyDissimilarity& form = space.dissimilarity();
  const bool is_known = is_a<SquaredEuclidean>(form) || is_a<Relevance>(form) || is_a<MatrixDistance>(form) ||
                        is_a<Mahalanobis>(form) || is_a<Tangent>(form);
  return is_known && space.group_count() == 1 && !space.has_label_vectors() && form.has_gradient();
}

// Of squared Euclidean distances, until more is known.
void Shortlist::begin(std::size_t prototypes, std::size_t n) {
  count_ = prototypes;
  padded_ = (count_ + panel - 1) / panel * panel;
  panels_.assign(padded_ * n, 0);
  offsets_.assign(padded_, std::numeric_limits<float>::max());   // of nobody: never near
  largest_offset_ = largest_slope_ = farthest_ = 0;
  largest_eigenvalue_ = 1;
  direct_terms_ = static_cast<double>(n) + 16;
  factor_.assign(n, 1);
  offset_ = 0;
  is_folded_ = false;
}

void Shortlist::set(MatrixView w, Matrix slopes, Row offsets, double largest_eigenvalue) {
  const std::size_t n = w.columns;
  begin(w.rows, n);
  largest_eigenvalue_ = largest_eigenvalue;
  std::vector<double> difference(n);
  for (std::size_t k = 0; k < count_; ++k) {
    const Row slope = std::as_const(slopes).row(k);
    float* const first = panels_.data() + k / panel * n * panel + k % panel;
    for (std::size_t j = 0; j < n; ++j) {
      first[j * panel] = static_cast<float>(-slope[j]);
      difference[j] = w.row(k)[j] - reference_[j];
    }
    offsets_[k] = static_cast<float>(offsets[k]);
    largest_offset_ = std::max(largest_offset_, std::abs(offsets[k]));
    largest_slope_ = std::max(largest_slope_, euclidean_length(slope));
    farthest_ = std::max(farthest_, euclidean_length(difference));
  }
  slopes_ = std::move(slopes);
  whole_offsets_.assign(offsets.begin(), offsets.end());
}

// s·((x − r)·f) = (s·f)·x − (s·f)·r.
void Shortlist::fold() {
  const std::size_t n = reference_.size();
  folded_panels_.assign(padded_ * n, 0);
  folded_offsets_.assign(padded_, std::numeric_limits<float>::max());
  Roundings largest;
  std::vector<double> slope(n);
  for (std::size_t k = 0; k < count_; ++k) {
    float* const first = folded_panels_.data() + k / panel * n * panel + k % panel;
    double offset = whole_offsets_[k];
    double sizes = std::abs(offset);
    for (std::size_t j = 0; j < n; ++j) {
      slope[j] = std::as_const(slopes_)(k, j) * factor_[j];
      first[j * panel] = static_cast<float>(-slope[j]);
      offset += slope[j] * reference_[j];
      sizes += std::abs(slope[j] * reference_[j]);
    }
    folded_offsets_[k] = static_cast<float>(offset);
    largest.offset = std::max(largest.offset, std::abs(offset) + 1e-6 * sizes);   // and what the sum has lost
    largest.slope = std::max(largest.slope, euclidean_length(slope));
  }
  folded_slack_ = slack_for(n, largest);
  std::vector<double> far(n);
  for (std::size_t j = 0; j < n; ++j) {
    far[j] = reference_[j] * factor_[j];
    folded_slack_.stretch = std::max(j == 0 ? 0 : folded_slack_.stretch, std::abs(factor_[j]));
  }
  folded_slack_.reach += euclidean_length(far);
  is_far_ = euclidean_length(far) > 4 * farthest_;
  is_folded_ = true;
}

namespace {

struct LinearForms {
  Matrix slopes;
  std::vector<double> offsets;
};

// d is quadratic in x − w, so that its gradient by w at x = r is 2Λ(w − r) = s, and o = d(r, w).
LinearForms forms_by_gradient(const PrototypeSpace& space, Row parameters, Row reference) {
  const MatrixView w = space.prototypes(parameters);
  LinearForms forms{Matrix(w.rows, w.columns), std::vector<double>(w.rows)};
  PrototypeSpace::Scratches scratches;
  const MatrixView r = matrix_view(reference, 1, w.columns);
  space.distances(r, parameters, matrix_view(MutableRow(forms.offsets), 1, w.rows), scratches);
  std::vector<Pull> pulls;
  for (std::size_t k = 0; k < w.rows; ++k) pulls.push_back({0, static_cast<std::uint32_t>(k), 1});
  std::vector<double> gradient(parameters.size());
  space.add_gradients(r, parameters, pulls, gradient, scratches);
  std::copy_n(gradient.begin(), forms.slopes.values().size(), forms.slopes.values().begin());   // prototypes come first
  return forms;
}

// The same of Λ = ΩᵀΩ, without a gradient by Ω: p = Ω(w − r), s = 2Ωᵀp and o = p·p.
LinearForms forms_by_projection(MatrixView w, Row omega, Row reference) {
  const std::size_t n = w.columns;
  const std::size_t rank = omega.size() / n;
  Matrix difference(w.rows, n);
  for (std::size_t k = 0; k < w.rows; ++k) {
    for (std::size_t j = 0; j < n; ++j) difference(k, j) = w.row(k)[j] - reference[j];
  }
  Matrix transposed(n, rank);
  for (std::size_t r = 0; r < rank; ++r) {
    for (std::size_t j = 0; j < n; ++j) transposed(j, r) = omega[r * n + j];
  }
  Matrix projected(w.rows, rank);
  LinearForms forms{Matrix(w.rows, n), std::vector<double>(w.rows)};
  kernels().products(difference.values().data(), w.rows, omega.data(), rank, n, projected.values().data(), rank);
  kernels().products(projected.values().data(), w.rows, transposed.values().data(), n, rank,
                     forms.slopes.values().data(), n);
  kernels().multiply(2, forms.slopes.values().size(), forms.slopes.values().data());
  for (std::size_t k = 0; k < w.rows; ++k) {
    const Row p = std::as_const(projected).row(k);
    kernels().products(p.data(), 1, p.data(), 1, rank, &forms.offsets[k], 1);
  }
  return forms;
}

}   // namespace

void Shortlist::prepare(const PrototypeSpace& space, Row parameters) {
  const MatrixView w = space.prototypes(parameters);
  const Row theta = space.metric(parameters, 0);
  reference_ = mean_of_rows(w);
  LinearForms forms = is_a<MatrixDistance>(space.dissimilarity()) ? forms_by_projection(w, theta, reference_)
                                                                  : forms_by_gradient(space, parameters, reference_);
  set(w, std::move(forms.slopes), forms.offsets, eigenvalue_bound(space.dissimilarity(), theta));
  direct_terms_ += static_cast<double>(theta.size() / w.columns);   // rows of Ω
}

// r moves to shift + r/factor. What this and a scaled x lose of their last places counts in units of the prototypes.
void Shortlist::scale(Row shift, Row factor) {
  std::vector<double> lost(reference_.size());
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    lost[j] = std::abs(shift[j] * factor[j]) + std::abs(reference_[j]);
    reference_[j] = shift[j] + reference_[j] / factor[j];
    factor_[j] = factor[j];
  }
  offset_ = euclidean_length(lost);
  is_folded_ = false;
}

void Shortlist::move(std::size_t k, Row w, std::size_t first) {
  const std::size_t n = w.size();
  is_folded_ = false;
  if (slopes_.rows() > 0) slopes_ = Matrix();
  column_.resize(n);
  double squared = kernels().panel_column(w.data(), reference_.data(), n, column_.data(),
                                          panels_.data() + k / panel * n * panel + k % panel);
  if (!(squared < infinity)) squared = infinity;   // NaN too: nothing can be said from now on
  offsets_[k] = static_cast<float>(squared);
  if (squared > largest_offset_) {
    largest_offset_ = squared;
    farthest_ = std::sqrt(squared);
    largest_slope_ = std::max(largest_slope_, 2 * farthest_);
    if (first < lengths_.size()) slack_ = shifted_slack(n);
  }
  if (first < lengths_.size())
    kernels().float_products(samples_.data() + first * n, lengths_.size() - first, n, column_.data(), offsets_[k],
                             sums_.data() + first * padded_ + k, padded_);
}

void Shortlist::measure(MatrixView x, std::span<const std::uint32_t> rows) {
  const std::size_t n = x.columns;
  samples_.resize(rows.size() * n);
  sums_.resize(rows.size() * padded_);
  lengths_.resize(rows.size());
  slack_ = shifted_slack(n);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lengths_[i] =
        kernels().shifted_floats(x.row(rows[i]).data(), reference_.data(), factor_.data(), n, samples_.data() + i * n);
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
  set(w, std::move(slopes), offsets, 1);
}

void Shortlist::prepare_to_move(MatrixView w) {
  const std::size_t n = w.columns;
  reference_ = mean_of_rows(w);
  begin(w.rows, n);
  lengths_.clear();
  for (std::size_t k = 0; k < count_; ++k) move(k, w.row(k), 0);
}

// With u = 2⁻²⁴, a sum of n products errs by less than (min(n, 128) + n/128 + 6)·u·(|o| + ‖s‖·‖x − r‖), the roundings of its numbers
// included, and by n of the smallest normal numbers where something underflows. The direct formula errs too, by some n units of the last
// place of the largest distance there may be. Of two prototypes both may err, in opposite directions.
Shortlist::Slack Shortlist::slack_for(std::size_t features, const Roundings& largest) const {
  if (!(largest.slope < moderate && largest.offset < moderate * moderate)) return {};
  const auto n = static_cast<double>(features);
  const double terms = std::min(n, 128.0) + n / 128 + 6;
  return {
      .constant = 2.01 * (terms * 0x1p-24 * largest.offset + n * smallest_normal + 0x1p-50 * largest_slope_ * offset_),
      .by_length = 2.01 * (terms * 0x1p-24 * largest.slope),
      .by_square = 2.01 * (direct_terms_ * 0x1p-50 * largest_eigenvalue_),
      .reach = farthest_,
      .most = moderate};
}

// The squares were summed in single precision, which may have lost some to underflow. ∞ where nothing can be said.
double Shortlist::Slack::of(double squared_length) const {
  const double length = 1.001 * std::sqrt(squared_length) + 1e-17;
  if (!(length < most)) return infinity;
  const double farthest = length * stretch + reach;
  return constant + by_length * length + by_square * farthest * farthest;
}

// Of 16 sums each the least is kept: the sum that is `nearest` in order is no larger than that one of these.
void Shortlist::list(const float* sums, double slack, std::size_t nearest) {
  if (slack > std::numeric_limits<float>::max()) return;   // nothing can be said
  const float room = 1.000001F * static_cast<float>(slack);
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

void Shortlist::start(std::size_t rows) {
  places_.clear();
  places_.reserve(rows + padded_);
  first_.assign(1, 0);
  first_.reserve(rows + 1);
  found_.resize(padded_);
}

std::size_t Shortlist::rows_at_once(std::size_t features) const {
  return std::clamp(most_sums / (padded_ + 2 * features) / 6 * 6, std::size_t{12}, most_rows_at_once);
}

void Shortlist::find(std::span<const double* const> rows, std::size_t n, std::size_t nearest) {
  const std::size_t at_once = rows_at_once(n);
  const Kernels& own = kernels();
  const Slack slack = shifted_slack(n);
  samples_.resize(at_once * n);
  sums_.resize(at_once * padded_);
  slacks_.resize(at_once);
  start(rows.size());
  for (std::size_t first = 0; first < rows.size(); first += at_once) {
    const std::size_t count = std::min(at_once, rows.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      slacks_[i] =
          slack.of(own.shifted_floats(rows[first + i], reference_.data(), factor_.data(), n, samples_.data() + i * n));
    }
    own.float_panel_sums(samples_.data(), count, n, panels_.data(), padded_ / panel, offsets_.data(), sums_.data(),
                         padded_);
    for (std::size_t i = 0; i < count; ++i) {
      list(sums_.data() + i * padded_, slacks_[i], nearest);
      first_.push_back(places_.size());
    }
  }
}

void Shortlist::find(const float* rows, std::size_t count, std::size_t n, std::size_t stride) {
  if (!is_folded_) fold();
  const std::size_t at_once = rows_at_once(n);
  const Kernels& own = kernels();
  const Slack slack = is_far_ ? shifted_slack(n) : folded_slack_;
  sums_.resize(at_once * padded_);
  slacks_.resize(at_once);
  shifted_.resize(n);
  start(count);
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t some = std::min(at_once, count - first);
    const float* block = rows + first * stride;
    if (is_far_ || stride != n) samples_.resize(at_once * n);
    for (std::size_t i = 0; i < some; ++i) {
      const float* const x = block + i * stride;
      float* const copy = samples_.data() + i * n;
      if (is_far_) {
        std::copy_n(x, n, shifted_.begin());
        slacks_[i] = slack.of(own.shifted_floats(shifted_.data(), reference_.data(), factor_.data(), n, copy));
      } else {
        slacks_[i] = slack.of(own.float_squares(x, n));
        if (stride != n) std::copy_n(x, n, copy);
      }
    }
    if (is_far_ || stride != n) block = samples_.data();
    own.float_panel_sums(block, some, n, (is_far_ ? panels_ : folded_panels_).data(), padded_ / panel,
                         (is_far_ ? offsets_ : folded_offsets_).data(), sums_.data(), padded_);
    for (std::size_t i = 0; i < some; ++i) {
      list(sums_.data() + i * padded_, slacks_[i], 1);
      first_.push_back(places_.size());
    }
  }
}

// As above, with 2⁻⁵³ for u; the slopes and offsets themselves have the roundings of the direct formula.
std::uint32_t Shortlist::settle(const double* x, std::span<const std::uint32_t> rivals) {
  if (rivals.empty() || slopes_.rows() == 0) return nobody;
  const std::size_t n = slopes_.columns();
  shifted_.resize(n);
  for (std::size_t j = 0; j < n; ++j) shifted_[j] = (x[j] - reference_[j]) * factor_[j];
  const double length = euclidean_length(shifted_);
  const double reach = length + farthest_;
  const double slack = 2.01 * 0x1p-50 *
                       (3 * direct_terms_ * largest_eigenvalue_ * reach * reach + largest_slope_ * offset_ +
                        static_cast<double>(n + 16) * (largest_offset_ + largest_slope_ * length));
  std::uint32_t winner = nobody;
  double least = infinity;
  double second = infinity;
  for (const std::uint32_t k : rivals) {
    double along = 0;
    kernels().products(shifted_.data(), 1, std::as_const(slopes_).row(k).data(), 1, n, &along, 1);
    const double value = whole_offsets_[k] - along;
    second = std::min(second, std::max(value, least));
    if (value < least) winner = k;
    least = std::min(least, value);
  }
  return second - least > slack ? winner : nobody;
}

}   // namespace protea
