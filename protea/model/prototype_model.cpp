#include <protea/model/prototype_model.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/model/data_domain.hpp>
#include <protea/model/nearest_search.hpp>
#include <protea/model/relations.hpp>
#include <protea/model/shortlist.hpp>
#include <protea/model/spectrum.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 256;
constexpr std::size_t many_rows = 4096;

bool has_any_missing(MatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (has_missing(x.row(i))) return true;
  }
  return false;
}

void distances(const PrototypeModel& model, MatrixView x, MutableMatrixView d, PrototypeSpace::Scratches& scratches) {
  model.space.distances(x, model.parameters, d, scratches);
  std::vector<std::size_t> incomplete;
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (has_missing(x.row(i))) incomplete.push_back(i);
  }
  if (incomplete.empty()) return;
  Matrix rows(incomplete.size(), x.columns);
  Matrix own(incomplete.size(), d.columns);
  for (std::size_t i = 0; i < incomplete.size(); ++i)
    std::copy_n(x.row(incomplete[i]).begin(), x.columns, rows.row(i).begin());
  model.space.observed_distances(std::as_const(rows).view(), model.parameters, own.view(), scratches);
  for (std::size_t i = 0; i < incomplete.size(); ++i)
    std::copy_n(own.row(i).begin(), d.columns, d.row(incomplete[i]).begin());
}

// Divided by their sum; all alike where there is nothing to divide.
void copy_as_shares(Row memberships, MutableRow scores) {
  double sum = 0;
  for (const double each : memberships) sum += std::max(0.0, each);
  for (std::size_t c = 0; c < scores.size(); ++c)
    scores[c] = sum > 0 ? std::max(0.0, memberships[c]) / sum : 1 / static_cast<double>(scores.size());
}

}   // namespace

Label UnitRecord::label_of(std::size_t unit) const {
  const Row counts = classes.row(unit);
  const auto most = std::max_element(counts.begin(), counts.end());
  return most == counts.end() || *most <= 0 ? no_label : static_cast<Label>(most - counts.begin());
}

Matrix PrototypeModel::prototypes_in_original_units() const {
  if (expansion)
    throw UsageError(
        "the prototypes are combinations of samples: they have coefficients instead of values of features");
  const MatrixView w = space.prototypes(Row(parameters));
  Matrix result(w.rows, w.columns);
  for (std::size_t k = 0; k < w.rows; ++k) {
    std::copy_n(w.row(k).begin(), w.columns, result.row(k).begin());
    preparation.unscale(result.row(k));
  }
  return result;
}

Matrix PrototypeModel::relevance_matrix(std::size_t group) const {
  Matrix lambda(space.features(), space.features());
  space.dissimilarity().relevance_matrix(space.metric(Row(parameters), group), space.features(), lambda.view());
  return lambda;
}

std::size_t step_of_calibration(std::size_t rows) {
  constexpr std::size_t enough = 10'000;   // more do not change the width
  return std::max<std::size_t>(1, (rows + enough - 1) / enough);
}

void calibrate(PrototypeModel& model, MatrixView x, std::span<const Label> y, Row weights) {
  const std::size_t step = step_of_calibration(x.rows);
  std::vector<Label> labels;
  std::vector<double> own_weights;
  Matrix d((x.rows + step - 1) / step, model.space.prototype_count());
  PrototypeSpace::Scratches scratches;
  for (std::size_t first = 0; first < d.rows(); first += block_rows) {
    const std::size_t count = std::min(block_rows, d.rows() - first);
    const MatrixView some{x.data + first * step * x.stride, count, x.columns, step * x.stride};
    distances(model, some, {d.row(first).data(), count, d.columns(), d.columns()}, scratches);
  }
  for (std::size_t i = 0; i < d.rows(); ++i) {
    labels.push_back(y[i * step]);
    if (!weights.empty()) own_weights.push_back(weights[i * step]);
  }
  model.decision = with_likeliest_scores(model.decision, {model.space.labels(), model.class_names},
                                         std::as_const(d).view(), labels, own_weights);
}

Matrix PrototypeModel::prepare(const Dataset& dataset) const {
  const std::size_t features = expansion ? expansion->columns : space.features();
  const bool has_self = !encoding.optional_column.empty() && dataset.x.columns() == features + 1;
  if (dataset.x.columns() != features && !has_self) {
    throw DataError(fmt::format("{}: the model was trained on {}, the data have {}", dataset.source,
                                counted(features, "feature"), dataset.x.columns()));
  }
  if (expansion && is_given_matrix(expansion->space)) demand_whole(dataset);
  Matrix x = preparation.apply(dataset);
  bring_into_domain(x, dataset, dissimilarity());
  return expansion ? expansion->rows_for(dataset, x) : x;
}

