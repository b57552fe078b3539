// The examples of machines among rows in groups: what trainers of one unit ask of them, and the model that comes of it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/grouped_rows.hpp>
#include <protea/perceptron/cost_descent.hpp>
#include <protea/perceptron/machine_training.hpp>
#include <protea/perceptron/parallel_adaline.hpp>

namespace PROTEA_EXPORT protea {

// What a group answers.
std::vector<double> answer_about_examples(const RowsOfGroup& group, std::size_t what, Row parameters);

class ExamplesInGroups {
 public:
  ExamplesInGroups(GroupedRows& rows, const Sides& sides, bool is_clamped);

  std::size_t size() const { return size_; }
  std::size_t dimension() const { return dimension_; }
  Correlations correlations() const;
  double sum_of_selves() const;   // Σ C_μμ
  CostAt cost_at(const CostDescent& trainer, Row w) const;
  double kappa(Row w) const;

 private:
  std::vector<double> head() const;

  GroupedRows& rows_;
  Sides sides_;
  bool is_clamped_;
  std::size_t size_ = 0;
  std::size_t dimension_;
};

// In parallel form. Strengths of examples are not kept, and whether they are separable is known where the unit separates them.
TrainedUnit train_unit(const Adaline& trainer, const ExamplesInGroups& examples);
TrainedUnit train_unit(const CostDescent& trainer, const ExamplesInGroups& examples);

// With a sharpness from some of the rows.
std::unique_ptr<Model> train_in_groups(GroupedRows& rows, const LinearPlan& plan,
                                       const std::function<TrainedUnit(const ExamplesInGroups&)>& train);

}   // namespace protea
