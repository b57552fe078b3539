// How a learning rate, or the range of a neighbourhood, falls while training goes from t = 0 to t = 1.
#pragma once

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

enum class Schedule { constant, linear, inverse_time, exponential };
constexpr auto names_of(Schedule) {
  return std::array{std::pair<std::string_view, Schedule>{"constant", Schedule::constant},
                    std::pair<std::string_view, Schedule>{"linear", Schedule::linear},
                    std::pair<std::string_view, Schedule>{"inverse-time", Schedule::inverse_time},
                    std::pair<std::string_view, Schedule>{"exponential", Schedule::exponential}};
}

// linear: 1 − t; inverse-time: 1/(1 + decay·t), LVQ_PAK's inverse_t for decay = 100; exponential: decay^(−t).
inline double schedule_factor(Schedule schedule, double decay, double t) {
  switch (schedule) {
    case Schedule::constant: return 1;
    case Schedule::linear: return 1 - t;
    case Schedule::inverse_time: return 1 / (1 + decay * t);
    case Schedule::exponential: return power(decay, -t);
  }
  return 1;
}

// From `first` at t = 0 to `last` at t = 1, both above 0; constant: `last` at all times.
inline double annealed(Schedule schedule, double first, double last, double t) {
  switch (schedule) {
    case Schedule::constant: return last;
    case Schedule::linear: return first + (last - first) * t;
    case Schedule::inverse_time: return first / (1 + (first / last - 1) * t);
    case Schedule::exponential: return first * power(last / first, t);
  }
  return last;
}

}   // namespace protea
