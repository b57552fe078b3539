#include <protea/perceptron/nearest_point.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>

namespace protea {
namespace {

// Points that span a face, with the shares of the point on it that is best so far.
class Corral {
 public:
  explicit Corral(MatrixView points) : points_(points) {}

  void begin_with(std::size_t point) {
    corners_ = {point};
    shares_ = {1};
  }
  void add(std::size_t point) {
    corners_.push_back(point);
    shares_.push_back(0);
  }
  bool has(std::size_t point) const { return std::ranges::find(corners_, point) != corners_.end(); }
  std::size_t size() const { return corners_.size(); }

  // Goes to the nearest point of the affine hull of the corners; where that lies outside of the face, as far as the face goes, and drops the corners
  // that are not needed there. Whether the former was reached.
  bool approach() {
    const std::vector<double> aim = affine_minimum();
    double reach = 1;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      if (aim[k] >= least) continue;
      const double fall = shares_[k] - aim[k];
      reach = std::min(reach, fall > 0 ? shares_[k] / fall : 0.0);
    }
    const bool is_reached = std::ranges::all_of(aim, [](double share) { return share >= least; });
    if (is_reached) {
      shares_ = aim;
      return true;
    }
    for (std::size_t k = 0; k < shares_.size(); ++k) shares_[k] += reach * (aim[k] - shares_[k]);
    drop_unneeded();
    return false;
  }

  std::vector<double> point() const {
    std::vector<double> result(points_.columns);
    for (std::size_t k = 0; k < corners_.size(); ++k)
      kernels().add_scaled(shares_[k], points_.row(corners_[k]).data(), result.size(), result.data());
    return result;
  }
  std::vector<double> all_shares() const {
    std::vector<double> all(points_.rows);
    for (std::size_t k = 0; k < corners_.size(); ++k) all[corners_[k]] = shares_[k];
    return all;
  }

 private:
  static constexpr double least = 1e-13;

  // Shares with sum 1 of the least length: those of u with (1 + G)u = 1, over their sum; G holds the products of the corners, here over their mean.
  std::vector<double> affine_minimum() const {
    const std::size_t count = corners_.size();
    Matrix g(count, count);
    double scale = 0;
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t l = 0; l <= k; ++l) g(k, l) = g(l, k) = dot(points_.row(corners_[k]), points_.row(corners_[l]));
      scale += g(k, k) / static_cast<double>(count);
    }
    if (!(scale > 0)) return std::vector<double>(count, 1 / static_cast<double>(count));
    for (double& value : g.values()) value = value / scale + 1;
    std::vector<double> shares = solve(g, std::vector<double>(count, 1.0));
    double sum = 0;
    for (const double share : shares) sum += share;
    for (double& share : shares) share /= sum;
    return shares;
  }
  void drop_unneeded() {
    const std::size_t smallest =
        static_cast<std::size_t>(std::min_element(shares_.begin(), shares_.end()) - shares_.begin());
    std::size_t kept = 0;
    double sum = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      if (k == smallest || shares_[k] < least) continue;
      corners_[kept] = corners_[k];
      shares_[kept++] = shares_[k];
      sum += shares_[kept - 1];
    }
    corners_.resize(kept);
    shares_.resize(kept);
    for (double& share : shares_) share /= sum;
  }

  MatrixView points_;
  std::vector<std::size_t> corners_;
  std::vector<double> shares_;
};

}   // namespace

std::optional<NearestPoint> nearest_point_to_origin(MatrixView points, std::size_t most_steps,
                                                    std::size_t most_corners) {
  if (points.rows == 0) return std::nullopt;
  double longest = 0;
  double shortest = infinity;
  std::size_t first = 0;
  for (std::size_t i = 0; i < points.rows; ++i) {
    const double squared = dot(points.row(i), points.row(i));
    longest = std::max(longest, squared);
    if (squared >= shortest) continue;
    shortest = squared;
    first = i;
  }
  Corral corral(points);
  corral.begin_with(first);
  std::vector<double> products(points.rows);
  std::size_t steps = 0;
  double best = infinity;
  while (true) {
    const std::vector<double> x = corral.point();
    const double squared = dot(x, x);
    kernels().products(x.data(), 1, points.data, points.rows, points.columns, products.data(), products.size());
    const std::size_t across = kernels().smallest(products.data(), products.size());
    const double slack = 1e-13 * std::sqrt(squared * longest);
    // The end: no point lies nearer along x. Rounding may let it turn in a circle, in which the length does not fall any more.
    if (products[across] >= squared - slack || corral.has(across) || squared >= best)
      return NearestPoint{x, corral.all_shares(), std::sqrt(squared)};
    best = squared;
    corral.add(across);
    while (!corral.approach()) {
      if (++steps > most_steps) return std::nullopt;
    }
    if (++steps > most_steps || corral.size() > most_corners) return std::nullopt;
  }
}

std::optional<NearestPoint> nearest_point_of(const Dichotomy& dichotomy) {
  Matrix signed_inputs(dichotomy.size(), dichotomy.dimension());
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    for (std::size_t j = 0; j < dichotomy.dimension(); ++j)
      signed_inputs(i, j) = dichotomy.outputs[i] * dichotomy.inputs.row(i)[j];
  }
  return nearest_point_to_origin(signed_inputs.view());
}

}   // namespace protea
