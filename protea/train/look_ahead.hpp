// On-line learning with squared Euclidean distances changes one or two prototypes per sample. Sums in single precision, kept up to
// date with the prototypes that moved, tell who may be read by the rule; only the distances of those are computed, by the direct
// formula.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/model/shortlist.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

class LookAhead {
 public:
  void prepare(const PrototypeSpace& space, MatrixView x, std::span<const std::uint32_t> samples, Row parameters);

  // Is this sample the next of those prepared?
  bool has(std::uint32_t sample) const { return next_ < samples_.size() && samples_[next_] == sample; }

  // Lists those whose distances to that sample `reads` can look at, in order. Until the next call they are rivals().
  void find(const PrototypeSpace& space, Label y, Reads reads, Row parameters);
  std::span<const std::uint32_t> rivals() const { return rivals_; }
  // The distances of the rivals to x, by the direct formula; until then they are 0, which will do for a lone one whose distance
  // nobody reads.
  void measure(const PrototypeSpace& space, Row x, Row parameters);
  Row rival_distances() const { return Row(rival_d_).first(rivals_.size()); }
  // Those at their places among all prototypes, ∞ at the others.
  Row distances();

  // The prototype is about to change.
  void touch(std::size_t prototype) {
    const auto k = static_cast<std::uint32_t>(prototype);
    if (std::ranges::find(moved_, k) == moved_.end()) moved_.push_back(k);
  }

 private:
  void measure_next();
  void follow_moves(std::size_t first);
  // Adds those whose sums, of `own` alone, are near the smallest.
  void list(const Shortlist::Sums& sums, const Singles& own);
  void list_two(const Shortlist::Sums& sums);
  const Singles& own_of(Label y, bool is_own);

  MatrixView x_;
  std::vector<std::uint32_t> samples_;
  std::size_t next_ = 0;
  std::size_t first_ = 0;   // of those whose sums are there
  MatrixView w_;
  Shortlist shortlist_;
  std::vector<Label> labels_;
  std::vector<Singles> masks_;   // of each class and of all others in turn: 0, and for the others much
  Singles spare_mask_;           // where there are too many to be kept
  Singles masked_;
  Numbers d_;                         // of all, as distances() has them
  std::vector<std::uint32_t> in_d_;   // who is there
  Numbers rival_d_;
  std::vector<std::uint32_t> moved_;   // prototypes that changed since they were last looked at
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> everybody_;
  std::vector<std::uint32_t> rivals_;
};

}   // namespace protea
