// Sums in single precision, which make shortlists, for the translation unit that includes it (see kernels_body.hpp).
#pragma once

#include <protea/base/kernels.hpp>
#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

constexpr std::size_t float_width = 2 * width;
typedef float FloatRegister __attribute__((vector_size(float_width * sizeof(float))));
typedef float UnalignedFloats
    __attribute__((vector_size(float_width * sizeof(float)), aligned(sizeof(float)), may_alias));
// As many as a register of doubles.
typedef float HalfOfFloats __attribute__((vector_size(width * sizeof(float))));
typedef float UnalignedHalf __attribute__((vector_size(width * sizeof(float)), aligned(sizeof(float)), may_alias));

constexpr std::size_t panel_width = 16;
constexpr std::size_t panel_registers = panel_width / float_width;
constexpr std::size_t panel_stretch =
    128;   // coordinates summed by themselves: their part of a panel stays in the nearest cache

inline FloatRegister load_floats(const float* from) { return *reinterpret_cast<const UnalignedFloats*>(from); }
inline void store_floats(float* to, FloatRegister value) { *reinterpret_cast<UnalignedFloats*>(to) = value; }

// Sums in single precision bound and never decide: here products may be fused.
inline FloatRegister add_product(FloatRegister sum, FloatRegister a, FloatRegister b) {
#if PROTEA_REGISTER_DOUBLES == 8
  return _mm512_fmadd_ps(a, b, sum);
#elif PROTEA_REGISTER_DOUBLES == 4
  return _mm256_fmadd_ps(a, b, sum);
#else
  return sum + a * b;
#endif
}

// A few rows of a against some panels of b, whose sums stay in registers, over `length` coordinates.
template <std::size_t rows_a, std::size_t panels>
inline void panel_tile(const float* a, std::size_t n, std::size_t length, const float* b, const float* start,
                       std::size_t start_stride, float* c, std::size_t stride) {
  constexpr std::size_t registers = panels * panel_registers;
  FloatRegister sums[rows_a][registers] = {};
  for (std::size_t j = 0; j < length; ++j) {
    FloatRegister bs[registers];
    PROTEA_UNROLL for (std::size_t p = 0; p < panels; ++p) {
      PROTEA_UNROLL for (std::size_t q = 0; q < panel_registers; ++q) bs[p * panel_registers + q] =
          load_floats(b + (p * n + j) * panel_width + q * float_width);
    }
    PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) {
      const FloatRegister as = a[r * n + j] - FloatRegister{};
      PROTEA_UNROLL for (std::size_t q = 0; q < registers; ++q) sums[r][q] = add_product(sums[r][q], as, bs[q]);
    }
  }
  PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) {
    PROTEA_UNROLL for (std::size_t q = 0; q < registers; ++q) store_floats(
        c + r * stride + q * float_width, load_floats(start + r * start_stride + q * float_width) + sums[r][q]);
  }
}

// One row against several panels: its numbers are loaded once, and enough sums are under way.
template <std::size_t together>
inline void row_of_panels(const float* a, std::size_t n, const float* b, const float* start, float* c) {
  FloatRegister sums[together * panel_registers] = {};
  for (std::size_t j = 0; j < n; ++j) {
    const FloatRegister as = a[j] - FloatRegister{};
    PROTEA_UNROLL for (std::size_t p = 0; p < together; ++p) {
      PROTEA_UNROLL for (std::size_t q = 0; q < panel_registers; ++q) sums[p * panel_registers + q] =
          add_product(sums[p * panel_registers + q], as, load_floats(b + (p * n + j) * panel_width + q * float_width));
    }
  }
  PROTEA_UNROLL for (std::size_t s = 0; s < together * panel_registers; ++s)
      store_floats(c + s * float_width, load_floats(start + s * float_width) + sums[s]);
}

// By `together` panels, then by half as many, down to one.
template <std::size_t together = 8 / panel_registers>
inline void one_row(const float* a, std::size_t n, const float* b, std::size_t panels, const float* start, float* c) {
  std::size_t p = 0;
  for (; p + together <= panels; p += together)
    row_of_panels<together>(a, n, b + p * n * panel_width, start + p * panel_width, c + p * panel_width);
  if constexpr (together > 1) {
    if (p < panels)
      one_row<together / 2>(a, n, b + p * n * panel_width, panels - p, start + p * panel_width, c + p * panel_width);
  }
}

