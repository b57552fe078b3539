// How many dichotomies a plane separates, beside Cover's formula.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <protea/experiment/perceptron_lessons.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

double largest_deviation(const std::vector<CapacityPoint>& points) {
  double largest = 0;
  for (const CapacityPoint& point : points) largest = std::max(largest, std::abs(point.deviation()));
  return largest;
}

Json capacity_json(const std::vector<CapacityPoint>& points, std::size_t trials, const std::string& name) {
  Json list = Json::array();
  for (const CapacityPoint& point : points) {
    list.push_back({{"dimensions", point.dimensions},
                    {"points", point.points},
                    {"measured", point.measured()},
                    {"expected", point.expected},
                    {"deviation", point.deviation()},
                    {"undecided", point.undecided}});
  }
  return {{"experiment", name}, {"trials", trials}, {"points", list}, {"largest_deviation", largest_deviation(points)}};
}

std::string capacity_text(const std::vector<CapacityPoint>& points, std::size_t trials,
                          const ReproductionRequest& request) {
  std::string text = fmt::format(
      "{}: share of random dichotomies that a plane separates, {} of them each, seed {}\n\n"
      "     N     P   P/N   measured    Cover   in standard errors\n",
      title_of(request), trials, request.seed);
  const auto out = std::back_inserter(text);
  for (const CapacityPoint& point : points) {
    fmt::format_to(out, "{:>6}{:>6}{:>6.2f}{:>11.3f}{:>9.3f}{:>12.2f}\n", point.dimensions, point.points,
                   static_cast<double>(point.points) / static_cast<double>(point.dimensions), point.measured(),
                   point.expected, point.deviation());
  }
  fmt::format_to(out, "\nthe largest deviation: {:.2f} standard errors\n", largest_deviation(points));
  return text;
}

std::string capacity_csv(const std::vector<CapacityPoint>& points) {
  std::vector<std::vector<double>> rows;
  for (const CapacityPoint& point : points) {
    rows.push_back({static_cast<double>(point.dimensions), static_cast<double>(point.points), point.measured(),
                    point.expected, point.deviation()});
  }
  return csv_text({"dimensions", "points", "measured", "cover", "deviation"}, rows);
}

}   // namespace

Reproduction reproduce_capacity(const ReproductionRequest& request, Runtime& runtime,
                                const ReproductionProgress& progress) {
  const std::size_t trials = request.is_quick ? 40 : 1000;
  const std::vector<CapacityPoint> points = perceptron_capacity(trials, request.seed, runtime, progress);
  return {capacity_json(points, trials, request.name), capacity_text(points, trials, request), capacity_csv(points)};
}

}   // namespace protea
