// What cross-validation found, as a page.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

struct ValidationPageOptions {
  std::string method;
  std::string plan;                  // how the rows were cut: "10 folds"
  std::size_t most_samples = 1000;   // that can be looked at one by one
};

Page validation_page(const CrossValidation& result, const Dataset& dataset, const ValidationPageOptions& options);

// Test parts along an axis: their numbers are names where they are few.
struct PartAxis {
  Axis axis;
  std::vector<double> places;
};
PartAxis part_axis(std::size_t count, std::string label = "test part");

// A number for each test part, with a line at their mean; `name` is what they are.
Figure parts_figure(const std::vector<double>& values, const std::string& name);

}   // namespace protea