Matrix PrototypeModel::distances(MatrixView x) const {
  Matrix d(x.rows, space.prototype_count());
  PrototypeSpace::Scratches scratches;
  protea::distances(*this, x, d.view(), scratches);
  return d;
}

Matrix PrototypeModel::projection(MatrixView x, std::size_t dimensions) const {
  if (expansion || space.metric_block().size == 0 || !space.dissimilarity().has_relevance_matrix() ||
      space.scope() != Scope::shared) {
    throw UsageError("a projection needs one matrix of relevances that all prototypes share");
  }
  const Directions directions = directions_of(relevance_matrix(0));
  const std::size_t n = directions.values.size();
  if (dimensions == 0 || dimensions > n)
    throw UsageError(fmt::format("a projection on {} directions: there are 1 to {}", dimensions, n));
  Matrix result(x.rows, dimensions);
  for (std::size_t r = 0; r < dimensions; ++r) {
    const double scale = std::sqrt(std::max(0.0, directions.values[r]));
    for (std::size_t i = 0; i < x.rows; ++i) result(i, r) = scale * dot(directions.vectors.row(r), x.row(i));
  }
  return result;
}

void PrototypeModel::decide_by(const Decision& wanted) {
  demand_fitting(wanted, {space.labels(), class_names});
  decision = wanted;
}

const AnyDissimilarity& PrototypeModel::dissimilarity() const {
  return expansion && expansion->dissimilarity ? *expansion->dissimilarity : space.dissimilarity();
}

const std::string& PrototypeModel::class_of(std::size_t prototype) const {
  static const std::string none;
  const Label label = space.labels()[prototype];
  return label == no_label ? none : class_names[static_cast<std::size_t>(label)];
}

namespace {

MatrixView rows_from(MatrixView x, std::size_t first, std::size_t at_once) {
  return {x.data + first * x.stride, std::min(at_once, x.rows - first), x.columns, x.stride};
}

// Runs `task(first, rows)` for blocks of rows.
template <class Task>
void for_each_block(MatrixView x, std::size_t at_once, Runtime& runtime, Task task) {
  runtime.run((x.rows + at_once - 1) / at_once,
              [&](std::size_t b) { task(b * at_once, rows_from(x, b * at_once, at_once)); });
}

}   // namespace

// The nearest prototype alone decides, and a shortlist tells most of the time who it is.
bool PrototypeModel::answers_by_shortlist() const {
  return has_classes() && decision.kind == DecisionKind::nearest && !decision.threshold &&
         decision.reject == Rejection::none && !expansion && Shortlist::serves(space);
}

// Where rows need no more than shifts and factors to come to the units of the prototypes.
std::optional<Shortlist> PrototypeModel::shortlist_in_original_units() const {
  if (!answers_by_shortlist() || preparation.scaling == Scaling::unit_sum || dissimilarity().domain().is_bounded())
    return std::nullopt;
  Shortlist shortlist;
  shortlist.prepare(space, parameters);
  if (!preparation.factor.empty()) shortlist.scale(preparation.shift, preparation.factor);
  return shortlist;
}

namespace {

// Rows to be answered: how a shortlist looks at some of them, where one stands in double precision, and who answers
// those (places, answers) of whom a shortlist cannot tell.
struct RowsToAnswer {
  std::size_t count = 0;
  std::function<void(Shortlist&, std::size_t first, std::size_t count)> find = {};
  std::function<const double*(std::size_t row, std::vector<double>& memory)> row = {};
  std::function<void(const std::vector<std::uint32_t>&, std::vector<Label>&)> answer_open = {};
};

// The label that all rivals share, or that of the nearest where double precision tells; nothing otherwise.
std::optional<Label> label_among(std::span<const std::uint32_t> rivals, const std::vector<Label>& labels,
                                 std::size_t row, const RowsToAnswer& rows, Shortlist& shortlist,
                                 std::vector<double>& memory) {
  if (rivals.empty() || labels.size() == 1) return std::nullopt;
  const Label first = labels[rivals[0]];
  if (std::ranges::all_of(rivals, [&](std::uint32_t k) { return labels[k] == first; })) return first;
  const std::uint32_t winner = shortlist.settle(rows.row(row, memory), rivals);
  if (winner == Shortlist::nobody) return std::nullopt;
  return labels[winner];
}

// In pieces of blocks, each with a shortlist of its own.
std::vector<Label> answer_in_pieces(const Shortlist& prepared, const std::vector<Label>& labels, Runtime& runtime,
                                    const RowsToAnswer& rows) {
  constexpr std::size_t at_once = 1024;
  std::vector<Label> answers(rows.count);
  const std::size_t blocks = (rows.count + at_once - 1) / at_once;
  const std::size_t pieces = runtime.threads() == 1 ? 1 : std::min(blocks, 8 * runtime.threads());
  runtime.run(pieces, [&](std::size_t p) {
    Shortlist shortlist = prepared;
    std::vector<double> memory;
    std::vector<std::uint32_t> open;
    const std::size_t end = std::min(rows.count, (p + 1) * blocks / pieces * at_once);
    for (std::size_t first = p * blocks / pieces * at_once; first < end; first += at_once) {
      const std::size_t own = std::min(at_once, end - first);
      rows.find(shortlist, first, own);
      open.clear();
      for (std::size_t i = 0; i < own; ++i) {
        const std::optional<Label> label = label_among(shortlist.rivals(i), labels, first + i, rows, shortlist, memory);
        if (label) answers[first + i] = *label;
        else open.push_back(static_cast<std::uint32_t>(first + i));
      }
      if (!open.empty()) rows.answer_open(open, answers);
    }
  });
  return answers;
}

// Rows that are doubles where they stand.
template <class RowOf>
RowsToAnswer double_rows(std::size_t count, std::size_t n, RowOf row_of) {
  return {.count = count,
          .find =
              [=](Shortlist& shortlist, std::size_t first, std::size_t own) {
                std::vector<const double*> some(own);
                for (std::size_t i = 0; i < own; ++i) some[i] = row_of(first + i);
                shortlist.find(some, n);
              },
          .row = [=](std::size_t i, std::vector<double>&) { return row_of(i); }};
}

void put(const std::vector<Label>& found, const std::vector<std::uint32_t>& places, std::vector<Label>& answers) {
  for (std::size_t i = 0; i < places.size(); ++i) answers[places[i]] = found[i];
}

}   // namespace

