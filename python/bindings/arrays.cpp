#include "arrays.hpp"

#include <memory>
#include <utility>

#include <protea/base/error.hpp>

namespace protea::python {
namespace {

// The numbers stay where they are, and live as long as the array.
template <class Number>
nb::object array_over(std::vector<Number> values) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(values));
  Number* const data = kept->data();
  const std::size_t size = kept->size();
  const nb::capsule owner(kept.get(),
                          [](void* pointer) noexcept { delete static_cast<std::vector<Number>*>(pointer); });
  kept.release();
  return nb::cast(nb::ndarray<nb::numpy, Number, nb::ndim<1>>(data, {size}, owner));
}

struct ObjectMaker {
  nb::object operator()(std::monostate) const { return nb::none(); }
  nb::object operator()(bool value) const { return nb::bool_(value); }
  nb::object operator()(std::int64_t value) const { return nb::int_(value); }
  nb::object operator()(double value) const { return nb::float_(value); }
  nb::object operator()(const std::string& value) const { return nb::str(value.c_str(), value.size()); }
  nb::object operator()(const std::vector<double>& value) const { return array_of(value); }
  nb::object operator()(const Matrix& value) const { return array_of(value); }
  nb::object operator()(const std::vector<Value>& list) const {
    nb::list result;
    for (const Value& each : list) result.append(object_of(each));
    return result;
  }
  nb::object operator()(const Fields& fields) const {
    nb::dict result;
    for (const auto& [name, value] : fields) result[nb::str(name.c_str(), name.size())] = object_of(value);
    return result;
  }
};

}   // namespace

ArrayView view_of(const Rows& rows) {
  const bool is_single = rows.dtype() == nb::dtype<float>();
  if (!is_single && rows.dtype() != nb::dtype<double>()) throw UsageError("rows must be of float64 or float32");
  return {is_single ? nullptr : static_cast<const double*>(rows.data()),
          rows.shape(0),
          rows.shape(1),
          static_cast<std::ptrdiff_t>(rows.stride(0)),
          static_cast<std::ptrdiff_t>(rows.stride(1)),
          is_single ? static_cast<const float*>(rows.data()) : nullptr};
}

nb::object array_of(Matrix matrix) {
  auto kept = std::make_unique<Matrix>(std::move(matrix));
  double* const data = kept->values().data();
  const std::size_t rows = kept->rows();
  const std::size_t columns = kept->columns();
  const nb::capsule owner(kept.get(), [](void* pointer) noexcept { delete static_cast<Matrix*>(pointer); });
  kept.release();
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<2>>(data, {rows, columns}, owner));
}

nb::object array_of(std::vector<double> values) { return array_over(std::move(values)); }
nb::object array_of(std::vector<std::int32_t> values) { return array_over(std::move(values)); }
nb::object array_of(const std::vector<std::uint32_t>& values) {
  return array_over(std::vector<std::int64_t>(values.begin(), values.end()));
}

nb::object object_of(const Value& value) { return std::visit(ObjectMaker{}, value.content()); }

}   // namespace protea::python
