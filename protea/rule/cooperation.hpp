// How strongly units of a lattice learn together: h(winner, k), a function of their squared distance on the lattice.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/rule/lattice.hpp>

namespace PROTEA_EXPORT protea {

// gaussian: exp(−r²/2σ²); bubble: 1 up to the distance σ, 0 beyond.
enum class Falloff { gaussian, bubble };
constexpr auto names_of(Falloff) {
  return std::array{std::pair<std::string_view, Falloff>{"gaussian", Falloff::gaussian},
                    std::pair<std::string_view, Falloff>{"bubble", Falloff::bubble}};
}

// h at one range σ. On a grid, the Gaussian is a product of one function of the columns and one of the rows, so that
// sums over all pairs of units are two small products.
class Cooperation {
 public:
  Cooperation() = default;
  Cooperation(const Lattice& lattice, Falloff falloff, double range) { set(lattice, falloff, range); }

  // The same object for another moment; buffers are kept, and nothing is done where nothing has changed. The matrix of
  // a free lattice must outlive it.
  void set(const Lattice& lattice, Falloff falloff, double range);
  // One for the calling thread, as it is until the next call there: a rule that changes with every sample makes no
  // buffers for it.
  static const Cooperation& of_this_thread(const Lattice& lattice, Falloff falloff, double range);

  std::size_t units() const { return units_; }
  double between(std::size_t winner, std::size_t unit) const;
  // to_k = scale · h(winner, k)
  void set_row(std::size_t winner, double scale, MutableRow to) const;
  // to_r = Σ_k h(r, k)·d_k; `spare` is as long as both.
  void smooth(Row d, MutableRow to, std::vector<double>& spare) const;
  // Row k of `to` += scale · Σ_w h(w, k) · row w of `by_winner`.
  void spread(MatrixView by_winner, double scale, MutableMatrixView to) const;

 private:
  double along_rows(std::size_t from, std::size_t to) const { return by_row_[from > to ? from - to : to - from]; }
  // Weights of the columns as seen from one: numbers for every column, for a winner whose row is even or odd, and a
  // target whose row is likewise or not.
  const double* columns_from(std::size_t column, std::size_t winner_row, std::size_t row) const;

  double squared_distance(std::size_t from, std::size_t to) const {
    return squared_ ? (*squared_)(from, to) : lattice_.squared_distance(from, to);
  }

  Lattice lattice_;   // without the matrix of a free one, which may be large: one of a thread lives as long as that
  const Matrix* squared_ = nullptr;   // that matrix
  Falloff falloff_ = Falloff::gaussian;
  double range_ = 1;
  std::size_t units_ = 0;
  bool is_separable_ = false;
  // Symmetric tables by difference of columns, from −(columns − 1): in the same row or one of the same parity, in one
  // half a place further to the right, half a place further to the left.
  std::vector<double> by_column_[3];
  std::vector<double> by_row_;   // by difference of rows
};

}   // namespace protea
