#include <protea/theory/small_rate_limit.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace protea {
namespace {

Eigen::VectorXd linear_flow(const ClusterModel& model, const TheoryRule& rule, const Eigen::VectorXd& state) {
  const std::size_t count = rule.labels().size();
  const std::vector<double> values = to_vector(flow(model, rule, to_overlaps({state.data(), static_cast<std::size_t>(state.size())}, count)).linear);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Eigen::MatrixXd jacobian(const ClusterModel& model, const TheoryRule& rule, const Eigen::VectorXd& state) {
  constexpr double step = 1e-5;
  Eigen::MatrixXd result(state.size(), state.size());
  for (Eigen::Index i = 0; i < state.size(); ++i) {
    Eigen::VectorXd up = state;
    Eigen::VectorXd down = state;
    up[i] += step;
    down[i] -= step;
    result.col(i) = (linear_flow(model, rule, up) - linear_flow(model, rule, down)) / (2 * step);
  }
  return result;
}

// The flow without its quadratic part, as a rule whose factors have vanishing squares.
class Noiseless final : public TheoryRule {
 public:
  explicit Noiseless(const TheoryRule& rule) : rule_(rule) {}
  const std::vector<std::size_t>& labels() const override { return rule_.labels(); }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d, std::size_t cluster) const override {
    return rule_.factors(d, cluster);
  }
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override {
    Moments result = rule_.moments(model, overlaps, cluster);
    result.ff = {};
    return result;
  }

 private:
  const TheoryRule& rule_;
};

}  // namespace

SmallRateLimit small_rate_limit(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  demand_valid(model);
  demand_valid(start);
  const Noiseless noiseless(rule);
  const std::size_t count = start.prototypes;
  Overlaps overlaps = start;
  SmallRateLimit result;
  // Ever longer stretches: a weakly unstable state is left slowly.
  double stretch = 50;
  for (int round = 0;; ++round) {
    const LearningCurve curve = follow({model, noiseless, [](double) { return 1.0; }, overlaps, Integrator::dormand_prince, 1e-10},
                                       std::array{stretch});
    if (curve.diverged_at) {
      result.is_diverged = true;
      result.overlaps = overlaps;
      return result;
    }
    overlaps = curve.points.back().overlaps;
    const std::vector<double> rest = to_vector(flow(model, rule, overlaps).linear);
    const double speed = std::abs(*std::max_element(rest.begin(), rest.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    if (speed < 1e-8) break;
    result.is_at_rest = round < 8;
    if (!result.is_at_rest) break;
    stretch *= 2;
  }
  const std::vector<double> values = to_vector(overlaps);
  Eigen::VectorXd state = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  for (int iteration = 0; result.is_at_rest && iteration < 10; ++iteration) {
    const Eigen::VectorXd change = linear_flow(model, rule, state);
    const Eigen::VectorXd step = jacobian(model, rule, state).colPivHouseholderQr().solve(change);
    // Newton polishes; where a direction is neutral it would run off, and the state that came to rest stays.
    if (!step.allFinite() || step.norm() > 1e-3) break;
    if (linear_flow(model, rule, state - step).norm() >= change.norm()) break;
    state -= step;
  }
  result.overlaps = to_overlaps({state.data(), static_cast<std::size_t>(state.size())}, count);
  result.error = generalization_error(model, result.overlaps, rule.labels());
  result.quantization = quantization_error(model, result.overlaps);
  result.residual = linear_flow(model, rule, state).cwiseAbs().maxCoeff();
  result.slowest = jacobian(model, rule, state).eigenvalues().real().maxCoeff();
  return result;
}

}  // namespace protea
