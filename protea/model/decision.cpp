#include <protea/model/decision.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/golden_section.hpp>
#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

void normalise(MutableRow scores) {
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  for (double& score : scores) score /= sum;
}

// The distance to the nearest prototype of each class; infinite for classes without one.
void class_distances(Row d, const std::vector<Label>& labels, MutableRow of_class) {
  std::fill(of_class.begin(), of_class.end(), infinity);
  for (std::size_t k = 0; k < d.size(); ++k) {
    double& nearest = of_class[static_cast<std::size_t>(labels[k])];
    nearest = std::min(nearest, std::max(0.0, d[k]));   // below 0 by rounding, or for a matrix that is not Euclidean
  }
}

// e^{−difference/2σ²} in the place of differences, one for the nearest whatever the width.
void take_closeness(MutableRow differences, double sigma) {
  for (double& each : differences) each = each > 0 ? -each / (2 * sigma * sigma) : 0;
  kernels().exponentials(differences.data(), differences.size(), differences.data());
}

// How much farther than the smallest a distance is, on the scale of the scores.
double excess(double distance, double smallest, ScoreScale scale) {
  const double difference = distance - smallest;
  if (scale == ScoreScale::absolute || distance == infinity || !(difference > 0)) return difference;
  if (scale == ScoreScale::margin) return std::sqrt(distance) - std::sqrt(smallest);
  return difference / (distance + smallest);
}

// −ln of a score that is too small to be told from 0: the excess of the distance over 2σ², and at least what 1e-300
// has. It must grow with what it stands for, or a search for the width sees a plateau and takes it for the minimum.
double surprise_of_the_far(const Decision& decision, const DecisionContext& context, Row d, std::size_t c) {
  double nearest = infinity;
  double own = infinity;
  for (std::size_t k = 0; k < d.size(); ++k) {
    nearest = std::min(nearest, std::max(0.0, d[k]));
    if (static_cast<std::size_t>(context.labels[k]) == c) own = std::min(own, std::max(0.0, d[k]));
  }
  const double least = -logarithm(1e-300);
  if (!std::isfinite(own) || decision.kind == DecisionKind::k_nearest || !(decision.sigma > 0)) return least;
  const ScoreScale scale = decision.kind == DecisionKind::nearest ? decision.scores : ScoreScale::absolute;
  return std::max(least, excess(own, nearest, scale) / (2 * decision.sigma * decision.sigma));
}

// Minus the log likelihood of smoothed labels, per sample.
double mean_surprise(const Decision& decision, const DecisionContext& context, MatrixView d, std::span<const Label> y,
                     Row weights) {
  Decider decider(decision, context);
  std::vector<double> scores(context.class_names.size());
  const double total = total_weight(weights, d.rows);
  const double other = 1 / (total + 2);   // of all wrong classes together
  double sum = 0;
  for (std::size_t i = 0; i < d.rows; ++i) {
    decider.decide(d.row(i), scores);
    const auto right = static_cast<std::size_t>(y[i]);
    const auto surprise = [&](std::size_t c) {
      return scores[c] > 1e-300 ? -logarithm(scores[c]) : surprise_of_the_far(decision, context, d.row(i), c);
    };
    const double weight = weight_at(weights, i);
    sum += weight * ((1 - other) * surprise(right));
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (c != right) sum += weight * (other / static_cast<double>(scores.size() - 1) * surprise(c));
    }
  }
  return sum / total;
}

}   // namespace

Settings recorded_options(const Decision& decision) {
  Settings settings;
  for (const auto& [name, value] : option_values(decision)) {
    // As earlier versions wrote them.
    if (decision.reject == Rejection::none && name.starts_with("reject")) continue;
    if (decision.scores == ScoreScale::absolute && name == "scores") continue;
    settings.emplace_back(name, value_text(value));
    if (name != "threshold") continue;
    if (!decision.threshold) settings.back().second = "0";
    else if (*decision.threshold == 0) settings.back().second = "-0";
  }
  return settings;
}

std::string text_of_recorded(std::string_view option, std::string_view text) {
  return std::string(option == "threshold" && text == "0" ? "none" : text);
}

std::size_t nearest_unit(Row d) {
  const auto found = std::min_element(d.begin(), d.end());
  if (!std::isfinite(*found))
    throw NumericalError(
        "a sample is infinitely far from every prototype: its values, or those of the model, are too large to compute with");
  return static_cast<std::size_t>(found - d.begin());
}

