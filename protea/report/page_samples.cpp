#include <protea/report/page_samples.hpp>

#include <algorithm>
#include <cmath>
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
std::optional<Explanation> explanation_of(const PrototypeModel& model, Row x, double sum) {
  try {
    return explain(model, x, sum);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

void add_reasons(const PrototypeModel& model, Row x, PageSample& sample) {
  const double sum = std::accumulate(sample.values.begin(), sample.values.end(), 0.0);
  const std::optional<Explanation> why = explanation_of(model, x, sum);
  if (!why || why->answer != sample.answer) return;
  sample.own = why->own;
  sample.other = why->other;
  sample.d_own = why->d_own;
  sample.d_other = why->d_other;
  sample.contributions = why->contributions;
  const auto& change = why->smallest_change;
  if (change)
    sample.change = FlippingChange{change->feature, sample.values[change->feature], change->value, change->becomes};
}

// Radii that no step of a row must reach to keep its answer; nothing where the model has none.
std::vector<double> certificates_for(const PrototypeModel& model, MatrixView x, Runtime& runtime) {
  try {
    if (model.space.group_count() == 1) return certificates_of(metric_space_of(model), x, runtime).exact;
    const std::vector<Label> answers = model.labels(x, runtime);
    return local_margins_of(model, x, answers, runtime).certificate;
  } catch (const UsageError&) {
    return {};
  }
}

// Where every prototype has a metric of its own, certificates take long: then the least sure rows have theirs.
std::size_t most_certificates(const PrototypeModel& model) {
  if (model.space.group_count() == 1) return std::numeric_limits<std::size_t>::max();
  constexpr std::size_t most_work = 5'000'000;
  const std::size_t features = model.space.features();
  return std::max<std::size_t>(1, most_work / (model.space.prototype_count() * features * features));
}

void add_certificates(const PrototypeModel& model, MatrixView x, const std::vector<std::uint32_t>& shown,
                      Runtime& runtime, std::vector<PageSample>& samples) {
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (!has_gap(x.row(shown[s]))) order.push_back(s);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t s) {
    const double sum = samples[s].d_other + samples[s].d_own;
    return sum > 0 ? (samples[s].d_other - samples[s].d_own) / sum : 0;
  });
  order.resize(std::min(order.size(), most_certificates(model)));
  if (order.empty()) return;
  Matrix chosen(order.size(), x.columns);
  for (std::size_t i = 0; i < order.size(); ++i)
    std::ranges::copy(x.row(shown[order[i]]), chosen.row(i).begin());
  const std::vector<double> certificates = certificates_for(model, std::as_const(chosen).view(), runtime);
  for (std::size_t i = 0; i < certificates.size(); ++i) samples[order[i]].certificate = certificates[i];
}

}   // namespace

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
    if (is_explained && !has_gap(rows.x.row(i))) add_reasons(*prototypes, rows.x.row(i), sample);
  });
  if (is_explained) add_certificates(*prototypes, rows.x, shown, runtime, result);
  return result;
}

}   // namespace protea
