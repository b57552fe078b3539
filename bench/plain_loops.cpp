#include "plain_loops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "table.hpp"

namespace protea::bench {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t widest = 64;   // bytes of a register
#else
constexpr std::size_t widest = 32;
#endif

// Twelve chains of one multiply and one add each: enough to hide their latency, and few enough for sixteen registers.
template <class Number>
double peak() {
  constexpr std::size_t width = widest / sizeof(Number);
  typedef Number Lanes __attribute__((vector_size(widest)));
  constexpr std::size_t chains = 12;
  constexpr std::size_t repeats = 4'000'000;
  Fastest fastest;
  for (int round = 0; round < 7; ++round) {
    Lanes sum[chains];
    for (std::size_t c = 0; c < chains; ++c) sum[c] = Lanes{} + static_cast<Number>(c);
    const volatile Number numbers[2] = {static_cast<Number>(0.999),
                                        static_cast<Number>(0.001)};   // for nobody to guess
    const Lanes factor = Lanes{} + numbers[0];
    const Lanes term = Lanes{} + numbers[1];
    fastest.measure([&] {
      for (std::size_t i = 0; i < repeats; ++i) {
#pragma GCC unroll 12
        for (std::size_t c = 0; c < chains; ++c) sum[c] = sum[c] * factor + term;
      }
    });
    for (std::size_t c = 1; c < chains; ++c) sum[0] += sum[c];
    volatile Number used = sum[0][0];
    static_cast<void>(used);
  }
  return 2.0 * width * chains * repeats / fastest.seconds;
}

// to[r] = Ω_i·v_r for several vectors v of one row of Ω, which is loaded once.
template <std::size_t count>
void add_products(const double* row, const double* const (&v)[count], std::size_t n, double (&to)[count]) {
  double sum[count] = {};
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t r = 0; r < count; ++r) sum[r] += row[j] * v[r][j];
  }
  for (std::size_t r = 0; r < count; ++r) to[r] = sum[r];
}

// The number of features may be known to the compiler: g++ 12 makes more of it at 64, and less at 16.
template <std::size_t known>
void run_plain_epoch(PlainLvq1& plain, const std::vector<float>& x, const std::vector<std::int32_t>& y,
                     std::span<const std::uint32_t> order, float rate, float last_rate) {
  const std::size_t n = known > 0 ? known : plain.n;
  const std::size_t count = plain.labels.size();
  float* const w = plain.w.data();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float* const sample = x.data() + order[i] * n;
    std::size_t winner = 0;
    float least = std::numeric_limits<float>::max();
    for (std::size_t k = 0; k < count; ++k) {
      float d = 0;
      for (std::size_t j = 0; j < n; ++j) d += (sample[j] - w[k * n + j]) * (sample[j] - w[k * n + j]);
      if (d < least) {
        least = d;
        winner = k;
      }
    }
    const float t = static_cast<float>(i) / static_cast<float>(order.size());
    const float now = rate + (last_rate - rate) * t;
    const float step = plain.labels[winner] == y[order[i]] ? now : -now;
    float* const moving = w + winner * n;
    for (std::size_t j = 0; j < n; ++j) moving[j] += step * (sample[j] - moving[j]);
  }
}

}   // namespace

double double_peak() { return peak<double>(); }
double single_peak() { return peak<float>(); }

void PlainLvq1::run_epoch(const std::vector<float>& x, const std::vector<std::int32_t>& y,
                          std::span<const std::uint32_t> order, float rate, float last_rate) {
  if (n == 64) run_plain_epoch<64>(*this, x, y, order, rate, last_rate);
  else run_plain_epoch<0>(*this, x, y, order, rate, last_rate);
}

FusedGmlvq::FusedGmlvq(std::size_t n, std::vector<double> prototypes, std::vector<std::int32_t> labels,
                       std::vector<double> omega)
    : n_(n),
      labels_(std::move(labels)),
      w_(std::move(prototypes)),
      omega_(std::move(omega)),
      omega_x_(n),
      omega_w_(w_.size()),
      u_(n),
      v_(n),
      a_(n),
      b_(n),
      gu_(n),
      gv_(n),
      mean_(w_.size() + omega_.size()),
      square_(w_.size() + omega_.size()) {
  const std::vector<double> nothing(n);
  project_all(nothing.data());
}

