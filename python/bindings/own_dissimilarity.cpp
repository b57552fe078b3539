// A dissimilarity as Python functions of a block of samples and prototypes: for trying ideas, slowly.
#include "own_dissimilarity.hpp"

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/model/prototype_model.hpp>

#include "core.hpp"

namespace protea::python {
namespace {

using Values = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Gradients = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

nb::object rows_of(MatrixView view) {
  Matrix result(view.rows, view.columns);
  for (std::size_t i = 0; i < view.rows; ++i) std::copy_n(view.row(i).begin(), view.columns, result.row(i).begin());
  return array_of(std::move(result));
}

MatrixView one_row(Row row) { return matrix_view(row, 1, row.size()); }

}   // namespace

DissimilarityFunctions::~DissimilarityFunctions() {
  const nb::gil_scoped_acquire lock;
  values.reset();
  gradients.reset();
}

double PythonDissimilarity::value(Row x, Row w, Row theta) const {
  double d = 0;
  Scratch scratch;
  values(one_row(x), one_row(w), theta, {&d, 1, 1, 1}, scratch);
  return d;
}

void PythonDissimilarity::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  const Pull one{0, 0, pull};
  Scratch scratch;
  add_gradients(one_row(x), one_row(w), theta, {&one, 1}, matrix_view(gw, 1, gw.size()), gtheta, scratch);
}

void PythonDissimilarity::values(MatrixView x, MatrixView w, Row, MutableMatrixView d, Scratch&) const {
  const nb::gil_scoped_acquire lock;
  Values found;
  if (!nb::try_cast(functions->values(rows_of(x), rows_of(w)), found) || found.shape(0) != x.rows ||
      found.shape(1) != w.rows)
    throw UsageError("the dissimilarity '" + functions->name + "' must give a number for each sample and prototype");
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double* const row = found.data() + i * w.rows;
    if (!std::all_of(row, row + w.rows, [](double value) { return std::isfinite(value); }))
      throw NumericalError("the dissimilarity '" + functions->name + "' gave a number that is not finite");
    std::copy_n(row, w.rows, d.row(i).begin());
  }
}

void PythonDissimilarity::add_gradients(MatrixView x, MatrixView w, Row, Pulls pulls, MutableMatrixView gw, MutableRow,
                                        Scratch&) const {
  const nb::gil_scoped_acquire lock;
  Gradients found;
  if (!nb::try_cast(functions->gradients(rows_of(x), rows_of(w)), found) || found.shape(0) != x.rows ||
      found.shape(1) != w.rows || found.shape(2) != w.columns)
    throw UsageError("the gradient of the dissimilarity '" + functions->name +
                     "' must have the shape samples x prototypes x features");
  for (const Pull& pull : pulls) {
    const double* const row = found.data() + (pull.sample * w.rows + pull.prototype) * w.columns;
    for (std::size_t j = 0; j < w.columns; ++j) gw.row(pull.prototype)[j] += pull.value * row[j];
  }
}

void demand_no_function(const Model& model) {
  const auto* const prototypes = dynamic_cast<const PrototypeModel*>(&model);
  if (prototypes && prototypes->dissimilarity().name() == PythonDissimilarity::name)
    throw UsageError("a dissimilarity that is a Python function cannot be kept in a file: write it in C++ for that");
}

void add_own_dissimilarities(nb::module_& module) {
  nb::class_<OwnDissimilarity>(module, "OwnDissimilarity", "A dissimilarity as functions of samples and prototypes.")
      .def(
          "__init__",
          [](OwnDissimilarity* self, nb::object values, nb::object gradients, std::string name) {
            auto functions = std::make_shared<const DissimilarityFunctions>(std::move(values), std::move(gradients),
                                                                            std::move(name));
            new (self) OwnDissimilarity{std::make_shared<const LiftedDissimilarity<PythonDissimilarity>>(
                PythonDissimilarity{std::move(functions)})};
          },
          nb::arg("values"), nb::arg("gradients"), nb::arg("name"));
}

}   // namespace protea::python
