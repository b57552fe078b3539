// Linear regression from the examples of a teacher, for `protea reproduce`.
#pragma once

#include "reproduce_dynamics.hpp"

namespace protea::app {

void reproduce_regression(const FigureRequest& request);

}   // namespace protea::app
