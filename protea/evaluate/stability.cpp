#include <protea/evaluate/stability.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>
#include <protea/data/targets.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

const PrototypeModel& demand_relevances(const Model& model) {
  const auto& prototypes = demand<PrototypeModel>(model, "stability of relevances");
  const bool learns_metric = prototypes.space.metric_block().size > 0 && !prototypes.dissimilarity().is_fixed();
  if (prototypes.expansion || !learns_metric || !prototypes.dissimilarity().has_relevance_matrix())
    throw UsageError(
        fmt::format("'{}' learns no relevances: choose a method with a relevance or matrix distance, such as gmlvq",
                    prototypes.dissimilarity().name()));
  return prototypes;
}

// The mean of the metrics, whose trace is 1.
Matrix mean_lambda(const PrototypeModel& model) {
  const std::size_t n = model.space.features();
  Matrix sum(n, n);
  for (std::size_t g = 0; g < model.space.group_count(); ++g) {
    const Matrix own = model.relevance_matrix(g);
    double trace = 0;
    for (std::size_t j = 0; j < n; ++j) trace += own(j, j);
    for (std::size_t i = 0; i < sum.values().size(); ++i)
      sum.values()[i] += own.values()[i] / (trace * static_cast<double>(model.space.group_count()));
  }
  return sum;
}

bool has_pairs(const Matrix& lambda) {
  for (std::size_t i = 0; i < lambda.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (lambda(i, j) != 0) return true;
    }
  }
  return false;
}

// f of a symmetric matrix, by its eigenvalues.
template <class Function>
Matrix of_spectrum(const Matrix& symmetric, Function f) {
  const Spectrum spectrum = spectrum_of(symmetric);
  const std::size_t n = symmetric.rows();
  Matrix result(n, n);
  for (std::size_t r = 0; r < n; ++r) {
    const double value = f(spectrum.values[r]);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) result(i, j) += value * spectrum.vectors(r, i) * spectrum.vectors(r, j);
    }
  }
  return result;
}

std::vector<std::uint32_t> left_out(std::size_t count, const std::vector<std::uint32_t>& chosen) {
  std::vector<char> is_in(count);
  for (const std::uint32_t row : chosen) is_in[row] = 1;
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!is_in[i]) result.push_back(i);
  }
  return result;
}

double accuracy_on(const Model& model, const Dataset& dataset, const std::vector<std::uint32_t>& rows) {
  if (rows.empty()) return std::numeric_limits<double>::quiet_NaN();
  Serial serial;
  const Dataset test = dataset.subset(rows);
  const std::vector<Label> answers = model.labels(test, serial);
  std::size_t right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // A model knows the classes that it has seen.
    if (answers[i] == no_label || test.y[i] == no_label) continue;
    const std::string& answer = model.class_names[static_cast<std::size_t>(answers[i])];
    if (answer == test.class_names[static_cast<std::size_t>(test.y[i])]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(rows.size());
}

// Of one run: the accuracy (−1: none), then Λ row by row.
std::vector<double> values_of_run(const Model& model, const Dataset& dataset, const std::vector<std::uint32_t>& rows) {
  const Matrix lambda = mean_lambda(demand_relevances(model));
  const double accuracy = accuracy_on(model, dataset, left_out(dataset.size(), rows));
  std::vector<double> values{std::isnan(accuracy) ? -1 : accuracy};
  values.insert(values.end(), lambda.values().begin(), lambda.values().end());
  return values;
}

// 1 for the largest.
std::vector<double> ranks_of(Row values) {
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    double larger = 0;
    double equal = 0;
    for (const double other : values) {
      if (other > values[i]) ++larger;
      else if (other == values[i]) ++equal;
    }
    ranks[i] = larger + (equal + 1) / 2;
  }
  return ranks;
}

void summarize(RelevanceStability& result) {
  const std::size_t n = result.relevances.columns();
  const std::size_t runs = result.relevances.rows();
  Matrix ranks(runs, n);
  result.ahead = Matrix(n, n);
  for (std::size_t r = 0; r < runs; ++r) {
    const Row own = std::as_const(result.relevances).row(r);
    std::ranges::copy(ranks_of(own), ranks.row(r).begin());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i != j) result.ahead(i, j) += own[i] > own[j] ? 1 : own[i] == own[j] ? 0.5 : 0;
      }
    }
  }
  for (double& count : result.ahead.values()) count /= static_cast<double>(runs);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> values(runs);
    for (std::size_t r = 0; r < runs; ++r) values[r] = result.relevances(r, j);
    result.relevance.push_back(spread_of(values));
    for (std::size_t r = 0; r < runs; ++r) values[r] = ranks(r, j);
    result.rank.push_back(spread_of(values));
  }
}

