#include <protea/train/look_ahead.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr float out_of_reach = std::numeric_limits<float>::max() / 4;   // to be added to a sum
constexpr std::size_t most_kept = std::size_t{1} << 22;                 // numbers of masks
constexpr std::size_t together = 6;                                     // samples, as a tile of the kernel has rows

float no_less(double slack) { return 1.000001F * static_cast<float>(slack); }

}   // namespace

void LookAhead::prepare(const PrototypeSpace& space, MatrixView x, std::span<const std::uint32_t> samples,
                        Row parameters) {
  x_ = x;
  samples_.assign(samples.begin(), samples.end());
  next_ = 0;
  moved_.clear();
  shortlist_.prepare_to_move(space.prototypes(parameters));
  d_.assign(space.prototype_count(), infinity);
  in_d_.clear();
  rival_d_.resize(space.prototype_count());
  everybody_.resize(space.prototype_count());
  std::iota(everybody_.begin(), everybody_.end(), 0U);
  rivals_.clear();
  if (labels_ == space.labels()) return;
  labels_ = space.labels();
  masks_.clear();
}

const Singles& LookAhead::own_of(Label y, bool is_own) {
  const std::size_t place = 2 * static_cast<std::size_t>(y - no_label) + (is_own ? 0 : 1);
  const bool is_kept = place * labels_.size() < most_kept;
  if (is_kept && masks_.size() <= place) masks_.resize(place + 1);
  Singles& mask = is_kept ? masks_[place] : spare_mask_;
  if (!is_kept) mask.clear();
  if (mask.empty()) {
    mask.assign((labels_.size() + 15) / 16 * 16, 0);
    for (std::size_t k = 0; k < labels_.size(); ++k) mask[k] = (labels_[k] == y) == is_own ? 0 : out_of_reach;
  }
  return mask;
}

void LookAhead::list(const Shortlist::Sums& sums, const Singles& own) {
  const float* values = sums.values.data();
  if (!own.empty()) {
    masked_.resize(sums.values.size());
    for (std::size_t k = 0; k < masked_.size(); ++k) masked_[k] = sums.values[k] + own[k];
    values = masked_.data();
  }
  found_.resize(sums.values.size());
  const float slack = no_less(sums.slack);
  const std::size_t found = kernels().near_smallest(values, sums.values.size(), slack, found_.data());
  for (std::size_t c = 0; c < found && found_[c] < labels_.size(); ++c) {
    if (values[found_[c]] < out_of_reach / 2) rivals_.push_back(found_[c]);
  }
}

// No larger than the second smallest and the slack.
void LookAhead::list_two(const Shortlist::Sums& sums) {
  float first = std::numeric_limits<float>::max();
  float second = first;
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const float value = sums.values[k];
    second = value < first ? first : std::min(second, value);
    first = std::min(first, value);
  }
  const float limit = second + no_less(sums.slack);
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    if (sums.values[k] <= limit && sums.values[k] < out_of_reach / 2) rivals_.push_back(static_cast<std::uint32_t>(k));
  }
}

// Sums of a few samples come at once, and those of samples still to come follow the prototypes that move.
void LookAhead::measure_next() {
  follow_moves(together);
  first_ = next_;
  const std::size_t end = std::min(samples_.size(), first_ + together);
  for (std::size_t i = end; i < std::min(samples_.size(), end + together); ++i) {   // far away in memory
    const Row coming = x_.row(samples_[i]);
    for (std::size_t j = 0; j < coming.size(); j += 8) __builtin_prefetch(coming.data() + j);
  }
  shortlist_.measure(x_, std::span(samples_).subspan(first_, end - first_));
}

void LookAhead::follow_moves(std::size_t first) {
  for (const std::uint32_t k : moved_) shortlist_.move(k, w_.row(k), first);
  moved_.clear();
}

void LookAhead::find(const PrototypeSpace& space, Label y, Reads reads, Row parameters) {
  w_ = space.prototypes(parameters);
  if (next_ == 0 || next_ == first_ + together) measure_next();
  else follow_moves(next_ - first_);
  const Shortlist::Sums sums = shortlist_.sums(next_ - first_);
  ++next_;
  rivals_.clear();
  if (!(sums.slack < out_of_reach / 4)) {   // single precision says nothing
    rivals_ = everybody_;
  } else if (reads == Reads::nearest) {
    list(sums, {});
  } else if (reads == Reads::nearest_two) {
    list_two(sums);
  } else {
    list(sums, own_of(y, true));
    list(sums, own_of(y, false));
    std::ranges::sort(rivals_);
  }
  if (rivals_.empty()) rivals_ = everybody_;
  std::fill_n(rival_d_.begin(), rivals_.size(), 0.0);
}

void LookAhead::measure(const PrototypeSpace& space, Row x, Row parameters) {
  for (std::size_t c = 0; c < rivals_.size(); ++c) rival_d_[c] = space.distance(x, parameters, rivals_[c]);
}

Row LookAhead::distances() {
  for (const std::uint32_t k : in_d_) d_[k] = infinity;
  for (std::size_t c = 0; c < rivals_.size(); ++c) d_[rivals_[c]] = rival_d_[c];
  in_d_ = rivals_;
  return d_;
}

}   // namespace protea
