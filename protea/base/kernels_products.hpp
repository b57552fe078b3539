// Products of rows with rows, a_i · b_j, for the translation unit that includes it (see kernels_body.hpp). Every sum goes to the eight
// lanes in the order of its coordinates, whichever way is taken.
#pragma once

#include <protea/base/kernels.hpp>
#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

// Few rows or short ones: a tile of sums is taken from where the numbers are, with all eight lanes in registers.
constexpr std::size_t direct_columns = !has_room ? 1 : (width == 2 ? 2 : (width == 4 ? 3 : 6));

#if PROTEA_REGISTER_DOUBLES == 8
// The first two, four, six or eight, in stores that may be read again at once: what a mask has stored waits for the cache.
template <std::size_t count>
inline void store_some(double* to, Register values) {
  typedef double Four __attribute__((vector_size(4 * sizeof(double))));
  typedef double UnalignedFour __attribute__((vector_size(4 * sizeof(double)), aligned(sizeof(double)), may_alias));
  typedef double UnalignedPair __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
  if constexpr (count == 8) return store_register(to, values);
  const Four low = __builtin_shufflevector(values, values, 0, 1, 2, 3);
  const Four high = __builtin_shufflevector(values, values, 4, 5, 6, 7);
  if constexpr (count >= 4) *reinterpret_cast<UnalignedFour*>(to) = low;
  const Four rest = count >= 4 ? high : low;
  if constexpr (count % 4 == 2)
    *reinterpret_cast<UnalignedPair*>(to + count - 2) = __builtin_shufflevector(rest, rest, 0, 1);
}
#endif

// to[q] = join(sums[q]) for a few sums, which pass side by side where registers hold them whole.
template <std::size_t count>
inline void join_row(const Lanes (&sums)[count], double* to) {
#if PROTEA_REGISTER_DOUBLES == 8
  if constexpr (count > 1 && count % 2 == 0 && count <= 8) {
    Register fourths[4] = {};   // {l0 + l4, …, l3 + l7} of two sums each
    PROTEA_UNROLL for (std::size_t q = 0; q < count / 2; ++q) {
      const Register a = sums[2 * q].part[0];
      const Register b = sums[2 * q + 1].part[0];
      fourths[q] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
                   __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    }
    const auto halve = [](Register a, Register b) {   // of four sums
      return __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13) +
             __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
    };
    const Register first = halve(fourths[0], fourths[1]);
    const Register second = count > 4 ? halve(fourths[2], fourths[3]) : first;
    const Register all = __builtin_shufflevector(first, second, 0, 2, 4, 6, 8, 10, 12, 14) +
                         __builtin_shufflevector(first, second, 1, 3, 5, 7, 9, 11, 13, 15);
    store_some<count>(to, all);
    return;
  }
#endif
  PROTEA_UNROLL for (std::size_t q = 0; q < count; ++q) to[q] = join(sums[q]);
}

template <std::size_t rows_a, std::size_t rows_b>
inline void direct_tile(const double* a, const double* b, std::size_t n, double* c, std::size_t stride) {
  Lanes sums[rows_a][rows_b] = {};
  const auto add = [&](const Lanes(&as)[rows_a], const Lanes(&bs)[rows_b]) __attribute__((always_inline)) {
    PROTEA_UNROLL for (std::size_t q = 0; q < rows_b; ++q) {
      PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) {
        PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r][q].part[p] += as[r].part[p] * bs[q].part[p];
      }
    }
  };
  Lanes as[rows_a];
  Lanes bs[rows_b];
  std::size_t i = 0;
  for (; i + lane_count <= n; i += lane_count) {
    PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) as[r] = load(a + r * n + i);
    PROTEA_UNROLL for (std::size_t q = 0; q < rows_b; ++q) bs[q] = load(b + q * n + i);
    add(as, bs);
  }
  if (i < n) {
    PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) as[r] = load_first(a + r * n + i, n - i);
    PROTEA_UNROLL for (std::size_t q = 0; q < rows_b; ++q) bs[q] = load_first(b + q * n + i, n - i);
    add(as, bs);
  }
  PROTEA_UNROLL for (std::size_t r = 0; r < rows_a; ++r) join_row(sums[r], c + r * stride);
}

