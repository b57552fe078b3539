// Training runs whose prototypes are combinations of samples: how such a model is put together.
#pragma once

#include <memory>

#include <protea/base/export.hpp>
#include <protea/method/configuration.hpp>
#include <protea/train/kernel_objective.hpp>

namespace PROTEA_EXPORT protea {

// Rows in model units; for a given matrix, the values themselves.
struct PreparedRows {
  const Dataset& rows;
  const Matrix& x;
};

class Combinations {
 public:
  Combinations(const Configuration& configuration, PreparedRows training, Runtime& runtime);

  // Dissimilarities among the training samples.
  MatrixView among() const { return among_.view(); }

  // These refer to the matrices kept here.
  std::unique_ptr<KernelObjective> objective(std::vector<Label> labels, std::shared_ptr<const AnyRule> rule,
                                             Importance importance) const;
  // Of held-out samples; rows of a given matrix are from that of the training samples.
  std::unique_ptr<KernelObjective> objective_of(PreparedRows held_out, std::vector<Label> labels,
                                                std::shared_ptr<const AnyRule> rule, Importance importance);

  // Turns coefficients into the model's prototypes; samples without any are left out.
  void finish(PrototypeModel& model, const KernelObjective& objective, Row parameters) const;

 private:
  Matrix relate(PreparedRows others) const;

  Expansion all_;   // every training sample
  Matrix among_;
  Matrix held_out_;
  Labels y_;
};

}   // namespace protea
