#include <protea/perceptron/regression_method.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/regression_in_groups.hpp>

namespace protea {
namespace {

constexpr std::size_t block_of_answers = 256;      // rows that one task answers for
constexpr std::size_t most_directions = 1 << 20;   // numbers that a file keeps for standard errors

Matrix terms_of(const PolynomialTerms& terms, MatrixView x) {
  Matrix result(x.rows, terms.size());
  for (std::size_t i = 0; i < x.rows; ++i) terms.evaluate(x.row(i), result.row(i));
  return result;
}

// √ of the weighted mean square about the mean; 0 where all values are the same.
template <class Number>
double deviation_of(std::size_t samples, Row weights, const Number& number) {
  const double first = number(0);
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    sum += weight_at(weights, i) * (number(i) - first);
    total += weight_at(weights, i);
  }
  const double mean = first + sum / total;
  double largest = 0;   // in units of which squares neither overflow nor vanish
  for (std::size_t i = 0; i < samples; ++i) largest = std::max(largest, std::abs(number(i) - mean));
  if (!(largest > 0)) return 0;
  double squares = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const double off = (number(i) - mean) / largest;
    squares += weight_at(weights, i) / total * off * off;
  }
  return largest * std::sqrt(squares);
}

std::unique_ptr<Model> model_of(const RegressionTerms& options, PolynomialTerms terms, GroupedFit found) {
  if (found.fit.directions.values().size() > most_directions) found.fit.directions = {};
  auto model = std::make_unique<RegressionModel>(options, std::move(terms), std::move(found.fit),
                                                 std::move(found.deviations), found.target_deviation);
  model->record.converged = true;
  model->record.cost = model->fit().squared_error;
  return model;
}

PolynomialTerms terms_for(const RegressionTerms& options, std::size_t features) {
  return polynomial_terms(features, static_cast<std::size_t>(options.degree), options.interactions);
}

std::unique_ptr<Model> train_linear(const RegressionTerms& options, const LinearFitOptions& how,
                                    const PreparedSamples& samples) {
  PolynomialTerms terms = terms_for(options, samples.x.columns());
  const bool is_plain = options.degree == 1;
  const Matrix made = is_plain ? Matrix() : terms_of(terms, samples.x.view());
  const MatrixView x = is_plain ? samples.x.view() : made.view();
  const std::vector<double>& y = samples.rows.numbers;
  GroupedFit found{fit_linear(x, y, samples.weights, how), {}, 0};
  for (std::size_t j = 0; j < x.columns; ++j)
    found.deviations.push_back(deviation_of(x.rows, samples.weights, [&](std::size_t i) { return x.row(i)[j]; }));
  found.target_deviation = deviation_of(x.rows, samples.weights, [&](std::size_t i) { return y[i]; });
  return model_of(options, std::move(terms), std::move(found));
}

std::unique_ptr<Model> train_linear(const RegressionTerms& options, const LinearFitOptions& how, GroupedRows& rows) {
  PolynomialTerms terms = terms_for(options, rows.features());
  GroupedFit found = fit_linear(rows, terms.size(), how);
  return model_of(options, std::move(terms), std::move(found));
}

std::string power_text(std::size_t power) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : power > 1 ? std::to_string(power) : "") text += digits[digit - '0'];
  return text;
}

Value or_none(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

}   // namespace

std::vector<double> RegressionTerms::answer_of(const RowsOfGroup& group, std::size_t what, Row parameters) const {
  return answer_about_regression(group, terms_for(*this, group.x.columns), what, parameters);
}

LinearFitOptions RegressionMethod::how() const { return {.intercept = intercept}; }

LinearFitOptions RidgeMethod::how() const {
  return {.intercept = intercept, .strength = strength, .chooses_strength = strength == 0};
}

std::unique_ptr<Model> RegressionMethod::train(const PreparedSamples& samples, Runtime&) const {
  return train_linear(*this, how(), samples);
}

std::unique_ptr<Model> RegressionMethod::train(GroupedRows& rows) const { return train_linear(*this, how(), rows); }

std::unique_ptr<Model> RidgeMethod::train(const PreparedSamples& samples, Runtime&) const {
  return train_linear(*this, how(), samples);
}

