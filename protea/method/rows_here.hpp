// Rows of a data set in this process, for the training of prototypes.
#pragma once

#include <mutex>

#include <protea/base/export.hpp>
#include <protea/method/training_source.hpp>

namespace PROTEA_EXPORT protea {

class RowsHere final : public TrainingSource {
 public:
  // The data set stays where it is.
  RowsHere(const Configuration& configuration, const Dataset& dataset);

  void demand_fitting(const Configuration& configuration) const override;
  std::size_t samples() const override { return parts_.training.rows.size(); }
  std::size_t dropped_rows() const override { return parts_.dropped_rows; }
  const std::vector<std::string>& class_names() const override { return parts_.training.rows.class_names; }
  const TrainingParts* parts() const override { return &parts_; }
  Preparation prepare(const Configuration& configuration) override;
  Configuration settle(const Configuration& configuration) override;
  Beginning begin(const Configuration& configuration, const Preparation& preparation, Runtime& runtime,
                  std::size_t attempt) override;
  void initialize_metric(const PrototypeSpace& space, std::uint64_t seed, MutableRow parameters) override;
  void start_label_vectors(const PrototypeSpace& space, MutableRow parameters) override;
  double typical_distance(const PrototypeSpace& space, const Configuration& configuration,
                          const Preparation& preparation, Runtime& runtime) override;
  void attach(TrainingRun& run, const PrototypeSpace& space, Runtime& runtime) override;
  bool serves_many() const override { return true; }
  std::string identity(const Configuration& configuration, Row start, const std::vector<Label>& labels) override;
  void look_at_units(PrototypeModel& model, Runtime& runtime) override;
  void set_decision(PrototypeModel& model, const Decision& decision) override;
  bool has_held_out() const override { return parts_.has_held_out(); }
  std::optional<Decision> decision_out_of_fold(const PrototypeModel& model, const Decision& decision,
                                               std::uint64_t seed, Runtime& runtime,
                                               const TrainWithout& train) override;

 private:
  const Part& training() const { return parts_.training; }
  const FeatureRanges& ranges();   // of the training rows, looked at once for all starts

  const Dataset& dataset_;
  TrainingParts parts_;
  std::once_flag has_ranges_;
  FeatureRanges ranges_;
};

}   // namespace protea
