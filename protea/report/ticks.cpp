#include <protea/report/ticks.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace protea {

std::vector<double> round_ticks(double low, double high, std::size_t wanted) {
  const double rough = (high - low) / static_cast<double>(std::max<std::size_t>(wanted, 1));
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> result;
  for (double place = std::ceil(low / step - 1e-9); place * step <= high + 1e-9 * step; ++place)
    result.push_back(place == 0 ? 0 : place * step);
  return result;
}

std::vector<double> log_ticks(double low, double high) {
  std::vector<double> result;
  const double first = std::ceil(std::log10(low) - 1e-9);
  const double last = std::floor(std::log10(high) + 1e-9);
  const double step = std::max(1.0, std::ceil((last - first) / 8));
  for (double power = first; power <= last; power += step) result.push_back(std::pow(10, power));
  if (result.size() >= 2) return result;
  for (const std::vector<double>& factors :
       {std::vector<double>{1, 2, 5}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
    result.clear();
    for (double power = first - 1; power <= last + 1; ++power) {
      for (const double factor : factors) {
        const double tick = factor * std::pow(10, power);
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) result.push_back(tick);
      }
    }
    if (result.size() >= 2) return result;
  }
  return {low, high};
}

std::string tick_text(double value, double distance) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e6 || size < 1e-4) return fmt::format("{:.3g}", value);
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(distance) - 1e-9)), 0, 8);
  return fmt::format("{:.{}f}", value, digits);
}

}   // namespace protea
