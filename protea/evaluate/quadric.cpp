#include <protea/evaluate/quadric.hpp>

#include <algorithm>
#include <cmath>

namespace protea {
namespace {

constexpr double widest_exponent = 400;   // μ is sought between 2^∓ this, in units of the problem
constexpr int halvings = 64;              // of that range: more than a double can tell apart
constexpr double missing_share = 1e-9;    // a share of the squared distance that may be missing by rounding only

// The step at a multiplier, in the coordinates of the eigenvectors. For a smallest eigenvalue −m < 0 the multiplier
// ends at 1/m;
// μ = s/(1 + s)/m with s > 0 keeps all digits of 1 + μa at both ends.
class Steps {
 public:
  Steps(std::vector<double> a, std::vector<double> beta, double c)
      : a_(std::move(a)), beta_(std::move(beta)), c_(c), u_(a_.size()) {
    lowest_ = static_cast<std::size_t>(std::min_element(a_.begin(), a_.end()) - a_.begin());
  }

  void go_to(double s) {
    const double most = -a_[lowest_];
    mu_ = most > 0 ? s / (1 + s) / most : s;
    for (std::size_t r = 0; r < u_.size(); ++r) {
      const double divisor = most > 0 ? (1 + (1 + a_[r] / most) * s) / (1 + s) : 1 + s * a_[r];
      u_[r] = beta_[r] == 0 ? 0 : -mu_ * beta_[r] / divisor;
    }
  }

  // uᵀAu + 2bᵀu + c
  double excess() const {
    double sum = c_;
    for (std::size_t r = 0; r < u_.size(); ++r) sum += u_[r] * (a_[r] * u_[r] + 2 * beta_[r]);
    return sum;
  }

  double square() const {
    double sum = 0;
    for (const double value : u_) sum += value * value;
    return sum;
  }

  // The multiplier has come to its end above the quadric: what is missing lies along the lowest eigenvector, of which
  // b knows nothing.
  double finish() {
    const double missing = mu_ * std::max(0.0, excess());
    if (a_[lowest_] < 0 && missing > missing_share * square())
      u_[lowest_] = std::copysign(std::hypot(u_[lowest_], std::sqrt(missing)), u_[lowest_]);
    return std::sqrt(square());
  }

  const std::vector<double>& step() const { return u_; }

 private:
  std::vector<double> a_;
  std::vector<double> beta_;
  double c_;
  std::vector<double> u_;
  double mu_ = 0;
  std::size_t lowest_ = 0;
};

}   // namespace

QuadricStep shortest_step_to_quadric(const Spectrum& a, Row b, double c) {
  const std::size_t n = b.size();
  QuadricStep result{0, std::vector<double>(n)};
  if (c <= 0) return result;
  std::vector<double> beta(n);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t j = 0; j < n; ++j) beta[r] += a.vectors(r, j) * b[j];
  }
  Steps steps(a.values, std::move(beta), c);
  double below = -widest_exponent;
  double above = widest_exponent;
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (below + above) / 2;
    steps.go_to(std::exp2(middle));
    (steps.excess() > 0 ? below : above) = middle;
  }
  steps.go_to(std::exp2(below));
  result.distance = steps.finish();
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t j = 0; j < n; ++j) result.step[j] += a.vectors(r, j) * steps.step()[r];
  }
  return result;
}

}   // namespace protea
