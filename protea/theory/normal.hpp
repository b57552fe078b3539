// The normal distribution in one and two dimensions.
#pragma once

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

double normal_density(double x);   // e^{−x²/2}/√2π
double normal_cdf(double x);       // Φ(x) = P(X ≤ x)

// Owen's T(h, a) = (1/2π) ∫₀ᵃ e^{−h²(1+x²)/2}/(1+x²) dx.
double owens_t(double h, double a);

// P(X ≤ h, Y ≤ k) of a standard normal pair of correlation ρ in [−1, 1], to about 1e-15 for every ρ.
double bivariate_normal_cdf(double h, double k, double rho);

}   // namespace protea
