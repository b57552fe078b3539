// The few inner loops that everything fast is made of, one table per instruction set, chosen at run time.
// All tables give the same bits (tests/base/test_kernels.cpp compares them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// The numbers of one step of Adam.
struct AdamStep {
  double scale;
  double first;               // β₁
  double second;              // β₂
  double first_correction;    // c₁
  double second_correction;   // c₂
  double rate;
  double epsilon;   // ε
};

struct Kernels {
  std::string_view name;
  // d[k] = Σ_i (x_i − w_ki)²
  void (*squared_distances)(const double* x, const double* w, std::size_t count, std::size_t n, double* d);
  // d[k] = Σ_i λ_i (x_i − w_ki)²
  void (*weighted_squared_distances)(const double* x, const double* w, const double* weights, std::size_t count,
                                     std::size_t n, double* d);
  // c[i·stride + j] = a_i · b_j over n coordinates
  void (*products)(const double* a, std::size_t rows_a, const double* b, std::size_t rows_b, std::size_t n, double* c,
                   std::size_t stride);
  // c (columns_a × n) += aᵀ·b for a (rows × columns_a), b (rows × n); rows are added in order
  void (*add_outer_products)(const double* a, std::size_t rows, std::size_t columns_a, const double* b, std::size_t n,
                             double* c);
  // c = scale·c + aᵀ·b, each element of c scaled first
  void (*scale_add_outer_products)(double scale, const double* a, std::size_t rows, std::size_t columns_a,
                                   const double* b, std::size_t n, double* c);
  // c[i·stride + k] = start[k] + Σ_j a_ij·b_jk in single precision, for shortlists, the order of the sums up to the
  // instruction set, which sums stretches of 128 coordinates by themselves. b holds panels of 16 columns, one after the
  // other, each n × 16; start and c hold as many numbers as the panels.
  void (*float_panel_sums)(const float* a, std::size_t rows_a, std::size_t n, const float* b, std::size_t panels,
                           const float* start, float* c, std::size_t stride);
  // What changes where b gets a new column −2(w − shift), in single precision: y, and `panel` at every 16th place. Returns
  // Σ_j (w_j − shift_j)² in double precision.
  double (*panel_column)(const double* w, const double* shift, std::size_t n, float* y, float* panel);
  // c[i·stride] = start + a_i · b in single precision, in an order of its own
  void (*float_products)(const float* a, std::size_t rows_a, std::size_t n, const float* b, float start, float* c,
                         std::size_t stride);
  // y = (x − shift)·factor in single precision; returns the sum of its squares, to single precision
  double (*shifted_floats)(const double* x, const double* shift, const double* factor, std::size_t n, float* y);
  // Where v is no more than `slack` above its smallest, in order; returns how many. count is a multiple of 16,
  // and no v is NaN
  std::size_t (*near_smallest)(const float* v, std::size_t count, float slack, std::uint32_t* places);
  // the index of the smallest of d, the lowest one where several are equal; count > 0, no NaN
  std::size_t (*smallest)(const double* d, std::size_t count);
  // to[j] = Σ_c values[c]·table[count − 1 − c + j], terms in the order of c: what every place of a line feels of all
  // others, with 2·count − 1 weights
  void (*sliding_sums)(const double* table, const double* values, std::size_t count, double* to);
  // y += s·a
  void (*add_scaled)(double s, const double* a, std::size_t n, double* y);
  // y += s·(a − b)
  void (*add_scaled_difference)(double s, const double* a, const double* b, std::size_t n, double* y);
  // y *= s
  void (*multiply)(double s, std::size_t n, double* y);
  // y /= s
  void (*divide)(double s, std::size_t n, double* y);
  // v = momentum·v + scale·g, p −= rate·v
  void (*momentum_step)(double scale, double momentum, double rate, const double* g, std::size_t n, double* v,
                        double* p);
  // y between low and high, number by number; what is beyond all measure, by a factor of 10¹⁰, stays, and so does NaN
  void (*keep_within)(const double* low, const double* high, std::size_t n, double* y);
  // A step of Adam over n numbers: m = β₁m + (1 − β₁)g, v = β₂v + (1 − β₂)g², p −= rate·(m/c₁)/(√(v/c₂) + ε), with g
  // scaled first
  void (*adam_step)(const AdamStep& step, const double* g, std::size_t n, double* m, double* v, double* p);
  // Functions of each element, within 2 units in the last place; an element's result does not depend on its place or on
  // n, and y may be x. NaN stays NaN, and a negative number has no logarithm and no power but NaN.
  // y = ln x, ln 0 = −∞
  void (*logs)(const double* x, std::size_t n, double* y);
  // y = eˣ
  void (*exponentials)(const double* x, std::size_t n, double* y);
  // y = xᵖ for x ≥ 0, rounded correctly for p = −1, ½, 1 and 2; x⁰ = 1, 0ᵖ = 0 for p > 0 and ∞ for p < 0
  void (*powers)(const double* x, std::size_t n, double p, double* y);
  // Σ_i x_i², to single precision
  double (*float_squares)(const float* x, std::size_t n);
};

// Memory for packed numbers: each thread has its own, aligned to cache lines; it is good until the next call.
double* kernel_memory(std::size_t count);

// The tables this machine can run, plainest first.
std::span<const Kernels* const> available_kernels();

// The widest of them.
const Kernels& kernels();

extern const Kernels baseline_kernels;
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;
extern const Kernels neon_kernels;

}   // namespace protea