std::unique_ptr<Model> RidgeMethod::train(GroupedRows& rows) const { return train_linear(*this, how(), rows); }

RegressionModel::RegressionModel(RegressionTerms options, PolynomialTerms terms, LinearFit fit,
                                 std::vector<double> deviations, double target_deviation)
    : options_(options),
      terms_(std::move(terms)),
      fit_(std::move(fit)),
      deviations_(std::move(deviations)),
      target_deviation_(target_deviation) {}

std::optional<double> RegressionModel::training_r2() const {
  if (!(target_deviation_ > 0)) return std::nullopt;
  const double share = training_deviation() / target_deviation_;
  return 1 - share * share;
}

double RegressionModel::training_deviation() const { return std::sqrt(fit_.squared_error); }

std::optional<double> RegressionModel::prior_width() const {
  if (!fit_.noise || !(fit_.strength > 0)) return std::nullopt;
  return std::sqrt(*fit_.noise / fit_.strength);
}

std::optional<double> RegressionModel::noise_deviation() const {
  if (!fit_.noise) return std::nullopt;
  return std::sqrt(*fit_.noise);
}

Predictions RegressionModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result;
  result.numbers.resize(x.rows);
  runtime.run((x.rows + block_of_answers - 1) / block_of_answers, [&](std::size_t block) {
    std::vector<double> terms(terms_.size());
    const std::size_t last = std::min(x.rows, (block + 1) * block_of_answers);
    for (std::size_t i = block * block_of_answers; i < last; ++i) {
      terms_.evaluate(x.row(i), terms);
      result.numbers[i] = fit_.answer(terms);
      if (!std::isfinite(result.numbers[i]))
        throw NumericalError(fmt::format("row {}: the answer is too large to compute with", i + 1));
    }
  });
  return result;
}

std::vector<double> RegressionModel::standard_errors(MatrixView x) const {
  if (!fit_.noise)
    throw UsageError(
        fmt::format("a model of {} has no standard errors: its weights are as many as its samples, "
                    "which leaves nothing to tell the noise by",
                    record.method));
  if (!fit_.is_determined())
    throw UsageError(
        fmt::format("a model of {} has no standard errors: its samples leave some weights open, and {} "
                    "would settle them",
                    record.method, setting("method", "ridge")));
  if (fit_.directions.rows() < fit_.stiffness.size())
    throw UsageError(fmt::format("a model of {} has no standard errors: it has too many weights", record.method));
  std::vector<double> errors;
  std::vector<double> terms(terms_.size());
  for (std::size_t i = 0; i < x.rows; ++i) {
    terms_.evaluate(x.row(i), terms);
    errors.push_back(std::sqrt(*fit_.noise * fit_.spread_of_answer(terms)));
    if (!std::isfinite(errors.back()))
      throw NumericalError(fmt::format("row {}: the standard error is too large to compute with", i + 1));
  }
  return errors;
}

void RegressionModel::write(ModelArchive& archive) const {
  archive.description.emplace_back("regression", Fields{{"intercept", options_.intercept},
                                                        {"degree", options_.degree},
                                                        {"interactions", options_.interactions},
                                                        {"level", fit_.level},
                                                        {"strength", fit_.strength},
                                                        {"rank", fit_.rank},
                                                        {"total_weight", fit_.total_weight},
                                                        {"parameters", fit_.parameters},
                                                        {"squared_error", fit_.squared_error},
                                                        {"left_out_error", or_none(fit_.left_out_error)},
                                                        {"noise", or_none(fit_.noise)},
                                                        {"target_deviation", target_deviation_},
                                                        {"has_directions", fit_.directions.rows() == fit_.rank}});
  archive.add("regression.weights", {fit_.weights.size()}, fit_.weights);
  archive.add("regression.means", {fit_.means.size()}, fit_.means);
  archive.add("regression.deviations", {deviations_.size()}, deviations_);
  archive.add("regression.stiffness", {fit_.stiffness.size()}, fit_.stiffness);
  if (fit_.directions.rows() == fit_.rank)
    archive.add("regression.directions", {fit_.rank, fit_.weights.size()}, fit_.directions.values());
}

