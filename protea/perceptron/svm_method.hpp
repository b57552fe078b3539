// The support vector machine of libsvm as a method: a Gaussian kernel, whose options are given or chosen by cross-validation on the
// training rows alone.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <tuple>

#include <protea/base/export.hpp>
#include <protea/method/lifted_method.hpp>
#include <protea/perceptron/libsvm.hpp>
#include <protea/perceptron/sharpness.hpp>

namespace PROTEA_EXPORT protea {

class SupportVectorModel final : public Model {
 public:
  static constexpr std::string_view kind_name = "svm";

  // Scores are those of the machine to the power of `sharpness`, over their sum.
  SupportVectorModel(SupportVectorMachine machine, const SvmOptions& options, double sharpness = 1)
      : machine_(std::move(machine)), options_(options), sharpness_(sharpness) {}

  std::unique_ptr<Model> clone() const override { return std::make_unique<SupportVectorModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override;   // support vectors, their coefficients, thresholds
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored);
  Fields parts() const override;
  Showcase showcase() const override;

  const SvmOptions& options() const { return options_; }   // those it was trained with
  double sharpness() const { return sharpness_; }

 private:
  SupportVectorMachine machine_;
  SvmOptions options_;
  double sharpness_;
};

struct SupportVectorMethod {
  using Model = SupportVectorModel;

  double cost = 0;
  double gamma = 0;

  static constexpr std::string_view name = "svm";
  static constexpr std::string_view summary =
      "support vector machine of libsvm with a Gaussian kernel, one against one";
  static constexpr MethodTraits traits{.formula = "sign Σ_i α_i S_i e^(−γ‖x − x_i‖²) − b, 0 ≤ α_i ≤ C",
                                       .source = "lecture notes, chapter 4; Chang, Lin 2011"};
  static constexpr auto options() {
    return std::tuple{
        option("cost", &SupportVectorMethod::cost,
               "the bound C of the coefficients; 0: 1, 10 or 100, by threefold cross-validation", {.at_least = 0}),
        option("gamma", &SupportVectorMethod::gamma,
               "of the kernel, for prepared features; 0: ¼, 1 or 4 over their number, by threefold cross-validation",
               {.at_least = 0})};
  }

  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

}   // namespace protea
