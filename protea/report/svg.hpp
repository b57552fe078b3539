// Figures as SVG, for papers and slides: no script, no font of its own, legible in grey.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/report/figure.hpp>

namespace PROTEA_EXPORT protea {

struct SvgOptions {
  double width = 640;
  double height = 420;
};

// Nothing for what cannot be drawn: the explorer of samples.
std::string figure_svg(const Figure& figure, const SvgOptions& options = {});

}   // namespace protea
