#include <protea/evaluate/margins.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/polyhedron.hpp>

namespace protea {
namespace {

double norm(Row values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

// A sample among the cells of the prototypes, in the coordinates of the metric.
class Place {
 public:
  Place(const MetricSpace& space, Row x, Row z) : space_(space), z_(z), squares_(space.labels.size()) {
    for (std::size_t j = 0; j < x.size(); ++j) spread_ += (x[j] - space.reference[j]) * (x[j] - space.reference[j]);
    spread_ = std::sqrt(spread_);
    for (std::size_t k = 0; k < squares_.size(); ++k) {
      const Row w = space.prototypes.row(k);
      for (std::size_t r = 0; r < z.size(); ++r) squares_[k] += (z[r] - w[r]) * (z[r] - w[r]);
    }
    winner_ = static_cast<std::size_t>(std::min_element(squares_.begin(), squares_.end()) - squares_.begin());
  }

  Row squares() const { return squares_; }
  Label answer() const { return space_.labels[winner_]; }

  template <class IsWanted>
  double nearest(IsWanted is_wanted) const {
    double least = infinity;
    for (std::size_t k = 0; k < squares_.size(); ++k) {
      if (is_wanted(space_.labels[k])) least = std::min(least, squares_[k]);
    }
    return std::sqrt(least);
  }

  // Twice the distance to the bisector of j and k, times the length of its normal: ‖z − z_k‖² − ‖z − z_j‖². As a
  // product, which keeps its digits for samples that are far from prototypes close to one another.
  double lead(std::size_t j, std::size_t k) const {
    const Row a = space_.prototypes.row(j);
    const Row b = space_.prototypes.row(k);
    double sum = 0;
    for (std::size_t r = 0; r < z_.size(); ++r) sum += (a[r] - b[r]) * ((z_[r] - a[r]) + (z_[r] - b[r]));
    return sum;
  }
  double lead_over(std::size_t k) const { return lead(winner_, k); }

  // By how much at most z_k − z_j, and `lead`, may be wrong by rounding, beside what ΩᵀΩ is wrong by.
  double normal_error(std::size_t j, std::size_t k) const {
    return rounding() * space_.largest_singular * (space_.spread[j] + space_.spread[k]);
  }
  double lead_error(std::size_t j, std::size_t k) const {
    const Row a = space_.prototypes.row(j);
    const Row b = space_.prototypes.row(k);
    double apart = 0;
    double away = 0;
    for (std::size_t r = 0; r < z_.size(); ++r) {
      apart += (a[r] - b[r]) * (a[r] - b[r]);
      away += ((z_[r] - a[r]) + (z_[r] - b[r])) * ((z_[r] - a[r]) + (z_[r] - b[r]));
    }
    apart = std::sqrt(apart);
    away = std::sqrt(away);
    const double sigma = space_.largest_singular;
    const double between = space_.spread[j] + space_.spread[k];
    const double around = 2 * spread_ + between;
    return rounding() * (apart * away + sigma * (between * away + apart * around)) +
           space_.form_error * sigma * sigma * between * around;
  }
  std::size_t winner() const { return winner_; }
  std::size_t count() const { return squares_.size(); }

 private:
  // Of sums over as many terms as there are features, with some to spare.
  double rounding() const {
    return 4 * static_cast<double>(space_.omega.columns() + 4) * std::numeric_limits<double>::epsilon();
  }

  const MetricSpace& space_;
  Row z_;
  std::vector<double> squares_;
  double spread_ = 0;   // ‖x − reference‖
  std::size_t winner_ = 0;
};

// Where perturbations are measured: in the metric, or by the Euclidean norm of the features, where the normal of the
// bisector of j and k is Ωᵀ(z_k − z_j).
class Normals {
 public:
  enum class Norm { metric, euclidean };
  Normals(const MetricSpace& space, Norm norm) : space_(space), norm_(norm) {}

  std::size_t size() const { return norm_ == Norm::metric ? space_.rank() : space_.omega.columns(); }
  // Of a normal, for an error of z_k − z_j. In the features it is Λ(w_k − w_j) that is meant, and Ωᵀ rounds like z.
  double error(double of_difference) const {
    return norm_ == Norm::metric
               ? of_difference
               : space_.largest_singular * (2 + space_.form_error / std::numeric_limits<double>::epsilon() / 4) *
                     of_difference;
  }

  void write(std::size_t j, std::size_t k, MutableRow normal) const {
    const Row a = space_.prototypes.row(j);
    const Row b = space_.prototypes.row(k);
    if (norm_ == Norm::metric) {
      for (std::size_t r = 0; r < a.size(); ++r) normal[r] = b[r] - a[r];
      return;
    }
    std::fill(normal.begin(), normal.end(), 0.0);
    for (std::size_t r = 0; r < a.size(); ++r) {
      const Row omega = space_.omega.row(r);
      for (std::size_t f = 0; f < omega.size(); ++f) normal[f] += omega[f] * (b[r] - a[r]);
    }
  }

 private:
  const MetricSpace& space_;
  Norm norm_;
};

// The step from the sample to the cell of prototype j, and a length that no such step is below, rounding and all.
struct CellStep {
  std::vector<double> step;
  double at_least = 0;
};

CellStep step_to_cell(const Place& place, const Normals& normals, std::size_t j) {
  Matrix rows(place.count(), normals.size());
  std::vector<double> offsets;
  std::vector<double> offset_errors;
  std::vector<double> normal_errors;
  for (std::size_t k = 0; k < place.count(); ++k) {
    const MutableRow row = rows.row(offsets.size());
    if (k == j) continue;
    normals.write(j, k, row);
    const double length = norm(row);
    if (length == 0) continue;   // the same place: neither cell shuts the other out
    for (double& value : row) value /= length;
    offsets.push_back(place.lead(j, k) / 2 / length);
    offset_errors.push_back(place.lead_error(j, k) / 2 / length);
    normal_errors.push_back(normals.error(place.normal_error(j, k)) / length);
  }
  BoundedStep found =
      shortest_step_with_multipliers({rows.values().data(), offsets.size(), rows.columns(), rows.columns()}, offsets);
  // ‖v‖·(‖Σ μ·normal‖ + Σ μ·error of normal) ≥ −Σ μ·(offset + its error) for every v of the cell.
  std::vector<double> push(rows.columns());
  double reach = 0;
  double slack = 0;
  for (const auto& [k, multiplier] : found.multipliers) {
    const Row row = std::as_const(rows).row(k);
    for (std::size_t f = 0; f < push.size(); ++f) push[f] += multiplier * row[f];
    reach -= multiplier * (offsets[k] + offset_errors[k]);
    slack += multiplier * (normal_errors[k] + 1e-14);
  }
  const double bound = reach / (norm(push) + slack);
  return {std::move(found.step), found.multipliers.empty() ? 0 : std::max(0.0, bound * (1 - 1e-14))};
}

struct Crossing {
  double bisector = infinity;   // to the nearest bisector of the winner and a prototype across
  double distance = infinity;   // to the nearest cell across
  double at_least = infinity;   // the same, never too large
  std::vector<double> step;
  std::size_t rival = 0;   // the prototype of that cell
};

// A prototype across with the distance to its bisector, as it is computed and as it is at least.
struct Candidate {
  double bisector;
  double at_least;
  std::size_t prototype;
};

template <class IsAcross>
std::vector<Candidate> candidates_of(const Place& place, const Normals& normals, const MetricSpace& space,
                                     IsAcross is_across) {
  std::vector<Candidate> result;
  std::vector<double> normal(normals.size());
  for (std::size_t k = 0; k < place.count(); ++k) {
    if (!is_across(space.labels[k])) continue;
    normals.write(place.winner(), k, normal);
    const double length = norm(normal);
    const double lead = place.lead_over(k);
    const double error = place.lead_error(place.winner(), k);
    const double longest = length + normals.error(place.normal_error(place.winner(), k));
    result.push_back({length > 0 ? std::max(0.0, lead / 2 / length) : 0,
                      length > 0 ? std::max(0.0, (lead - error) / 2 / longest * (1 - 1e-14)) : 0, k});
  }
  std::sort(result.begin(), result.end(), [](const Candidate& a, const Candidate& b) {
    return a.at_least < b.at_least || (a.at_least == b.at_least && a.prototype < b.prototype);
  });
  return result;
}

// Cells in the order of their bisectors; those whose bisector is farther than a cell already reached cannot be nearer.
template <class IsAcross>
Crossing cross(const Place& place, const Normals& normals, const MetricSpace& space, IsAcross is_across) {
  Crossing result;
  for (const auto& [bisector, bound, k] : candidates_of(place, normals, space, is_across)) {
    result.bisector = std::min(result.bisector, bisector);
    if (bound >= result.distance) {
      result.at_least = std::min(result.at_least, bound);
      break;
    }
    CellStep cell = step_to_cell(place, normals, k);
    result.at_least = std::min(result.at_least, std::max(bound, cell.at_least));
    const double distance = norm(cell.step);
    if (distance >= result.distance) continue;
    result.distance = distance;
    result.step = std::move(cell.step);
    result.rival = k;
  }
  result.distance = std::max(result.distance, result.bisector);   // below it by rounding only
  return result;
}

}   // namespace

Margins margins_of(const MetricSpace& space, MatrixView x, std::span<const Label> y, Runtime& runtime) {
  demand_whole_rows(x);
  const Matrix z = space.transform(x);
  Margins result;
  for (auto* list : {&result.hypothesis, &result.prediction, &result.bisector, &result.sample}) list->resize(x.rows);
  result.answers.resize(x.rows);
  const Normals normals(space, Normals::Norm::metric);
  runtime.run(x.rows, [&](std::size_t i) {
    const Place place(space, x.row(i), z.row(i));
    demand_finite_distances(place.squares(), i);
    const Label answer = place.answer();
    const bool is_right = answer == y[i];
    const auto is_own = [&](Label label) { return label == y[i]; };
    const auto is_other = [&](Label label) { return label != y[i]; };
    const Crossing crossing = is_right ? cross(place, normals, space, is_other) : cross(place, normals, space, is_own);
    result.hypothesis[i] = (place.nearest(is_other) - place.nearest(is_own)) / 2;
    const double runner_up = place.nearest([&](Label label) { return label != answer; });
    result.prediction[i] = (runner_up - place.nearest([&](Label label) { return label == answer; })) / 2;
    result.bisector[i] = is_right ? crossing.bisector : -crossing.bisector;
    result.sample[i] = is_right ? crossing.distance : -crossing.distance;
    result.answers[i] = answer;
  });
  return result;
}

Certificates certificates_of(const MetricSpace& space, MatrixView x, Runtime& runtime) {
  demand_whole_rows(x);
  const Matrix z = space.transform(x);
  Certificates result{std::vector<double>(x.rows), std::vector<double>(x.rows), std::vector<double>(x.rows),
                      Matrix(x.rows, x.columns), std::vector<std::size_t>(x.rows)};
  const Normals in_metric(space, Normals::Norm::metric);
  const Normals in_features(space, Normals::Norm::euclidean);
  runtime.run(x.rows, [&](std::size_t i) {
    const Place place(space, x.row(i), z.row(i));
    demand_finite_distances(place.squares(), i);
    const auto is_across = [&](Label label) { return label != place.answer(); };
    result.metric[i] = cross(place, in_metric, space, is_across).at_least;
    result.euclidean[i] = result.metric[i] / (space.largest_singular * (1 + space.form_error));
    const Crossing nearest = cross(place, in_features, space, is_across);
    result.exact[i] = nearest.at_least;
    result.rivals[i] = nearest.rival;
    std::copy(nearest.step.begin(), nearest.step.end(), result.steps.row(i).begin());
  });
  return result;
}

std::vector<double> hypothesis_margins(const PrototypeModel& model, MatrixView x, std::span<const Label> y,
                                       Runtime& runtime) {
  demand_nearest_under_quadratic_forms(model);
  demand_whole_rows(x);
  const std::vector<Label>& labels = model.space.labels();
  const bool is_root = model.space.dissimilarity().traits().is_root_of_quadratic_form;
  constexpr std::size_t at_once = 64;
  std::vector<double> margins(x.rows);
  runtime.run((x.rows + at_once - 1) / at_once, [&](std::size_t b) {
    const std::size_t first = b * at_once;
    const std::size_t count = std::min(at_once, x.rows - first);
    const Matrix d = model.distances({x.data + first * x.stride, count, x.columns, x.stride});
    for (std::size_t i = 0; i < count; ++i) {
      demand_finite_distances(d.row(i), first + i);
      double own = infinity;
      double other = infinity;
      for (std::size_t k = 0; k < labels.size(); ++k) {
        double& least = labels[k] == y[first + i] ? own : other;
        least = std::min(least, d(i, k));
      }
      margins[first + i] = is_root ? (other - own) / 2 : (std::sqrt(other) - std::sqrt(own)) / 2;
    }
  });
  return margins;
}

void demand_whole_rows(MatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (has_missing(x.row(i)))
      throw UsageError(fmt::format("margins need whole rows: row {} has a missing value", i + 1));
  }
}

void demand_finite_distances(Row d, std::size_t i) {
  if (std::all_of(d.begin(), d.end(), [](double value) { return std::isfinite(value); })) return;
  throw NumericalError(fmt::format(
      "the distances of row {} to the prototypes are too large to compute with: change the unit of the features",
      i + 1));
}

double theta_error(Row margins, double theta) {
  const auto below = std::count_if(margins.begin(), margins.end(), [&](double margin) { return margin < theta; });
  return static_cast<double>(below) / static_cast<double>(margins.size());
}

}   // namespace protea
