// Sums of outer products, c = scale·c + aᵀb, for the translation unit that includes it (see kernels_body.hpp). Each element of c is
// scaled, then adds its terms in row order, whichever way is taken.
#pragma once

#include <protea/base/kernels.hpp>
#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

// A tile of c, some rows by some eights of columns, from column i on.
template <std::size_t tile_rows, std::size_t eights>
struct OuterTile {
  Lanes sums[tile_rows][eights];

  [[gnu::always_inline]] inline void add(const double* factors, const Lanes (&bs)[eights]) {
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
      PROTEA_UNROLL for (std::size_t e = 0; e < eights; ++e) {
        PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r][e].part[p] += factors[r] * bs[e].part[p];
      }
    }
  }
  [[gnu::always_inline]] inline void multiply(double scale) {
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
      PROTEA_UNROLL for (std::size_t e = 0; e < eights; ++e) {
        PROTEA_UNROLL for (std::size_t p = 0; p < parts; ++p) sums[r][e].part[p] *= scale;
      }
    }
  }
  [[gnu::always_inline]] inline void take(const double* c, std::size_t stride) {
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
      PROTEA_UNROLL for (std::size_t e = 0; e < eights; ++e) sums[r][e] = load(c + r * stride + e * lane_count);
    }
  }
  [[gnu::always_inline]] inline void give(double* c, std::size_t stride) const {
    PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) {
      PROTEA_UNROLL for (std::size_t e = 0; e < eights; ++e) store(c + r * stride + e * lane_count, sums[r][e]);
    }
  }
};

// Holds a tile of c in registers while all rows pass by.
template <std::size_t tile_rows, std::size_t eights>
inline std::size_t add_outer_tiles(double scale, const double* a, std::size_t rows, std::size_t columns_a,
                                   const double* b, std::size_t n, double* c, std::size_t i) {
  OuterTile<tile_rows, eights> tile;
  for (; i + eights * lane_count <= n; i += eights * lane_count) {
    tile.take(c + i, n);
    tile.multiply(scale);
    for (std::size_t s = 0; s < rows; ++s) {
      Lanes bs[eights];
      PROTEA_UNROLL for (std::size_t e = 0; e < eights; ++e) bs[e] = load(b + s * n + i + e * lane_count);
      tile.add(a + s * columns_a, bs);
    }
    tile.give(c + i, n);
  }
  return i;
}

template <std::size_t tile_rows, std::size_t eights>
inline void add_outer_rows(double scale, const double* a, std::size_t rows, std::size_t columns_a, const double* b,
                           std::size_t n, double* c, std::size_t i = 0) {
  i = add_outer_tiles<tile_rows, eights>(scale, a, rows, columns_a, b, n, c, i);
  if constexpr (eights > 2) i = add_outer_tiles<tile_rows, 2>(scale, a, rows, columns_a, b, n, c, i);
  if constexpr (eights > 1) i = add_outer_tiles<tile_rows, 1>(scale, a, rows, columns_a, b, n, c, i);
  if (i == n) return;
  OuterTile<tile_rows, 1> tile;
  PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) tile.sums[r][0] = load_first(c + r * n + i, n - i);
  tile.multiply(scale);
  for (std::size_t s = 0; s < rows; ++s) {
    const Lanes bs[1] = {load_first(b + s * n + i, n - i)};
    tile.add(a + s * columns_a, bs);
  }
  PROTEA_UNROLL for (std::size_t r = 0; r < tile_rows; ++r) store_first(c + r * n + i, tile.sums[r][0], n - i);
}

// Few rows of c go by wider tiles, so that sums do not wait for one another; `eights` are those of four and more.
template <std::size_t eights>
inline void outer_products_of_rows(double scale, const double* a, std::size_t rows, std::size_t columns_a,
                                   const double* b, std::size_t n, double* c, std::size_t r) {
  if constexpr (eights > 1) {
    for (; r + 8 <= columns_a; r += 8) add_outer_rows<8, eights>(scale, a + r, rows, columns_a, b, n, c + r * n);
  }
  for (; r + rows_at_once <= columns_a; r += rows_at_once)
    add_outer_rows<rows_at_once, eights>(scale, a + r, rows, columns_a, b, n, c + r * n);
  if constexpr (has_room) {
    for (; r + 2 <= columns_a; r += 2) add_outer_rows<2, eights + 1>(scale, a + r, rows, columns_a, b, n, c + r * n);
  }
  for (; r < columns_a; ++r) add_outer_rows<1, has_room ? 4 : 1>(scale, a + r, rows, columns_a, b, n, c + r * n);
}

