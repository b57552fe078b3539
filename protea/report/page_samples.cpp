#include <protea/report/page_samples.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/explanation.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margins.hpp>

namespace protea {
namespace {

bool has_gap(Row x) {
  return std::ranges::any_of(x, [](double value) { return std::isnan(value); });
}

// For some models there is no explanation: then the answer stands for itself.
using Forms = std::optional<std::vector<Matrix>>;

Forms forms_of(const PrototypeModel& model) {
  try {
    return quadratic_forms_of(model);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::optional<Explanation> explanation_of(const PrototypeModel& model, Row x, double sum, const Forms& forms) {
  if (!forms) return std::nullopt;
  try {
    return explain(model, x, sum, *forms);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

// Features that are one of several words have no values between.
std::vector<bool> wordy_features(const Model& model) {
  std::vector<bool> result;
  for (const FeatureColumn& column : model.encoding.columns) {
    if (column.categories.empty()) result.push_back(false);
    else result.insert(result.end(), column.categories.size(), true);
  }
  return result;
}

// Rows as they are shown: what numbers occur among them, and which features have none.
struct Occurring {
  std::vector<std::pair<double, double>> ranges;
  std::vector<bool> is_word;

  bool has(const SingleChange& change) const {
    const auto& [low, high] = ranges[change.feature];
    return low < high && low <= change.value && change.value <= high;
  }
};

// The smallest change, in model units as everywhere, to a value that occurs in the data; where none does, the smallest.
const SingleChange* change_to_tell(const PrototypeModel& model, const Explanation& why, const Occurring& data) {
  const std::vector<double>& factor = model.preparation.factor;
  const SingleChange* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const bool must_occur : {true, false}) {
    for (const auto& change : why.changes) {
      if (!change || data.is_word[change->feature] || (must_occur && !data.has(*change))) continue;
      const double size = std::abs(change->change) * (factor.empty() ? 1 : factor[change->feature]);
      if (size >= least) continue;
      least = size;
      best = &*change;
    }
    if (best) break;
  }
  return best;
}

void add_reasons(const PrototypeModel& model, Row x, const Occurring& data, const Forms& forms, PageSample& sample) {
  const double sum = std::accumulate(sample.values.begin(), sample.values.end(), 0.0);
  const std::optional<Explanation> why = explanation_of(model, x, sum, forms);
  if (!why || why->answer != sample.answer) return;
  sample.own = why->own;
  sample.other = why->other;
  sample.d_own = why->d_own;
  sample.d_other = why->d_other;
  sample.contributions = why->contributions;
  const SingleChange* const change = change_to_tell(model, *why, data);
  if (change)
    sample.change = FlippingChange{change->feature, sample.values[change->feature], change->value, change->becomes};
}

// Radii that no step of a row must reach to keep its answer, the steps to where it changes, and whose answer it is there.
struct Certified {
  std::vector<double> radii = {};
  Matrix steps = {};
  std::vector<std::size_t> rivals = {};
};

// Nothing where the model has none.
Certified certificates_for(const PrototypeModel& model, MatrixView x, Runtime& runtime) {
  try {
    if (model.space.group_count() == 1) {
      Certificates found = certificates_of(metric_space_of(model), x, runtime);
      return {std::move(found.exact), std::move(found.steps), std::move(found.rivals)};
    }
    const std::vector<Label> answers = model.labels(x, runtime);
    LocalMargins found = local_margins_of(model, x, answers, runtime);
    return {std::move(found.certificate), std::move(found.steps), std::move(found.rivals)};
  } catch (const UsageError&) {
    return {};
  }
}

// The three features that change most, in model units, on the way to another answer.
std::optional<NearestFlip> flip_of(const PrototypeModel& model, Row step, std::size_t rival, Row values,
                                   const std::vector<bool>& is_word) {
  const Preparation& preparation = model.preparation;
  if (preparation.scaling == Scaling::unit_sum || values.size() != step.size()) return std::nullopt;
  std::vector<std::size_t> order(step.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t j) { return std::abs(step[j]); });
  NearestFlip flip;
  for (const std::size_t j : order) {
    const double original = preparation.factor.empty() ? step[j] : step[j] / preparation.factor[j];
    if (is_word[j]) continue;
    if (flip.most.size() == 3 || std::abs(step[j]) < 0.1 * std::abs(step[order[0]]) || !std::isfinite(original)) break;
    flip.most.push_back({j, values[j], values[j] + original, model.space.labels()[rival]});
  }
  if (flip.most.empty()) return std::nullopt;
  return flip;
}

// Where every prototype has a metric of its own, certificates take long: then the least sure rows have theirs.
std::size_t most_certificates(const PrototypeModel& model) {
  if (model.space.group_count() == 1) return std::numeric_limits<std::size_t>::max();
  constexpr std::size_t most_work = 5'000'000;
  const std::size_t features = model.space.features();
  return std::max<std::size_t>(1, most_work / (model.space.prototype_count() * features * features));
}

void add_certificates(const PrototypeModel& model, MatrixView x, const std::vector<std::uint32_t>& shown,
                      const std::vector<bool>& is_word, Runtime& runtime, std::vector<PageSample>& samples) {
  if (x.columns > most_certified_features) return;
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (!has_gap(x.row(shown[s])) && samples[s].answer != no_label) order.push_back(s);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t s) {
    const double sum = samples[s].d_other + samples[s].d_own;
    return sum > 0 ? (samples[s].d_other - samples[s].d_own) / sum : 0;
  });
  order.resize(std::min(order.size(), most_certificates(model)));
  if (order.empty()) return;
  Matrix chosen(order.size(), x.columns);
  for (std::size_t i = 0; i < order.size(); ++i) std::ranges::copy(x.row(shown[order[i]]), chosen.row(i).begin());
  const Certified found = certificates_for(model, std::as_const(chosen).view(), runtime);
  for (std::size_t i = 0; i < found.radii.size(); ++i) {
    PageSample& sample = samples[order[i]];
    sample.certificate = found.radii[i];
    if (std::isfinite(found.radii[i]))
      sample.flip = flip_of(model, found.steps.row(i), found.rivals[i], sample.values, is_word);
  }
}

}   // namespace

std::string data_name(const std::string& source) { return std::filesystem::path(source).filename().string(); }

std::string sample_name(const Dataset& data, std::size_t row) {
  return data.ids.empty() ? fmt::format("{}", data.row_number(row) + 1) : data.ids[row];
}

std::vector<std::pair<double, double>> ranges_of(const Dataset& data) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> ranges(data.x.columns(), {infinite, -infinite});
  std::vector<double> row(data.x.columns());
  for (std::size_t i = 0; i < data.size(); ++i) {
    data.x.copy_row(i, row);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (std::isnan(row[j])) continue;
      ranges[j] = {std::min(ranges[j].first, row[j]), std::max(ranges[j].second, row[j])};
    }
  }
  return ranges;
}

