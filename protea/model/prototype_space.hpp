// Where prototypes and metric parameters stand in the flat buffer, and the distances of samples to
// prototypes read from it:
// [prototypes | metric parameters of each group | label vectors | the rule's own]. The scope says which prototypes
// share a metric.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/optimize/gradient.hpp>
#include <protea/optimize/parameter_layout.hpp>

namespace PROTEA_EXPORT protea {

enum class Scope { shared, per_class, per_prototype };
constexpr auto names_of(Scope) {
  return std::array{std::pair<std::string_view, Scope>{"shared", Scope::shared},
                    std::pair<std::string_view, Scope>{"class", Scope::per_class},
                    std::pair<std::string_view, Scope>{"prototype", Scope::per_prototype}};
}

// How much a prototype belongs to each class, learned beside it, and how such vectors differ from those of samples. No
// classes: there are none.
struct LabelVectors {
  std::shared_ptr<const AnyDissimilarity> dissimilarity = {};   // without parameters
  std::size_t classes = 0;
};

// The smallest and the largest value of each feature, in model units.
struct FeatureRanges {
  std::vector<double> least;
  std::vector<double> most;

  void add(const FeatureRanges& other);
};
FeatureRanges ranges_of(MatrixView x);

class PrototypeSpace {
 public:
  PrototypeSpace() = default;
  PrototypeSpace(std::shared_ptr<const AnyDissimilarity> dissimilarity, std::size_t features, std::vector<Label> labels,
                 Scope scope, std::size_t rule_parameters = 0, LabelVectors label_vectors = {});

  const AnyDissimilarity& dissimilarity() const { return *dissimilarity_; }
  const std::shared_ptr<const AnyDissimilarity>& shared_dissimilarity() const { return dissimilarity_; }
  std::size_t features() const { return features_; }
  std::size_t prototype_count() const { return labels_.size(); }
  std::size_t group_count() const { return group_count_; }
  const std::vector<Label>& labels() const { return labels_; }
  Scope scope() const { return scope_; }
  std::size_t group_of(std::size_t prototype) const;
  const DataDomain& domain() const { return domain_; }   // of samples and prototypes
  const ParameterLayout& layout() const { return layout_; }
  const ParameterBlock& prototype_block() const { return layout_.block("prototypes"); }
  const ParameterBlock& metric_block() const { return layout_.block("metric"); }
  const ParameterBlock& rule_block() const { return layout_.block("rule"); }
  bool has_label_vectors() const { return label_vectors_.classes > 0; }
  const LabelVectors& label_space() const { return label_vectors_; }
  const ParameterBlock& label_block() const { return layout_.block("label_vectors"); }

  MatrixView prototypes(Row parameters) const { return matrix_view(parameters, labels_.size(), features_); }
  MutableMatrixView prototypes(MutableRow parameters) const {
    return matrix_view(parameters, labels_.size(), features_);
  }
  Row metric(Row parameters, std::size_t group) const;
  MutableRow metric(MutableRow parameters, std::size_t group) const;
  Row rule_parameters(Row parameters) const { return parameters.subspan(rule_first_); }
  MutableRow rule_parameters(MutableRow parameters) const { return parameters.subspan(rule_first_); }

  MatrixView label_vectors(Row parameters) const {
    return matrix_view(parameters.subspan(label_first_), labels_.size(), label_vectors_.classes);
  }
  MutableMatrixView label_vectors(MutableRow parameters) const {
    return matrix_view(parameters.subspan(label_first_), labels_.size(), label_vectors_.classes);
  }

  void initialize_metric(MutableRow parameters, std::uint64_t seed) const;
  // … and from the training rows and the first prototypes, which stand in `parameters` already.
  void initialize_metric(MutableRow parameters, std::uint64_t seed, MatrixView x, std::span<const Label> y,
                         Row weights = {}) const;
  // … that may be elsewhere: `part_of` hands over those of a class, all of them for no_label.
  using UseOfPart = std::function<void(const StartingPart& own)>;
  using PartOfClass = std::function<void(Label label, const UseOfPart& use)>;
  void initialize_metric(MutableRow parameters, std::uint64_t seed, const StartingPart& all,
                         const PartOfClass& part_of) const;

