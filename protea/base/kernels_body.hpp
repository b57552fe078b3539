// The inner loops for one register width. Included by one translation unit per instruction set, which defines
// PROTEA_KERNEL_SPACE (its namespace), PROTEA_KERNEL_NAME, PROTEA_REGISTER_DOUBLES (2, 4 or 8) and, where
// they are more than 16, PROTEA_REGISTER_COUNT.
#include <protea/base/kernels.hpp>
#include <protea/base/kernels_floats.hpp>
#include <protea/base/kernels_math.hpp>
#include <protea/base/kernels_outer.hpp>
#include <protea/base/kernels_products.hpp>
#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

struct SquaredDifference {
  static Register term(Register x, Register w, Register) { return (x - w) * (x - w); }
  static constexpr bool weighted = false;
};
struct WeightedSquaredDifference {
  static Register term(Register x, Register w, Register weight) { return weight * ((x - w) * (x - w)); }
  static constexpr bool weighted = true;
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
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r].part[p] +=
          Term::term(xs.part[p], ws.part[p], scale.part[p]);
    }
  }
  if (i < n) {
    const Lanes xs = load_first(x + i, n - i);
    const Lanes scale = Term::weighted ? load_first(weights + i, n - i) : Lanes{};
    PROTEA_UNROLL for (std::size_t r = 0; r < count; ++r) {
      const Lanes ws = load_first(w + r * n + i, n - i);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r].part[p] +=
          Term::term(xs.part[p], ws.part[p], scale.part[p]);
    }
  }
  join_row(sums, out);
}

template <class Term>
inline void reduce_all(const double* x, const double* w, const double* weights, std::size_t count, std::size_t n,
                       double* out) {
  std::size_t k = 0;
  for (; k + rows_at_once <= count; k += rows_at_once)
    reduce_rows<Term, rows_at_once>(x, w + k * n, weights, n, out + k);
  if constexpr (rows_at_once > 2) {
    for (; k + 2 <= count; k += 2) reduce_rows<Term, 2>(x, w + k * n, weights, n, out + k);
  }
  for (; k < count; ++k) reduce_rows<Term, 1>(x, w + k * n, weights, n, out + k);
}

void squared_distances(const double* x, const double* w, std::size_t count, std::size_t n, double* d) {
  reduce_all<SquaredDifference>(x, w, nullptr, count, n, d);
}

void weighted_squared_distances(const double* x, const double* w, const double* weights, std::size_t count,
                                std::size_t n, double* d) {
  reduce_all<WeightedSquaredDifference>(x, w, weights, count, n, d);
}

// Each lane keeps its smallest value and where it was; at the end the lanes are compared, ties going to the
// lowest index.
std::size_t smallest(const double* d, std::size_t count) {
  std::size_t found = 0;
  std::size_t k = 0;
  if (count >= 2 * lane_count) {
    Lanes least = load(d);
    Lanes places = {};
    for (k = lane_count; k + lane_count <= count; k += lane_count) {
      const Lanes next = load(d + k);
      const Register here = Register{} + static_cast<double>(k);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) {
        const auto is_less = next.part[p] < least.part[p];
        least.part[p] = is_less ? next.part[p] : least.part[p];
        places.part[p] = is_less ? here : places.part[p];
      }
    }
    double values[lane_count];
    double first[lane_count];
    store(values, least);
    store(first, places);
    std::size_t best = 0;
    for (std::size_t l = 1; l < lane_count; ++l) {
      const bool is_before = first[l] + static_cast<double>(l) < first[best] + static_cast<double>(best);
      if (values[l] < values[best] || (values[l] == values[best] && is_before)) best = l;
    }
    found = static_cast<std::size_t>(first[best]) + best;
  }
  for (; k < count; ++k) {
    if (d[k] < d[found]) found = k;
  }
  return found;
}

// `tiles` times eight places at once: their sums stay in registers while all values pass by.
template <std::size_t tiles>
inline void sliding_tile(const double* table, const double* values, std::size_t count, double* to) {
  Lanes sums[tiles] = {};
  for (std::size_t c = 0; c < count; ++c) {
    const double* const from = table + count - 1 - c;
    PROTEA_UNROLL for (std::size_t t = 0; t < tiles; ++t) {
      const Lanes weights = load(from + t * lane_count);
      PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[t].part[p] += values[c] * weights.part[p];
    }
  }
  PROTEA_UNROLL for (std::size_t t = 0; t < tiles; ++t) store(to + t * lane_count, sums[t]);
}

