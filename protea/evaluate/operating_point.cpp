#include <protea/evaluate/operating_point.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

// A number from `least` to less than `below`, with as few digits as will do.
double short_number_between(double least, double below) {
  const double middle = least + (below - least) / 2;
  for (int digits = 1; digits <= 17; ++digits) {
    const double rounded = *parse_number(fmt::format("{:.{}g}", middle, digits));
    if (rounded >= least && rounded < below) return rounded;
  }
  return least;
}

}   // namespace

OperatingPoint point_for_sensitivity(Row leads, const std::vector<bool>& is_positive, double sensitivity) {
  std::vector<double> of_positives;
  for (std::size_t i = 0; i < leads.size(); ++i) {
    if (is_positive[i]) of_positives.push_back(leads[i]);
  }
  const std::size_t negatives = leads.size() - of_positives.size();
  if (of_positives.empty() || negatives == 0)
    throw DataError("a sensitivity needs samples of the positive class and of the other");
  std::sort(of_positives.begin(), of_positives.end(), std::greater<>());
  const auto count = static_cast<double>(of_positives.size());
  std::size_t wanted = 1;   // the smallest number of samples whose share is enough
  while (static_cast<double>(wanted) / count < sensitivity) ++wanted;
  const double last = of_positives[wanted - 1];   // the lead that must still be enough
  double next = -std::numeric_limits<double>::infinity();
  for (const double lead : leads) {
    if (lead < last) next = std::max(next, lead);
  }
  if (next == -std::numeric_limits<double>::infinity()) next = last - std::max(1.0, std::abs(last));
  OperatingPoint point{short_number_between(next, last), 0, 0};
  std::size_t found = 0;
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < leads.size(); ++i) {
    if (leads[i] > point.threshold) ++(is_positive[i] ? found : alarms);
  }
  point.sensitivity = static_cast<double>(found) / count;
  point.specificity = 1 - static_cast<double>(alarms) / static_cast<double>(negatives);
  return point;
}

}   // namespace protea