  // Keeps prototypes within `reach` times the range of the rows, feature by feature, beyond the smallest and the
  // largest value, but no closer than they are in `parameters`. Nothing changes where the domain has bounds of its own,
  // the range is 0, or the reach infinite.
  void limit_prototypes(MatrixView x, Row parameters, double reach);
  void limit_prototypes(const FeatureRanges& ranges, Row parameters, double reach);
  bool can_be_limited(double reach) const;
  void project(MutableRow parameters) const { protea::project(layout_, parameters); }
  void project_prototypes(MutableRow parameters) const;   // those alone

  // Distances of a block of samples to all prototypes; one Scratch per call that stays with its worker.
  using Scratches = std::vector<Scratch>;
  void distances(MatrixView x, Row parameters, MutableMatrixView d, Scratches& scratches) const;
  // Adds pull-weighted gradients; follows `distances` on the same arguments.
  void add_gradients(MatrixView x, Row parameters, Pulls pulls, MutableRow gradient, Scratches& scratches) const;

  // One sample at a time, from step to step (FollowsSteps); gradients of metrics come in factors.
  bool follows_steps() const { return follows_steps_; }
  void followed_distances(Row x, Row parameters, MutableRow d, Scratches& scratches) const;
  void add_followed_gradients(Row parameters, Pulls pulls, Gradient& gradient, Scratches& scratches) const;

  // The same for one sample with missing coordinates (NaN).
  void observed_distances(Row x, Row parameters, MutableRow d, Scratches& scratches) const;
  // … and blocks of them; the gradients follow the distances on the same arguments.
  void observed_distances(MatrixView x, Row parameters, MutableMatrixView d, Scratches& scratches) const;
  void add_observed_gradients(MatrixView x, Row parameters, Pulls pulls, MutableRow gradient,
                              Scratches& scratches) const;
  void add_observed_gradients(Row x, Row parameters, Pulls pulls, MutableRow gradient, Scratches& scratches) const;
  // Between the memberships c of samples and the label vectors; gradients follow distances.
  void label_distances(MatrixView c, Row parameters, MutableMatrixView d, Scratch& scratch) const;
  void add_label_gradients(MatrixView c, Row parameters, Pulls pulls, MutableRow gradient, Scratch& scratch) const;
  // The price of the metrics themselves, per sample; adds scale times its gradient, unless that is empty.
  double add_penalty(Row parameters, double scale, MutableRow gradient) const;

  // Of one pair.
  double distance(Row x, Row parameters, std::size_t prototype) const;
  void add_gradient(Row x, Row parameters, std::size_t prototype, double pull, MutableRow gradient) const;

 private:
  ParameterLayout layout_with(std::shared_ptr<const Manifold> of_prototypes, std::size_t rule_parameters) const;
  // Neighbouring prototypes of one group, handled as a block.
  struct Segment {
    std::size_t first;
    std::size_t count;
    std::size_t group;
  };
  MatrixView prototypes_of(const Segment& segment, Row parameters) const;
  MutableMatrixView prototypes_of(const Segment& segment, MutableRow parameters) const;
  // The pulls on the prototypes of segment s, counted from its first; `sort_pulls` comes before.
  template <class Use>
  void for_each_segment(Row parameters, Scratches& scratches, Use use) const;
  template <class Use>
  void for_each_pulled_segment(Row parameters, Pulls pulls, MutableRow gradient, Scratches& scratches, Use use) const;
  void sort_pulls(Pulls pulls, Scratches& scratches) const;
  Pulls pulls_of(std::size_t s, Pulls pulls, const Scratches& scratches) const {
    return segments_.size() == 1 ? pulls : Pulls(scratches[s].pulls);
  }

  std::shared_ptr<const AnyDissimilarity> dissimilarity_;
  std::size_t features_ = 0;
  std::vector<Label> labels_;
  Scope scope_ = Scope::shared;
  DataDomain domain_;
  std::size_t group_count_ = 1;
  bool follows_steps_ = false;
  std::size_t metric_size_ = 0;
  std::size_t metric_first_ = 0;   // of the blocks in the buffer; the prototypes are at its head
  std::size_t label_first_ = 0;
  std::size_t rule_first_ = 0;
  LabelVectors label_vectors_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> segment_of_;
  ParameterLayout layout_;
};

}   // namespace protea
