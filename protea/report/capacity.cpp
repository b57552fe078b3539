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

// Points of one N beside Cover's share of every P.
std::vector<Figure> capacity_figures(const std::vector<CapacityPoint>& points, std::size_t trials) {
  Plot plot{{.label = "P/N, examples for each dimension"}, {.label = "share of separable dichotomies", .low = -0.02}};
  plot.series.push_back({.name = "P = 2N", .mark = Mark::rule, .x = {2}, .is_vertical = true});
  std::vector<std::size_t> dimensions;
  for (const CapacityPoint& point : points) {
    if (std::ranges::find(dimensions, point.dimensions) == dimensions.end()) dimensions.push_back(point.dimensions);
  }
  for (const std::size_t n : dimensions) {
    const auto load_of = [n](std::size_t count) { return static_cast<double>(count) / static_cast<double>(n); };
    Series cover{.name = fmt::format("N = {}, Cover", n)};
    std::vector<double> loads;
    std::vector<double> measured;
    std::vector<double> deviations;
    for (const CapacityPoint& point : points) {
      if (point.dimensions != n) continue;
      loads.push_back(load_of(point.points));
      measured.push_back(point.measured());
      deviations.push_back(std::sqrt(point.measured() * (1 - point.measured()) / static_cast<double>(point.trials)));
    }
    for (std::size_t count = n; count <= 3 * n; ++count) {
      cover.x.push_back(load_of(count));
      cover.y.push_back(cover_share(count, n));
    }
    plot.series.push_back(std::move(cover));
    plot.series.push_back(measured_points(fmt::format("N = {}, measured", n), loads, measured, deviations));
  }
  return {{"notes-capacity", "Separable dichotomies",
           fmt::format("Lines are Cover's formula, points the share of {} random dichotomies that a plane through "
                       "the origin separates, with standard errors. All curves cross one half at P = 2N, and grow "
                       "steeper with N. After the lecture notes (Biehl 2023) and Cover (1965), who gives the "
                       "formula.",
                       trials),
           std::move(plot)}};
}

}   // namespace

Reproduction reproduce_capacity(const ReproductionRequest& request, Runtime& runtime,
                                const ReproductionProgress& progress) {
  const std::size_t trials = request.is_quick ? 40 : 1000;
  const std::vector<CapacityPoint> points = perceptron_capacity(trials, request.seed, runtime, progress);
  return {capacity_json(points, trials, request.name), capacity_text(points, trials, request), capacity_csv(points),
          fmt::format("The share of dichotomies that a plane separates agrees with Cover's formula: the largest of "
                      "{} deviations is {:.2f} standard errors.",
                      points.size(), largest_deviation(points)),
          capacity_figures(points, trials)};
}

}   // namespace protea
