// What a model may be able to do beside answering; see demand() in model.hpp.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/decision.hpp>

namespace PROTEA_EXPORT protea {

// The way from distances or values to answers can be set after training: thresholds, votes, rejection.
class Deciding {
 public:
  static constexpr std::string_view what = "decision to change";
  virtual ~Deciding() = default;
  virtual const Decision& current_decision() const = 0;
  // Throws a UsageError where it does not fit the classes.
  virtual void decide_by(const Decision& decision) = 0;
};

// Rows have distances to units, prototypes for instance.
class Measuring {
 public:
  static constexpr std::string_view what = "distances";
  virtual ~Measuring() = default;
  virtual std::size_t unit_count() const = 0;
  // Of rows in model units: one row of distances each.
  virtual Matrix distances(MatrixView x) const = 0;
};

// Rows have places in a space of few dimensions in which the model looks at them.
class Projecting {
 public:
  static constexpr std::string_view what = "projection";
  virtual ~Projecting() = default;
  // Of rows in model units, on the leading directions. Throws a UsageError where there are fewer.
  virtual Matrix projection(MatrixView x, std::size_t dimensions) const = 0;
};

// The answers are numbers.
class Estimating {
 public:
  static constexpr std::string_view what = "numbers as answers";
  virtual ~Estimating() = default;
  // How far the truth may be from the answers for rows in model units: a standard deviation. Throws a UsageError where
  // training leaves it open.
  virtual std::vector<double> standard_errors(MatrixView x) const = 0;
  // What training came to; R² is absent where all targets are the same.
  virtual double training_deviation() const = 0;   // √ of the mean squared error
  virtual std::optional<double> training_r2() const = 0;
};

}   // namespace protea
