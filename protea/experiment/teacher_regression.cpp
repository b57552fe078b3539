#include <protea/experiment/teacher_regression.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/perceptron/regression.hpp>

namespace protea {
namespace {

constexpr double shares[] = {0.2, 0.4, 0.6, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 3, 4};   // P/N

// What one teacher and one set of samples give.
struct Lesson {
  double recovery;
  double training;
  double excess;
  double ridge;
};

std::vector<double> normal_numbers(std::size_t count, Random& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.normal();
  return values;
}

double squared_distance(Row a, Row b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

Lesson lesson(const TeacherRegressionOptions& options, std::size_t samples, Random random) {
  std::vector<double> teacher = normal_numbers(options.inputs, random);
  const double length = length_of(teacher);
  for (double& weight : teacher) weight /= length;
  Matrix x(samples, options.inputs);
  for (double& value : x.values()) value = random.normal();
  const std::vector<double> told = product(x.view(), teacher);
  std::vector<double> heard = told;
  for (double& y : heard) y += options.noise * random.normal();
  const LinearFitOptions plain{.intercept = false};
  const LinearFitOptions priced{.intercept = false,
                                .strength = options.noise * options.noise * static_cast<double>(options.inputs)};
  const LinearFit noisy = fit_linear(x.view(), heard, {}, plain);
  return {squared_distance(fit_linear(x.view(), told, {}, plain).weights, teacher), noisy.squared_error,
          squared_distance(noisy.weights, teacher),
          squared_distance(fit_linear(x.view(), heard, {}, priced).weights, teacher)};
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

TeacherPoint point_of(const TeacherRegressionOptions& options, std::size_t samples, std::span<const Lesson> lessons) {
  const auto all = [&](double Lesson::*which) {
    std::vector<double> values;
    for (const Lesson& each : lessons) values.push_back(each.*which);
    return values;
  };
  const auto n = static_cast<double>(options.inputs);
  const auto p = static_cast<double>(samples);
  const double variance = options.noise * options.noise;
  const double root = std::sqrt(static_cast<double>(lessons.size()));
  const std::vector<double> recovery = all(&Lesson::recovery);
  const MeanAndDeviation excess = mean_and_deviation(all(&Lesson::excess));
  const MeanAndDeviation ridge = mean_and_deviation(all(&Lesson::ridge));
  TeacherPoint point{.samples = samples};
  point.recovery = p < n ? mean_and_deviation(recovery).mean : std::ranges::max(recovery);
  point.exact_recovery = exact_recovery(samples, options.inputs);
  point.training = mean_and_deviation(all(&Lesson::training)).mean;
  point.exact_training = exact_training_error(samples, options);
  point.excess = excess.mean;
  point.excess_error = excess.deviation / root;
  point.excess_median = median_of(all(&Lesson::excess));
  point.exact_excess = exact_excess_error(samples, options);
  point.ridge = ridge.mean;
  point.ridge_error = ridge.deviation / root;
  point.ridge_limit = ridge_excess_limit(p / n, variance, variance);
  return point;
}

}   // namespace

double exact_recovery(std::size_t samples, std::size_t inputs) {
  return std::max(0.0, 1 - static_cast<double>(samples) / static_cast<double>(inputs));
}

double exact_training_error(std::size_t samples, const TeacherRegressionOptions& options) {
  const double share = static_cast<double>(options.inputs) / static_cast<double>(samples);
  return options.noise * options.noise * std::max(0.0, 1 - share);
}

std::optional<double> exact_excess_error(std::size_t samples, const TeacherRegressionOptions& options) {
  const auto p = static_cast<double>(samples);
  const auto n = static_cast<double>(options.inputs);
  const double variance = options.noise * options.noise;
  if (p > n + 1) return variance * n / (p - n - 1);
  if (p < n - 1) return (1 - p / n) + variance * p / (n - p - 1);
  return std::nullopt;
}

double ridge_excess_limit(double alpha, double strength_per_input, double noise_variance) {
  const double b = strength_per_input + alpha - 1;
  // The positive root, in the form that keeps its digits for either sign of b.
  const double root = std::sqrt(b * b + 4 * strength_per_input);
  const double g = b > 0 ? 2 / (b + root) : (root - b) / (2 * strength_per_input);
  return noise_variance * g;
}

std::vector<TeacherPoint> teacher_regression(const TeacherRegressionOptions& options, Runtime& runtime) {
  std::vector<Lesson> lessons(std::size(shares) * options.trials);
  const auto samples_at = [&](std::size_t point) {
    return static_cast<std::size_t>(std::lround(shares[point] * static_cast<double>(options.inputs)));
  };
  runtime.run(lessons.size(), [&](std::size_t task) {
    const std::size_t point = task / options.trials;
    const auto trial = static_cast<std::uint32_t>(task % options.trials);
    lessons[task] = lesson(options, samples_at(point),
                           Random(options.seed, Purpose::simulation, static_cast<std::uint32_t>(point), trial));
  });
  std::vector<TeacherPoint> points;
  for (std::size_t p = 0; p < std::size(shares); ++p)
    points.push_back(point_of(options, samples_at(p), std::span(lessons).subspan(p * options.trials, options.trials)));
  return points;
}

}   // namespace protea
