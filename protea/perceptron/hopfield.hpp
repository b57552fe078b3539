// The Hopfield network: N units S = ±1 that act on one another through weights, and come to rest at patterns that were stored in these (lecture
// notes, section 1.3.1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

// Random patterns per unit up to which Hebb's rule keeps them [Amit, Gutfreund, Sompolinsky 1985]; experiment/hopfield_load.hpp computes it.
inline constexpr double hebb_capacity = 0.138;

// N × N weights, none of a unit on itself: w_ij, from unit j to unit i, is unit()·weights()(i, j). A common factor changes neither signs of fields nor
// what they lead to, so that Hebb's 1/N (the notes print 1/P) is kept apart: what the rules below count are whole numbers, and fields have no rounding errors.
class HopfieldNetwork {
 public:
  HopfieldNetwork() = default;
  // Throws a UsageError unless the matrix is square with a zero diagonal, and unit > 0.
  explicit HopfieldNetwork(Matrix weights, double unit = 1);

  std::size_t size() const { return weights_.rows(); }
  const Matrix& weights() const { return weights_; }
  double unit() const { return unit_; }
  bool is_symmetric() const { return outgoing_.rows() == 0; }
  Row from(std::size_t j) const {
    return is_symmetric() ? weights_.row(j) : outgoing_.row(j);
  }   // j's weights on all others

 private:
  Matrix weights_;
  Matrix outgoing_;   // transposed, unless that is the same
  double unit_ = 1;
};

// w_ij = 1/N Σ_μ ξ_i ξ_j (Hebb). Patterns are rows of ±1.
HopfieldNetwork hebb_network(MatrixView patterns);

struct HopfieldTraining {
  double margin = 1;
  std::size_t epochs = 1000;
  bool is_symmetric = true;
};

struct TrainedNetwork {
  HopfieldNetwork network;
  std::size_t epochs = 0;   // of the unit that took longest
  bool converged = false;   // every E is above the margin
};

// A perceptron for every unit, which learns its value in all patterns from those of the others: from w = 0, pattern after pattern, wherever
// E = ξ_i Σ_j w_ij ξ_j ≤ margin, w_ij += ξ_i ξ_j/N (Rosenblatt). Symmetric: w_ji is changed along with w_ij. That is one perceptron in the space of
// symmetric matrices, whose inputs are the E of all units in all patterns, so that it ends too wherever such a matrix makes all of these positive.
TrainedNetwork perceptron_network(MatrixView patterns, const HopfieldTraining& training, Runtime& runtime);

// A state on its way, with its fields h_i = Σ_j w_ij S_j: a unit that changes costs a row and not a product. A value of 0 is not known yet: it acts on nobody.
class HopfieldState {
 public:
  HopfieldState(const HopfieldNetwork& network, Row start);

  Row values() const { return values_; }
  double field(std::size_t i) const { return network_.unit() * fields_[i]; }
  // The sign of the field; where that is 0, the value stays.
  double next(std::size_t i) const { return fields_[i] > 0 ? 1 : fields_[i] < 0 ? -1 : values_[i]; }
  // Whether it changed.
  bool set(std::size_t i, double value);
  bool is_at_rest() const;
  // H = −Σ_(i<j) w_ij S_i S_j. Of weights that are not symmetric, that of their symmetric part, which may rise.
  double energy() const;

 private:
  const HopfieldNetwork& network_;
  std::vector<double> values_;
  std::vector<double> fields_;
};

// One unit after the other, each seeing what the others have become, or all at once.
enum class HopfieldDynamics { sequential, parallel };
constexpr auto names_of(HopfieldDynamics) {
  return std::array{std::pair<std::string_view, HopfieldDynamics>{"sequential", HopfieldDynamics::sequential},
                    std::pair<std::string_view, HopfieldDynamics>{"parallel", HopfieldDynamics::parallel}};
}

enum class RecallEnd { fixed_point, two_cycle, not_settled };
constexpr auto names_of(RecallEnd) {
  return std::array{std::pair<std::string_view, RecallEnd>{"fixed point", RecallEnd::fixed_point},
                    std::pair<std::string_view, RecallEnd>{"cycle of two", RecallEnd::two_cycle},
                    std::pair<std::string_view, RecallEnd>{"not settled", RecallEnd::not_settled}};
}

struct RecallOptions {
  HopfieldDynamics dynamics = HopfieldDynamics::sequential;
  std::size_t sweeps = 100;   // at most
  std::uint64_t seed = 1;     // of the order of units in each sweep
};

struct Recall {
  std::vector<double> state;
  std::size_t sweeps = 0;   // in which something changed
  RecallEnd end = RecallEnd::not_settled;
  double energy_before = 0;
  double energy_after = 0;
};

// Symmetric weights: sequential dynamics never raises the energy and ends in a fixed point; parallel dynamics ends in one or in a cycle of two states [Goles,
// Fogelman, Pellegrin 1985], also with fields of 0, which are then as if each unit acted on itself a little. Of a cycle, the state is the one that came last.
Recall recall(const HopfieldNetwork& network, Row start, const RecallOptions& options = {});

// m = 1/N Σ ξ_i S_i
double overlap(Row pattern, Row state);

// Turns round(share · N) values over.
void flip_values(MutableRow state, double share, Random random);

}   // namespace protea