void FusedGmlvq::project_all(const double* x) {
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const row = omega_.data() + i * n_;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < n_; ++j) sum += row[j] * w_[k * n_ + j];
      omega_w_[k * n_ + i] = sum;
    }
    double sum = 0;
    for (std::size_t j = 0; j < n_; ++j) sum += row[j] * x[j];
    omega_x_[i] = sum;
  }
}

FusedGmlvq::Winners FusedGmlvq::find_winners(std::int32_t y) const {
  Winners result;
  double least_right = std::numeric_limits<double>::max();
  double least_wrong = std::numeric_limits<double>::max();
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const double* const projected = omega_w_.data() + k * n_;
    double d = 0;
    for (std::size_t i = 0; i < n_; ++i) d += (omega_x_[i] - projected[i]) * (omega_x_[i] - projected[i]);
    d *= s_ * s_;
    double& least = labels_[k] == y ? least_right : least_wrong;
    if (d < least) {
      least = d;
      (labels_[k] == y ? result.right : result.wrong) = k;
    }
  }
  const double sum = least_right + least_wrong;
  const double f = 1 / (1 + std::exp(-(least_right - least_wrong) / sum));
  result.pull_right = f * (1 - f) * 2 * least_wrong / (sum * sum);
  result.pull_wrong = -f * (1 - f) * 2 * least_right / (sum * sum);
  return result;
}

void FusedGmlvq::set_differences(const double* x, const Winners& winners) {
  const double* const w_right = w_.data() + winners.right * n_;
  const double* const w_wrong = w_.data() + winners.wrong * n_;
  const double* const right = omega_w_.data() + winners.right * n_;
  const double* const wrong = omega_w_.data() + winners.wrong * n_;
  for (std::size_t j = 0; j < n_; ++j) {
    u_[j] = x[j] - w_right[j];
    v_[j] = x[j] - w_wrong[j];
    a_[j] = 2 * winners.pull_right * s_ * (omega_x_[j] - right[j]);
    b_[j] = 2 * winners.pull_wrong * s_ * (omega_x_[j] - wrong[j]);
  }
  std::fill(gu_.begin(), gu_.end(), 0.0);
  std::fill(gv_.begin(), gv_.end(), 0.0);
}

// The step of Ω has rank two, so that projections of prototypes that stay where they are change by multiples of a and b;
// those of the two that move wait for the next pass over Ω.
void FusedGmlvq::step_sgd(const double* x, std::int32_t y, double rate, double metric_rate) {
  for (std::size_t i = 0; i < n_; ++i) {
    double to[3];
    add_products(omega_.data() + i * n_, {x, w_.data() + moved_[0] * n_, w_.data() + moved_[1] * n_}, n_, to);
    omega_x_[i] = to[0];
    omega_w_[moved_[0] * n_ + i] = to[1];
    omega_w_[moved_[1] * n_ + i] = to[2];
  }
  const Winners winners = find_winners(y);
  set_differences(x, winners);

  const double step = metric_rate / s_;
  double norm = 0;
  const double* const u = u_.data();
  const double* const v = v_.data();
  double* const gu = gu_.data();
  double* const gv = gv_.data();
  for (std::size_t i = 0; i < n_; ++i) {
    double* const row = omega_.data() + i * n_;
    const double a = a_[i];
    const double b = b_[i];
#pragma GCC ivdep
    for (std::size_t j = 0; j < n_; ++j) {
      const double old = row[j];
      gu[j] += a * old;
      gv[j] += b * old;
      const double changed = old - step * (a * u[j] + b * v[j]);
      norm += changed * changed;
      row[j] = changed;
    }
  }
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    if (k == winners.right || k == winners.wrong) continue;
    const double* const w = w_.data() + k * n_;
    double uw = 0;
    double vw = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      uw += u[j] * w[j];
      vw += v[j] * w[j];
    }
    double* const projected = omega_w_.data() + k * n_;
    for (std::size_t i = 0; i < n_; ++i) projected[i] -= step * (a_[i] * uw + b_[i] * vw);
  }
  double* const right = w_.data() + winners.right * n_;
  double* const wrong = w_.data() + winners.wrong * n_;
  for (std::size_t j = 0; j < n_; ++j) {
    right[j] += rate * s_ * gu[j];
    wrong[j] += rate * s_ * gv[j];
  }
  moved_[0] = winners.right;
  moved_[1] = winners.wrong;
  s_ = 1 / std::sqrt(norm);
}

