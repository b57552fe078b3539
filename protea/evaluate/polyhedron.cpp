#include <protea/evaluate/polyhedron.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>

namespace protea {
namespace {

constexpr double parallel =
    1e-20;   // squared length of what is left of a normal of length one: rounding, so nothing is left
constexpr double no_rate = 1e-14;    // a multiplier that changes no faster than this does not vanish
constexpr double feasible = 1e-13;   // relative to the largest offset

// Rounds are about as many as halfspaces that bound the polyhedron near the answer; so many more mean that rounding
// goes in circles.
std::size_t most_rounds(std::size_t halfspaces) { return 100 + 20 * halfspaces; }

class ActiveSet {
 public:
  explicit ActiveSet(MatrixView normals) : normals_(normals), step_(normals.columns) {}

  const std::vector<double>& step() const { return step_; }
  BoundedStep bounded_step() const {
    BoundedStep result{step_, {}};
    for (std::size_t m = 0; m < members_.size(); ++m)
      result.multipliers.emplace_back(members_[m], std::max(0.0, multipliers_[m]));
    return result;
  }
  bool has(std::size_t halfspace) const {
    return std::find(members_.begin(), members_.end(), halfspace) != members_.end();
  }

  // Moves until the halfspace holds, letting go of others where their multipliers reach 0.
  void add(std::size_t halfspace, double offset) {
    const Row normal = normals_.row(halfspace);
    double multiplier = 0;
    while (true) {
      const std::vector<double> share = express(normal);
      std::vector<double> direction(normal.begin(),
                                    normal.end());   // the part of the normal that the active ones cannot express
      for (std::size_t m = 0; m < members_.size(); ++m) subtract(share[m], normals_.row(members_[m]), direction);
      const double length = dot(direction, direction);
      const double whole = length > parallel ? (dot(normal, step_) - offset) / length : infinity;
      const auto [partial, blocking] = first_to_vanish(share);
      const double t = std::min(whole, partial);
      if (!std::isfinite(t))
        throw NumericalError("the projection onto a cell of prototypes failed: prototypes nearly coincide");
      multiplier += t;
      for (std::size_t m = 0; m < members_.size(); ++m) multipliers_[m] -= t * share[m];
      if (length > parallel) subtract(t, direction, step_);
      if (t == whole) break;
      members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(blocking));
      multipliers_.erase(multipliers_.begin() + static_cast<std::ptrdiff_t>(blocking));
    }
    members_.push_back(halfspace);
    multipliers_.push_back(multiplier);
  }

 private:
  static void subtract(double scale, Row vector, std::vector<double>& from) {
    for (std::size_t j = 0; j < from.size(); ++j) from[j] -= scale * vector[j];
  }

  // The coefficients of the active normals that come nearest to `normal`.
  std::vector<double> express(Row normal) const {
    if (members_.empty()) return {};
    Matrix active(members_.size(), normals_.columns);
    for (std::size_t m = 0; m < members_.size(); ++m)
      std::copy_n(normals_.row(members_[m]).begin(), normals_.columns, active.row(m).begin());
    return combination_nearest_to(normal, active);
  }

  std::pair<double, std::size_t> first_to_vanish(const std::vector<double>& share) const {
    std::pair<double, std::size_t> first{infinity, 0};
    for (std::size_t m = 0; m < members_.size(); ++m) {
      if (share[m] > no_rate && multipliers_[m] / share[m] < first.first)
        first = {std::max(0.0, multipliers_[m] / share[m]), m};
    }
    return first;
  }

  MatrixView normals_;
  std::vector<double> step_;
  std::vector<std::size_t> members_;
  std::vector<double> multipliers_;
};

}   // namespace

std::vector<double> shortest_step(MatrixView normals, Row offsets) {
  return shortest_step_with_multipliers(normals, offsets).step;
}

BoundedStep shortest_step_with_multipliers(MatrixView normals, Row offsets) {
  double scale = 0;
  for (const double offset : offsets) scale = std::max(scale, std::abs(offset));
  ActiveSet active(normals);
  if (normals.rows == 0) return active.bounded_step();
  for (std::size_t round = 0; round < most_rounds(normals.rows); ++round) {
    std::vector<double> violation = product(normals, active.step());
    for (std::size_t i = 0; i < violation.size(); ++i) violation[i] -= offsets[i];
    const auto worst =
        static_cast<std::size_t>(std::max_element(violation.begin(), violation.end()) - violation.begin());
    if (violation[worst] <= feasible * scale || active.has(worst)) return active.bounded_step();
    active.add(worst, offsets[worst]);
  }
  throw NumericalError("the projection onto a cell of prototypes does not end: prototypes nearly coincide");
}

}   // namespace protea