std::unique_ptr<Model> RegressionModel::read(const StoredModel& stored) {
  const auto damaged = [&](const char* what) { return DataError(fmt::format("{}: {}", stored.file.source, what)); };
  const Value& own = stored.description.at("regression");
  const RegressionTerms options{own.at("intercept").truth(), own.at("degree").integer(),
                                own.at("interactions").truth()};
  if (options.degree < 1 || options.degree > largest_degree) throw damaged("the degree of the regression is none");
  PolynomialTerms terms;
  try {
    terms = polynomial_terms(stored.encoding.feature_count(), static_cast<std::size_t>(options.degree),
                             options.interactions);
  } catch (const UsageError&) {
    throw damaged("the regression has more terms than there can be");
  }
  const std::size_t n = terms.size();
  LinearFit fit;
  fit.has_intercept = options.intercept;
  fit.weights = stored.values("regression.weights", {n});
  fit.means = stored.values("regression.means", {n});
  fit.level = own.at("level").number();
  fit.strength = own.at("strength").number();
  fit.rank = own.at("rank").count();
  fit.total_weight = own.at("total_weight").number();
  fit.parameters = own.at("parameters").number();
  fit.squared_error = own.at("squared_error").number();
  if (!own.at("left_out_error").is_null()) fit.left_out_error = own.at("left_out_error").number();
  if (!own.at("noise").is_null()) fit.noise = own.at("noise").number();
  if (fit.rank > n) throw damaged("the rank of the regression is larger than its inputs allow");
  fit.stiffness = stored.values("regression.stiffness", {fit.rank});
  const std::vector<double> deviations = stored.values("regression.deviations", {n});
  const double target_deviation = own.at("target_deviation").number();
  const auto is_no_square = [](double value) { return !(value >= 0); };
  if (!(fit.strength >= 0) || !(fit.total_weight > 0) || !(fit.squared_error >= 0) || !(target_deviation >= 0) ||
      fit.noise.value_or(0) < 0 || fit.left_out_error.value_or(0) < 0 ||
      std::ranges::any_of(deviations, is_no_square) ||
      std::ranges::any_of(fit.stiffness, [](double value) { return !(value > 0); }))
    throw damaged("the numbers of the regression do not fit together");
  if (own.at("has_directions").truth()) {
    fit.directions = Matrix(fit.rank, n);
    const std::vector<double>& values = stored.values("regression.directions", {fit.rank, n});
    std::copy(values.begin(), values.end(), fit.directions.values().begin());
  }
  return std::make_unique<RegressionModel>(options, std::move(terms), std::move(fit), deviations, target_deviation);
}

std::vector<std::string> RegressionModel::term_names() const {
  const std::vector<std::string> features = encoding.feature_names();
  std::vector<std::string> names;
  for (const std::vector<std::size_t>& factors : terms_.factors) {
    std::string name;
    for (std::size_t f = 0; f < factors.size();) {
      std::size_t power = 0;
      while (f + power < factors.size() && factors[f + power] == factors[f]) ++power;
      name += (f == 0 ? "" : "·") + features[factors[f]] + power_text(power);
      f += power;
    }
    names.push_back(std::move(name));
  }
  return names;
}

bool RegressionModel::has_original_units() const {
  return options_.degree == 1 && preparation.scaling != Scaling::unit_sum;
}

std::vector<double> RegressionModel::original(std::vector<double> per_input) const {
  for (std::size_t j = 0; j < preparation.factor.size() && has_original_units(); ++j)
    per_input[j] *= preparation.factor[j];
  return per_input;
}

double RegressionModel::shown_intercept() const {
  if (!has_original_units() || preparation.shift.empty()) return fit_.intercept();
  std::vector<double> means = fit_.means;
  preparation.unscale(means);
  return fit_.level - dot(shown_weights(), means);
}

std::optional<std::vector<double>> RegressionModel::weight_errors() const {
  if (!fit_.noise || !fit_.is_determined() || fit_.directions.rows() < fit_.rank) return std::nullopt;
  std::vector<double> errors = fit_.spread_of_weights();
  for (double& error : errors) error *= std::sqrt(*fit_.noise);
  return original(std::move(errors));
}

