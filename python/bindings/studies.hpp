// Studies whose trainings may run in other processes: these are told which of them to run only.
#pragma once

#include <utility>
#include <vector>

#include <protea/evaluate/task_ledger.hpp>

#include "core.hpp"

namespace protea::python {

// `elsewhere` is a function of Python from numbers of tasks to what they gave, or None. It lives as long as the plan.
LedgerPlan ledger_of(nanobind::object elsewhere, std::vector<std::size_t> only);
nanobind::object results_of(const TheseAlone& these);

// A study whose last argument is the ledger plan; what its tasks gave where only these were to be run.
template <class Result, class... Arguments, class... Names>
void def_study(nanobind::module_& module, const char* name, Result (*study)(Arguments...), Names... names) {
  module.def(
      name,
      [study](Arguments... arguments) -> nanobind::object {
        try {
          return study(std::forward<Arguments>(arguments)...);
        } catch (const TheseAlone& these) {
          return results_of(these);
        }
      },
      names..., nanobind::arg("tasks") = LedgerPlan());
}

}   // namespace protea::python
