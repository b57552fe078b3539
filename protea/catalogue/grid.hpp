// Values to try of any catalogue options, and the methods they give.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/methods.hpp>

namespace PROTEA_EXPORT protea {

struct GridAxis {
  std::string key;   // as in make_method(): "prototypes", "rule.steepness", "svm.cost"
  std::vector<std::string> values;
};

// "prototypes=1,2,3"; values that hold commas themselves are parted by semicolons: "prototypes=setosa=1,virginica=2;3".
// Throws a UsageError for anything else and for a value given twice.
GridAxis parse_axis(const std::string& text);

// One thing to try: a method of the catalogue and what is changed in it.
struct Candidate {
  std::string name;    // of the method
  Settings settings;   // the point of the grid
  std::shared_ptr<const Method> method = nullptr;
  std::string failure = {};   // why there is no method, settings marked

  std::string text() const;   // "gmlvq with prototypes = 2"
};

struct GridPlan {
  std::string method = std::string(default_method);
  Settings changes;   // the same for all points
  std::vector<GridAxis> axes;
  std::size_t random = 0;   // so many distinct points by the seed; 0: all
  std::uint64_t seed = 1;
};

// The points in the order of the grid, the last axis changing fastest. Points whose parts do not fit together have a
// failure instead of a method; a value that fits at none of them is refused, in the words of make_method().
std::vector<Candidate> candidates(const GridPlan& plan);

// That of the first point that has one: options of all points may not fit together without those of the grid.
std::shared_ptr<const Method> first_method(const GridPlan& plan);

// "prototypes = 2, rule.steepness = 1"
std::string settings_text(const Settings& settings);

}   // namespace protea
