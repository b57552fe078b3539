#include <protea/evaluate/explanation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void demand_explainable(const Model& model, Row x) {
  if (model.expansion) throw UsageError("an explanation needs prototypes with features: these are combinations of samples");
  if (!model.space.dissimilarity().traits().is_quadratic_form) {
    throw UsageError(fmt::format("an explanation needs a squared Euclidean, relevance or matrix distance: the model has '{}'",
                                 model.space.dissimilarity().name()));
  }
  if (model.decision.kind != DecisionKind::nearest || model.decision.threshold != 0) {
    throw UsageError("an explanation names the nearest prototypes: use --decision nearest --decision.threshold 0");
  }
  if (has_missing(x)) throw UsageError("an explanation needs a whole row: a value is missing");
}

// How the distances to the prototypes change with feature l alone: d_k(t) = d_k + 2t·g_kl + t²·Λ_ll of its metric.
class Distances {
 public:
  Distances(const Model& model, Row x) : model_(model), gradients_(model.space.prototype_count(), x.size()), d_(gradients_.rows()) {
    for (std::size_t g = 0; g < model.space.group_count(); ++g) metrics_.push_back(model.relevance_matrix(g));
    const MatrixView w = model.space.prototypes(Row(model.parameters));
    for (std::size_t k = 0; k < d_.size(); ++k) {
      const Matrix& lambda = metrics_[model.space.group_of(k)];
      for (std::size_t l = 0; l < x.size(); ++l) {
        for (std::size_t j = 0; j < x.size(); ++j) gradients_(k, l) += lambda(l, j) * (x[j] - w.row(k)[j]);
        d_[k] += gradients_(k, l) * (x[l] - w.row(k)[l]);
      }
    }
  }

  Row values() const { return d_; }
  double gradient(std::size_t k, std::size_t l) const { return gradients_(k, l); }
  Label label(std::size_t k) const { return model_.space.labels()[k]; }

  // The nearest prototype among those that are wanted.
  template <class IsWanted>
  std::size_t nearest(IsWanted is_wanted) const {
    std::size_t best = d_.size();
    for (std::size_t k = 0; k < d_.size(); ++k) {
      if (is_wanted(label(k)) && (best == d_.size() || d_[k] < d_[best])) best = k;
    }
    return best;
  }

  // The first t > from, along the sign, at which prototype k comes nearer than w.
  double overtaking(std::size_t k, std::size_t w, std::size_t l, double sign, double from) const {
    const double a = curvature(k, l) - curvature(w, l);
    const double b = sign * (gradients_(k, l) - gradients_(w, l));   // half of it
    const double c = d_[k] - d_[w];
    const double least = from - 1e-12 * (1 + from);   // three that meet in one point do so up to rounding
    if (a == 0) return b < 0 && -c / (2 * b) >= least ? std::max(from, -c / (2 * b)) : infinity;
    const double root = b * b - a * c;
    if (root <= 0) return infinity;
    // The slope at (−b ∓ √)/a is ∓2√, so the crossing downwards is the one with the minus sign, whatever the sign of a.
    const double stable = b < 0 ? c / (-b + std::sqrt(root)) : (-b - std::sqrt(root)) / a;
    return stable >= least ? std::max(from, stable) : infinity;
  }

 private:
  double curvature(std::size_t k, std::size_t l) const { return metrics_[model_.space.group_of(k)](l, l); }

  const Model& model_;
  std::vector<Matrix> metrics_;
  Matrix gradients_;
  std::vector<double> d_;
};

struct Switch {
  double t = infinity;
  Label becomes = no_label;
};

// Walks along one feature from winner to winner until one of another class is reached.
Switch first_switch(const Distances& distances, std::size_t winner, std::size_t feature, double sign) {
  const Label answer = distances.label(winner);
  double t = 0;
  for (std::size_t event = 0; event < 4 * distances.values().size(); ++event) {
    double next = infinity;
    std::size_t rival = winner;
    for (std::size_t k = 0; k < distances.values().size(); ++k) {
      if (k == winner) continue;
      const double crossing = distances.overtaking(k, winner, feature, sign, t);
      if (crossing < next) {
        next = crossing;
        rival = k;
      }
    }
    if (next == infinity) return {};
    t = next;
    winner = rival;
    if (distances.label(winner) != answer) return {sign * t, distances.label(winner)};
  }
  return {};
}

}  // namespace

Explanation explain(const Model& model, Row x) {
  demand_explainable(model, x);
  const Distances distances(model, x);
  Explanation result;
  const std::size_t winner = distances.nearest([](Label) { return true; });
  result.answer = distances.label(winner);
  result.own = winner;
  result.other = distances.nearest([&](Label label) { return label != result.answer; });
  if (result.other == distances.values().size()) throw UsageError("an explanation needs prototypes of two classes");
  result.d_own = distances.values()[result.own];
  result.d_other = distances.values()[result.other];
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  for (std::size_t l = 0; l < x.size(); ++l) {
    result.contributions.push_back(distances.gradient(result.other, l) * (x[l] - w.row(result.other)[l]) -
                                   distances.gradient(result.own, l) * (x[l] - w.row(result.own)[l]));
  }
  result.changes.resize(x.size());
  if (model.preparation.scaling == Scaling::unit_sum) return result;   // no feature changes alone there
  double smallest = infinity;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const Switch up = first_switch(distances, winner, l, 1);
    const Switch down = first_switch(distances, winner, l, -1);
    const Switch& nearer = std::abs(down.t) < std::abs(up.t) ? down : up;
    if (nearer.becomes == no_label) continue;
    const double factor = model.preparation.factor.empty() ? 1 : model.preparation.factor[l];
    const double shift = model.preparation.shift.empty() ? 0 : model.preparation.shift[l];
    result.changes[l] = SingleChange{l, (x[l] + nearer.t) / factor + shift, nearer.t / factor, nearer.becomes};
    if (std::abs(nearer.t) >= smallest) continue;
    smallest = std::abs(nearer.t);
    result.smallest_change = result.changes[l];
  }
  return result;
}

}  // namespace protea
