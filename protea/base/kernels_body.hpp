// The inner loops for one register width. Included by one translation unit per instruction set, which defines
// PROTEA_KERNEL_SPACE (its namespace), PROTEA_KERNEL_NAME and PROTEA_REGISTER_DOUBLES (2, 4 or 8).
#include <cstring>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

// Short loops over registers are unrolled before anything else, or their arrays would live in memory.
#define PROTEA_UNROLL _Pragma("GCC unroll 8")

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

constexpr std::size_t width = PROTEA_REGISTER_DOUBLES;
constexpr std::size_t parts = lane_count / width;
constexpr std::size_t rows_at_once = width == 2 ? 2 : 4;   // as many as the registers hold

typedef double Register __attribute__((vector_size(width * sizeof(double))));
typedef double Unaligned __attribute__((vector_size(width * sizeof(double)), aligned(sizeof(double)), may_alias));

struct Lanes {
  Register part[parts];
};

inline Lanes load(const double* p) {
  Lanes result;
  PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) result.part[i] = *reinterpret_cast<const Unaligned*>(p + i * width);
  return result;
}

inline Lanes load_first(const double* p, std::size_t count) {
  double padded[lane_count] = {};
  std::memcpy(padded, p, count * sizeof(double));
  return load(padded);
}

inline void store(double* p, const Lanes& value) {
  PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) *reinterpret_cast<Unaligned*>(p + i * width) = value.part[i];
}

typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

// The order of join_lanes, in registers: {(l0+l4)+(l2+l6), (l1+l5)+(l3+l7)}, then their sum.
inline double join(const Lanes& sums) {
#if PROTEA_REGISTER_DOUBLES == 2
  const Pair halves = (sums.part[0] + sums.part[2]) + (sums.part[1] + sums.part[3]);
#else
#if PROTEA_REGISTER_DOUBLES == 4
  const auto fourths = sums.part[0] + sums.part[1];
#else
  const auto fourths = __builtin_shufflevector(sums.part[0], sums.part[0], 0, 1, 2, 3) +
                       __builtin_shufflevector(sums.part[0], sums.part[0], 4, 5, 6, 7);
#endif
  const Pair halves = __builtin_shufflevector(fourths, fourths, 0, 1) + __builtin_shufflevector(fourths, fourths, 2, 3);
#endif
  return halves[0] + halves[1];
}

struct SquaredDifference {
  static Register term(Register x, Register w, Register) { return (x - w) * (x - w); }
  static constexpr bool weighted = false;
};
struct WeightedSquaredDifference {
  static Register term(Register x, Register w, Register weight) { return weight * ((x - w) * (x - w)); }
  static constexpr bool weighted = true;
};
struct Product {
  static Register term(Register x, Register w, Register) { return x * w; }
  static constexpr bool weighted = false;
};

// out[r] = Σ_i term(x_i, w_ri, weight_i) for `count` consecutive rows of w, all at once.
template <class Term, std::size_t count>
inline void reduce_rows(const double* x, const double* w, const double* weights, std::size_t n, double* out) {
  Lanes sums[count] = {};
  std::size_t i = 0;
  for (; i + lane_count <= n; i += lane_count) {
    const Lanes xs = load(x + i);
    const Lanes scale = Term::weighted ? load(weights + i) : Lanes{};
    PROTEA_UNROLL for (std::size_t r = 0; r < count; ++r) {
      const Lanes ws = load(w + r * n + i);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r].part[p] += Term::term(xs.part[p], ws.part[p], scale.part[p]);
    }
  }
  if (i < n) {
    const Lanes xs = load_first(x + i, n - i);
    const Lanes scale = Term::weighted ? load_first(weights + i, n - i) : Lanes{};
    PROTEA_UNROLL for (std::size_t r = 0; r < count; ++r) {
      const Lanes ws = load_first(w + r * n + i, n - i);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r].part[p] += Term::term(xs.part[p], ws.part[p], scale.part[p]);
    }
  }
  PROTEA_UNROLL for (std::size_t r = 0; r < count; ++r) out[r] = join(sums[r]);
}

