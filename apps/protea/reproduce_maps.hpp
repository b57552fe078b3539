// Experiments with maps and gases, for `protea reproduce`.
#pragma once

#include "reproduce_dynamics.hpp"

namespace protea::app {

// `samples` of 0: as many as the experiment has.
void reproduce_divergence_som(const FigureRequest& request, std::int64_t samples);
void reproduce_bad_starts(const FigureRequest& request);

}   // namespace protea::app
