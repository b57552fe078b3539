// A rule as a Python function of a block of samples: for trying ideas, slowly.
#include "own_rule.hpp"

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>

#include "core.hpp"

namespace protea::python {
namespace {

using Pulls = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Matrix copy_of(MatrixView view) {
  Matrix result(view.rows, view.columns);
  for (std::size_t i = 0; i < view.rows; ++i) std::copy_n(view.row(i).begin(), view.columns, result.row(i).begin());
  return result;
}

}   // namespace

PythonRule::~PythonRule() {
  const nb::gil_scoped_acquire lock;
  function_.reset();
}

double PythonRule::pull(const RuleBlock& block, MutableMatrixView pull, MutableRow) const {
  const nb::gil_scoped_acquire lock;
  const std::vector<Label> labels(block.labels.begin(), block.labels.end());
  const std::vector<Label> y(block.y.begin(), block.y.end());
  const nb::object answer = function_(array_of(copy_of(block.d)), array_of(labels), array_of(y));
  std::pair<Numbers, Pulls> found;
  const bool is_pair = nb::try_cast(answer, found);
  const auto& [losses, pulls] = found;
  if (!is_pair || losses.size() != block.d.rows || pulls.shape(0) != block.d.rows || pulls.shape(1) != block.d.columns)
    throw UsageError("the rule '" + name_ + "' must give a loss for each sample and a pull for each distance");
  double loss = 0;
  for (std::size_t i = 0; i < block.d.rows; ++i) {
    const double weight = weight_at(block.weights, i);
    loss += weight * losses.data()[i];
    for (std::size_t k = 0; k < block.d.columns; ++k) pull.row(i)[k] = weight * pulls.data()[i * block.d.columns + k];
  }
  if (!std::isfinite(loss)) throw NumericalError("the rule '" + name_ + "' gave a loss that is not finite");
  return loss;
}

void add_own_rules(nb::module_& module) {
  nb::class_<OwnRule>(module, "OwnRule",
                      "A rule as a function of distances, labels of prototypes and labels of samples.")
      .def(
          "__init__",
          [](OwnRule* self, nb::object function, std::string name, bool has_cost) {
            new (self) OwnRule{std::make_shared<const PythonRule>(std::move(function), std::move(name), has_cost)};
          },
          nb::arg("function"), nb::arg("name"), nb::arg("has_cost"));
}

}   // namespace protea::python
