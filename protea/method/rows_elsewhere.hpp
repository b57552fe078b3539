// Rows that are not in this process, for the training of prototypes: everything learned of them comes from questions to
// whoever holds them, in groups (row_group.hpp). A model ends with the bytes that it has from rows in one process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/asked_rows.hpp>
#include <protea/method/training_source.hpp>

namespace PROTEA_EXPORT protea {

// Whether sums over groups of rows are all that it needs to know, as far as settings tell.
void demand_sums_over_groups(const Configuration& configuration);

class RowsElsewhere final : public TrainingSource {
 public:
  RowsElsewhere(const Configuration& configuration, const RowsOfOthers& rows);

  void demand_fitting(const Configuration& configuration) const override;
  std::size_t samples() const override { return rows_.size(); }
  std::size_t dropped_rows() const override { return 0; }
  const std::vector<std::string>& class_names() const override { return learned_names_.class_names; }
  Preparation prepare(const Configuration& configuration) override;
  Configuration settle(const Configuration& configuration) override;
  Beginning begin(const Configuration& configuration, const Preparation& preparation, Runtime& runtime,
                  std::size_t attempt) override;
  void initialize_metric(const PrototypeSpace& space, std::uint64_t seed, MutableRow parameters) override;
  void start_label_vectors(const PrototypeSpace& space, MutableRow parameters) override;
  double typical_distance(const PrototypeSpace& space, const Configuration& configuration,
                          const Preparation& preparation, Runtime& runtime) override;
  void attach(TrainingRun& run, const PrototypeSpace& space, Runtime& runtime) override;
  bool serves_many() const override { return false; }
  std::string identity(const Configuration& configuration, Row start, const std::vector<Label>& labels) override;
  void look_at_units(PrototypeModel& model, Runtime& runtime) override;
  void set_decision(PrototypeModel& model, const Decision& decision) override;
  bool has_held_out() const override { return false; }
  std::optional<Decision> decision_out_of_fold(const PrototypeModel& model, const Decision& decision,
                                               std::uint64_t seed, Runtime& runtime,
                                               const TrainWithout& train) override;

 private:
  struct Seen {   // of all rows in model units
    FeatureRanges ranges = {};
    bool is_above_floor = false;
    bool weighs = false;
    bool are_weights_whole = true;
    std::string checksum = {};
  };
  static constexpr std::size_t any_class = 0;   // classes are counted from 1

  Parcel about_rows(RowQuestion question) const { return std::move(question_of(question).add(rows_plan_)); }

  void look();
  double rows_meant() const;   // that the samples stand for: whole weights count rows
  std::size_t rows_of(std::size_t of_class) const;
  // Rows in ascending order, of all or of a class; weights are those of the rows, and those of the training behind them.
  Part bring(std::size_t of_class, std::span<const std::uint32_t> places) const;
  Part bring_each(std::size_t step) const;
  // … of which a metric starts: the rows themselves where they are few, else sums over them.
  Matrix covariance_of_class(std::size_t of_class) const;
  void use_starting_part(std::size_t of_class, const PrototypeSpace::UseOfPart& use) const;
  Matrix start_by_classes(const Configuration& configuration, const std::vector<Label>& labels, std::uint64_t seed,
                          Runtime& runtime) const;
  std::string objective_text(const Configuration& configuration, const PrototypeSpace& space) const;

  AskedRows rows_;
  bool is_supervised_;
  Dataset learned_names_;             // without classes where none are learned from
  bool weighs_in_training_ = false;   // with the weights of classes
  double training_weight_ = 0;
  Preparation preparation_;
  std::string rows_plan_;
  std::string objective_plan_;
  Seen seen_;
};

}   // namespace protea
