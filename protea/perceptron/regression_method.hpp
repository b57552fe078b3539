// Linear regression as methods: by pseudo-inverse, and with a price on the length of the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/lifted_method.hpp>
#include <protea/model/abilities.hpp>
#include <protea/perceptron/regression.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::int64_t largest_degree = 20;

// What both methods have. Terms are made of prepared features.
struct RegressionTerms {
  bool intercept = true;
  std::int64_t degree = 1;
  bool interactions = false;

  // See SumsOverGroups in method/lifted_method.hpp.
  std::string needs_all_rows() const { return {}; }
  std::vector<double> answer_of(const RowsOfGroup& group, std::size_t what, Row parameters) const;
};

class RegressionModel final : public Model, public Estimating {
 public:
  static constexpr std::string_view kind_name = "regression";

  RegressionModel(RegressionTerms options, PolynomialTerms terms, LinearFit fit, std::vector<double> deviations,
                  double target_deviation);

  std::unique_ptr<Model> clone() const override { return std::make_unique<RegressionModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override { return fit_.weights.size() + (options_.intercept ? 1 : 0); }
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored);
  Fields parts() const override;
  Showcase showcase() const override;
  Fields learned() const override;
  std::string learned_text() const override;

  std::vector<double> standard_errors(MatrixView x) const override;
  double training_deviation() const override;
  std::optional<double> training_r2() const override;

  const LinearFit& fit() const { return fit_; }
  std::vector<std::string> term_names() const;   // "a", "a²", "a·b"
  // σ of the noise and τ of the prior with γ = σ²/τ², where the samples tell them.
  std::optional<double> noise_deviation() const;
  std::optional<double> prior_width() const;
  // Weights, intercept and standard errors are shown for features as they were given where there is such a form: terms of degree 1, scaled by shift
  // and factor or not at all. Else for prepared features.
  bool has_original_units() const;
  std::vector<double> shown_weights() const { return original(fit_.weights); }
  double shown_intercept() const;
  std::optional<std::vector<double>> weight_errors() const;
  // Times the deviation of the input, over that of the target.
  std::vector<double> standardized_weights() const;

 private:
  std::vector<double> original(std::vector<double> per_input) const;

  RegressionTerms options_;
  PolynomialTerms terms_;
  LinearFit fit_;                    // of the terms; directions are dropped where they are too many to keep
  std::vector<double> deviations_;   // of the terms, in training
  double target_deviation_;
};

struct RegressionMethod : RegressionTerms {
  using Model = RegressionModel;

  static constexpr std::string_view name = "regression";
  static constexpr std::string_view summary = "linear regression by pseudo-inverse; of several solutions the shortest";
  static constexpr MethodTraits traits{.learns_labels = false,
                                       .learns_numbers = true,
                                       .weighs_samples = true,
                                       .formula = "w·ξ + b, Σ (w·ξ + b − y)² least",
                                       .source = "lecture notes, section 2.4.2, eq. (2.4)–(2.8); errata N16, N25"};
  static constexpr auto options() {
    return std::tuple{
        option("intercept", &RegressionMethod::intercept,
               "a constant term by a clamped input; without it the fit is 0 where all prepared features are"),
        option("degree", &RegressionMethod::degree, "powers of each prepared feature up to this one are inputs",
               {.at_least = 1, .at_most = largest_degree}),
        option("interactions", &RegressionMethod::interactions,
               "products of different features too, up to `degree` factors in all")};
  }

  LinearFitOptions how() const;
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
  std::unique_ptr<protea::Model> train(GroupedRows& rows) const;
};

struct RidgeMethod : RegressionTerms {
  using Model = RegressionModel;

  double strength = 0;

  static constexpr std::string_view name = "ridge";
  static constexpr std::string_view summary = "linear regression with a price on the length of the weights";
  static constexpr MethodTraits traits{
      .learns_labels = false,
      .learns_numbers = true,
      .weighs_samples = true,
      .formula = "w·ξ + b, ½ Σ (w·ξ + b − y)² + ½ γ w² least; γ = σ²/τ² for a Gaussian prior of width τ",
      .source = "Hoerl, Kennard 1970; lecture notes, section 2.4.2, eq. (2.9)–(2.16); errata N29"};
  static constexpr auto options() {
    return std::tuple{
        option("strength", &RidgeMethod::strength, "the price γ, for prepared features; 0: chosen by leave-one-out",
               {.at_least = 0}),
        option("intercept", &RidgeMethod::intercept,
               "a constant term by a clamped input, without a price; without it the fit is 0 where all prepared "
               "features are"),
        option("degree", &RidgeMethod::degree, "powers of each prepared feature up to this one are inputs",
               {.at_least = 1, .at_most = largest_degree}),
        option("interactions", &RidgeMethod::interactions,
               "products of different features too, up to `degree` factors in all")};
  }

  LinearFitOptions how() const;
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
  std::unique_ptr<protea::Model> train(GroupedRows& rows) const;
};

}   // namespace protea
