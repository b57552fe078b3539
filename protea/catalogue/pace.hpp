// How long trainings take, to tell whether there is time for another.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

class Pace {
 public:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  void note(std::size_t candidate, double seconds) {
    const std::lock_guard lock(mutex_);
    for (Sum* const sum : {&all_, &of_each_[candidate]}) sum->seconds += seconds, ++sum->count;
  }
  bool is_known() const { return all_.count > 0; }
  // What the next one of this candidate will take, to go by its own so far, or by all.
  double expected(std::size_t candidate) const {
    const auto own = of_each_.find(candidate);
    const Sum& sum = own == of_each_.end() ? all_ : own->second;
    return sum.count == 0 ? 0 : sum.seconds / sum.count;
  }

 private:
  struct Sum {
    double seconds = 0;
    int count = 0;
  };
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  Sum all_;
  std::map<std::size_t, Sum> of_each_;
};

}   // namespace protea
