#include <protea/evaluate/local_margins.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/evaluate/margins.hpp>
#include <protea/evaluate/quadric.hpp>

namespace protea {
namespace {

constexpr double tie = 1e-9;   // relative to the distances: three that meet in one point do so up to rounding

struct Reached {
  double distance = infinity;
  double at_least = infinity;   // the same, never too large
  std::vector<double> step;
  std::size_t rival = 0;
};

class LocalCells {
 public:
  LocalCells(const PrototypeModel& model, MatrixView x, std::span<const Label> y)
      : model_(model), x_(x), y_(y), w_(model.space.prototypes(Row(model.parameters))), d_(x.rows, w_.rows) {
    for (std::size_t g = 0; g < model.space.group_count(); ++g) {
      forms_.push_back(quadratic_form_of(model, g));
      singular_.push_back(std::sqrt(std::max(0.0, spectrum_of(forms_[g]).values.back())));
    }
    for (std::size_t i = 0; i < x.rows; ++i) {
      for (std::size_t k = 0; k < w_.rows; ++k) d_(i, k) = distance(x.row(i), k);
      demand_finite_distances(d_.row(i), i);
    }
  }

  std::size_t count() const { return w_.rows; }
  Label label(std::size_t k) const { return model_.space.labels()[k]; }
  bool is_right(std::size_t i, std::size_t k) const { return label(k) == y_[i]; }
  double distance(Row x, std::size_t k) const {
    return std::max(0.0, model_.space.distance(x, Row(model_.parameters), k));
  }

  std::size_t winner(std::size_t i) const {
    const Row d = d_.row(i);
    return static_cast<std::size_t>(std::min_element(d.begin(), d.end()) - d.begin());
  }

  // The root of the distance of sample i to the nearest of the prototypes that are wanted.
  template <class IsWanted>
  double nearest(std::size_t i, IsWanted is_wanted) const {
    double least = infinity;
    for (std::size_t k = 0; k < count(); ++k) {
      if (is_wanted(label(k))) least = std::min(least, d_(i, k));
    }
    return std::sqrt(least);
  }

  std::size_t group_count() const { return forms_.size(); }
  std::size_t group_of(std::size_t k) const { return model_.space.group_of(k); }
  Spectrum difference(std::size_t group, std::size_t less) const {
    Matrix result = forms_[group];
    for (std::size_t l = 0; l < result.rows(); ++l) {
      for (std::size_t j = 0; j < result.columns(); ++j) result(l, j) -= forms_[less](l, j);
    }
    return spectrum_of(result);
  }

  // Cheap and never above the distance of `step`: ‖Ω(x + u − w)‖ changes by σ‖u‖ at most, σ the largest
  // singular value of Ω.
  double least_step(std::size_t i, std::size_t k, std::size_t winner) const {
    const double reach = singular_[group_of(k)] + singular_[group_of(winner)];
    const double far = std::sqrt(d_(i, k));
    const double near = std::sqrt(d_(i, winner));
    return (far - near - rounding() * (far + near)) / reach;
  }

  Reached step(std::size_t i, std::size_t k, std::size_t winner, const Spectrum& difference) const {
    std::vector<double> b = gradient(i, k);
    const std::vector<double> own = gradient(i, winner);
    for (std::size_t l = 0; l < b.size(); ++l) b[l] -= own[l];
    const double c = d_(i, k) - d_(i, winner);
    QuadricStep found = shortest_step_to_quadric(difference, b, c);
    // Steps u no longer than that see uᵀAu + 2bᵀu + c wrong by `error` at most: the quadric that is nearer by as much
    // is not too far.
    const double error = form_error(i, k, found.distance) + form_error(i, winner, found.distance);
    const double at_least = shortest_step_to_quadric(difference, b, c - error).distance * (1 - 1e-13);
    return {found.distance, std::min(found.distance, at_least), std::move(found.step), k};
  }

  // Is nobody nearer than the rival at the end of the step?
  bool is_in_cell(std::size_t i, const Reached& reached) const {
    std::vector<double> end(x_.row(i).begin(), x_.row(i).end());
    for (std::size_t l = 0; l < end.size(); ++l) end[l] += reached.step[l];
    const double there = distance(end, reached.rival);
    const double slack = tie * (there + d_(i, reached.rival));
    for (std::size_t k = 0; k < count(); ++k) {
      if (distance(end, k) < there - slack) return false;
    }
    return true;
  }

 private:
  double rounding() const {   // of sums over the features, with some to spare
    return 16 * static_cast<double>(x_.columns + 4) * std::numeric_limits<double>::epsilon();
  }