Fields RegressionModel::learned() const {
  const auto errors = weight_errors();
  const auto left_out = fit_.left_out_error;
  return {{"target", encoding.target_name},
          {"units", has_original_units() ? "original" : "prepared"},
          {"terms", term_names()},
          {"weights", shown_weights()},
          {"weight_errors", errors ? Value(*errors) : Value()},
          {"intercept", shown_intercept()},
          {"rank", fit_.rank},
          {"strength", fit_.strength},
          {"effective_parameters", fit_.parameters},
          {"sigma", or_none(noise_deviation())},
          {"tau", or_none(prior_width())},
          {"left_out_rmse", left_out ? Value(std::sqrt(*left_out)) : Value()}};
}

std::string RegressionModel::learned_text() const {
  std::string text;
  if (fit_.strength > 0)
    text += fmt::format("price γ {:.6g}, {:.4g} effective parameters\n", fit_.strength, fit_.parameters);
  if (const auto width = prior_width())
    text += fmt::format("noise σ {:.6g}, prior of the weights τ {:.6g}\n", *noise_deviation(), *width);
  else if (fit_.noise) text += fmt::format("noise σ {:.6g}\n", *noise_deviation());
  if (!fit_.is_determined())
    text += fmt::format("{} of {} weights are free: of all solutions the shortest\n", fit_.weights.size() - fit_.rank,
                        fit_.weights.size());
  return text;
}

Fields RegressionModel::parts() const {
  Fields fields{{"features", encoding.feature_names()}};
  for (auto& field : learned()) fields.push_back(std::move(field));
  const auto r2 = training_r2();
  Fields rest{{"model_weights", fit_.weights},
              {"model_intercept", fit_.intercept()},
              {"standardized_weights", standardized_weights()},
              {"rmse", training_deviation()},
              {"r2", or_none(r2)},
              {"scaling", scaling_fields(preparation)},
              {"training", training_fields(record)},
              {"options", Fields{{"plan", typed_fields(record.plan)}}}};
  for (auto& field : rest) fields.push_back(std::move(field));
  return fields;
}

std::vector<double> RegressionModel::standardized_weights() const {
  std::vector<double> result;
  for (std::size_t j = 0; j < fit_.weights.size(); ++j)
    result.push_back(target_deviation_ > 0 ? fit_.weights[j] * (deviations_[j] / target_deviation_) : 0);
  return result;
}

Showcase RegressionModel::showcase() const {
  constexpr std::size_t most_lines = 20;
  const std::vector<std::string> names = term_names();
  Exhibit share{"standardized weights: deviations of the target for one of the input, by size"};
  const std::vector<double> standardized = standardized_weights();
  for (std::size_t j = 0; j < names.size(); ++j) {
    share.names.push_back(names[j] + (standardized[j] < 0 ? " (−)" : ""));
    share.bars.push_back(std::abs(standardized[j]));
  }
  const std::string units = has_original_units() ? "original" : "prepared";
  const auto errors = weight_errors();
  Exhibit weights{fmt::format("weights of features in {} units{}", units, errors ? " ± standard error" : "")};
  const std::vector<double> shown = shown_weights();
  for (std::size_t j = 0; j < std::min(names.size(), most_lines); ++j)
    weights.lines.push_back(
        fmt::format("  {}  {:.6g}{}", names[j], shown[j], errors ? fmt::format(" ± {:.3g}", (*errors)[j]) : ""));
  if (names.size() > most_lines) weights.lines.push_back(fmt::format("  … and {} more", names.size() - most_lines));
  if (options_.intercept) weights.lines.push_back(fmt::format("intercept  {:.6g}", shown_intercept()));
  const auto r2 = training_r2();
  return {fmt::format("{}, {}, target '{}'", counted(encoding.feature_count(), "feature"),
                      counted(parameter_count(), "weight"), encoding.target_name),
          fmt::format("residual deviation {:.6g}, R² {} on {}, scaling {}", training_deviation(),
                      r2 ? fmt::format("{:.4f}", *r2) : "–", counted(record.samples, "sample"),
                      choice_name(preparation.scaling)),
          {share, weights}};
}

}   // namespace protea