template <std::size_t columns>
inline void direct_rows(const double* a, std::size_t rows_a, const double* b, std::size_t n, double* c,
                        std::size_t stride) {
  std::size_t i = 0;
  for (; i + 2 <= rows_a; i += 2) direct_tile<2, columns>(a + i * n, b, n, c + i * stride, stride);
  for (; i < rows_a; ++i) direct_tile<1, columns>(a + i * n, b, n, c + i * stride, stride);
}

// Rows of b pass once, those of a for each tile of them.
inline void direct_products(const double* a, std::size_t rows_a, const double* b, std::size_t rows_b, std::size_t n,
                            double* c, std::size_t stride) {
  std::size_t j = 0;
  for (; j + direct_columns <= rows_b; j += direct_columns)
    direct_rows<direct_columns>(a, rows_a, b + j * n, n, c + j, stride);
  const auto finish = [&]<std::size_t columns>() {
    if (columns >= direct_columns) return;
    for (; j + columns <= rows_b; j += columns) direct_rows<columns>(a, rows_a, b + j * n, n, c + j, stride);
  };
  finish.template operator()<4>();
  finish.template operator()<2>();
  finish.template operator()<1>();
}

// Many rows: they are packed side by side as a tile wants them, padded with zeros, and cut into stretches of coordinates, so that a panel
// of b stays in the nearest cache while all of a passes by. One register's worth of lanes is summed at a time, so that a larger tile finds
// room in the registers; the sums of all lanes wait in memory between stretches.
constexpr std::size_t tile_a = 4;
constexpr std::size_t tile_b = width == 8 ? 6 : 3;
constexpr std::size_t most_a = 96;   // rows at once
constexpr std::size_t panel_b = width == 8 ? 6 : 12;
constexpr std::size_t block_b = 48;   // whose sums wait
constexpr std::size_t longest_stretch = width == 8 ? 400 : 128;

// Groups of `together` rows, for each group and each eight coordinates those of its rows; rows and coordinates beyond the last are zeros.
template <std::size_t together>
inline void pack(const double* x, std::size_t rows, std::size_t n, std::size_t first, std::size_t length, double* to) {
  for (std::size_t r = 0; r < rows; r += together) {
    for (std::size_t i = first; i < first + length; i += lane_count) {
      for (std::size_t q = 0; q < together; ++q, to += lane_count) {
        if (r + q >= rows) store(to, Lanes{});
        else store(to, i + lane_count <= n ? load(x + (r + q) * n + i) : load_first(x + (r + q) * n + i, n - i));
      }
    }
  }
}

// Where sums come from, and where they go: those of the last stretch are joined at once where registers hold all lanes.
enum class StretchPlace { only, first, middle, last };
constexpr bool joins_in_registers = parts == 1;

// What joined sums there will be.
struct TileEnd {
  double* to;
  std::size_t stride;
  std::size_t rows;
  std::size_t columns;
};

// A tile of sums grows by the products over `length` packed coordinates; `sums` has block_b sums of eight lanes to a row.
template <StretchPlace stretch>
inline void packed_tile(const double* a, const double* b, std::size_t length, double* sums, const TileEnd& end) {
  constexpr bool begins = stretch == StretchPlace::only || stretch == StretchPlace::first;
  constexpr bool ends = joins_in_registers && (stretch == StretchPlace::only || stretch == StretchPlace::last);
  for (std::size_t p = 0; p < parts; ++p) {
    Register own[tile_a][tile_b];
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_a; ++r) {
      PROTEA_UNROLL for (std::size_t q = 0; q < tile_b; ++q) own[r][q] =
          begins ? Register{} : load_register(sums + (r * block_b + q) * lane_count + p * width);
    }
    const double* from_a = a + p * width;
    const double* from_b = b + p * width;
    for (std::size_t i = 0; i < length; i += lane_count) {
      Register as[tile_a];
      PROTEA_UNROLL for (std::size_t r = 0; r < tile_a; ++r) as[r] = load_register(from_a + r * lane_count);
      PROTEA_UNROLL for (std::size_t q = 0; q < tile_b; ++q) {
        const Register bs = load_register(from_b + q * lane_count);
        PROTEA_UNROLL for (std::size_t r = 0; r < tile_a; ++r) own[r][q] += as[r] * bs;
      }
      from_a += tile_a * lane_count;
      from_b += tile_b * lane_count;
    }
    if constexpr (ends) {
      PROTEA_UNROLL for (std::size_t r = 0; r < tile_a; ++r) {
        Lanes lanes[tile_b];
        PROTEA_UNROLL for (std::size_t q = 0; q < tile_b; ++q) lanes[q].part[0] = own[r][q];
        if (r < end.rows && end.columns == tile_b) {
          join_row(lanes, end.to + r * end.stride);
        } else if (r < end.rows) {
          double joined[tile_b];
          join_row(lanes, joined);
          for (std::size_t q = 0; q < end.columns; ++q) end.to[r * end.stride + q] = joined[q];
        }
      }
    } else {
      PROTEA_UNROLL for (std::size_t r = 0; r < tile_a; ++r) {
        PROTEA_UNROLL for (std::size_t q = 0; q < tile_b; ++q)
            store_register(sums + (r * block_b + q) * lane_count + p * width, own[r][q]);
      }
    }
  }
}