// Every number of Ω and every prototype moves, so that all are projected anew, row by row of Ω as it changes.
void FusedGmlvq::step_adam(const double* x, std::int32_t y, double rate, double metric_rate, const double* next) {
  constexpr double first = 0.9;
  constexpr double second = 0.999;
  constexpr double epsilon = 1e-8;
  if (!is_projected_) project_all(x);
  is_projected_ = true;
  const Winners winners = find_winners(y);
  set_differences(x, winners);
  const double* const u = u_.data();
  const double* const v = v_.data();
  double* const gu = gu_.data();
  double* const gv = gv_.data();
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const row = omega_.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      gu[j] += a_[i] * row[j];
      gv[j] += b_[i] * row[j];
    }
  }

  first_power_ *= first;
  second_power_ *= second;
  const double by_mean = 1 / (1 - first_power_);
  const double by_square = 1 / (1 - second_power_);
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const double sign = k == winners.right || k == winners.wrong ? -s_ : 0;
    const double* const g = k == winners.right ? gu : gv;
    double* const w = w_.data() + k * n_;
    double* const mean = mean_.data() + k * n_;
    double* const square = square_.data() + k * n_;
#pragma GCC ivdep
    for (std::size_t j = 0; j < n_; ++j) {
      const double slope = sign * g[j];
      mean[j] = first * mean[j] + (1 - first) * slope;
      square[j] = second * square[j] + (1 - second) * slope * slope;
      w[j] -= rate * (mean[j] * by_mean) / (std::sqrt(square[j] * by_square) + epsilon);
    }
  }

  const double step = metric_rate / s_;
  double norm = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    double* const row = omega_.data() + i * n_;
    double* const mean = mean_.data() + w_.size() + i * n_;
    double* const square = square_.data() + w_.size() + i * n_;
    const double a = a_[i];
    const double b = b_[i];
#pragma GCC ivdep
    for (std::size_t j = 0; j < n_; ++j) {
      const double slope = a * u[j] + b * v[j];
      mean[j] = first * mean[j] + (1 - first) * slope;
      square[j] = second * square[j] + (1 - second) * slope * slope;
      row[j] -= step * (mean[j] * by_mean) / (std::sqrt(square[j] * by_square) + epsilon);
      norm += row[j] * row[j];
    }
    std::size_t k = 0;
    for (; k + 4 <= labels_.size(); k += 4) {
      const double* const w = w_.data() + k * n_;
      double to[4];
      add_products(row, {w, w + n_, w + 2 * n_, w + 3 * n_}, n_, to);
      for (std::size_t r = 0; r < 4; ++r) omega_w_[(k + r) * n_ + i] = to[r];
    }
    for (; k < labels_.size(); ++k) {
      double to[1];
      add_products(row, {w_.data() + k * n_}, n_, to);
      omega_w_[k * n_ + i] = to[0];
    }
    double to[1];
    add_products(row, {next}, n_, to);
    omega_x_[i] = to[0];
  }
  s_ = 1 / std::sqrt(norm);
}

std::vector<double> FusedGmlvq::parameters() const {
  std::vector<double> result = w_;
  for (const double number : omega_) result.push_back(s_ * number);
  return result;
}

}   // namespace protea::bench
