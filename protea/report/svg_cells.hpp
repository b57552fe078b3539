// Matrices and lattices as SVG: shaded cells, and the scale beside them.
#pragma once

#include <protea/base/export.hpp>
#include <protea/report/svg.hpp>

namespace PROTEA_EXPORT protea {

class SvgDrawing;

void draw_matrix(SvgDrawing& drawing, const MatrixPlot& plot, const SvgOptions& options);
void draw_lattice(SvgDrawing& drawing, const LatticePlot& plot, const SvgOptions& options);

}   // namespace protea
