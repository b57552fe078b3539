#include <protea/evaluate/measures.hpp>

#include <cmath>

namespace protea {
namespace {

std::optional<double> ratio(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}

ClassMeasures one_against_rest(const Confusion& confusion, std::size_t c, double beta) {
  ClassMeasures result;
  result.samples = confusion.samples_of(c);
  for (std::size_t t = 0; t < confusion.classes(); ++t) result.answered += confusion(t, c);
  const auto hits = static_cast<double>(confusion(c, c));
  const double misses = static_cast<double>(result.samples) - hits;
  const double alarms = static_cast<double>(result.answered) - hits;
  const double negatives = static_cast<double>(confusion.samples()) - static_cast<double>(result.samples);
  result.tpr = ratio(hits, hits + misses);
  result.fnr = ratio(misses, hits + misses);
  result.fpr = ratio(alarms, negatives);
  result.tnr = ratio(negatives - alarms, negatives);
  result.precision = ratio(hits, hits + alarms);
  const double weight = beta * beta;
  result.f = ratio((1 + weight) * hits, (1 + weight) * hits + weight * misses + alarms);
  return result;
}

}   // namespace

Measures measures_of(const Confusion& confusion, double beta) {
  Measures result;
  result.beta = beta;
  const auto all = static_cast<double>(confusion.samples());
  double right = 0;
  double both = 0;       // Σ samples·answered
  double samples = 0;    // Σ samples²
  double answered = 0;   // Σ answered²
  std::size_t present = 0;
  for (std::size_t c = 0; c < confusion.classes(); ++c) {
    const ClassMeasures own = one_against_rest(confusion, c, beta);
    const auto truly = static_cast<double>(own.samples);
    const auto said = static_cast<double>(own.answered);
    right += static_cast<double>(confusion(c, c));
    both += truly * said;
    samples += truly * truly;
    answered += said * said;
    if (own.samples > 0) {
      ++present;
      result.macro_precision += own.precision.value_or(0);
      result.macro_f += own.f.value_or(0);
    }
    result.classes.push_back(own);
  }
  if (present > 0) {
    result.macro_precision /= static_cast<double>(present);
    result.macro_f /= static_cast<double>(present);
  }
  const double spread = (all * all - samples) * (all * all - answered);
  if (spread > 0) result.matthews = (right * all - both) / std::sqrt(spread);
  if (all * all > both) result.kappa = (right * all - both) / (all * all - both);
  return result;
}

}   // namespace protea
