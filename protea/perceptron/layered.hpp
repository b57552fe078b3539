// Machines of several perceptrons with a fixed output: committee and parity machine (section 4.2).
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

struct LayeredMachine {
  Matrix weights;           // a row for each unit, for the inputs with the clamped one last
  std::size_t errors = 0;   // among the examples
  std::size_t updates = 0;
  std::size_t epochs = 0;
};

// ±1, the majority of the signs; 0 counts as −1.
double committee_output(MatrixView weights, Row input);
// ±1, the product of the signs; 0 counts as −1.
double parity_output(MatrixView weights, Row input);

// The least action that mends an error: of the units that answer wrongly, as many as are needed for a majority learn by Hebb's term, those first that are
// nearest to turning. Examples come in a new order each epoch; the weights with fewest errors are kept.
struct Committee {
  std::size_t units = 3;   // odd
  std::size_t epochs = 200;
};
LayeredMachine train_committee(const Committee& plan, const Dichotomy& dichotomy, std::uint64_t seed);

// Tiling-like learning (4.9): each unit learns where those before it are right and wrong, and stays if fewer are wrong then. Where a unit does not help, a
// grandmother unit (4.13) corrects one example; where there is none, because an input lies within the others, parallel planes across a line on which no two inputs
// coincide correct all that are left. No more units than examples.
struct Tiling {
  UnitTrainer train;
  std::size_t most_units = 0;   // 0: no limit
};
LayeredMachine grow_parity(const Tiling& plan, const Dichotomy& dichotomy, std::uint64_t seed);

// The number of units, 1 at least, with which most examples of another set are right; of equals the fewest.
std::size_t best_unit_count(MatrixView weights, const Dichotomy& others);

}   // namespace protea
