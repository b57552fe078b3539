// A training without the interpreter's lock, and what comes of it.
#pragma once

#include <functional>

#include <protea/method/method.hpp>

#include "models.hpp"

namespace protea::python {

struct PythonTraining {
  PythonModel model;
  Outcome outcome;
  std::size_t samples;
  std::size_t dropped;
};

// `callback` is asked after each epoch whether to go on, behind the signals of the interpreter.
PythonTraining run_training(std::size_t threads, nanobind::object callback,
                            const std::function<Trained(const TrainingContext&)>& train);

}   // namespace protea::python
