// Who of many prototypes may be the nearest, where d_k(x) = g(x) + o_k − s_k·(x − r): single precision compares, and everyone stays on the list
// whom a rounding may have put behind another. The direct formula decides among those.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/model/prototype_space.hpp>

namespace PROTEA_EXPORT protea {

class Shortlist {
 public:
  // A quadratic form that all prototypes share is of this kind.
  static bool serves(const PrototypeSpace& space);

  // With r the mean of the prototypes.
  void prepare(const PrototypeSpace& space, Row parameters);
  // … for squared Euclidean distances.
  void prepare(MatrixView prototypes);
  // From now on rows are in other units: (x − shift)·factor are those of the prototypes. Until the next prepare().
  void scale(Row shift, Row factor);
  void forget() { count_ = 0; }
  bool is_prepared_for(std::size_t prototypes) const { return count_ == prototypes && count_ > 0; }

  // Prototype k is now w; squared Euclidean distances.
  void move(std::size_t k, Row w);

  // o_k − s_k·(x − r) of some rows of x without gaps, in single precision, and by how much two of them may be wrong about who is
  // nearer.
  struct Sums {
    std::span<float> values;   // of as many as panels of 16 hold; nobody's are large
    double slack;
  };
  void measure(MatrixView x, std::span<const std::uint32_t> rows);
  Sums sums(std::size_t i) { return {std::span(sums_).subspan(i * padded_, padded_), slacks_[i]}; }
  // Afterwards rivals(i) are the prototypes that may be among the `nearest` nearest of row i, in order. None: nothing can be said, as of
  // rows with gaps or of huge numbers.
  void find(MatrixView x, std::size_t nearest = 1);
  void find(std::span<const double* const> rows, std::size_t features, std::size_t nearest = 1);
  std::span<const std::uint32_t> rivals(std::size_t row) const {
    return std::span(places_).subspan(first_[row], first_[row + 1] - first_[row]);
  }

 private:
  void set(MatrixView prototypes, MatrixView slopes, Row offsets, double largest_eigenvalue);
  double slack_for(double length, std::size_t features) const;   // of x − r
  void list(const float* sums, double slack, std::size_t nearest);

  std::size_t count_ = 0;   // of the prototypes
  std::size_t padded_ = 0;
  std::vector<double> reference_;   // r, in units of the rows
  std::vector<double> factor_;      // from those to units of the prototypes
  std::vector<float> panels_;       // −s of 16 prototypes each, coordinate by coordinate
  std::vector<float> offsets_;      // o
  double largest_offset_ = 0;
  double largest_slope_ = 0;
  double farthest_ = 0;             // of the prototypes from r
  double largest_eigenvalue_ = 1;   // of the form, or more
  double offset_ = 0;               // of r from the origin, where that costs digits
  std::vector<float> samples_;      // x − r
  std::vector<float> sums_;
  std::vector<double> slacks_;
  std::vector<float> least_;   // of each 16 sums
  std::vector<float> sorted_;
  std::vector<std::uint32_t> found_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> places_;
};

}   // namespace protea
