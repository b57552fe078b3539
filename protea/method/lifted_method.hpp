// From a small value type that trains on prepared rows to a whole method: the template reads its options, prepares the
// rows, and gives the model its encoding, preparation and record.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/method/by_class.hpp>
#include <protea/method/groups_elsewhere.hpp>
#include <protea/method/groups_here.hpp>
#include <protea/method/method.hpp>
#include <protea/method/progress_file.hpp>
#include <protea/model/model_file.hpp>

namespace PROTEA_EXPORT protea {

struct MethodTraits {
  bool learns_labels = true;
  bool learns_memberships = false;
  bool learns_numbers = false;
  bool learns_nothing = false;   // rows alone are enough, and the model answers no classes
  bool weighs_samples = false;
  bool takes_missing = false;           // rows may hold NaN
  bool numbers_are_features = false;    // see DataOptions
  bool keeps_progress = false;          // trains in parts that survive a stop: there are checkpoints
  Scaling scaling = Scaling::z_score;   // unless another is asked for
  std::string_view formula = {};
  std::string_view source = {};

  bool takes(TargetKind kind) const;
};

// What such a method is given.
struct PreparedSamples {
  const Dataset& rows;   // as they were read, with targets and names
  const Matrix& x;       // in model units
  Row weights;           // empty: all one
  const Preparation& preparation;
  std::uint64_t seed = 1;
  ProgressFile* progress = nullptr;   // where there are checkpoints
  std::size_t save_every = 0;         // epochs
};

// A model knows the name of its kind and reads itself.
template <class M>
concept ReadableModel = std::derived_from<M, Model> && requires(const StoredModel& stored) {
  { M::kind_name } -> std::convertible_to<std::string_view>;
  { M::read(stored) } -> std::same_as<std::unique_ptr<Model>>;
};

// What the author of a method writes: options, traits, and `train`.
template <class M>
concept PlainMethod = Described<M> && ReadableModel<typename M::Model> &&
    requires(const M method, const PreparedSamples& samples, Runtime& runtime) {
  { M::traits } -> std::convertible_to<MethodTraits>;
  { method.train(samples, runtime) } -> std::same_as<std::unique_ptr<Model>>;
};

// Optional: going on from a model of it with more samples, prepared as the model was. With it there is --from, and a
// stream: piece by piece.
template <class M>
concept GoesOn = requires(const M method, const typename M::Model& model, const PreparedSamples& samples,
                          Runtime& runtime) {
  { method.go_on(model, samples, runtime) } -> std::same_as<std::unique_ptr<Model>>;
};

// Optional: learning from what groups of rows answer, wherever they are; done for more rows than a group has. With it there
// is training on a cluster. `needs_all_rows` says why the options forbid it, in words behind which there is a comma, and
// nothing where they do not.
template <class M>
concept SumsOverGroups = requires(const M method, const RowsOfGroup& group, std::size_t what, Row parameters,
                                  GroupedRows& rows) {
  { method.needs_all_rows() } -> std::same_as<std::string>;
  { method.answer_of(group, what, parameters) } -> std::same_as<std::vector<double>>;
  { method.train(rows) } -> std::same_as<std::unique_ptr<Model>>;
};

// Optional: a UsageError for ways of reading a table that make no sense for it.
template <class M>
concept ChecksData = requires(const DataOptions& options) {
  M::demand_data(options);
};

// Settings that every plain method has, beside its own under its name ("svm.cost").
struct PlainSettings {
  DataOptions data = {};
  std::uint64_t seed = 1;
  ClassWeights class_weights = {};
};

// Reads `scale`, `missing`, `nominal`, `seed` and `class_weights`; those under `name` are left, without it, in `own`.
// Throws a UsageError for others.
PlainSettings parse_plain(std::string_view name, const std::vector<std::string>& options, const Settings& changes,
                          Settings& own);
Settings describe(const PlainSettings& settings);

// The rows that are left, in model units.
struct PlainRows {
  Dataset rows;
  Preparation preparation;
  Matrix x;
  std::vector<double> weights;
  std::size_t dropped = 0;
};
PlainRows prepare_plain(const Method& method, const MethodTraits& traits, const PlainSettings& settings,
                        const Dataset& dataset);
// Rows for a model that is there already.
PlainRows prepare_further(const Method& method, const Model& model, const PlainSettings& settings,
                          const Dataset& dataset);
// What a model knows of the rows it has learned from.
struct LearnedRows {
  std::vector<std::string> class_names;
  Preparation preparation;
  std::size_t count;
};
void finish_plain(Model& model, const Method& method, const LearnedRows& rows, const Encoding& encoding);
// Settings and data of a run.
std::string identity_of(const Method& method, const PlainRows& rows);
// Such a method trains in one go.
void demand_no_checkpoint(const Method& method, const CheckpointPlan& checkpoints);

template <PlainMethod M>
class LiftedMethod final : public Method {
 public:
  explicit LiftedMethod(const Settings& changes) {
    std::vector<std::string> options;
    for (const OptionDescription& option : describe_options<M>()) options.push_back(option.name);
    Settings own;
    Settings all{{"scale", std::string(choice_name(M::traits.scaling))}};
    all.insert(all.end(), changes.begin(), changes.end());
    settings_ = parse_plain(M::name, options, all, own);
    settings_.data.numbers_are_features = M::traits.numbers_are_features;
    method_ = with_settings<M>(M::name, own);
    if constexpr (ChecksData<M>) M::demand_data(settings_.data);
  }

