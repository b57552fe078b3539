// What each part of the module adds to it.
#pragma once

#include <nanobind/nanobind.h>

namespace protea::python {

void add_errors(nanobind::module_& module);
void add_models(nanobind::module_& module);
void add_own_rules(nanobind::module_& module);
void add_own_dissimilarities(nanobind::module_& module);
void add_training(nanobind::module_& module);
void add_elsewhere(nanobind::module_& module);
void add_catalogue(nanobind::module_& module);
void add_answers(nanobind::module_& module);
void add_studies(nanobind::module_& module);
void add_pages(nanobind::module_& module);

}   // namespace protea::python