  // What rounding may make of (x + u − w)ᵀΛ(x + u − w), and of its parts, for steps u of a length up to `reach`.
  double form_error(std::size_t i, std::size_t k, double reach) const {
    double square = 0;
    for (std::size_t l = 0; l < x_.columns; ++l) square += std::pow(x_.row(i)[l] - w_.row(k)[l], 2);
    const double sigma = singular_[group_of(k)];
    const double away = sigma * (std::sqrt(square) + (std::isfinite(reach) ? reach : 0));
    return rounding() * away * away;
  }

  std::vector<double> gradient(std::size_t i, std::size_t k) const {   // Λ(x − w), half of it
    const Matrix& form = forms_[group_of(k)];
    std::vector<double> result(x_.columns);
    for (std::size_t l = 0; l < x_.columns; ++l) {
      for (std::size_t j = 0; j < x_.columns; ++j) result[l] += form(l, j) * (x_.row(i)[j] - w_.row(k)[j]);
    }
    return result;
  }

  const PrototypeModel& model_;
  MatrixView x_;
  std::span<const Label> y_;
  MatrixView w_;
  Matrix d_;
  std::vector<Matrix> forms_;
  std::vector<double> singular_;
};

struct Crossings {
  Reached answer;   // to any other answer
  Reached truth;    // to the right answer, for samples answered wrongly
};

// Of the samples that one prototype wins. Spectra are many and large, so one lives at a time.
void cross(const LocalCells& cells, std::size_t winner, std::span<const std::size_t> samples,
           std::vector<Crossings>& crossings) {
  for (std::size_t group = 0; group < cells.group_count() && !samples.empty(); ++group) {
    std::optional<Spectrum> difference;
    for (std::size_t k = 0; k < cells.count(); ++k) {
      if (cells.group_of(k) != group || cells.label(k) == cells.label(winner)) continue;
      for (const std::size_t i : samples) {
        Crossings& own = crossings[i];
        const bool is_right = cells.is_right(i, k);
        const double farthest = is_right ? std::max(own.truth.distance, own.answer.distance) : own.answer.distance;
        if (cells.least_step(i, k, winner) >= farthest) continue;
        if (!difference) difference = cells.difference(group, cells.group_of(winner));
        Reached found = cells.step(i, k, winner, *difference);
        const double truth_at_least = std::min(own.truth.at_least, found.at_least);
        const double answer_at_least = std::min(own.answer.at_least, found.at_least);
        if (is_right && found.distance < own.truth.distance) own.truth = found;
        if (found.distance < own.answer.distance) own.answer = std::move(found);
        if (is_right) own.truth.at_least = truth_at_least;
        own.answer.at_least = answer_at_least;
      }
    }
  }
}

}   // namespace

LocalMargins local_margins_of(const PrototypeModel& model, MatrixView x, std::span<const Label> y, Runtime& runtime) {
  demand_nearest_under_quadratic_forms(model);
  demand_whole_rows(x);
  const LocalCells cells(model, x, y);
  std::vector<std::vector<std::size_t>> won(cells.count());
  for (std::size_t i = 0; i < x.rows; ++i) won[cells.winner(i)].push_back(i);
  std::vector<Crossings> crossings(x.rows);
  runtime.run(won.size(), [&](std::size_t k) { cross(cells, k, won[k], crossings); });
  LocalMargins result;
  result.steps = Matrix(x.rows, x.columns);
  const auto if_exact = [&](std::size_t i, const Reached& reached, double signed_distance) {
    return std::isfinite(reached.distance) && cells.is_in_cell(i, reached) ? std::optional(signed_distance)
                                                                           : std::nullopt;
  };
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Label answer = cells.label(cells.winner(i));
    const bool is_right = cells.is_right(i, cells.winner(i));
    const Crossings& own = crossings[i];
    const Reached& across = is_right ? own.answer : own.truth;
    const auto half_lead = [&](Label of) {
      return (cells.nearest(i, [&](Label label) { return label != of; }) -
              cells.nearest(i, [&](Label label) { return label == of; })) /
             2;
    };
    result.hypothesis.push_back(half_lead(y[i]));
    result.prediction.push_back(half_lead(answer));
    result.bisector.push_back(is_right ? across.distance : -across.distance);
    result.sample.push_back(if_exact(i, across, is_right ? across.distance : -across.distance));
    result.certificate.push_back(own.answer.at_least);
    result.exact_certificate.push_back(if_exact(i, own.answer, own.answer.at_least));
    std::copy(own.answer.step.begin(), own.answer.step.end(), result.steps.row(i).begin());
    result.rivals.push_back(own.answer.rival);
  }
  return result;
}

}   // namespace protea
