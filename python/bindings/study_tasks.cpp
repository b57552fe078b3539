// What trainings of a study gave, on their way between processes.
#include <memory>
#include <string>

#include "arrays.hpp"
#include "studies.hpp"

namespace protea::python {

LedgerPlan ledger_of(nb::object elsewhere, std::vector<std::size_t> only) {
  LedgerPlan plan;
  plan.only = std::move(only);
  if (elsewhere.is_none()) return plan;
  // The last copy may go where nobody holds the lock.
  const std::shared_ptr<nb::object> kept(new nb::object(std::move(elsewhere)), [](nb::object* function) {
    const nb::gil_scoped_acquire lock;
    delete function;
  });
  plan.elsewhere = [kept](const std::vector<std::size_t>& tasks) {
    const nb::gil_scoped_acquire lock;
    std::vector<TaskResult> results;
    for (const nb::handle each : (*kept)(tasks)) {
      const nb::tuple one = nb::cast<nb::tuple>(each);
      results.push_back({nb::cast<std::vector<double>>(one[0]), static_cast<Failure>(nb::cast<int>(one[1])),
                         nb::cast<std::string>(one[2])});
    }
    return results;
  };
  return plan;
}

nb::object results_of(const TheseAlone& these) {
  nb::list result;
  for (const TaskResult& each : these.results)
    result.append(nb::make_tuple(each.values, static_cast<int>(each.failure), each.sentence));
  return result;
}

}   // namespace protea::python