template <std::size_t together, std::size_t panels>
inline std::size_t panel_rows(const float* a, std::size_t rows_a, std::size_t n, std::size_t length, const float* b,
                              const float* start, std::size_t start_stride, float* c, std::size_t stride) {
  std::size_t i = 0;
  for (; i + together <= rows_a; i += together)
    panel_tile<together, panels>(a + i * n, n, length, b, start + i * start_stride, start_stride, c + i * stride,
                                 stride);
  return i;
}

// All rows against some panels, stretch by stretch.
template <std::size_t panels>
inline void rows_by_panels(const float* a, std::size_t rows_a, std::size_t n, const float* b, const float* start,
                           float* c, std::size_t stride) {
  constexpr std::size_t together = has_room ? 6 : 2;
  std::size_t first = 0;
  do {   // what was summed before is in c
    const std::size_t length = n - first < panel_stretch ? n - first : panel_stretch;
    const float* const from = first == 0 ? start : c;
    const std::size_t step = first == 0 ? 0 : stride;
    const float* const part = b + first * panel_width;
    const std::size_t done = panel_rows<together, panels>(a + first, rows_a, n, length, part, from, step, c, stride);
    panel_rows<1, panels>(a + done * n + first, rows_a - done, n, length, part, from + done * step, step,
                          c + done * stride, stride);
    first += length;
  } while (first < n);
}

void float_panel_sums(const float* a, std::size_t rows_a, std::size_t n, const float* b, std::size_t panels,
                      const float* start, float* c, std::size_t stride) {
  if (rows_a == 1 && n <= panel_stretch) return one_row(a, n, b, panels, start, c);
  const auto sum = [&]<std::size_t some>(std::size_t p) {
    rows_by_panels<some>(a, rows_a, n, b + p * n * panel_width, start + p * panel_width, c + p * panel_width, stride);
  };
  std::size_t p = 0;
  if constexpr (panel_registers == 1) {   // alone, too few sums of a panel are under way
    for (; p + 3 < panels || p + 2 == panels; p += 2) sum.template operator()<2>(p);
    if (p + 3 == panels) return sum.template operator()<3>(p);
  }
  for (; p < panels; ++p) sum.template operator()<1>(p);
}

#if PROTEA_REGISTER_DOUBLES > 2
typedef float Eight __attribute__((vector_size(8 * sizeof(float))));
#endif
#if PROTEA_REGISTER_DOUBLES == 8
inline Eight low_half(FloatRegister v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7); }
inline Eight high_half(FloatRegister v) { return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15); }
#endif

inline float sum_of(FloatRegister values) {
#if PROTEA_REGISTER_DOUBLES > 2
#if PROTEA_REGISTER_DOUBLES == 8
  const Eight eight = low_half(values) + high_half(values);
#else
  const Eight eight = values;
#endif
  __m128 sum = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
  return _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps(sum, sum, 1)));
#else
  float sum = values[0];
  PROTEA_UNROLL for (std::size_t l = 1; l < float_width; ++l) sum += values[l];
  return sum;
#endif
}

double float_squares(const float* x, std::size_t n) {
  FloatRegister sums[2] = {};
  std::size_t i = 0;
  for (; i + 2 * float_width <= n; i += 2 * float_width) {
    PROTEA_UNROLL for (std::size_t q = 0; q < 2; ++q) {
      const FloatRegister values = load_floats(x + i + q * float_width);
      sums[q] = add_product(sums[q], values, values);
    }
  }
  for (; i + float_width <= n; i += float_width) {
    const FloatRegister values = load_floats(x + i);
    sums[0] = add_product(sums[0], values, values);
  }
  auto total = static_cast<double>(sum_of(sums[0] + sums[1]));
  for (; i < n; ++i) total += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return total;
}

double shifted_floats(const double* __restrict x, const double* __restrict shift, const double* __restrict factor,
                      std::size_t n, float* __restrict y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = static_cast<float>((x[i] - shift[i]) * factor[i]);
  return float_squares(y, n);
}