void demand_fitting(const Decision& decision, const DecisionContext& context) {
  if (decision.threshold && context.class_names.size() != 2) {
    throw UsageError(fmt::format("decision.threshold = {}: a threshold needs two classes, and there are {}",
                                 *decision.threshold, context.class_names.size()));
  }
  if (decision.threshold && decision.kind != DecisionKind::nearest) {
    throw UsageError(
        fmt::format("decision.threshold = {}: a threshold needs the decision nearest", *decision.threshold));
  }
  const auto known = std::find(context.class_names.begin(), context.class_names.end(), decision.positive);
  if (!decision.positive.empty() && known == context.class_names.end()) {
    throw UsageError(
        fmt::format("decision.positive: {}", unknown_name("class", decision.positive, context.class_names)));
  }
  if (decision.reject == Rejection::none && (decision.reject_below != 0 || decision.reject_beyond != infinity)) {
    throw UsageError(
        "a threshold of rejection needs to know what it is for: set decision.reject to margin, distance or posterior");
  }
  if (decision.kind == DecisionKind::soft && !(decision.sigma > 0))
    throw UsageError("the decision soft needs a width: set decision.sigma");
}

Decider::Decider(const Decision& decision, const DecisionContext& context)
    : decision_(decision), labels_(context.labels) {
  demand_fitting(decision, context);
  const auto found = std::find(context.class_names.begin(), context.class_names.end(), decision.positive);
  if (found != context.class_names.end()) positive_ = static_cast<std::size_t>(found - context.class_names.begin());
}

Label Decider::decide(Row d, MutableRow scores) {
  const Label found = answer(d, scores);
  if (decision_.reject == Rejection::none) return found;
  certainty_ = certainty_of(found, d, scores);
  const double least = decision_.reject == Rejection::distance ? -decision_.reject_beyond : decision_.reject_below;
  return certainty_ < least ? no_label : found;
}

double Decider::certainty_of(Label answer, Row d, Row scores) const {
  if (decision_.reject == Rejection::posterior) return scores[static_cast<std::size_t>(answer)];
  double own = infinity;
  double other = infinity;
  for (std::size_t k = 0; k < d.size(); ++k) {
    double& nearest = labels_[k] == answer ? own : other;
    nearest = std::min(nearest, std::max(0.0, d[k]));
  }
  if (decision_.reject == Rejection::distance) return -own;
  if (other == infinity) return 1;
  return own + other > 0 ? (other - own) / (other + own) : 0;
}

Label Decider::answer(Row d, MutableRow scores) {
  switch (decision_.kind) {
    case DecisionKind::k_nearest: return vote(d, scores);
    case DecisionKind::soft: return soft(d, scores);
    case DecisionKind::nearest: break;
  }
  return nearest(d, scores);
}

Label Decider::nearest(Row d, MutableRow scores) const {
  const std::size_t winner = nearest_unit(d);
  class_distances(d, labels_, scores);
  const double smallest = std::max(0.0, d[winner]);
  Label answer = labels_[winner];
  if (decision_.threshold) {
    const bool is_positive = scores[positive_] < scores[1 - positive_] - *decision_.threshold;
    answer = static_cast<Label>(is_positive ? positive_ : 1 - positive_);
  }
  // Relative to the smallest distance, so that nothing overflows; without a width a distance of 0 takes everything.
  for (double& score : scores) {
    if (decision_.sigma > 0) score = excess(score, smallest, decision_.scores);
    else score = score == infinity ? 0 : (score == smallest ? 1 : smallest / score);
  }
  if (decision_.sigma > 0) take_closeness(scores, decision_.sigma);
  normalise(scores);
  return answer;
}

Label Decider::soft(Row d, MutableRow scores) {
  const std::size_t winner = nearest_unit(d);
  closeness_.resize(d.size());
  for (std::size_t k = 0; k < d.size(); ++k) closeness_[k] = std::max(0.0, d[k]) - std::max(0.0, d[winner]);
  take_closeness(closeness_, decision_.sigma);
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t k = 0; k < d.size(); ++k) scores[static_cast<std::size_t>(labels_[k])] += closeness_[k];
  normalise(scores);
  const auto best = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  const auto of_winner = static_cast<std::size_t>(labels_[winner]);
  return static_cast<Label>(scores[best] > scores[of_winner] ? best : of_winner);
}

Label Decider::vote(Row d, MutableRow scores) {
  all_.resize(d.size());
  std::iota(all_.begin(), all_.end(), 0U);
  return vote_among(all_, d, scores);
}

