// The extension module: arrays in, models and arrays out. Everything that is Python's manner is in Python above it.
#include "core.hpp"

NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);   // functions of the caller may hold estimators that hold them
  module.doc() = "The compiled core of protea; use the package protea.";
  protea::python::add_errors(module);
  protea::python::add_models(module);
  protea::python::add_own_rules(module);
  protea::python::add_own_dissimilarities(module);
  protea::python::add_training(module);
  protea::python::add_elsewhere(module);
  protea::python::add_catalogue(module);
  protea::python::add_answers(module);
  protea::python::add_studies(module);
  protea::python::add_pages(module);
}