void sliding_sums(const double* table, const double* values, std::size_t count, double* to) {
  constexpr std::size_t tiles = has_room ? 4 : 2;
  std::size_t j = 0;
  for (; j + tiles * lane_count <= count; j += tiles * lane_count)
    sliding_tile<tiles>(table + j, values, count, to + j);
  for (; j + lane_count <= count; j += lane_count) sliding_tile<1>(table + j, values, count, to + j);
  if (j == count) return;
  if (count >= lane_count) {   // some places twice
    const std::size_t last = count - lane_count;
    sliding_tile<1>(table + last, values, count, to + last);
    return;
  }
  for (; j < count; ++j) {
    to[j] = 0;
    for (std::size_t c = 0; c < count; ++c) to[j] += values[c] * table[count - 1 - c + j];
  }
}

void add_scaled(double s, const double* a, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] += s * a[i];
}

void add_scaled_difference(double s, const double* a, const double* b, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] += s * (a[i] - b[i]);
}

void multiply(double s, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] *= s;
}

void divide(double s, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] /= s;
}

void momentum_step(double scale, double momentum, double rate, const double* __restrict g, std::size_t n,
                   double* __restrict v, double* __restrict p) {
  for (std::size_t i = 0; i < n; ++i) {
    v[i] = momentum * v[i] + scale * g[i];
    p[i] -= rate * v[i];
  }
}

void keep_within(const double* __restrict low, const double* __restrict high, std::size_t n, double* __restrict y) {
  for (std::size_t i = 0; i < n; ++i) {
    const double below = __builtin_fabs(low[i]);
    const double above = __builtin_fabs(high[i]);
    const double measure = 1e10 * (1 + (below < above ? above : below));
    const double value = y[i];
    const double lifted = value < low[i] ? low[i] : value;
    const double within = lifted > high[i] ? high[i] : lifted;
    y[i] = __builtin_fabs(value) <= measure ? within : value;
  }
}

void adam_step(const AdamStep& step, const double* __restrict g, std::size_t n, double* __restrict m,
               double* __restrict v, double* __restrict p) {
  const AdamStep s = step;
  const double rate = s.rate / s.first_correction;   // divisions take longest: one for each number
  const double by_second = 1 / s.second_correction;
  for (std::size_t i = 0; i < n; ++i) {
    const double own = s.scale * g[i];
    m[i] = s.first * m[i] + (1 - s.first) * own;
    v[i] = s.second * v[i] + (1 - s.second) * own * own;
    p[i] -= rate * m[i] / (__builtin_sqrt(v[i] * by_second) + s.epsilon);
  }
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE

namespace protea {

const Kernels PROTEA_KERNEL_TABLE = {PROTEA_KERNEL_NAME,
                                     PROTEA_KERNEL_SPACE::squared_distances,
                                     PROTEA_KERNEL_SPACE::weighted_squared_distances,
                                     PROTEA_KERNEL_SPACE::products,
                                     PROTEA_KERNEL_SPACE::add_outer_products,
                                     PROTEA_KERNEL_SPACE::scale_add_outer_products,
                                     PROTEA_KERNEL_SPACE::float_panel_sums,
                                     PROTEA_KERNEL_SPACE::panel_column,
                                     PROTEA_KERNEL_SPACE::float_products,
                                     PROTEA_KERNEL_SPACE::shifted_floats,
                                     PROTEA_KERNEL_SPACE::near_smallest,
                                     PROTEA_KERNEL_SPACE::smallest,
                                     PROTEA_KERNEL_SPACE::sliding_sums,
                                     PROTEA_KERNEL_SPACE::add_scaled,
                                     PROTEA_KERNEL_SPACE::add_scaled_difference,
                                     PROTEA_KERNEL_SPACE::multiply,
                                     PROTEA_KERNEL_SPACE::divide,
                                     PROTEA_KERNEL_SPACE::momentum_step,
                                     PROTEA_KERNEL_SPACE::keep_within,
                                     PROTEA_KERNEL_SPACE::adam_step,
                                     PROTEA_KERNEL_SPACE::logs,
                                     PROTEA_KERNEL_SPACE::exponentials,
                                     PROTEA_KERNEL_SPACE::powers,
                                     PROTEA_KERNEL_SPACE::float_squares};

}   // namespace protea
