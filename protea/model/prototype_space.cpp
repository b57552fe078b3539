#include <protea/model/prototype_space.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <protea/model/manifolds.hpp>

namespace protea {

namespace {

Matrix rows_with(MatrixView x, const std::vector<std::uint32_t>& chosen) {
  Matrix result(chosen.size(), x.columns);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    std::copy_n(x.row(chosen[i]).begin(), x.columns, result.row(i).begin());
  return result;
}

}   // namespace

PrototypeSpace::PrototypeSpace(std::shared_ptr<const AnyDissimilarity> dissimilarity, std::size_t features,
                               std::vector<Label> labels, Scope scope, std::size_t rule_parameters,
                               LabelVectors label_vectors)
    : dissimilarity_(std::move(dissimilarity)),
      features_(features),
      labels_(std::move(labels)),
      scope_(scope),
      label_vectors_(std::move(label_vectors)) {
  metric_size_ = dissimilarity_->parameter_count(features_);
  domain_ = dissimilarity_->domain();
  if (metric_size_ == 0) scope_ = Scope::shared;   // nothing to hold apart
  if (scope_ == Scope::per_prototype) group_count_ = labels_.size();
  if (scope_ == Scope::per_class)
    group_count_ = static_cast<std::size_t>(*std::max_element(labels_.begin(), labels_.end())) + 1;
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const std::size_t group = group_of(k);
    if (!segments_.empty() && segments_.back().group == group) ++segments_.back().count;
    else segments_.push_back({k, 1, group});
    segment_of_.push_back(static_cast<std::uint32_t>(segments_.size() - 1));
  }
  std::set<std::size_t> groups;   // a metric that several segments share changes without all of them knowing
  for (const Segment& segment : segments_) groups.insert(segment.group);
  follows_steps_ = dissimilarity_->follows_steps() && groups.size() == segments_.size() && !has_label_vectors();
  layout_ = layout_with(prototype_manifold(*dissimilarity_), rule_parameters);
  metric_first_ = metric_block().first;
  if (has_label_vectors()) label_first_ = label_block().first;
  rule_first_ = rule_block().first;
}

ParameterLayout PrototypeSpace::layout_with(std::shared_ptr<const Manifold> of_prototypes,
                                            std::size_t rule_parameters) const {
  const std::vector<double> theta(metric_size_);
  const std::size_t own = dissimilarity_->named_parameter(theta) ? 1 : 0;   // it comes first, see HasNamedParameter
  const std::size_t unit = std::max<std::size_t>(metric_size_, 1);
  std::vector<ParameterBlock> blocks{{.name = "prototypes",
                                      .size = labels_.size() * features_,
                                      .unit = features_,
                                      .group = RateGroup::prototype,
                                      .manifold = std::move(of_prototypes),
                                      .touch = Touch::by_unit},
                                     {.name = "metric",
                                      .size = group_count_ * metric_size_,
                                      .unit = unit,
                                      .group = RateGroup::metric,
                                      .manifold = metric_manifold(dissimilarity_),
                                      .own = own,
                                      .touch = follows_steps_ ? Touch::in_factors : Touch::whole}};
  if (has_label_vectors()) {
    blocks.push_back({.name = "label_vectors",
                      .size = labels_.size() * label_vectors_.classes,
                      .unit = label_vectors_.classes,
                      .group = RateGroup::prototype,
                      .manifold = prototype_manifold(*label_vectors_.dissimilarity)});
  }
  blocks.push_back({.name = "rule", .size = rule_parameters, .group = RateGroup::rule});
  return ParameterLayout(std::move(blocks));
}

FeatureRanges ranges_of(MatrixView x) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  FeatureRanges ranges{std::vector<double>(x.columns, infinite), std::vector<double>(x.columns, -infinite)};
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Row row = x.row(i);
    for (std::size_t j = 0; j < x.columns; ++j) {   // a missing value is neither
      ranges.least[j] = row[j] < ranges.least[j] ? row[j] : ranges.least[j];
      ranges.most[j] = row[j] > ranges.most[j] ? row[j] : ranges.most[j];
    }
    walked_over(row.size_bytes());
  }
  return ranges;
}

void FeatureRanges::add(const FeatureRanges& other) {
  for (std::size_t j = 0; j < least.size(); ++j) {
    least[j] = std::min(least[j], other.least[j]);
    most[j] = std::max(most[j], other.most[j]);
  }
}

bool PrototypeSpace::can_be_limited(double reach) const { return !domain_.is_bounded() && std::isfinite(reach); }

void PrototypeSpace::limit_prototypes(MatrixView x, Row parameters, double reach) {
  if (can_be_limited(reach)) limit_prototypes(ranges_of(x), parameters, reach);
}

