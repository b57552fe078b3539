// Functions that every mathematical library rounds in its own way, of one number: with these, no library decides a bit of
// what is learned. The bits are those of the kernels over arrays (base/kernels.hpp), which serve many numbers at once.
//
// Within 2 units in the last place, unless said otherwise; NaN stays NaN. √, |x|, ⌊x⌋ and remainders are exact by the
// standard of floating-point numbers and come from <cmath>; tools/check_libm.sh knows what does not.
#pragma once

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

double exponential(double x);             // eˣ
double exponential_minus_one(double x);   // eˣ − 1, also where x is nearly 0
double logarithm(double x);               // ln x, −∞ for 0, NaN for x < 0
double logarithm_of_one_plus(double x);   // ln(1 + x), also where x is nearly 0

// xᵖ for x ≥ 0, rounded correctly for p = −1, ½, 1 and 2; x⁰ = 1, 0ᵖ = 0 for p > 0 and ∞ for p < 0
double power(double x, double p);

// xⁿ for any x and a whole n; up to n = 16 by multiplication, each of which rounds.
double whole_power(double x, double n);

// Of an angle in turns: sin 2πt and cos 2πt. Zeros, ones and halves of turns are exact.
struct SineAndCosine {
  double sine;
  double cosine;
};
SineAndCosine sine_and_cosine(double turns);

// arcsin v in radians for |v| < 1, within 4 units in the last place where |v| ≤ 0.99.
double arc_sine(double v);

}   // namespace protea
