#include <protea/evaluate/explanation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/metric_space.hpp>

namespace protea {
namespace {

constexpr double rounding = 1e-12;   // relative: prototypes that come to be equally near at one place do so up to this
constexpr std::size_t crossings_of_two = 2;   // two parabolas meet twice at most

bool is_root(const PrototypeModel& model) { return model.space.dissimilarity().traits().is_root_of_quadratic_form; }

void demand_explainable(const PrototypeModel& model, Row x) {
  if (!model.has_classes()) throw UsageError("an explanation needs prototypes with classes: the model has none");
  if (model.expansion)
    throw UsageError("an explanation needs prototypes with features: these are combinations of samples");
  if (!model.space.dissimilarity().traits().is_quadratic_form && !is_root(model)) {
    throw UsageError(fmt::format("an explanation needs a Euclidean, relevance or matrix distance: the model has '{}'",
                                 model.space.dissimilarity().name()));
  }
  if (model.decision.kind != DecisionKind::nearest || model.decision.threshold) {
    throw UsageError(fmt::format("an explanation names the nearest prototypes: use {} {}",
                                 setting("decision", "nearest"), setting("decision.threshold", "none")));
  }
  if (has_missing(x)) throw UsageError("an explanation needs a whole row: a value is missing");
}

struct Sample {
  const PrototypeModel& model;
  Row x;        // in model units
  double sum;   // in original units

  bool has_sum_one() const { return model.preparation.scaling == Scaling::unit_sum; }
};

// A line through the sample: x + u·direction, for u below `end`.
struct Line {
  std::vector<double> direction;
  double end = infinity;
};

// Where a change of feature l alone takes the sample.
Line line_of(const Sample& sample, std::size_t l) {
  Line line{std::vector<double>(sample.x.size())};
  line.direction[l] = 1;
  if (!sample.has_sum_one()) return line;
  for (std::size_t j = 0; j < sample.x.size(); ++j) line.direction[j] -= sample.x[j];
  line.end = 1;
  return line;
}

// How the distances (squared where they are roots) to the prototypes change along a line:
// d_k(u) = d_k + 2u·b_k + u²·a_k.
class Distances {
 public:
  Distances(const PrototypeModel& model, Row x, const std::vector<Matrix>& metrics)
      : model_(model),
        metrics_(metrics),
        gradients_(model.space.prototype_count(), x.size()),
        d_(gradients_.rows()),
        slopes_(d_.size()),
        curvatures_(d_.size()) {
    const MatrixView w = model.space.prototypes(Row(model.parameters));
    for (std::size_t k = 0; k < d_.size(); ++k) {
      const Matrix& lambda = metrics_[model.space.group_of(k)];
      for (std::size_t l = 0; l < x.size(); ++l) {
        for (std::size_t j = 0; j < x.size(); ++j) gradients_(k, l) += lambda(l, j) * (x[j] - w.row(k)[j]);
        d_[k] += gradients_(k, l) * (x[l] - w.row(k)[l]);
      }
    }
  }