void PrototypeSpace::limit_prototypes(const FeatureRanges& ranges, Row parameters, double reach) {
  if (!can_be_limited(reach)) return;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<double> low(features_, -infinite);
  std::vector<double> high(features_, infinite);
  const MatrixView w = prototypes(parameters);
  const auto& [least, most] = ranges;
  for (std::size_t j = 0; j < features_; ++j) {
    if (!(most[j] > least[j])) continue;
    low[j] = least[j] - reach * (most[j] - least[j]);
    high[j] = most[j] + reach * (most[j] - least[j]);
    for (std::size_t k = 0; k < w.rows; ++k) {
      low[j] = std::min(low[j], w.row(k)[j]);
      high[j] = std::max(high[j], w.row(k)[j]);
    }
  }
  layout_ = layout_with(box_manifold(std::move(low), std::move(high)), rule_block().size);
}

std::size_t PrototypeSpace::group_of(std::size_t prototype) const {
  if (scope_ == Scope::per_prototype) return prototype;
  return scope_ == Scope::per_class ? static_cast<std::size_t>(labels_[prototype]) : 0;
}

Row PrototypeSpace::metric(Row parameters, std::size_t group) const {
  return parameters.subspan(metric_first_ + group * metric_size_, metric_size_);
}

MutableRow PrototypeSpace::metric(MutableRow parameters, std::size_t group) const {
  return parameters.subspan(metric_first_ + group * metric_size_, metric_size_);
}

void PrototypeSpace::initialize_metric(MutableRow parameters, std::uint64_t seed) const {
  for (std::size_t g = 0; g < group_count_; ++g) {
    Random random(seed, Purpose::metric, 0, static_cast<std::uint32_t>(g));
    dissimilarity_->initialize(metric(parameters, g), features_, random);
  }
}

void PrototypeSpace::initialize_metric(MutableRow parameters, std::uint64_t seed, MatrixView x,
                                       std::span<const Label> y, Row weights) const {
  const StartingPart all{x, weights};
  initialize_metric(parameters, seed, all, [&](Label label, const UseOfPart& use) {
    std::vector<std::uint32_t> samples;
    for (std::size_t i = 0; i < y.size() && label != no_label; ++i) {
      if (y[i] == label) samples.push_back(static_cast<std::uint32_t>(i));
    }
    if (samples.empty()) return use(all);   // a class without samples has nothing of its own to say
    const Matrix own = rows_with(x, samples);
    std::vector<double> own_weights;
    for (const std::uint32_t i : samples) {
      if (!weights.empty()) own_weights.push_back(weights[i]);
    }
    use({own.view(), own_weights, samples});
  });
}

void PrototypeSpace::initialize_metric(MutableRow parameters, std::uint64_t seed, const StartingPart& all,
                                       const PartOfClass& part_of) const {
  initialize_metric(parameters, seed);
  if (metric_size_ == 0 || !dissimilarity_->uses_starting_rows()) return;
  for (std::size_t g = 0; g < group_count_; ++g) {
    std::vector<std::uint32_t> members;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      if (group_of(k) == g) members.push_back(static_cast<std::uint32_t>(k));
    }
    const Matrix first = rows_with(prototypes(Row(parameters)), members);
    const bool has_own = scope_ != Scope::shared && !members.empty();
    part_of(has_own ? labels_[members[0]] : no_label, [&](const StartingPart& own) {
      dissimilarity_->start(metric(parameters, g), {all, own, first.view()});
    });
  }
}

double PrototypeSpace::add_penalty(Row parameters, double scale, MutableRow gradient) const {
  double sum = 0;
  for (std::size_t g = 0; g < group_count_ && metric_size_ > 0; ++g) {
    sum += dissimilarity_->penalty(metric(parameters, g), features_, scale,
                                   gradient.empty() ? gradient : metric(gradient, g));
  }
  return sum;
}

void PrototypeSpace::project_prototypes(MutableRow parameters) const {
  const ParameterBlock& block = prototype_block();
  for (std::size_t k = 0; k < labels_.size(); ++k) block.manifold->project(block.unit_of(parameters, k));
}

MatrixView PrototypeSpace::prototypes_of(const Segment& segment, Row parameters) const {
  return {parameters.data() + segment.first * features_, segment.count, features_, features_};
}

MutableMatrixView PrototypeSpace::prototypes_of(const Segment& segment, MutableRow parameters) const {
  return {parameters.data() + segment.first * features_, segment.count, features_, features_};
}

void PrototypeSpace::sort_pulls(Pulls pulls, Scratches& scratches) const {
  if (scratches.size() < segments_.size()) scratches.resize(segments_.size());
  if (segments_.size() == 1) return;
  for (Scratch& scratch : scratches) {
    scratch.pulls.clear();
    if (scratch.pulls.capacity() < pulls.size())
      scratch.pulls.reserve(2 * pulls.size());   // once, whatever share is its own
  }
  for (const auto& [sample, k, value] : pulls) {
    const std::uint32_t s = segment_of_[k];
    scratches[s].pulls.push_back({sample, k - static_cast<std::uint32_t>(segments_[s].first), value});
  }
}

// Calls `use` with each segment, its prototypes, its metric and its scratch.
template <class Use>
void PrototypeSpace::for_each_segment(Row parameters, Scratches& scratches, Use use) const {
  if (scratches.size() < segments_.size()) scratches.resize(segments_.size());
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    use(segment, prototypes_of(segment, parameters), metric(parameters, segment.group), scratches[s]);
  }
}

