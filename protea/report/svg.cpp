#include <protea/report/svg.hpp>

#include <protea/report/svg_cells.hpp>
#include <protea/report/svg_drawing.hpp>
#include <protea/report/svg_plot.hpp>

namespace protea {

std::string figure_svg(const Figure& figure, const SvgOptions& options) {
  if (std::holds_alternative<SampleChooser>(figure.content)) return {};
  SvgDrawing drawing(options, figure);
  if (const auto* const plot = std::get_if<Plot>(&figure.content)) draw_plot(drawing, *plot, options);
  else if (const auto* const roc = std::get_if<RocPlot>(&figure.content)) draw_plot(drawing, roc->plot, options);
  else if (const auto* const matrix = std::get_if<MatrixPlot>(&figure.content)) draw_matrix(drawing, *matrix, options);
  else if (const auto* const lattice = std::get_if<LatticePlot>(&figure.content))
    draw_lattice(drawing, *lattice, options);
  return std::move(drawing).finish();
}

}   // namespace protea