  std::string_view name() const override { return M::name; }
  bool takes(TargetKind kind) const override { return M::traits.takes(kind); }
  DataOptions data() const override { return settings_.data; }
  std::uint64_t seed() const override { return settings_.seed; }
  bool keeps_checkpoints() const override { return M::traits.keeps_progress; }
  Settings describe() const override {
    Settings all{{"method", std::string(M::name)}};
    for (const auto& [option, value] : option_values(method_))
      all.emplace_back(std::string(M::name) + "." + option, value_text(value));
    for (auto& setting : protea::describe(settings_)) all.push_back(std::move(setting));
    return all;
  }
  Trained train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const override {
    if constexpr (!M::traits.keeps_progress) demand_no_checkpoint(*this, context.checkpoints);
    const PlainRows rows = prepare_plain(*this, M::traits, settings_, dataset);
    PreparedSamples samples = samples_of(rows);
    std::optional<ProgressFile> progress;
    if (!context.checkpoints.path.empty()) {
      progress.emplace(context.checkpoints.path, identity_of(*this, rows), context.checkpoints.resume);
      samples.progress = &*progress;
      samples.save_every = context.checkpoints.every;
    }
    if constexpr (SumsOverGroups<M>) {
      if (rows.rows.size() > group_rows && method_.needs_all_rows().empty()) {
        const auto answer_of = [this](const RowsOfGroup& group, std::size_t what, Row parameters) {
          return method_.answer_of(group, what, parameters);
        };
        GroupsHere groups({rows.x.view(), rows.rows.y, rows.rows.numbers, rows.weights}, rows.rows.class_names,
                          answer_of, context.runtime);
        return finished(method_.train(groups), rows, encoding, 0);
      }
    }
    return finished(method_.train(samples, context.runtime), rows, encoding, 0);
  }
  std::vector<double> answer_of(const RowsOfGroup& group, std::size_t what, Row parameters) const override {
    if constexpr (SumsOverGroups<M>) return method_.answer_of(group, what, parameters);
    else return Method::answer_of(group, what, parameters);
  }
  void demand_elsewhere() const override {
    if constexpr (SumsOverGroups<M>) {
      if (const std::string reason = method_.needs_all_rows(); !reason.empty()) refuse_elsewhere(reason);
      demand_known_gaps(settings_.data.missing);
    } else {
      Method::demand_elsewhere();
    }
  }
  Trained train_elsewhere(const RowsOfOthers& rows, const Encoding& encoding,
                          const TrainingContext& context) const override {
    if constexpr (SumsOverGroups<M>) {
      demand_elsewhere();
      demand_no_checkpoint(*this, context.checkpoints);
      GroupsElsewhere groups(*this, settings_.data, settings_.class_weights, rows);
      auto model = groups.are_one() ? groups.trained_there({std::string(M::Model::kind_name), M::Model::read})
                                    : method_.train(groups);
      return finished(std::move(model), {groups.class_names(), groups.preparation(), groups.size()}, encoding, 0, 0);
    } else {
      return Method::train_elsewhere(rows, encoding, context);
    }
  }
  Trained go_on(const protea::Model& model, const Dataset& dataset, const TrainingContext& context) const override {
    if constexpr (GoesOn<M>) {
      demand_no_checkpoint(*this, context.checkpoints);
      const PlainRows rows = prepare_further(*this, model, settings_, dataset);
      return finished(method_.go_on(dynamic_cast<const typename M::Model&>(model), samples_of(rows), context.runtime),
                      rows, model.encoding, model.record.samples);
    } else {
      return Method::go_on(model, dataset, context);
    }
  }
  void demand_streaming() const override {
    if constexpr (!GoesOn<M>) Method::demand_streaming();
  }
  std::unique_ptr<StreamLearner> stream(const protea::Model& model) const override {
    demand_streaming();
    return std::make_unique<PieceByPiece>(*this, model);
  }

 private:
  class PieceByPiece final : public StreamLearner {
   public:
    PieceByPiece(LiftedMethod method, const protea::Model& model) : method_(std::move(method)), model_(model.clone()) {}
    void learn(const Dataset& rows, Runtime& runtime) override {
      model_ = method_.go_on(*model_, rows, {runtime}).model;
    }
    const protea::Model& model() const override { return *model_; }

   private:
    LiftedMethod method_;
    std::unique_ptr<protea::Model> model_;
  };

  PreparedSamples samples_of(const PlainRows& rows) const {
    return {rows.rows, rows.x, rows.weights, rows.preparation, settings_.seed};
  }
  Trained finished(std::unique_ptr<protea::Model> model, const PlainRows& rows, const Encoding& encoding,
                   std::size_t samples_before) const {
    return finished(std::move(model), {rows.rows.class_names, rows.preparation, rows.rows.size()}, encoding,
                    samples_before, rows.dropped);
  }
  Trained finished(std::unique_ptr<protea::Model> model, const LearnedRows& rows, const Encoding& encoding,
                   std::size_t samples_before, std::size_t dropped) const {
    finish_plain(*model, *this, rows, encoding);
    if (M::traits.learns_nothing) model->class_names.clear();
    model->record.samples += samples_before;
    const Outcome outcome{
        .epochs = model->record.epochs, .converged = model->record.converged, .cost = model->record.cost};
    return {std::move(model), outcome, rows.count, dropped};
  }

  M method_;
  PlainSettings settings_;
};

}   // namespace protea
