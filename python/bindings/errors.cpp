// Errors of the core as exceptions, with its sentence, in which settings are spelled as keywords.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

#include "core.hpp"

namespace protea::python {
namespace {

namespace nb = nanobind;

// Keys that have another name in Python. Of others the name of the part falls away, and what stands between words is an
// underscore.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> keywords{
    {{"epochs", "max_iter"},
     {"tolerance", "tol"},
     {"seed", "random_state"},
     {"threads", "n_jobs"},
     {"batch", "batch_size"},
     {"class_weights", "class_weight"},
     {"class weights", "class_weight"},
     {"decision.positive", "positive_class"},
     {"q0", "start_q"},
     {"r0", "start_r"}}};
// Keys whose first word is no part.
constexpr std::array<std::string_view, 2> groups{"decision.", "init."};

std::string keyword(std::string_view key) {
  for (const auto& [name, spelling] : keywords) {
    if (key == name) return std::string(spelling);
  }
  const bool is_grouped = std::ranges::any_of(groups, [&](std::string_view group) { return key.starts_with(group); });
  const std::size_t dot = is_grouped ? std::string_view::npos : key.rfind('.');
  std::string result(key.substr(dot == std::string_view::npos ? 0 : dot + 1));
  if (result.starts_with("decision.reject")) result = result.substr(9);
  std::ranges::replace_if(
      result, [](char c) { return c == '.' || c == '-' || c == ' '; }, '_');
  return result;
}

// "rule.steepness = -1: must be greater than 0": a value that was refused stands in front of what is wrong with it.
std::string with_keyword(std::string text) {
  const std::size_t equals = text.find(" = ");
  const auto is_of_a_key = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
  };
  if (equals == std::string::npos || equals == 0 ||
      !std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals), is_of_a_key))
    return text;
  const std::string name = keyword(std::string_view(text).substr(0, equals));
  return name + "=" + text.substr(equals + 3);
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
    const std::string text = with_keyword(spelled(error.marked(), argument));
    // Names of files and classes may be no UTF-8.
    PyObject* const words = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
    if (!words) return;
    PyErr_SetObject(kind, words);
    Py_DECREF(words);
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
