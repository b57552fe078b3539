// Data whose labels have nothing to do with their features, unless a distance between the classes says so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/data/encoding.hpp>

namespace protea::testing {

inline Encoding encoding_of(std::size_t features) {
  Encoding encoding;
  for (std::size_t j = 0; j < features; ++j) encoding.columns.push_back({"x" + std::to_string(j + 1), {}});
  encoding.label_name = "class";
  encoding.label_position = features;
  return encoding;
}

// Labels in equal numbers and in random order; groups of four rows each. The classes are `distance` apart in
// every feature.
inline Dataset noise(std::size_t samples, std::size_t features, std::uint64_t seed, double distance = 0) {
  Dataset data;
  data.source = "noise";
  data.class_names = {"a", "b"};
  data.feature_names = encoding_of(features).feature_names();
  Matrix x(samples, features);
  Random random(seed, Purpose::generator);
  for (double& value : x.values()) value = random.normal();
  for (std::size_t i = 0; i < samples; ++i) data.y.push_back(static_cast<Label>(i % 2));
  random.shuffle(std::span(data.y));
  for (std::size_t i = 0; i < samples; ++i) {
    for (double& value : x.row(i)) value += distance * static_cast<double>(data.y[i]);
  }
  data.x = std::move(x);
  for (std::size_t j = 0; j < features; ++j) data.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  for (std::size_t i = 0; i < samples; ++i) data.groups.push_back(static_cast<std::uint32_t>(i / 4));
  return data;
}

}   // namespace protea::testing
