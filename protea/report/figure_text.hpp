// Figures with characters, for the terminal.
#pragma once

#include <string>

#include <protea/base/export.hpp>
#include <protea/report/figure.hpp>

namespace PROTEA_EXPORT protea {

// The title and the picture in lines of some 85 characters: curves and points on a plane, a line for each name of an
// axis, cells as numbers or shades. Nothing for what cannot be drawn: the explorer of samples.
std::string figure_text(const Figure& figure);

}   // namespace protea
