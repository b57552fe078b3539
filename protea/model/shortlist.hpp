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
  // A quadratic form of the house that all prototypes share is of this kind. Of the forms of others it is not known how
  // far their roundings go.
  static bool serves(const PrototypeSpace& space);

  // With r the mean of the prototypes.
  void prepare(const PrototypeSpace& space, Row parameters);
  // … for squared Euclidean distances.
  void prepare(MatrixView prototypes);
  // … of prototypes of which some will move(): find() and measure() serve them, settle() and rows in single precision do not.
  void prepare_to_move(MatrixView prototypes);
  // From now on rows are in other units: (x − shift)·factor are those of the prototypes. Until the next prepare().
  void scale(Row shift, Row factor);
  void forget() { count_ = 0; }
  bool is_prepared_for(std::size_t prototypes) const { return count_ == prototypes && count_ > 0; }

  // o_k − s_k·(x − r) of some rows of x without gaps, in single precision, and by how much two of them may be wrong about who is
  // nearer.
  struct Sums {
    std::span<float> values;   // of as many as panels of 16 hold; nobody's are large
    double slack;              // ∞ where nothing can be said
  };
  void measure(MatrixView x, std::span<const std::uint32_t> rows);
  Sums sums(std::size_t i) { return {std::span(sums_).subspan(i * padded_, padded_), slack_.of(lengths_[i])}; }
  // Prototype k is now w, for rows to come and for those just measured from the one numbered `first` on; squared Euclidean distances.
  void move(std::size_t k, Row w, std::size_t first);
  // Afterwards rivals(i) are the prototypes that may be among the `nearest` nearest of row i, in order. None: nothing can be said, as of
  // rows with gaps or of huge numbers.
  void find(MatrixView x, std::size_t nearest = 1);
  void find(std::span<const double* const> rows, std::size_t features, std::size_t nearest = 1);
  // The nearest one of rows in single precision, in the order in which they stand in memory, `stride` apart. Numbers that
  // were rounded to single precision once are welcome too.
  void find(const float* rows, std::size_t count, std::size_t features, std::size_t stride);
  // Makes ready for such rows, once for all copies.
  void fold();
  std::span<const std::uint32_t> rivals(std::size_t row) const {
    return std::span(places_).subspan(first_[row], first_[row + 1] - first_[row]);
  }

  // Compares the rivals of a row x again, in double precision: the one who is nearest by more than roundings can hide,
  // or nobody.
  static constexpr std::uint32_t nobody = 0xffffffff;
  std::uint32_t settle(const double* x, std::span<const std::uint32_t> rivals);

 private:
  // Sums of single precision: by how much two of them may be wrong about who is nearer, for a row of some length.
  struct Slack {
    double constant = 0;
    double by_length = 0;
    double by_square = 0;   // of length·stretch + reach
    double stretch = 1;     // from the length of a row to that of x − r in units of the prototypes
    double reach = 0;
    double most = 0;   // lengths below it leave single precision in its range

    double of(double squared_length) const;
  };
  struct Roundings {
    double offset = 0;   // the largest of their amounts
    double slope = 0;
  };
  void begin(std::size_t prototypes, std::size_t features);
  void set(MatrixView prototypes, Matrix slopes, Row offsets, double largest_eigenvalue);
  Slack slack_for(std::size_t features, const Roundings& largest) const;
  Slack shifted_slack(std::size_t features) const { return slack_for(features, {largest_offset_, largest_slope_}); }
  void start(std::size_t rows);
  std::size_t rows_at_once(std::size_t features) const;
  void list(const float* sums, double slack, std::size_t nearest);

  std::size_t count_ = 0;   // of the prototypes
  std::size_t padded_ = 0;
  Numbers reference_;   // r, in units of the rows
  Numbers factor_;      // from those to units of the prototypes
  Singles panels_;      // −s of 16 prototypes each, coordinate by coordinate
  Singles offsets_;     // o
  Matrix slopes_;       // s, o in double precision; none after move()
  Numbers whole_offsets_;
  // For rows as they are: −s·factor, and o + s·factor·r.
  bool is_folded_ = false;
  Singles folded_panels_;
  Singles folded_offsets_;
  Slack folded_slack_;
  bool is_far_ = false;   // r is so far from the origin that rows as they are would lose too many digits
  double largest_offset_ = 0;
  double largest_slope_ = 0;
  double farthest_ = 0;             // of the prototypes from r
  double largest_eigenvalue_ = 1;   // of the form, or more
  double direct_terms_ = 16;        // roundings of the direct formula
  double offset_ = 0;               // of r from the origin, where that costs digits
  Singles samples_;                 // x − r
  Numbers shifted_;                 // one of them, in double precision
  Singles sums_;
  Numbers slacks_;
  Numbers lengths_;   // of rows that were measured, squared
  Slack slack_;       // of these, as far as prototypes have come
  Singles column_;    // −s of one prototype
  Singles least_;     // of each 16 sums
  Singles sorted_;
  std::vector<std::uint32_t> found_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> places_;
};

}   // namespace protea