// The same where there are pulls, with these and the parts of the gradient.
template <class Use>
void PrototypeSpace::for_each_pulled_segment(Row parameters, Pulls pulls, MutableRow gradient, Scratches& scratches,
                                             Use use) const {
  sort_pulls(pulls, scratches);
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    const Pulls own = pulls_of(s, pulls, scratches);
    if (own.empty()) continue;
    use(prototypes_of(segment, parameters), metric(parameters, segment.group), own, prototypes_of(segment, gradient),
        metric(gradient, segment.group), scratches[s]);
  }
}

void PrototypeSpace::distances(MatrixView x, Row parameters, MutableMatrixView d, Scratches& scratches) const {
  for_each_segment(parameters, scratches, [&](const Segment& segment, MatrixView w, Row theta, Scratch& scratch) {
    dissimilarity_->values(x, w, theta, {d.data + segment.first, x.rows, segment.count, d.stride}, scratch);
  });
}

void PrototypeSpace::add_gradients(MatrixView x, Row parameters, Pulls pulls, MutableRow gradient,
                                   Scratches& scratches) const {
  for_each_pulled_segment(parameters, pulls, gradient, scratches,
                          [&](auto&&... segment) { dissimilarity_->add_gradients(x, segment...); });
}

void PrototypeSpace::followed_distances(Row x, Row parameters, MutableRow d, Scratches& scratches) const {
  for_each_segment(parameters, scratches, [&](const Segment& segment, MatrixView w, Row theta, Scratch& scratch) {
    dissimilarity_->followed_values(x, w, theta, d.subspan(segment.first, segment.count), scratch.followed);
  });
}

void PrototypeSpace::add_followed_gradients(Row parameters, Pulls pulls, Gradient& gradient,
                                            Scratches& scratches) const {
  sort_pulls(pulls, scratches);
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const Pulls own = pulls_of(s, pulls, scratches);
    if (own.empty()) continue;
    const std::size_t group = segments_[s].group;
    Followed& followed = scratches[s].followed;
    dissimilarity_->add_followed_gradients(metric(parameters, group), own,
                                           prototypes_of(segments_[s], gradient.values()), followed);
    gradient.add(Gradient::Factors{group, &followed.gradient});
  }
}

void PrototypeSpace::observed_distances(Row x, Row parameters, MutableRow d, Scratches& scratches) const {
  for_each_segment(parameters, scratches, [&](const Segment& segment, MatrixView w, Row theta, Scratch& scratch) {
    dissimilarity_->observed_values(x, w, theta, d.subspan(segment.first, segment.count), scratch.observed);
  });
}

void PrototypeSpace::add_observed_gradients(Row x, Row parameters, Pulls pulls, MutableRow gradient,
                                            Scratches& scratches) const {
  for_each_pulled_segment(
      parameters, pulls, gradient, scratches,
      [&](MatrixView w, Row theta, Pulls own, MutableMatrixView gw, MutableRow gtheta, Scratch& scratch) {
        dissimilarity_->add_observed_gradients(x, w, theta, own, gw, gtheta, scratch.observed);
      });
}

void PrototypeSpace::observed_distances(MatrixView x, Row parameters, MutableMatrixView d, Scratches& scratches) const {
  for_each_segment(parameters, scratches, [&](const Segment& segment, MatrixView w, Row theta, Scratch& scratch) {
    dissimilarity_->observed_values(x, w, theta, {d.data + segment.first, x.rows, segment.count, d.stride}, scratch);
  });
}

void PrototypeSpace::add_observed_gradients(MatrixView x, Row parameters, Pulls pulls, MutableRow gradient,
                                            Scratches& scratches) const {
  for_each_pulled_segment(parameters, pulls, gradient, scratches,
                          [&](auto&&... segment) { dissimilarity_->add_observed_gradients(x, segment...); });
}

void PrototypeSpace::label_distances(MatrixView c, Row parameters, MutableMatrixView d, Scratch& scratch) const {
  label_vectors_.dissimilarity->values(c, label_vectors(parameters), {}, d, scratch);
}

void PrototypeSpace::add_label_gradients(MatrixView c, Row parameters, Pulls pulls, MutableRow gradient,
                                         Scratch& scratch) const {
  if (pulls.empty()) return;
  label_vectors_.dissimilarity->add_gradients(c, label_vectors(parameters), {}, pulls, label_vectors(gradient), {},
                                              scratch);
}

double PrototypeSpace::distance(Row x, Row parameters, std::size_t prototype) const {
  return dissimilarity_->value(x, parameters.subspan(prototype * features_, features_),
                               metric(parameters, group_of(prototype)));
}

void PrototypeSpace::add_gradient(Row x, Row parameters, std::size_t prototype, double pull,
                                  MutableRow gradient) const {
  const std::size_t group = group_of(prototype);
  dissimilarity_->add_gradient(x, parameters.subspan(prototype * features_, features_), metric(parameters, group), pull,
                               gradient.subspan(prototype * features_, features_), metric(gradient, group));
}

}   // namespace protea
