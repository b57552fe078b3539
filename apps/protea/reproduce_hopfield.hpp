// The load that a Hopfield network bears, for `protea reproduce`.
#pragma once

#include "reproduce_dynamics.hpp"

namespace protea::app {

void reproduce_hopfield_load(const FigureRequest& request);

}   // namespace protea::app