// Many rows of b pass some at a time, so that they come from a near cache for all but the first rows of c.
inline void direct_outer_products(double scale, const double* a, std::size_t rows, std::size_t columns_a,
                                  const double* b, std::size_t n, double* c, std::size_t r = 0) {
  constexpr std::size_t few = 16;
  constexpr std::size_t near = std::size_t{1} << 15;   // numbers
  if (rows <= few) return outer_products_of_rows<1>(scale, a, rows, columns_a, b, n, c, r);
  const std::size_t most = n > 0 && 32 * n < near ? near / n : 32;
  for (std::size_t first = 0; first < rows; first += most) {
    const std::size_t own = rows - first < most ? rows - first : most;
    outer_products_of_rows<width == 8 ? 3 : 1>(first == 0 ? scale : 1, a + first * columns_a, own, columns_a,
                                               b + first * n, n, c, r);
  }
}

// Large sums: what a tile wants of a and b is packed side by side, some rows at a time, so that it comes from the nearest cache; a band
// of c meets a panel of b while both are there.
constexpr std::size_t outer_rows = width == 8 ? 8 : 4;   // of c, in a tile
constexpr std::size_t outer_eights = width == 8 ? 3 : 1;
constexpr std::size_t outer_columns = outer_eights * lane_count;
constexpr std::size_t outer_band = 16;
constexpr std::size_t outer_stretch = 128;

// Panels of `wide` columns of x, row by row.
inline void pack_columns(const double* x, std::size_t rows, std::size_t columns, std::size_t stride, std::size_t wide,
                         double* to) {
  for (std::size_t j = 0; j + wide <= columns; j += wide) {
    for (std::size_t s = 0; s < rows; ++s) {
      for (std::size_t q = 0; q < wide; ++q) *to++ = x[s * stride + j + q];
    }
  }
}

// One stretch of rows; whole tiles of c alone.
inline void add_packed_tiles(double scale, const double* a, std::size_t rows, std::size_t columns_a, const double* b,
                             std::size_t n, double* c) {
  OuterTile<outer_rows, outer_eights> tile;
  for (std::size_t band = 0; band + outer_rows <= columns_a; band += outer_band) {
    for (std::size_t i = 0; i + outer_columns <= n; i += outer_columns) {
      for (std::size_t r = band; r < band + outer_band && r + outer_rows <= columns_a; r += outer_rows) {
        double* const own = c + r * n + i;
        tile.take(own, n);
        tile.multiply(scale);
        const double* factors = a + r * rows;
        const double* from = b + i * rows;
        for (std::size_t s = 0; s < rows; ++s, factors += outer_rows, from += outer_columns) {
          Lanes bs[outer_eights];
          PROTEA_UNROLL for (std::size_t e = 0; e < outer_eights; ++e) bs[e] = load(from + e * lane_count);
          tile.add(factors, bs);
        }
        tile.give(own, n);
      }
    }
  }
}

inline void packed_outer_products(double scale, const double* a, std::size_t rows, std::size_t columns_a,
                                  const double* b, std::size_t n, double* c) {
  const std::size_t own_rows = columns_a / outer_rows * outer_rows;
  const std::size_t own_columns = n / outer_columns * outer_columns;
  const std::size_t most = rows < outer_stretch ? rows : outer_stretch;
  double* const packed_b = kernel_memory(most * (own_rows + own_columns));   // at the start of a line of the cache
  double* const packed_a = packed_b + most * own_columns;
  for (std::size_t first = 0; first < rows; first += outer_stretch) {
    const std::size_t own = rows - first < outer_stretch ? rows - first : outer_stretch;
    pack_columns(a + first * columns_a, own, own_rows, columns_a, outer_rows, packed_a);
    pack_columns(b + first * n, own, own_columns, n, outer_columns, packed_b);
    add_packed_tiles(first == 0 ? scale : 1, packed_a, own, own_rows, packed_b, n, c);
  }
  for (std::size_t r = 0; own_columns < n && r < own_rows; r += rows_at_once)
    add_outer_rows<rows_at_once, 1>(scale, a + r, rows, columns_a, b, n, c + r * n, own_columns);
  direct_outer_products(scale, a, rows, columns_a, b, n, c, own_rows);
}

void scale_add_outer_products(double scale, const double* a, std::size_t rows, std::size_t columns_a, const double* b,
                              std::size_t n, double* c) {
  if (!has_room || rows < 16 || columns_a < 2 * outer_band || n < 4 * outer_columns)
    return direct_outer_products(scale, a, rows, columns_a, b, n, c);
  packed_outer_products(scale, a, rows, columns_a, b, n, c);
}

void add_outer_products(const double* a, std::size_t rows, std::size_t columns_a, const double* b, std::size_t n,
                        double* c) {
  scale_add_outer_products(1, a, rows, columns_a, b, n, c);
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE
