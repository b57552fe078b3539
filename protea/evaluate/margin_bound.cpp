#include <protea/evaluate/margin_bound.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>

namespace protea {
namespace {

double factor_of(ClassFactor factor, double k, double classes) {
  switch (factor) {
    case ClassFactor::power: return std::pow(k, classes);
    case ClassFactor::square: return k * k;
    case ClassFactor::pairs: break;
  }
  return classes * (classes - 1) / 2 * k * k;
}

// A union of N half-spaces costs log(e·N) (proof of Theorem 2). N is k² as printed, for two classes; of more classes
// there are as many half-spaces as bisectors.
double half_spaces(ClassFactor factor, double k, double classes) {
  return factor == ClassFactor::pairs ? factor_of(factor, k, classes) : k * k;
}

std::vector<std::string> conditions_of(const BoundSetting& setting, const BoundOptions& options) {
  const auto k = static_cast<double>(setting.prototypes);
  const auto classes = static_cast<double>(setting.classes);
  std::vector<std::string> sentences{
      fmt::format(
          "holds with probability {} over the draw of the {} samples, which must be those the model was trained on",
          1 - options.delta, setting.samples),
      fmt::format("every sample ever drawn must have a norm of at most {:.4g}, the largest seen", setting.radius),
      fmt::format("logarithms have base {}, the class factor is '{}' with {} prototypes per class",
                  choice_name(options.base), choice_name(options.factor), setting.prototypes)};
  if (factor_of(options.factor, k, classes) < factor_of(ClassFactor::pairs, k, classes)) {
    sentences.push_back(fmt::format(
        "the class factor {:g} is smaller than the {:g} bisectors between classes, which the proof needs: use pairs",
        factor_of(options.factor, k, classes), factor_of(ClassFactor::pairs, k, classes)));
  }
  if (setting.prototypes == 1)
    sentences.emplace_back("a step of the proof of Theorem 2 fails for one prototype per class");
  return sentences;
}

}   // namespace

MarginBound margin_bound(const BoundSetting& setting, const BoundOptions& options) {
  if (!(options.theta > 0 && options.theta < 0.5))
    throw UsageError(fmt::format("theta = {}: must be greater than 0 and less than 0.5", options.theta));
  if (!(options.delta > 0 && options.delta < 1))
    throw UsageError(fmt::format("delta = {}: must be greater than 0 and less than 1", options.delta));
  const auto log = [&](double value) { return options.base == LogBase::two ? std::log2(value) : std::log(value); };
  const auto m = static_cast<double>(setting.samples);
  const auto k = static_cast<double>(setting.prototypes);
  const double theta = options.theta;
  MarginBound result;
  const double fat =
      std::min(static_cast<double>(setting.dimensions) + 1, 64 * setting.radius * setting.radius / (theta * theta));
  const auto classes = static_cast<double>(setting.classes);
  result.dimension =
      fat * 2 * factor_of(options.factor, k, classes) * log(std::numbers::e * half_spaces(options.factor, k, classes));
  const double spread = log(32 * m / (theta * theta));
  result.value = setting.theta_error + std::sqrt(8 / m * (result.dimension * spread * spread + log(4 / options.delta)));
  result.is_vacuous = !(result.value <= 1);
  result.conditions = conditions_of(setting, options);
  return result;
}

}   // namespace protea
