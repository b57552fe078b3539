#include <protea/train/look_ahead.hpp>

#include <cmath>
#include <limits>

#include <protea/base/kernels.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

std::size_t padded(std::size_t n) { return (n + 7) / 8 * 8; }

}   // namespace

void LookAhead::Sketch::resize(std::size_t rows, std::size_t width) {
  values.resize(rows * width);
  norms.resize(rows);
}

void LookAhead::Sketch::set(std::size_t row, Row vector, std::size_t width) {
  float* const out = values.data() + row * width;
  for (std::size_t i = 0; i < vector.size(); ++i) out[i] = static_cast<float>(vector[i]);
  kernels().products(vector.data(), 1, vector.data(), 1, vector.size(), &norms[row], 1);
}

void LookAhead::prepare(const PrototypeSpace& space, MatrixView x, std::span<const std::uint32_t> samples,
                        Row parameters) {
  const std::size_t count = space.prototype_count();
  const std::size_t width = padded(x.columns);
  const MatrixView w = space.prototypes(parameters);
  if (has_moved_.size() != count) {
    prototype_sketch_.resize(count, width);
    for (std::size_t k = 0; k < count; ++k) prototype_sketch_.set(k, w.row(k), width);
    has_moved_.assign(count, 0);
    is_exact_.assign(count, 0);
    d_.resize(count);
    moved_.reserve(count);
    refined_.reserve(count);
  }
  for (const std::uint32_t k : moved_) {
    prototype_sketch_.set(k, w.row(k), width);
    has_moved_[k] = 0;
  }
  moved_.clear();
  samples_.assign(samples.begin(), samples.end());
  next_ = 0;
  sample_sketch_.resize(samples.size(), width);
  for (const std::uint32_t i : samples) {   // far apart in memory: ask for all of them at once
    for (std::size_t j = 0; j < x.columns; j += 8) __builtin_prefetch(x.row(i).data() + j);
  }
  for (std::size_t i = 0; i < samples.size(); ++i) sample_sketch_.set(i, x.row(samples[i]), width);
  products_.resize(samples.size() * count);
  kernels().float_products(sample_sketch_.values.data(), samples.size(), prototype_sketch_.values.data(), count, width,
                           products_.data(), count);
}

void LookAhead::touch(std::size_t prototype) {
  if (has_moved_[prototype]) return;
  has_moved_[prototype] = 1;
  moved_.push_back(static_cast<std::uint32_t>(prototype));
}

void LookAhead::make_exact(const PrototypeSpace& space, Row x, Row parameters, std::size_t k) {
  d_[k] = space.distance(x, parameters, k);
  is_exact_[k] = 1;
  refined_.push_back(static_cast<std::uint32_t>(k));
}

// With u = 2⁻²⁴, a product in single precision errs by less than (n + 4)·u·Σ|x_i w_i| ≤ (n + 4)·u·(‖x‖² + ‖w‖²)/2, and
// by n of the smallest normal numbers where something underflows; twice that is taken off. A product that overflows
// bounds nothing.
Row LookAhead::distances(const PrototypeSpace& space, Row x, Label y, Reads reads, Row parameters) {
  const std::size_t count = d_.size();
  const double n = static_cast<double>(x.size());
  const double kept = 1 - 2 * (n + 4) * 0x1p-24;
  const double norm = sample_sketch_.norms[next_] - 4 * n * static_cast<double>(std::numeric_limits<float>::min());
  const float* const products = products_.data() + next_ * count;
  for (std::size_t k = 0; k < count; ++k) {
    const double bound = kept * (norm + prototype_sketch_.norms[k]) - 2 * static_cast<double>(products[k]);
    d_[k] =
        std::abs(products[k]) <= std::numeric_limits<float>::max() ? bound : -std::numeric_limits<double>::infinity();
  }
  ++next_;
  for (const std::uint32_t k : moved_) make_exact(space, x, parameters, k);

  // What the rule will look at must be exact; once it is, no smaller bound is left.
  for (bool is_done = false; !is_done;) {
    is_done = true;
    const auto refine = [&](std::size_t k) {
      if (k == nobody || is_exact_[k]) return;
      make_exact(space, x, parameters, k);
      is_done = false;
    };
    if (reads == Reads::nearest) {
      refine(nearest(d_));
    } else if (reads == Reads::nearest_two) {
      const auto [first, second] = nearest_two(d_);
      refine(first);
      refine(second);
    } else {
      const auto [right, wrong] = nearest_pair(d_, space.labels(), y);
      refine(right);
      refine(wrong);
    }
  }
  for (const std::uint32_t k : refined_) is_exact_[k] = 0;
  refined_.clear();
  return d_;
}

}   // namespace protea
