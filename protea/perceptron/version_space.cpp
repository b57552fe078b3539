#include <protea/perceptron/version_space.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

// Where w + t·v is within the unit ball and on the right side of all planes.
struct Chord {
  double from;
  double to;
};
Chord chord_through(Row w, Row v, Row potentials_of_w, Row potentials_of_v) {
  // |w + tv|² = 1 for a v of length 1.
  const double along = dot(w, v);
  const double root = std::sqrt(std::max(0.0, along * along - dot(w, w) + 1));
  Chord chord{-along - root, -along + root};
  for (std::size_t i = 0; i < potentials_of_w.size(); ++i) {
    const double slope = potentials_of_v[i];
    if (slope == 0) continue;
    const double t = -potentials_of_w[i] / slope;
    if (slope > 0) chord.from = std::max(chord.from, t);
    else chord.to = std::min(chord.to, t);
  }
  return chord;
}

}   // namespace

std::vector<double> version_space_centre(const Dichotomy& dichotomy, Row inside, std::size_t samples,
                                         std::uint64_t seed) {
  if (!(kappa(dichotomy, inside) > 0))
    throw UsageError("a walk in version space starts at a solution, and this is none");
  const std::size_t n = dichotomy.dimension();
  std::vector<double> w(inside.begin(), inside.end());
  for (const double scale = 0.5 / length_of(inside); double& value : w) value *= scale;
  std::vector<double> fields = potentials(dichotomy, w);
  std::vector<double> centre(n);
  std::vector<double> direction(n);
  Random random(seed, Purpose::simulation);
  const std::size_t burn_in = samples / 10 + 10;
  for (std::size_t s = 0; s < samples + burn_in; ++s) {
    for (std::size_t step = 0; step < n; ++step) {
      for (double& value : direction) value = random.normal();
      for (const double scale = 1 / length_of(direction); double& value : direction) value *= scale;
      const std::vector<double> slopes = potentials(dichotomy, direction);
      const Chord chord = chord_through(w, direction, fields, slopes);
      if (!(chord.to > chord.from)) continue;
      const double t = random.uniform(chord.from, chord.to);
      std::vector<double> next = w;
      kernels().add_scaled(t, direction.data(), n, next.data());
      std::vector<double> next_fields = potentials(dichotomy, next);
      if (std::ranges::any_of(next_fields, [](double potential) { return !(potential > 0); })) continue;   // rounding
      w = std::move(next);
      fields = std::move(next_fields);
    }
    if (s >= burn_in) kernels().add_scaled(1 / length_of(w), w.data(), n, centre.data());
  }
  for (double& value : centre) value /= static_cast<double>(samples);
  return centre;
}

}   // namespace protea
