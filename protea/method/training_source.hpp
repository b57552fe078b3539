// The rows of a training, wherever they are: what the training of prototypes asks of them. Rows in this process are asked
// directly (rows_here.hpp), others by questions to whoever holds them (rows_elsewhere.hpp); both come to the same bytes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/calibration.hpp>
#include <protea/method/first_prototypes.hpp>
#include <protea/method/training_run.hpp>

namespace PROTEA_EXPORT protea {

// Prototypes at their start, in a space of their own.
struct Beginning {
  Start start;
  PrototypeSpace space;
};

class TrainingSource {
 public:
  virtual ~TrainingSource() = default;

  // Throws where these rows cannot be learned from in this way.
  virtual void demand_fitting(const Configuration& configuration) const = 0;
  virtual std::size_t samples() const = 0;   // to learn from: after dropping and holding out
  virtual std::size_t dropped_rows() const = 0;
  virtual const std::vector<std::string>& class_names() const = 0;   // empty where nothing is learned of them
  // Of rows in this process alone, where prototypes are combinations of samples; else a null pointer.
  virtual const TrainingParts* parts() const { return nullptr; }

  // Learned from the rows, and applied to them.
  virtual Preparation prepare(const Configuration& configuration) = 0;
  // Behind it, in model units.
  virtual Configuration settle(const Configuration& configuration) = 0;
  virtual Beginning begin(const Configuration& configuration, const Preparation& preparation, Runtime& runtime,
                          std::size_t attempt) = 0;
  virtual void initialize_metric(const PrototypeSpace& space, std::uint64_t seed, MutableRow parameters) = 0;
  virtual void start_label_vectors(const PrototypeSpace& space, MutableRow parameters) = 0;
  virtual double typical_distance(const PrototypeSpace& space, const Configuration& configuration,
                                  const Preparation& preparation, Runtime& runtime) = 0;
  virtual void attach(TrainingRun& run, const PrototypeSpace& space, Runtime& runtime) = 0;
  // May several runs be attached and fitted at the same time?
  virtual bool serves_many() const = 0;
  virtual std::string identity(const Configuration& configuration, Row start, const std::vector<Label>& labels) = 0;

  // Of the trained model.
  virtual void look_at_units(PrototypeModel& model, Runtime& runtime) = 0;
  virtual void set_decision(PrototypeModel& model, const Decision& decision) = 0;
  virtual bool has_held_out() const = 0;
  virtual std::optional<Decision> decision_out_of_fold(const PrototypeModel& model, const Decision& decision,
                                                       std::uint64_t seed, Runtime& runtime,
                                                       const TrainWithout& train) = 0;
};

}   // namespace protea
