// The support vector machine of the Fisher paper's third table.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

// Answers for `test` of a machine whose cost and kernel width are chosen by cross-validation on `training` alone.
std::vector<Label> tuned_svm_answers(const Dataset& training, const Dataset& test, std::uint64_t seed);

}   // namespace protea
