// Errors of the core as exceptions, with its sentence, in which settings are spelled as keywords.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

#include "core.hpp"

namespace protea::python {
namespace {

namespace nb = nanobind;

// Keys that have another name in Python; of the others the part before the dot falls away.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> keywords{
    {{"epochs", "max_iter"},
     {"tolerance", "tol"},
     {"seed", "random_state"},
     {"threads", "n_jobs"},
     {"class_weights", "class_weight"},
     {"decision.positive", "positive_class"}}};

std::string keyword(std::string_view key) {
  for (const auto& [name, spelling] : keywords) {
    if (key == name) return std::string(spelling);
  }
  return std::string(key.substr(key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.') + 1));
}

std::string argument(std::string_view key, std::string_view value) {
  if (value.empty()) return keyword(key);
  const bool is_plain = parse_number(value).has_value();
  const std::string text = value == "true" ? "True" : value == "false" ? "False" : std::string(value);
  return keyword(key) + "=" + (is_plain || text != value ? text : "'" + text + "'");
}

struct Kinds {
  PyObject* data;
  PyObject* numerical;
};

void translate(const std::exception_ptr& pointer, void* payload) {
  const Kinds& kinds = *static_cast<const Kinds*>(payload);
  const auto raise = [](PyObject* kind, const Error& error) {
    PyErr_SetString(kind, spelled(error.marked(), argument).c_str());
  };
  try {
    std::rethrow_exception(pointer);
  } catch (const DataError& error) {
    raise(kinds.data, error);
  } catch (const NumericalError& error) {
    raise(kinds.numerical, error);
  } catch (const Error& error) {
    raise(PyExc_ValueError, error);
  }
}

PyObject* add_exception(nb::module_& module, const char* name, const char* documentation, PyObject* base) {
  PyObject* const kind =
      PyErr_NewExceptionWithDoc((std::string("protea.") + name).c_str(), documentation, base, nullptr);
  if (!kind) nb::raise_python_error();
  module.attr(name) = nb::handle(kind);
  return kind;
}

}   // namespace

void add_errors(nb::module_& module) {
  static Kinds kinds{};   // the exceptions live as long as the interpreter
  kinds.data = add_exception(module, "DataError", "The data, or a file, is not what it should be.", PyExc_ValueError);
  kinds.numerical =
      add_exception(module, "NumericalError", "Numbers left their domain during a computation.", PyExc_ArithmeticError);
  nb::register_exception_translator(translate, &kinds);
}

}   // namespace protea::python
