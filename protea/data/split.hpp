// Cutting samples into parts, class by class where there are classes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

struct Split {
  std::vector<std::uint32_t> training;
  std::vector<std::uint32_t> test;
};

// `share` of each class (at least one sample, never all) goes to the test part.
Split stratified_split(std::span<const Label> y, const std::vector<std::string>& class_names, double share,
                       Random random);

// Every sample is in exactly one of the parts; classes are spread evenly, and a class with fewer samples than there are
// parts is in as many of them as it has samples. Throws a DataError when there are fewer samples than parts.
// Precondition: folds ≥ 1.
std::vector<std::vector<std::uint32_t>> stratified_parts(std::span<const Label> y,
                                                         const std::vector<std::string>& class_names, std::size_t folds,
                                                         Random random);

// The same without a look at classes; a split needs two samples at least.
Split plain_split(std::size_t count, double share, Random random);
std::vector<std::vector<std::uint32_t>> plain_parts(std::size_t count, std::size_t folds, Random random);

// About `share` of the samples, in whole groups: as many of them, in random order, as fit, at least one and never all.
// Throws a DataError where a class is left without training samples, or there is a single group.
Split grouped_split(const Dataset& dataset, double share, Random random);

// Stratified where the targets are labels, plain otherwise.
Split stratified_split(const Dataset& dataset, double share, Random random);
std::vector<std::vector<std::uint32_t>> stratified_parts(const Dataset& dataset, std::size_t folds, Random random);

// All of `count` samples but those of `test`, which are in ascending order.
std::vector<std::uint32_t> training_part(std::span<const std::uint32_t> test, std::size_t count);

// Each of these parts as the test part of a split.
std::vector<Split> stratified_folds(std::span<const Label> y, const std::vector<std::string>& class_names,
                                    std::size_t folds, Random random);
std::vector<Split> stratified_folds(const Dataset& dataset, std::size_t folds, Random random);

}   // namespace protea
