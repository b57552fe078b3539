#include <protea/dissimilarity/first_relevances.hpp>

#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>

namespace protea {

void set_relevances(const std::vector<double>& given, MutableRow lambda) {
  if (given.size() != lambda.size()) {
    throw UsageError(fmt::format("dissimilarity.relevances = {}: {} numbers for {} features: give one for each",
                                 numbers_text(given), given.size(), lambda.size()));
  }
  double sum = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!(given[i] >= 0))
      throw UsageError(fmt::format("dissimilarity.relevances: '{}' is not a number of at least 0", given[i]));
    lambda[i] = given[i];
    sum += given[i];
  }
  if (!(sum > 0) || !std::isfinite(sum)) {
    throw UsageError(
        fmt::format("dissimilarity.relevances = {}: the sum must be finite and above 0", numbers_text(given)));
  }
  for (double& each : lambda) each /= sum;
}

}   // namespace protea
