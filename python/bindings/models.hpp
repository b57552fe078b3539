// A model in the hands of Python: it never changes, and answers from any thread.
#pragma once

#include <memory>
#include <string>

#include <protea/model/model.hpp>

#include "arrays.hpp"

namespace protea::python {

struct PythonModel {
  std::shared_ptr<const Model> model;

  // A data set over rows that stay with the caller.
  Dataset rows_of(const Rows& x) const;
};

PythonModel model_from_bytes(const std::string& bytes);

}   // namespace protea::python
