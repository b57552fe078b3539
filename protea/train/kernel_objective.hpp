// A rule over prototypes that are combinations of samples: w_k = Σ_j α_kj φ(x_j), Σ_j α_kj = 1. The parameters of a
// prototype are α_k and, beside them, β_k = Dα_k, D the dissimilarities among the training samples; then
//   d_ik = ‖φ(x_i) − w_k‖² = β_ki − ½ α_k·β_k,   and the step along ∂d_ik/∂w = 2(w_k − φ(x_i)) is
//   ∂α_k = 2(α_k − e_i), ∂β_k = 2(β_k − D_·i),
// the steps of input space when φ is the identity (margin analysis, section 6: LVQ needs inner products of samples
// only). Both parts change alike under every step that is linear in the gradients, so β never has to be summed anew,
// and Σ_j α_kj stays 1. It is no gradient in α: minimizers cannot use it.
#pragma once

#include <memory>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/objective.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/train/importance.hpp>

namespace PROTEA_EXPORT protea {

// Samples by their dissimilarities to the N training samples. Training samples have those among themselves, a square
// symmetric matrix; others can be judged, and pull on nothing.
struct RelatedSamples {
  enum class Role { training, held_out };
  MatrixView d;
  Labels y;
  Role role = Role::training;
  Importance importance = {};
};

class KernelObjective final : public Objective {
 public:
  // The samples must outlive the objective. Throws a UsageError where the rule needs prototypes that are not there.
  KernelObjective(std::vector<Label> labels, std::shared_ptr<const AnyRule> rule, RelatedSamples samples);

  const ParameterLayout& layout() const override { return layout_; }
  std::size_t sample_count() const override { return samples_.d.rows; }
  double total_weight() const override { return samples_.importance.total(samples_.d.rows); }
  Labels sample_labels() const override { return samples_.y; }
  bool has_cost() const override { return false; }
  std::unique_ptr<Workspace> make_workspace() const override;
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Wanted wanted,
                    Workspace& workspace) const override;
  // From then on, α_k·β_k is summed anew only for prototypes that were touched.
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters, Workspace& workspace) const override;
  // Σ pull·e_i: the mean of the samples that pull has equal coefficients on them.
  PullMoments make_moments() const override { return {labels_.size(), width_}; }
  void move_to_means(const PullMoments& moments, MutableRow parameters) const override;

  const std::vector<Label>& labels() const { return labels_; }
  const ParameterBlock& rule_block() const { return layout_.block("rule"); }
  // α of all prototypes, a row each.
  MatrixView coefficients(Row parameters) const;
  // The parameters for these coefficients and the rule's first parameters.
  std::vector<double> start_from(MatrixView coefficients) const;
  // αᵀDα of a prototype, from α alone.
  double energy(Row coefficients) const;

 private:
  void set_prototype(std::size_t k, Row coefficients, MutableRow parameters) const;
  Row alpha(Row parameters, std::size_t k) const { return parameters.subspan(2 * k * width_, width_); }
  Row beta(Row parameters, std::size_t k) const { return parameters.subspan((2 * k + 1) * width_, width_); }
  void distances(std::span<const std::uint32_t> samples, Row parameters, Row energies, MutableMatrixView d) const;
  void add_pull(std::size_t sample, std::size_t k, double pull, Row parameters, MutableRow gradient) const;

  std::vector<Label> labels_;
  std::shared_ptr<const AnyRule> rule_;
  RelatedSamples samples_;
  std::vector<Label> no_labels_;   // of samples that have none
  std::size_t width_;              // coefficients of a prototype
  ParameterLayout layout_;
};

}   // namespace protea
