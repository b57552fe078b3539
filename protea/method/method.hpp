// A method: anything that turns data into a model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/model/model.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/train/fit.hpp>

namespace PROTEA_EXPORT protea {

struct CheckpointPlan {
  std::string path;         // empty: no checkpoints
  std::size_t every = 10;   // epochs
  bool resume = false;      // go on from `path` where it exists
};

// Where a training runs, who watches, and what survives a stop.
struct TrainingContext {
  Runtime& runtime;
  Observer observer = {};
  CheckpointPlan checkpoints = {};
  bool wants_scores =
      true;   // false: the answers alone count, and no time is spent on how sure they are unless they depend on it
  std::function<bool()> gives_up = {};   // asked now and then while scores are made: the model is not wanted any more
};

// How a table becomes rows: common to all methods.
struct DataOptions {
  Scaling scaling = Scaling::z_score;
  Missing missing = Missing::refuse;
  Nominal nominal = Nominal::refuse;
  bool is_square = false;              // the table holds a number for every pair of its rows
  bool numbers_are_features = false;   // whole numbers in the last column too, unless a label is named
};

struct Trained {
  std::unique_ptr<Model> model;
  Outcome outcome;
  std::size_t training_samples = 0;   // after dropping and holding out
  std::size_t dropped_rows = 0;
};

// Learns from samples as they come, each seen once and in order.
class StreamLearner {
 public:
  virtual ~StreamLearner() = default;
  virtual void learn(const Dataset& rows, Runtime& runtime) = 0;
  virtual const Model& model() const = 0;
};

struct RowsOfGroup;
struct RowsOfOthers;

class Method {
 public:
  virtual ~Method() = default;

  virtual std::string_view name() const = 0;
  // Does it learn from targets of this kind? Labels where it says nothing else.
  virtual bool takes(TargetKind kind) const { return kind == TargetKind::labels; }
  virtual DataOptions data() const = 0;
  virtual std::uint64_t seed() const = 0;
  virtual std::string positive_class() const { return {}; }   // of two; empty: the second
  // Every option with its value: for records and for telling two runs apart.
  virtual Settings describe() const = 0;
  // What was set without effect, in sentences with marked settings (see spelled() in base/error.hpp).
  virtual std::vector<std::string> notes() const { return {}; }
  // Saves its state on the way where a checkpoint is asked for.
  virtual bool keeps_checkpoints() const { return true; }

  // Everything learned from data, scaling and filling included, is learned from these rows less the held-out part.
  virtual Trained train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const = 0;
  // Goes on from a model of the same method, on rows encoded as it wants them. A UsageError where a method cannot.
  virtual Trained go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const;
  // Throws a UsageError for a method that cannot learn from rows in other processes, whatever rows they are.
  virtual void demand_elsewhere() const;
  // Trains on rows in other processes, to the bytes of a training on these rows.
  virtual Trained train_elsewhere(const RowsOfOthers& rows, const Encoding& encoding,
                                  const TrainingContext& context) const;
  // What it then asks a group of them, where it is one that sums over groups (lifted_method.hpp).
  virtual std::vector<double> answer_of(const RowsOfGroup& group, std::size_t what, Row parameters) const;
  // Throws a UsageError unless it can step from sample to sample, without an end in sight.
  virtual void demand_streaming() const;
  virtual std::unique_ptr<StreamLearner> stream(const Model& model) const;
};

// Throws a DataError, or a UsageError, in one sentence where the method cannot learn from what the data set has as
// targets: a classifier needs labels of two classes at least.
void demand_targets(const Method& method, const Dataset& dataset);

// The options as one text, to tell two methods apart.
std::string identity_of(const Method& method);

}   // namespace protea