// exp(mean log Λ): directions without any weight keep a millionth of the mean, since zero has no logarithm.
Matrix geometric_mean(const std::vector<Matrix>& lambdas) {
  const std::size_t n = lambdas.front().rows();
  const double least = 1e-6 / static_cast<double>(n);
  Matrix sum(n, n);
  for (const Matrix& lambda : lambdas) {
    const Matrix log = of_spectrum(lambda, [&](double value) { return std::log(std::max(value, least)); });
    for (std::size_t i = 0; i < sum.values().size(); ++i)
      sum.values()[i] += log.values()[i] / static_cast<double>(lambdas.size());
  }
  Matrix mean = of_spectrum(sum, [](double value) { return std::exp(value); });
  double trace = 0;
  for (std::size_t j = 0; j < n; ++j) trace += mean(j, j);
  for (double& value : mean.values()) value /= trace;
  return mean;
}

}   // namespace

Spread spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  return {quantile(values, 0.5), quantile(values, 0.05), quantile(values, 0.95)};
}

std::vector<std::uint32_t> resample(const Dataset& dataset, const StabilityPlan& plan, std::size_t run) {
  Random random(plan.seed, Purpose::split, 0, static_cast<std::uint32_t>(run + 1));
  std::vector<std::uint32_t> rows;
  for (std::vector<std::uint32_t> own : samples_by_class(dataset.y, dataset.class_names.size())) {
    if (own.empty()) continue;
    if (plan.kind == Resampling::subsample) {
      random.shuffle(std::span(own));
      const double wanted = plan.share * static_cast<double>(own.size());
      own.resize(std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(wanted))));
      rows.insert(rows.end(), own.begin(), own.end());
      continue;
    }
    for (std::size_t i = 0; i < own.size(); ++i) rows.push_back(own[random.below(own.size())]);
  }
  std::ranges::sort(rows);
  return rows;
}

RelevanceStability relevance_stability(const Dataset& dataset, const TrainForStability& train,
                                       const StabilityPlan& plan, Runtime& runtime,
                                       const TaskLedger::Progress& progress, const LedgerPlan& ledger,
                                       const std::string& identity) {
  const std::string whole_identity = fmt::format("{};stability;{};{};{};{};{}", identity, choice_name(plan.kind),
                                                 plan.share, plan.resamples, plan.seed, fingerprint(dataset));
  TaskLedger tasks(plan.resamples, whole_identity, ledger);
  const auto task = [&](std::size_t run) {
    const std::vector<std::uint32_t> rows = resample(dataset, plan, run);
    return values_of_run(*train(dataset.subset(rows)), dataset, rows);
  };
  tasks.run(0, plan.resamples, task, runtime, progress);
  RelevanceStability result;
  std::vector<Matrix> lambdas;
  const TaskResult* failure = nullptr;
  for (std::size_t run = 0; run < plan.resamples; ++run) {
    if (tasks[run].has_failed()) {
      if (tasks[run].failure == Failure::usage) throw_failure(tasks[run]);
      if (!failure) failure = &tasks[run];
      ++result.failed;
      continue;
    }
    const std::vector<double>& values = tasks[run].values;
    const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(values.size() - 1))));
    Matrix& lambda = lambdas.emplace_back(n, n);
    std::copy(values.begin() + 1, values.end(), lambda.values().begin());
    result.accuracy.push_back(values[0] < 0 ? std::numeric_limits<double>::quiet_NaN() : values[0]);
  }
  if (lambdas.empty()) throw_failure(*failure);
  if (failure) result.sentence = failure->sentence;
  result.runs = lambdas.size();
  const std::size_t n = lambdas.front().rows();
  result.relevances = Matrix(result.runs, n);
  for (std::size_t r = 0; r < result.runs; ++r) {
    for (std::size_t j = 0; j < n; ++j) result.relevances(r, j) = lambdas[r](j, j);
  }
  summarize(result);
  if (std::ranges::any_of(lambdas, has_pairs)) result.mean_matrix = geometric_mean(lambdas);
  return result;
}

}   // namespace protea
