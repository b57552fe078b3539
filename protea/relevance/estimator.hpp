// Relevances from statistics: something that watches samples, winners and prototypes beside any rule, and writes the
// relevances λ of the shared metric itself. No gradient is involved.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

struct EstimatorTraits {
  bool needs_labels = true;          // of the samples
  bool owns_metric = true;           // it alone writes the relevances: no optimizer may move them
  bool needs_complete_rows = true;   // it looks at every coordinate of a sample
  std::string_view formula = {};
  std::string_view source = {};
};

// One presented sample, before anything has moved.
struct Observation {
  Row x;
  Label y;
  Row d;               // distances to all prototypes
  MatrixView w;        // the prototypes
  double weight = 1;   // of the sample; one on average
};

class RelevanceEstimator {
 public:
  virtual ~RelevanceEstimator() = default;

  // Who it is, and a copy of it as it stands; DescribedEstimator writes these.
  std::string_view name() const { return own_name(); }
  EstimatorTraits traits() const { return own_traits(); }
  std::vector<std::pair<std::string, OptionValue>> options() const { return own_options(); }
  virtual std::unique_ptr<RelevanceEstimator> clone() const = 0;

  virtual void start(std::size_t features, Labels prototypes, std::size_t classes) = 0;
  // Leaves λ ≥ 0 and Σλ = 1 as it found them.
  virtual void observe(const Observation& seen, MutableRow lambda) = 0;
  // What must survive a stop; the sizes stay as start() made them.
  virtual std::vector<StateBuffer> state() = 0;

 private:
  // Under other names than the static members of an estimator, which a virtual function of the same name would forbid.
  virtual std::string_view own_name() const = 0;
  virtual EstimatorTraits own_traits() const = 0;
  virtual std::vector<std::pair<std::string, OptionValue>> own_options() const = 0;
};

// The base of an estimator E, which knows E's name, traits and options, and copies it.
template <class E>
class DescribedEstimator : public RelevanceEstimator {
 public:
  std::unique_ptr<RelevanceEstimator> clone() const final { return std::make_unique<E>(self()); }

 private:
  const E& self() const { return static_cast<const E&>(*this); }
  std::string_view own_name() const final { return E::name; }
  EstimatorTraits own_traits() const final { return E::traits; }
  std::vector<std::pair<std::string, OptionValue>> own_options() const final { return option_values(self()); }
};

}   // namespace protea