std::size_t rows_with_room(std::size_t features, std::size_t most) {
  constexpr std::size_t most_values = 200'000;
  return std::min(most, std::max<std::size_t>(20, most_values / std::max<std::size_t>(1, features)));
}

std::vector<std::uint32_t> shown_rows(std::size_t count, std::size_t most) {
  std::vector<std::uint32_t> rows;
  const std::size_t shown = std::min(count, most);
  for (std::size_t i = 0; i < shown; ++i) rows.push_back(static_cast<std::uint32_t>(i * count / shown));
  return rows;
}

std::vector<PageSample> page_samples(const Model& model, const AnsweredRows& rows,
                                     const std::vector<std::uint32_t>& shown, Runtime& runtime) {
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  const bool is_explained = prototypes && !prototypes->expansion && model.has_classes();
  const Occurring data{ranges_of(rows.data), wordy_features(model)};
  const Forms forms = is_explained && !shown.empty() ? forms_of(*prototypes) : std::nullopt;
  std::vector<PageSample> result(shown.size());
  runtime.run(shown.size(), [&](std::size_t s) {
    const std::size_t i = shown[s];
    PageSample& sample = result[s];
    sample.name = sample_name(rows.data, i);
    if (!rows.data.y.empty()) sample.label = rows.data.y[i];
    sample.answer = rows.answers.labels[i];
    if (rows.answers.scores.columns() > 0) {
      const Row scores = rows.answers.scores.row(i);
      sample.scores.assign(scores.begin(), scores.end());
    }
    sample.values.resize(rows.data.x.columns());
    rows.data.x.copy_row(i, sample.values);
    if (is_explained && !has_gap(rows.x.row(i))) add_reasons(*prototypes, rows.x.row(i), data, forms, sample);
  });
  if (is_explained) add_certificates(*prototypes, rows.x, shown, data.is_word, runtime, result);
  return result;
}

}   // namespace protea
