// Plots as SVG: frame, axes, series and their legend.
#pragma once

#include <protea/base/export.hpp>
#include <protea/report/svg.hpp>

namespace PROTEA_EXPORT protea {

class SvgDrawing;

void draw_plot(SvgDrawing& drawing, const Plot& plot, const SvgOptions& options);

}   // namespace protea
