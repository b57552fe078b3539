// Pages as Python gets them.
#pragma once

#include <nanobind/nanobind.h>

#include <protea/report/page.hpp>

namespace protea::python {

// Of all figures that can be drawn, as SVG by their names.
nanobind::dict drawn_figures(const Page& page);

}   // namespace protea::python
