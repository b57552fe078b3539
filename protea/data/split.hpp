// Cutting samples into parts, class by class.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>

namespace protea {

struct Split {
  std::vector<std::uint32_t> training;
  std::vector<std::uint32_t> test;
};

// `share` of each class (at least one sample, never all) goes to the test part.
Split stratified_split(std::span<const Label> y, const std::vector<std::string>& class_names, double share, Random random);

// Every sample is in the test part of exactly one fold; classes are spread evenly. Throws a DataError when a class has fewer
// samples than there are folds. Precondition: folds ≥ 1.
std::vector<Split> stratified_folds(std::span<const Label> y, const std::vector<std::string>& class_names, std::size_t folds,
                                    Random random);

}  // namespace protea
