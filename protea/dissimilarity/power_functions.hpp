// Powers that stay smooth where their exponent vanishes: q(ε, x) = (xᵉ − 1)/ε, which is ln x at ε = 0, and its derivative by ε. All
// divergences are sums of products of these, so that the limits of the parametrised families need no case of their own.
#pragma once

#include <protea/base/matrix.hpp>

namespace protea {

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
void take_powers(Row logs, double exponent, MutableRow powers);          // x^exponent
void take_quotients(Row logs, double epsilon, MutableRow quotients);     // q(ε, x)
void take_quotient_slopes(Row logs, double epsilon, MutableRow slopes);  // ∂q/∂ε

}  // namespace protea
