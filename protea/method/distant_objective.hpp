// The cost over samples that are elsewhere: the sum over all rows is that of their groups.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/row_questions.hpp>
#include <protea/method/training_run.hpp>
#include <protea/runtime/accumulator.hpp>

namespace PROTEA_EXPORT protea {

// What it knows of them, and how it asks.
struct DistantRows {
  using Use = std::function<void(ParcelReader& content)>;

  std::size_t samples = 0;
  double weight = 0;
  double penalty_share = 1;   // see TrainingRows
  std::vector<std::string> class_names = {};
  std::vector<Label> present = {};                          // classes that have samples
  std::function<Parcel(RowQuestion question)> about = {};   // a question that names this objective
  std::function<void(const std::string& question, const Use& use)> ask = {};
  std::function<Part(std::span<const std::uint32_t> samples)> bring = {};   // in ascending order, weighed for training
};

// Samples of a batch are brought here, some thousands ahead.
class DistantObjective final : public Objective {
 public:
  DistantObjective(DistantRows rows, const PrototypeSpace& space, const Configuration& configuration, Runtime& runtime);

  const ParameterLayout& layout() const override { return nowhere_.layout(); }
  std::size_t sample_count() const override { return rows_.samples; }
  double total_weight() const override { return rows_.weight; }
  std::size_t values_per_sample() const override { return space_.features(); }
  bool has_cost() const override { return nowhere_.has_cost(); }
  bool changes_with_progress() const override { return nowhere_.changes_with_progress(); }
  std::unique_ptr<Workspace> make_workspace() const override { return nowhere_.make_workspace(); }
  double accumulate(std::span<const std::uint32_t>, Row, double, Wanted, Workspace&) const override;
  bool is_elsewhere() const override { return true; }
  double sum_elsewhere(std::span<const std::uint32_t> samples, Row parameters, double progress,
                       Wanted wanted) const override;
  void come_next(std::span<const std::uint32_t> samples) const override;
  PullMoments make_moments() const override { return nowhere_.make_moments(); }
  void finish_moments(double progress, PullMoments& moments) const override {
    nowhere_.finish_moments(progress, moments);
  }
  void move_to_means(const PullMoments& moments, MutableRow parameters) const override {
    nowhere_.move_to_means(moments, parameters);
  }
  std::size_t seed_again(const PullMoments& moments, Row before, MutableRow parameters) const override;

 private:
  // Samples in their order, and their places in the part that was brought.
  struct Brought {
    Part part = {};
    std::vector<std::uint32_t> places = {};
    std::unique_ptr<PrototypeObjective> objective = {};
    std::unique_ptr<Accumulator> accumulator = {};
  };
  std::vector<FarSample> farthest(Row parameters, std::size_t count) const;
  double sum_of(std::span<const std::uint32_t> samples, Row parameters, double progress, Gradient& gradient) const;
  void bring(std::span<const std::uint32_t> samples) const;

  DistantRows rows_;
  const PrototypeSpace& space_;
  std::shared_ptr<const AnyRule> rule_;
  Matrix costs_;
  Runtime& runtime_;
  PrototypeObjective nowhere_;   // the same without rows: what is known without them
  mutable std::span<const std::uint32_t> next_ = {};
  mutable Brought brought_ = {};
  mutable std::size_t at_ = 0;
};

}   // namespace protea
