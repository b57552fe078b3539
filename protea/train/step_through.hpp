// The training step: samples in a given order, one or several per step. Whoever trains with a stepper goes
// through here.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/train/companion.hpp>
#include <protea/train/manifold_steps.hpp>

namespace PROTEA_EXPORT protea {

struct Passage {
  Stepper& stepper;
  ManifoldSteps& steps;       // of the objective
  Accumulator& accumulator;   // of the same objective
  std::size_t batch = 1;      // samples per step; 0 means all
  Companion* companion = nullptr;
  double mean_weight = 1;   // of the samples
};

// Where the samples of one passage stand in the whole training: progress goes from done/all to (done + 1)/all.
struct Stretch {
  double done = 0;
  double all = 1;
};

// Steps through the samples in order and returns the sum of their losses, each as seen before its step.
double step_through(const Passage& passage, std::span<const std::uint32_t> order, const Stretch& stretch,
                    MutableRow parameters);

}   // namespace protea
