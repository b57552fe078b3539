#include <protea/evaluate/polyhedron.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Normals = Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>;

constexpr double parallel = 1e-20;         // squared length of what is left of a normal of length one: rounding, so nothing is left
constexpr double no_rate = 1e-14;          // a multiplier that changes no faster than this does not vanish
constexpr double feasible = 1e-13;         // relative to the largest offset

// Rounds are about as many as halfspaces that bound the polyhedron near the answer; so many more mean that rounding goes in circles.
std::size_t most_rounds(std::size_t halfspaces) { return 100 + 20 * halfspaces; }

class ActiveSet {
 public:
  explicit ActiveSet(const Normals& normals) : normals_(normals), step_(Vector::Zero(normals.cols())) {}

  const Vector& step() const { return step_; }
  bool has(Eigen::Index halfspace) const { return std::find(members_.begin(), members_.end(), halfspace) != members_.end(); }

  // Moves until the halfspace holds, letting go of others where their multipliers reach 0.
  void add(Eigen::Index halfspace, double offset) {
    const Vector normal = normals_.row(halfspace).transpose();
    double multiplier = 0;
    while (true) {
      const Vector share = express(normal);
      Vector direction = normal;           // the part of the normal that the active ones cannot express
      for (std::size_t m = 0; m < members_.size(); ++m) direction -= share(static_cast<Eigen::Index>(m)) * normals_.row(members_[m]).transpose();
      const double length = direction.squaredNorm();
      const double whole = length > parallel ? (normal.dot(step_) - offset) / length : infinity;
      const auto [partial, blocking] = first_to_vanish(share);
      const double t = std::min(whole, partial);
      if (!std::isfinite(t)) throw NumericalError("the projection onto a cell of prototypes failed: prototypes nearly coincide");
      multiplier += t;
      for (std::size_t m = 0; m < members_.size(); ++m) multipliers_[m] -= t * share(static_cast<Eigen::Index>(m));
      if (length > parallel) step_ -= t * direction;
      if (t == whole) break;
      members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(blocking));
      multipliers_.erase(multipliers_.begin() + static_cast<std::ptrdiff_t>(blocking));
    }
    members_.push_back(halfspace);
    multipliers_.push_back(multiplier);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  // The coefficients of the active normals that come nearest to `normal`.
  Vector express(const Vector& normal) const {
    const auto size = static_cast<Eigen::Index>(members_.size());
    if (size == 0) return {};
    Eigen::MatrixXd active(size, normals_.cols());
    for (Eigen::Index m = 0; m < size; ++m) active.row(m) = normals_.row(members_[static_cast<std::size_t>(m)]);
    return (active * active.transpose()).ldlt().solve(active * normal);
  }

  std::pair<double, std::size_t> first_to_vanish(const Vector& share) const {
    std::pair<double, std::size_t> first{infinity, 0};
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const double rate = share(static_cast<Eigen::Index>(m));
      if (rate > no_rate && multipliers_[m] / rate < first.first) first = {std::max(0.0, multipliers_[m] / rate), m};
    }
    return first;
  }

  const Normals& normals_;
  Vector step_;
  std::vector<Eigen::Index> members_;
  std::vector<double> multipliers_;
};

}  // namespace

std::vector<double> shortest_step(MatrixView normals, Row offsets) {
  const Normals rows(normals.data, static_cast<Eigen::Index>(normals.rows), static_cast<Eigen::Index>(normals.columns),
                     Eigen::OuterStride<>(static_cast<Eigen::Index>(normals.stride)));
  const Eigen::Map<const Vector> limits(offsets.data(), static_cast<Eigen::Index>(offsets.size()));
  double scale = 0;
  for (const double offset : offsets) scale = std::max(scale, std::abs(offset));
  ActiveSet active(rows);
  for (std::size_t round = 0; round < most_rounds(normals.rows); ++round) {
    const Vector violation = rows * active.step() - limits;
    Eigen::Index worst = 0;
    if (violation.size() == 0 || violation.maxCoeff(&worst) <= feasible * scale || active.has(worst)) {
      return {active.step().data(), active.step().data() + active.step().size()};
    }
    active.add(worst, offsets[static_cast<std::size_t>(worst)]);
  }
  throw NumericalError("the projection onto a cell of prototypes does not end: prototypes nearly coincide");
}

}  // namespace protea
