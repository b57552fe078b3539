// Powers that stay smooth where their exponent vanishes: q(ε, x) = (xᵉ − 1)/ε, which is ln x at ε = 0, and its
// derivative by ε. All divergences are sums of products of these, so that the limits of the parametrised families need
// no case of their own.
#pragma once

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// q(ε, x) for ln x.
double power_quotient(double epsilon, double log);

// ∂q/∂ε = ln²x·((z − 1)eᶻ + 1)/z² with z = ε ln x.
double power_quotient_slope(double epsilon, double log);

// ln(1 + εs)/ε, which is s at ε = 0, and its derivative by ε at fixed s.
double log_quotient(double epsilon, double s);
double log_quotient_slope(double epsilon, double s);

// ln(p/ρ), also where both are nearly equal; p, ρ > 0.
double log_ratio(double p, double rho);

// The same over vectors, by the kernels; `logs` are the logarithms of x. Results for x = 0 are up to the caller; they
// may take the place of the logarithms.
void take_logs(Row x, MutableRow logs);
void take_powers(Row logs, double exponent, MutableRow powers);           // x^exponent
void take_quotients(Row logs, double epsilon, MutableRow quotients);      // q(ε, x)
void take_quotient_slopes(Row logs, double epsilon, MutableRow slopes);   // ∂q/∂ε

// Primitives of x^{ε−1}: q(ε, x) where ε is near 0, and xᵉ/ε elsewhere, which is less than q by 1/ε and homogeneous: it
// keeps its digits for x of any size. Where a difference of two is all that counts, either will do.
inline constexpr double least_plain_exponent = 0.25;
inline bool is_plain(double epsilon) { return epsilon >= least_plain_exponent || epsilon <= -least_plain_exponent; }
void take_primitives(Row logs, double epsilon, MutableRow primitives);
void take_primitive_slopes(Row logs, double epsilon, MutableRow slopes);                           // by ε
inline double primitive_of_zero(double epsilon) { return is_plain(epsilon) ? 0 : -1 / epsilon; }   // for ε > 0
inline double primitive_slope_of_zero(double epsilon) { return is_plain(epsilon) ? 0 : 1 / (epsilon * epsilon); }

}   // namespace protea