std::vector<Label> PrototypeModel::labels(MatrixView x, Runtime& runtime) const {
  if (!answers_by_shortlist()) return predict(x, runtime).labels;
  Shortlist shortlist;
  shortlist.prepare(space, parameters);
  RowsToAnswer rows = double_rows(x.rows, x.columns, [x](std::size_t i) { return x.row(i).data(); });
  rows.answer_open = [&](const std::vector<std::uint32_t>& open, std::vector<Label>& answers) {
    Matrix some(open.size(), x.columns);
    for (std::size_t i = 0; i < open.size(); ++i) std::ranges::copy(x.row(open[i]), some.row(i).begin());
    Serial serial;
    put(predict(std::as_const(some).view(), serial).labels, open, answers);
  };
  return answer_in_pieces(shortlist, space.labels(), runtime, rows);
}

// Without a copy of the rows: a shortlist scales them as it goes. What it cannot tell, gaps among it, is prepared.
std::vector<Label> PrototypeModel::labels(const Dataset& dataset, Runtime& runtime) const {
  const ArrayView singles = dataset.x.singles_in_rows();
  if (!singles.is_null() && singles.columns == space.features() &&
      singles.row_stride >= static_cast<std::ptrdiff_t>(singles.columns)) {
    if (std::optional<Shortlist> shortlist = shortlist_in_original_units()) {
      const FloatRows x{singles.singles, singles.rows, singles.columns, static_cast<std::size_t>(singles.row_stride)};
      return labels_of_singles(*shortlist, x, runtime,
                               [&](const std::vector<std::uint32_t>& open) { return dataset.subset(open); });
    }
  }
  const bool has_rows = dataset.size() > 0 && dataset.x.whole_row(0) && dataset.x.columns() == space.features();
  const std::optional<Shortlist> shortlist = has_rows ? shortlist_in_original_units() : std::nullopt;
  if (!shortlist) return Model::labels(dataset, runtime);
  RowsToAnswer rows =
      double_rows(dataset.size(), dataset.x.columns(), [&dataset](std::size_t i) { return dataset.x.whole_row(i); });
  rows.answer_open = [&](const std::vector<std::uint32_t>& open, std::vector<Label>& answers) {
    Serial serial;
    put(predict(prepare(dataset.subset(open)).view(), serial).labels, open, answers);
  };
  return answer_in_pieces(*shortlist, space.labels(), runtime, rows);
}

std::vector<Label> PrototypeModel::labels(const FloatRows& x, Runtime& runtime) const {
  const auto data_of = [&](const std::vector<std::uint32_t>& places) {
    Matrix some(places.size(), x.columns);
    for (std::size_t i = 0; i < places.size(); ++i)
      std::copy_n(x.data + places[i] * x.stride, x.columns, some.row(i).begin());
    Dataset dataset;
    dataset.source = "the array of samples";
    dataset.feature_names.resize(x.columns);
    dataset.x = SampleRows(std::move(some));
    return dataset;
  };
  std::optional<Shortlist> shortlist = x.columns == space.features() ? shortlist_in_original_units() : std::nullopt;
  if (!shortlist) {
    std::vector<Label> answers;
    for (std::size_t first = 0; first < x.rows; first += many_rows) {
      std::vector<std::uint32_t> places(std::min(many_rows, x.rows - first));
      std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(first));
      const std::vector<Label> found = labels(prepare(data_of(places)).view(), runtime);
      answers.insert(answers.end(), found.begin(), found.end());
    }
    return answers;
  }
  return labels_of_singles(*shortlist, x, runtime, data_of);
}

