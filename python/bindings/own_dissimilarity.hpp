// A dissimilarity as Python functions of a block of samples and prototypes.
#pragma once

#include <memory>
#include <string>

#include <protea/dissimilarity/dissimilarity.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/model/model.hpp>

#include "arrays.hpp"

namespace protea::python {

// values(x, w) -> d, a row per sample and a column per prototype; gradients(x, w) -> ∂d/∂w, with the features as third
// axis. Both are called and let go with the interpreter's lock held.
struct DissimilarityFunctions {
  nb::object values;
  nb::object gradients;
  std::string name;

  DissimilarityFunctions(nb::object v, nb::object g, std::string n)
      : values(std::move(v)), gradients(std::move(g)), name(std::move(n)) {}
  ~DissimilarityFunctions();
  DissimilarityFunctions(const DissimilarityFunctions&) = delete;
  DissimilarityFunctions& operator=(const DissimilarityFunctions&) = delete;
};

struct PythonDissimilarity {
  std::shared_ptr<const DissimilarityFunctions> functions;

  static constexpr std::string_view name = "python-function";
  static constexpr std::string_view summary = "A function written in Python.";
  static constexpr DissimilarityTraits traits{.formula = "d = f(x, w)"};
  static constexpr auto options() { return std::tuple{}; }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
};

struct OwnDissimilarity {
  std::shared_ptr<const AnyDissimilarity> dissimilarity;
};

// Throws a UsageError: a model file cannot hold a function.
void demand_no_function(const Model& model);

}   // namespace protea::python