template <class Term>
inline void reduce_all(const double* x, const double* w, const double* weights, std::size_t count, std::size_t n, double* out) {
  std::size_t k = 0;
  for (; k + rows_at_once <= count; k += rows_at_once) reduce_rows<Term, rows_at_once>(x, w + k * n, weights, n, out + k);
  for (; k < count; ++k) reduce_rows<Term, 1>(x, w + k * n, weights, n, out + k);
}

void squared_distances(const double* x, const double* w, std::size_t count, std::size_t n, double* d) {
  reduce_all<SquaredDifference>(x, w, nullptr, count, n, d);
}

void weighted_squared_distances(const double* x, const double* w, const double* weights, std::size_t count, std::size_t n,
                                double* d) {
  reduce_all<WeightedSquaredDifference>(x, w, weights, count, n, d);
}

void products(const double* a, std::size_t rows_a, const double* b, std::size_t rows_b, std::size_t n, double* c,
              std::size_t stride) {
  for (std::size_t i = 0; i < rows_a; ++i) reduce_all<Product>(a + i * n, b, nullptr, rows_b, n, c + i * stride);
}

// Holds a tile of c in registers while all rows pass by; each element of c adds its terms in row order.
template <std::size_t tile_rows>
inline void add_outer_tile(const double* a, std::size_t rows, std::size_t columns_a, const double* b, std::size_t n, double* c) {
  std::size_t i = 0;
  for (; i + lane_count <= n; i += lane_count) {
    Lanes sums[tile_rows];
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) sums[r] = load(c + r * n + i);
    for (std::size_t s = 0; s < rows; ++s) {
      const Lanes bs = load(b + s * n + i);
      PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
        const double factor = a[s * columns_a + r];
        PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r].part[p] += factor * bs.part[p];
      }
    }
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) store(c + r * n + i, sums[r]);
  }
  for (; i < n; ++i) {
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
      double sum = c[r * n + i];
      for (std::size_t s = 0; s < rows; ++s) sum += a[s * columns_a + r] * b[s * n + i];
      c[r * n + i] = sum;
    }
  }
}

void add_outer_products(const double* a, std::size_t rows, std::size_t columns_a, const double* b, std::size_t n, double* c) {
  std::size_t r = 0;
  for (; r + rows_at_once <= columns_a; r += rows_at_once) add_outer_tile<rows_at_once>(a + r, rows, columns_a, b, n, c + r * n);
  for (; r < columns_a; ++r) add_outer_tile<1>(a + r, rows, columns_a, b, n, c + r * n);
}

std::size_t smallest(const double* d, std::size_t count) {
  double least = d[0];
  std::size_t k = 0;
  if (count >= lane_count) {
    Lanes sums = load(d);
    for (k = lane_count; k + lane_count <= count; k += lane_count) {
      const Lanes next = load(d + k);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) {
        sums.part[p] = next.part[p] < sums.part[p] ? next.part[p] : sums.part[p];
      }
    }
    double lane[lane_count];
    store(lane, sums);
    for (const double each : lane) least = each < least ? each : least;
  }
  for (; k < count; ++k) least = d[k] < least ? d[k] : least;
  std::size_t found = 0;
  while (found + 1 < count && d[found] != least) ++found;
  return found;
}

void add_scaled_difference(double s, const double* a, const double* b, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] += s * (a[i] - b[i]);
}

}  // namespace
}  // namespace protea::PROTEA_KERNEL_SPACE

namespace protea {

const Kernels PROTEA_KERNEL_TABLE = {PROTEA_KERNEL_NAME,
                                     PROTEA_KERNEL_SPACE::squared_distances,
                                     PROTEA_KERNEL_SPACE::weighted_squared_distances,
                                     PROTEA_KERNEL_SPACE::products,
                                     PROTEA_KERNEL_SPACE::add_outer_products,
                                     PROTEA_KERNEL_SPACE::smallest,
                                     PROTEA_KERNEL_SPACE::add_scaled_difference};

}  // namespace protea
