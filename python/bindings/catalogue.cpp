// What there is, in words.
#include <nanobind/stl/string.h>

#include <protea/base/version.hpp>
#include <protea/catalogue/citations.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/reference.hpp>

#include "arrays.hpp"
#include "core.hpp"

namespace protea::python {

void add_catalogue(nb::module_& module) {
  module.def("version", [] { return std::string(version()); });
  module.def("method_names", &method_names);
  module.def(
      "describe", [](const std::string& name) { return name.empty() ? describe_all() : describe_name(name); },
      nb::arg("name"));
  module.def(
      "cite", [](const std::string& name) { return bibtex(name.empty() ? all_papers() : papers_of(name)); },
      nb::arg("name"));
}

}   // namespace protea::python