std::vector<Label> PrototypeModel::labels_of_singles(
    Shortlist& shortlist, const FloatRows& x, Runtime& runtime,
    const std::function<Dataset(const std::vector<std::uint32_t>&)>& data_of) const {
  shortlist.fold();
  const auto find = [&](Shortlist& own, std::size_t first, std::size_t count) {
    own.find(x.data + first * x.stride, count, x.columns, x.stride);
  };
  const auto row = [&](std::size_t i, std::vector<double>& memory) {
    memory.assign(x.data + i * x.stride, x.data + i * x.stride + x.columns);
    return memory.data();
  };
  const auto answer_open = [&](const std::vector<std::uint32_t>& open, std::vector<Label>& answers) {
    Serial serial;
    put(predict(prepare(data_of(open)).view(), serial).labels, open, answers);
  };
  return answer_in_pieces(shortlist, space.labels(), runtime, {x.rows, find, row, answer_open});
}

// Votes of the k nearest, who are on the shortlist.
void PrototypeModel::vote(MatrixView x, Predictions& result, Runtime& runtime) const {
  const MatrixView w = space.prototypes(Row(parameters));
  Shortlist prepared;
  prepared.prepare(w);
  for_each_block(x, block_rows, runtime, [&](std::size_t first, MatrixView rows) {
    Shortlist shortlist = prepared;
    shortlist.find(rows, static_cast<std::size_t>(decision.k));
    Decider decider(decision, {space.labels(), class_names});
    std::vector<double> d;
    std::vector<std::uint32_t> all(w.rows);
    std::iota(all.begin(), all.end(), 0U);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const std::span<const std::uint32_t> listed = shortlist.rivals(i);
      const std::span<const std::uint32_t> rivals = listed.empty() ? std::span<const std::uint32_t>(all) : listed;
      d.resize(rivals.size());
      for (std::size_t c = 0; c < rivals.size(); ++c)
        kernels().squared_distances(rows.row(i).data(), w.row(rivals[c]).data(), 1, w.columns, &d[c]);
      result.labels[first + i] = decider.vote_among(rivals, d, result.scores.row(first + i));
    }
  });
}

Predictions PrototypeModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result{std::vector<Label>(has_classes() ? x.rows : 0), Matrix(x.rows, class_names.size())};
  if (has_classes() && decision.reject != Rejection::none) result.certainty.resize(x.rows);
  const bool has_vectors = space.has_label_vectors();
  if (has_vectors) result.memberships = Matrix(x.rows, class_names.size());
  if (!has_classes() || has_vectors) {
    result.winners.resize(x.rows);
    result.distances.resize(x.rows);
  }
  // Of many units, the nearest alone are wanted.
  const bool can_search = space.dissimilarity().traits().is_squared_euclidean &&
                          space.prototype_count() >= NearestSearch::worth_it && !has_any_missing(x);
  if (!has_classes() && can_search) {
    for_each_block(x, many_rows, runtime, [&](std::size_t first, MatrixView rows) {
      NearestSearch().find(space.prototypes(Row(parameters)), rows, std::span(result.winners).subspan(first, rows.rows),
                           MutableRow(result.distances).subspan(first, rows.rows));
    });
    return result;
  }
  const bool votes = decision.kind == DecisionKind::k_nearest && decision.reject == Rejection::none;
  if (can_search && votes && !has_vectors && !expansion) {
    vote(x, result, runtime);
    return result;
  }
  for_each_block(x, block_rows, runtime, [&](std::size_t first, MatrixView rows) {
    PrototypeSpace::Scratches scratches;
    Decider decider(decision, {space.labels(), class_names});
    Matrix d(rows.rows, space.prototype_count());
    protea::distances(*this, rows, d.view(), scratches);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      if (!result.winners.empty()) {
        result.winners[first + i] = static_cast<std::uint32_t>(nearest_unit(std::as_const(d).row(i)));
        result.distances[first + i] = d(i, result.winners[first + i]);
      }
      if (!has_classes()) continue;
      result.labels[first + i] = decider.decide(std::as_const(d).row(i), result.scores.row(first + i));
      if (has_vectors) {
        const Row memberships = space.label_vectors(Row(parameters)).row(result.winners[first + i]);
        std::ranges::copy(memberships, result.memberships.row(first + i).begin());
        copy_as_shares(memberships, result.scores.row(first + i));
      }
      if (!result.certainty.empty()) result.certainty[first + i] = decider.certainty();
    }
  });
  return result;
}

}   // namespace protea
