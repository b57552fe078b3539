// Arrays of Python as the core sees them, and its numbers as arrays of Python.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <protea/base/value.hpp>
#include <protea/data/dataset.hpp>

namespace protea::python {

namespace nb = nanobind;

// Rows of doubles or singles in any order and with any strides; looked at, never copied.
using Rows = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

ArrayView view_of(const Rows& rows);

nb::object array_of(Matrix matrix);
nb::object array_of(std::vector<double> values);
nb::object array_of(std::vector<std::int32_t> values);
nb::object array_of(const std::vector<std::uint32_t>& values);
// Texts, numbers, lists and dictionaries; rows of numbers are arrays.
nb::object object_of(const Value& value);

}   // namespace protea::python