double panel_column(const double* __restrict w, const double* __restrict shift, std::size_t n, float* __restrict y,
                    float* __restrict panel) {
  Lanes sums = {};
  std::size_t i = 0;
  for (; i + lane_count <= n; i += lane_count) {
    PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t j = i + p * width;
      const Register difference = load_register(w + j) - load_register(shift + j);
      sums.part[p] += difference * difference;
      *reinterpret_cast<UnalignedHalf*>(y + j) = __builtin_convertvector(-2 * difference, HalfOfFloats);
    }
  }
  double total = join(sums);
  for (; i < n; ++i) {
    const double difference = w[i] - shift[i];
    total += difference * difference;
    y[i] = static_cast<float>(-2 * difference);
  }
  for (std::size_t j = 0; j < n; ++j) panel[j * panel_width] = y[j];
  return total;
}

// By stretches too, whose sums are bounded as those of panels are.
void float_products(const float* a, std::size_t rows_a, std::size_t n, const float* b, float start, float* c,
                    std::size_t stride) {
  for (std::size_t r = 0; r < rows_a; ++r) {
    const float* const row = a + r * n;
    float total = start;
    std::size_t j = 0;
    while (j < n) {
      const std::size_t end = n - j < panel_stretch ? n : j + panel_stretch;
      FloatRegister sums[2] = {};
      for (; j + 2 * float_width <= end; j += 2 * float_width) {
        PROTEA_UNROLL for (std::size_t q = 0; q < 2; ++q) sums[q] =
            add_product(sums[q], load_floats(row + j + q * float_width), load_floats(b + j + q * float_width));
      }
      for (; j + float_width <= end; j += float_width)
        sums[0] = add_product(sums[0], load_floats(row + j), load_floats(b + j));
      float sum = sum_of(sums[0] + sums[1]);
      for (; j < end; ++j) sum += row[j] * b[j];
      total += sum;
    }
    c[r * stride] = total;
  }
}

// A bit for each number that is no larger than the limit.
inline unsigned no_larger(FloatRegister values, FloatRegister limit) {
#if PROTEA_REGISTER_DOUBLES == 8
  return _mm512_cmp_ps_mask(values, limit, _CMP_LE_OQ);
#elif PROTEA_REGISTER_DOUBLES == 4
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(values, limit, _CMP_LE_OQ)));
#else
  unsigned bits = 0;
  PROTEA_UNROLL for (std::size_t l = 0; l < float_width; ++l) bits |= static_cast<unsigned>(values[l] <= limit[l]) << l;
  return bits;
#endif
}

inline FloatRegister smaller(FloatRegister a, FloatRegister b) { return a < b ? a : b; }

inline float smallest_of(FloatRegister values) {
#if PROTEA_REGISTER_DOUBLES > 2
#if PROTEA_REGISTER_DOUBLES == 8
  const Eight eight = _mm256_min_ps(low_half(values), high_half(values));
#else
  const Eight eight = values;
#endif
  __m128 least = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  least = _mm_min_ps(least, _mm_movehl_ps(least, least));
  return _mm_cvtss_f32(_mm_min_ss(least, _mm_shuffle_ps(least, least, 1)));
#else
  float least = values[0];
  PROTEA_UNROLL for (std::size_t l = 1; l < float_width; ++l) least = values[l] < least ? values[l] : least;
  return least;
#endif
}

std::size_t near_smallest(const float* v, std::size_t count, float slack, std::uint32_t* places) {
  constexpr std::size_t registers = panel_width / float_width;
  FloatRegister least[registers];
  PROTEA_UNROLL for (std::size_t q = 0; q < registers; ++q) least[q] = load_floats(v + q * float_width);
  for (std::size_t k = panel_width; k < count; k += panel_width) {
    PROTEA_UNROLL for (std::size_t q = 0; q < registers; ++q) least[q] =
        smaller(load_floats(v + k + q * float_width), least[q]);
  }
  PROTEA_UNROLL for (std::size_t q = 1; q < registers; ++q) least[0] = smaller(least[q], least[0]);
  const FloatRegister limit = (smallest_of(least[0]) + slack) - FloatRegister{};
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; k += panel_width) {
    unsigned bits = 0;
    PROTEA_UNROLL for (std::size_t q = 0; q < registers; ++q) bits |=
        no_larger(load_floats(v + k + q * float_width), limit) << (q * float_width);
    for (; bits != 0; bits &= bits - 1)
      places[found++] = static_cast<std::uint32_t>(k) + static_cast<std::uint32_t>(__builtin_ctz(bits));
  }
  return found;
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE
