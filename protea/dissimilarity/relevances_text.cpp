#include <protea/dissimilarity/relevances_text.hpp>

#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {

void parse_relevances(std::string_view text, MutableRow lambda) {
  const auto parts = split(text, ',');
  if (parts.size() != lambda.size()) {
    throw UsageError(fmt::format("dissimilarity.relevances = {}: {} numbers for {} features: give one for each", text, parts.size(),
                                 lambda.size()));
  }
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = parse_number(trim(parts[i]));
    if (!value || !(*value >= 0) || !std::isfinite(*value)) {
      throw UsageError(fmt::format("dissimilarity.relevances: '{}' is not a number of at least 0", parts[i]));
    }
    lambda[i] = *value;
    sum += *value;
  }
  if (!(sum > 0) || !std::isfinite(sum)) {
    throw UsageError(fmt::format("dissimilarity.relevances = {}: the sum must be finite and above 0", text));
  }
  for (double& each : lambda) each /= sum;
}

}  // namespace protea