  void look_along(Row direction) {
    std::vector<double> of_metric;
    for (const Matrix& lambda : metrics_) of_metric.push_back(form(lambda, direction));
    for (std::size_t k = 0; k < d_.size(); ++k) {
      const Row gradient = std::as_const(gradients_).row(k);
      slopes_[k] = std::inner_product(direction.begin(), direction.end(), gradient.begin(), 0.0);
      curvatures_[k] = of_metric[model_.space.group_of(k)];
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

  // The first u > from, along the sign, at which prototype k comes nearer than w.
  double overtaking(std::size_t k, std::size_t w, double sign, double from) const {
    const double a = curvatures_[k] - curvatures_[w];
    const double b = sign * (slopes_[k] - slopes_[w]);   // half of it
    const double c = d_[k] - d_[w];
    const double least = from - rounding * (1 + from);
    if (a == 0) return b < 0 && -c / (2 * b) >= least ? std::max(from, -c / (2 * b)) : infinity;
    const double root = b * b - a * c;
    if (root <= 0) return infinity;
    // The slope at (−b ∓ √)/a is ∓2√, so the crossing downwards is the one with the minus sign, whatever the sign of a.
    const double stable = b < 0 ? c / (-b + std::sqrt(root)) : (-b - std::sqrt(root)) / a;
    return stable >= least ? std::max(from, stable) : infinity;
  }

 private:
  static double form(const Matrix& lambda, Row direction) {
    double sum = 0;
    for (std::size_t l = 0; l < direction.size(); ++l) {
      if (direction[l] == 0) continue;
      for (std::size_t j = 0; j < direction.size(); ++j) sum += direction[l] * lambda(l, j) * direction[j];
    }
    return sum;
  }

  const PrototypeModel& model_;
  const std::vector<Matrix>& metrics_;
  Matrix gradients_;
  std::vector<double> d_;
  std::vector<double> slopes_;
  std::vector<double> curvatures_;
};

struct Switch {
  double u = infinity;
  Label becomes = no_label;
};

// Walks along a line from winner to winner until one of another class is reached. The nearest of K parabolas changes at
// most 2K − 2 times (Davenport and Schinzel), doubled here for those that meet in one point.
Switch first_switch(const Distances& distances, std::size_t winner, double sign) {
  const Label answer = distances.label(winner);
  double u = 0;
  for (std::size_t event = 0; event < 2 * crossings_of_two * distances.values().size(); ++event) {
    double next = infinity;
    std::size_t rival = winner;
    for (std::size_t k = 0; k < distances.values().size(); ++k) {
      if (k == winner) continue;
      const double crossing = distances.overtaking(k, winner, sign, u);
      if (crossing < next) {
        next = crossing;
        rival = k;
      }
    }
    if (next == infinity) return {};
    u = next;
    winner = rival;
    if (distances.label(winner) != answer) return {sign * u, distances.label(winner)};
  }
  return {};
}

// The change in original units, of a step along the line of feature l.
SingleChange change_of(const Sample& sample, std::size_t l, const Switch& found) {
  if (sample.has_sum_one()) {
    const double change = sample.sum * found.u / (1 - found.u);
    return {l, sample.sum * sample.x[l] + change, change, found.becomes};
  }
  const Preparation& preparation = sample.model.preparation;
  const double factor = preparation.factor.empty() ? 1 : preparation.factor[l];
  const double shift = preparation.shift.empty() ? 0 : preparation.shift[l];
  return {l, (sample.x[l] + found.u) / factor + shift, found.u / factor, found.becomes};
}

// The nearer of the two switches along the line of feature l, if there is one.
std::optional<SingleChange> single_change(const Sample& sample, std::size_t l, Distances& distances,
                                          std::size_t winner) {
  const Line line = line_of(sample, l);
  distances.look_along(line.direction);
  std::optional<SingleChange> nearest;
  for (const double sign : {1.0, -1.0}) {
    const Switch found = first_switch(distances, winner, sign);
    if (found.becomes == no_label || found.u >= line.end) continue;
    const SingleChange change = change_of(sample, l, found);
    if (!nearest || std::abs(change.change) < std::abs(nearest->change)) nearest = change;
  }
  return nearest;
}

// Of a change: in model units where these are of each feature alone, else in original units.
double size_of(const Sample& sample, const SingleChange& change) {
  const std::vector<double>& factor = sample.model.preparation.factor;
  return std::abs(change.change) * (sample.has_sum_one() || factor.empty() ? 1 : std::abs(factor[change.feature]));
}

}   // namespace

std::vector<Matrix> quadratic_forms_of(const PrototypeModel& model) {
  std::vector<Matrix> forms;
  for (std::size_t g = 0; g < model.space.group_count(); ++g) forms.push_back(quadratic_form_of(model, g));
  return forms;
}

Explanation explain(const PrototypeModel& model, Row x, double sum) {
  demand_explainable(model, x);
  return explain(model, x, sum, quadratic_forms_of(model));
}

Explanation explain(const PrototypeModel& model, Row x, double sum, const std::vector<Matrix>& forms) {
  demand_explainable(model, x);
  Distances distances(model, x, forms);
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
  if (is_root(model)) {
    result.d_own = std::sqrt(result.d_own);
    result.d_other = std::sqrt(result.d_other);
    const double sum_of_roots = result.d_own + result.d_other;
    for (double& contribution : result.contributions) contribution /= sum_of_roots > 0 ? sum_of_roots : 1;
  }
  const Sample sample{model, x, sum};
  for (std::size_t l = 0; l < x.size(); ++l) {
    const auto change = single_change(sample, l, distances, winner);
    result.changes.push_back(change);
    if (!change) continue;
    if (!result.smallest_change || size_of(sample, *change) < size_of(sample, *result.smallest_change))
      result.smallest_change = change;
  }
  return result;
}

}   // namespace protea