// All rows of a against a panel of b, over one stretch.
template <StretchPlace stretch>
inline void packed_panel(const double* a, const double* b, std::size_t length, double* sums, const TileEnd& end) {
  for (std::size_t i = 0; i < end.rows; i += tile_a) {
    for (std::size_t q = 0; q < end.columns; q += tile_b) {
      packed_tile<stretch>(
          a + i * length, b + q * length, length, sums + (i * block_b + q) * lane_count,
          {end.to + i * end.stride + q, end.stride, end.rows - i, end.columns - q < tile_b ? end.columns - q : tile_b});
    }
  }
}

inline void packed_products(const double* a, std::size_t rows_a, const double* b, std::size_t rows_b, std::size_t n,
                            double* c, std::size_t stride) {
  alignas(64) double packed_b[panel_b * longest_stretch];
  const std::size_t whole = (n + lane_count - 1) / lane_count * lane_count;
  const std::size_t stretches = (whole + longest_stretch - 1) / longest_stretch;
  const std::size_t length = (whole / lane_count + stretches - 1) / stretches * lane_count;
  const std::size_t padded_a = (rows_a + tile_a - 1) / tile_a * tile_a;
  double* const packed_a = kernel_memory(padded_a * (whole + block_b * lane_count));
  double* const sums = packed_a + padded_a * whole;
  const auto length_from = [&](std::size_t k) { return k + length < whole ? length : whole - k; };
  for (std::size_t k = 0; k < whole; k += length)
    pack<tile_a>(a, rows_a, n, k, length_from(k), packed_a + k * padded_a);
  for (std::size_t j = 0; j < rows_b; j += block_b) {
    const std::size_t block = rows_b - j < block_b ? rows_b - j : block_b;
    for (std::size_t k = 0; k < whole; k += length) {
      const std::size_t own = length_from(k);
      const bool is_last = k + own == whole;
      const auto add = k == 0 ? (is_last ? packed_panel<StretchPlace::only> : packed_panel<StretchPlace::first>)
                              : (is_last ? packed_panel<StretchPlace::last> : packed_panel<StretchPlace::middle>);
      for (std::size_t q = 0; q < block; q += panel_b) {
        const std::size_t columns = block - q < panel_b ? block - q : panel_b;
        pack<tile_b>(b + (j + q) * n, columns, n, k, own, packed_b);
        add(packed_a + k * padded_a, packed_b, own, sums + q * lane_count, {c + j + q, stride, rows_a, columns});
      }
    }
    for (std::size_t i = 0; !joins_in_registers && i < rows_a; ++i) {
      std::size_t q = 0;
      for (; q + 4 <= block; q += 4) join_four(sums + (i * block_b + q) * lane_count, c + i * stride + j + q);
      for (; q < block; ++q) c[i * stride + j + q] = join(load(sums + (i * block_b + q) * lane_count));
    }
  }
}

void products(const double* a, std::size_t rows_a, const double* b, std::size_t rows_b, std::size_t n, double* c,
              std::size_t stride) {
  if (rows_a < 2 * tile_a || rows_b < 12 || n < 48) return direct_products(a, rows_a, b, rows_b, n, c, stride);
  const std::size_t blocks = (rows_a + most_a - 1) / most_a;
  const std::size_t block_a = (rows_a + blocks - 1) / blocks;   // of about the same size
  for (std::size_t i = 0; i < rows_a; i += block_a)
    packed_products(a + i * n, rows_a - i < block_a ? rows_a - i : block_a, b, rows_b, n, c + i * stride, stride);
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE
