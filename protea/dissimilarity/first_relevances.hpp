// Relevances to start from, as they are given.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Writes the numbers divided by their sum. Throws a UsageError where there is not one for each feature, one is
// negative, or all are 0.
void set_relevances(const std::vector<double>& given, MutableRow lambda);

}   // namespace protea
