// The words of `protea dynamics`.
#pragma once

#include <string>

#include <protea/experiment/dynamics.hpp>

namespace protea::app {

// The equations in use, with the meaning of each symbol.
std::string explanation(const Dynamics& dynamics);

}   // namespace protea::app
