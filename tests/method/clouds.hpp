// Rows of several groups, and groups that are asked as other processes would be: by bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <protea/base/random.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/encoding.hpp>
#include <protea/method/row_group.hpp>
#include <protea/runtime/workforce.hpp>

namespace protea::clouds {

inline constexpr std::size_t several_groups = 2 * group_rows + 4321;

struct Cloud {
  std::size_t rows = several_groups;
  std::size_t features = 4;
  bool has_weights = false;
  bool has_gaps = false;
  std::size_t equal_rows = 0;   // at the end
};

// Positive numbers, classes that overlap.
inline Dataset cloud(const Cloud& of = {}) {
  Dataset dataset;
  dataset.source = "cloud";
  dataset.class_names = {"a", "b", "c"};
  for (std::size_t j = 0; j < of.features; ++j) dataset.feature_names.push_back("x" + std::to_string(j + 1));
  Matrix x(of.rows, of.features);
  Random random(7, Purpose::generator);
  for (std::size_t i = 0; i < of.rows; ++i) {
    const auto y = static_cast<Label>(random.below(7) % 3);
    dataset.y.push_back(y);
    for (std::size_t j = 0; j < of.features; ++j)
      x(i, j) = std::exp(0.4 * random.normal() + (static_cast<std::size_t>(y) == j ? 0.9 : 0.1));
    if (of.has_weights) dataset.weights.push_back(0.25 + random.uniform());
    if (of.has_gaps && random.below(20) == 0) x(i, random.below(of.features)) = std::nan("");
    if (i + of.equal_rows >= of.rows) std::ranges::fill(x.row(i), 1.0);
  }
  dataset.x = SampleRows(std::move(x));
  return dataset;
}

inline Encoding encoding_of(const Dataset& dataset) {
  Encoding encoding;
  for (const std::string& name : dataset.feature_names) encoding.columns.push_back({name, {}});
  return encoding;
}

inline std::shared_ptr<const Method> method_from(const Settings& settings) {
  Settings changes;
  std::string method;
  for (const auto& each : settings) {
    if (each.first == "method") method = each.second;
    else changes.push_back(each);
  }
  return make_method(method, changes);
}

class Groups final : public Workforce {
 public:
  explicit Groups(const Dataset& dataset) {
    for_each_group(dataset.size(), [&](std::size_t first, std::size_t count) {
      std::vector<std::uint32_t> rows(count);
      std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(first));
      groups_.push_back(std::make_unique<RowGroup>(dataset.subset(rows), groups_.size(), method_from));
    });
  }
  std::vector<std::string> ask(const std::string& question, std::span<const std::uint32_t> groups) override {
    ++questions;
    std::vector<std::string> answers;
    if (groups.empty()) {
      for (const auto& group : groups_) answers.push_back(group->answer(question));
    } else {
      for (const std::uint32_t g : groups) answers.push_back(groups_.at(g)->answer(question));
    }
    for (const std::string& answer : answers) most_bytes = std::max(most_bytes, answer.size());
    return answers;
  }

  std::size_t questions = 0;
  std::size_t most_bytes = 0;

 private:
  std::vector<std::unique_ptr<RowGroup>> groups_;
};

}   // namespace protea::clouds
