// What trainers of one unit share.
#pragma once

#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/dichotomy.hpp>
#include <protea/perceptron/iterate.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// With κ.
TrainedUnit unit_of(Row weights, Row strengths, const IterationOutcome& outcome, const Dichotomy& dichotomy);

// (1/N) Σ x ξ S
std::vector<double> weights_of(const Dichotomy& dichotomy, Row strengths);

// The largest C_μμ, by the weights of the examples.
double largest_self(const Dichotomy& dichotomy);
// Σ C_μμ, no less than any eigenvalue of C.
double sum_of_selves(const Dichotomy& dichotomy);

// Throws a UsageError for a rate that is not below the admissible one.
void demand_rate(std::string_view name, double rate, double admissible);

}   // namespace protea
