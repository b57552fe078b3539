// What is learned from the training rows before any method sees them: how to fill missing values and how to scale.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

enum class Missing { refuse, drop, mean, median, mask };
constexpr auto names_of(Missing) {
  return std::array{std::pair<std::string_view, Missing>{"refuse", Missing::refuse},
                    std::pair<std::string_view, Missing>{"drop", Missing::drop},
                    std::pair<std::string_view, Missing>{"mean", Missing::mean},
                    std::pair<std::string_view, Missing>{"median", Missing::median},
                    std::pair<std::string_view, Missing>{"mask", Missing::mask}};
}

enum class Scaling { none, z_score, min_max, unit_sum };
constexpr auto names_of(Scaling) {
  return std::array{std::pair<std::string_view, Scaling>{"none", Scaling::none},
                    std::pair<std::string_view, Scaling>{"z-score", Scaling::z_score},
                    std::pair<std::string_view, Scaling>{"min-max", Scaling::min_max},
                    std::pair<std::string_view, Scaling>{"unit-sum", Scaling::unit_sum}};
}

// What messages may recommend where a value is missing: some methods need complete rows.
enum class Gaps { may_be_masked, cannot_be_masked };

struct Preparation {
  Missing missing = Missing::refuse;
  Scaling scaling = Scaling::none;
  std::vector<double> fill;    // per feature, in original units; for mean and median
  std::vector<double> shift;   // per feature; model units = (original − shift)·factor
  std::vector<double> factor;

  // Throws a DataError that names the first missing cell when missing values are refused (or dropped: see
  // without_missing), and one that names the row when every value of a masked row is missing. Masked values stay NaN.
  Matrix apply(const Dataset& dataset, Gaps gaps = Gaps::may_be_masked) const;
  void scale(MutableRow x) const;
  void unscale(MutableRow x) const;   // unit-sum cannot be undone: leaves x as it is
};

// Means, medians and deviations count every row by its weight.
Preparation learn_preparation(const Dataset& training, Missing missing, Scaling scaling);

// What is summed for that, group of rows by group of rows (base/row_groups.hpp), wherever these are.
struct FeatureSums {
  struct OfFeature {
    double count = 0;
    double weight = 0;
    double squared_weights = 0;
    double sum = 0;
    double least = infinity;
    double most = -infinity;
    double largest = 0;   // of the absolute values
    double centre = 0;    // Σ weight·value, and then the mean, in units of the largest
    double spread = 0;    // Σ weight·(value − centre)², likewise
  };
  struct OfClass {
    double rows = 0;
    double weight = 0;
  };
  std::vector<OfFeature> features = {};
  std::vector<OfClass> classes = {};
  double rows = 0;
  double rows_with_gaps = 0;
  bool are_weights_whole = true;

  void add(const FeatureSums& later);   // of the rows behind these
};
enum class Pass { ranges, centres, spreads };
// One pass over the rows of one group; a later one is told what those before have come to for all rows.
FeatureSums feature_sums(const Dataset& group, Pass pass, const FeatureSums& so_far = {});

// Goes over the rows as often as it takes, and learns from what `pass_over(pass, so far)` gives for all of them.
using PassOver = std::function<FeatureSums(Pass pass, const FeatureSums& so_far)>;
using MedianOf = std::function<double(std::size_t feature, double weight)>;
struct Learned {
  Preparation preparation;
  FeatureSums sums;   // of the first pass
};
// `rows` has the names; its values are not looked at.
Learned learn_preparation(const Dataset& rows, Missing missing, Scaling scaling, const PassOver& pass_over,
                          const MedianOf& median_of);

bool has_missing(Row x);
// The rows without missing values.
Dataset without_missing(const Dataset& dataset);

}   // namespace protea