Label Decider::vote_among(std::span<const std::uint32_t> rivals, Row d, MutableRow scores) {
  nearest_unit(d);
  const std::size_t voters = std::min(static_cast<std::size_t>(decision_.k), d.size());
  order_.resize(d.size());
  std::iota(order_.begin(), order_.end(), 0U);
  const auto is_nearer = [&](std::uint32_t a, std::uint32_t b) { return d[a] < d[b] || (d[a] == d[b] && a < b); };
  std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(voters), order_.end(), is_nearer);
  const auto label_of = [&](std::size_t voter) { return labels_[rivals[order_[voter]]]; };
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t v = 0; v < voters; ++v) scores[static_cast<std::size_t>(label_of(v))] += 1;
  const double most = *std::max_element(scores.begin(), scores.end());
  Label answer = label_of(0);
  for (std::size_t v = voters; v-- > 0;) {   // the nearest voter of a class with most votes has the last word
    if (scores[static_cast<std::size_t>(label_of(v))] == most) answer = label_of(v);
  }
  normalise(scores);
  return answer;
}

double likeliest_width(const Decision& decision, const DecisionContext& context, MatrixView d, std::span<const Label> y,
                       Row weights) {
  double mean = 0;
  for (std::size_t i = 0; i < d.rows; ++i)
    mean += weight_at(weights, i) * *std::min_element(d.row(i).begin(), d.row(i).end());
  mean /= total_weight(weights, d.rows);
  if (!(mean > 0) || !std::isfinite(mean)) return 1;
  Decision trial = decision;
  trial.threshold.reset();
  trial.reject = Rejection::none;
  trial.reject_below = 0;
  trial.reject_beyond = infinity;
  const auto surprise = [&](double log_width) {
    trial.sigma = exponential(log_width);
    return mean_surprise(trial, context, d, y, weights);
  };
  // Shares lie between 0 and 1, and at this least width the smallest of their scores still are numbers.
  constexpr double least_width_of_shares = 0.03;
  const ScoreScale scale = decision.kind == DecisionKind::nearest ? decision.scores : ScoreScale::absolute;
  const bool has_shares = scale == ScoreScale::relative || scale == ScoreScale::fitting;
  const double unit = logarithm(mean) / (scale == ScoreScale::margin ? 4 : 2);   // of σ: half that of r
  const double low = has_shares ? logarithm(least_width_of_shares) : unit - logarithm(1e3);
  const double high = has_shares ? logarithm(1e3) : unit + logarithm(1e3);
  // Minus the log likelihood has one minimum in 1/σ² for the scores of nearest prototypes.
  return exponential(golden_section(surprise, low, high, 1e-4));
}

namespace {

// The distances to the nearest of each class, all that scores of nearest prototypes depend on.
Matrix nearest_of_classes(const DecisionContext& context, MatrixView d) {
  Matrix own(d.rows, context.class_names.size());
  for (std::size_t i = 0; i < d.rows; ++i) {
    std::fill(own.row(i).begin(), own.row(i).end(), infinity);
    for (std::size_t k = 0; k < d.columns; ++k) {
      double& nearest = own(i, static_cast<std::size_t>(context.labels[k]));
      nearest = std::min(nearest, d.row(i)[k]);
    }
  }
  return own;
}

}   // namespace

Decision with_likeliest_scores(Decision decision, const DecisionContext& context, MatrixView d,
                               std::span<const Label> y, Row weights) {
  if (decision.kind == DecisionKind::nearest && d.columns > context.class_names.size()) {
    std::vector<Label> classes(context.class_names.size());
    std::iota(classes.begin(), classes.end(), Label{0});
    const Matrix own = nearest_of_classes(context, d);
    return with_likeliest_scores(std::move(decision), {classes, context.class_names}, own.view(), y, weights);
  }
  const bool is_open = decision.scores == ScoreScale::fitting;
  if (is_open) decision.scores = ScoreScale::relative;
  decision.sigma = likeliest_width(decision, context, d, y, weights);
  if (!is_open || decision.kind != DecisionKind::nearest) return decision;
  Decision other = decision;
  other.scores = ScoreScale::margin;
  other.sigma = likeliest_width(other, context, d, y, weights);
  const auto surprise = [&](Decision trial) {
    trial.threshold.reset();
    trial.reject = Rejection::none;
    trial.reject_below = 0;
    trial.reject_beyond = infinity;
    return mean_surprise(trial, context, d, y, weights);
  };
  return surprise(other) < surprise(decision) ? other : decision;
}

}   // namespace protea
