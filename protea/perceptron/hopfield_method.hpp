// The Hopfield network as a method: rows of two values are stored as patterns, and rows that resemble one lead to it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/lifted_method.hpp>
#include <protea/perceptron/hopfield.hpp>

namespace PROTEA_EXPORT protea {

// A row of cells, and where the network went from it.
struct RecalledRow {
  Recall recall;
  std::size_t pattern = 0;     // the stored one with the largest |m| at the end, the first of equals
  double overlap_before = 0;   // with that pattern
  double overlap_after = 0;
};

// Model units are −1 and 1 for the two values; a missing cell is NaN, and starts as 0.
class HopfieldModel final : public Model {
 public:
  static constexpr std::string_view kind_name = "hopfield";
  static constexpr std::string_view what = "stored patterns";   // see demand()

  HopfieldNetwork network;
  Matrix patterns;                       // ±1, a row for each
  std::vector<std::string> names;        // of the patterns
  std::array<double, 2> values{-1, 1};   // as files have them
  bool is_hebbian = true;

  std::unique_ptr<Model> clone() const override { return std::make_unique<HopfieldModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override;   // weights between different units
  Matrix prepare(const Dataset& dataset) const override;
  // Winners are the patterns that sequential dynamics comes nearest to, distances 1 − m: 0 for the pattern, 2 for its mirror image.
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored);
  Fields parts() const override;
  Showcase showcase() const override;
  Fields learned() const override;
  std::string learned_text() const override;

  std::vector<RecalledRow> recall_rows(MatrixView x, const RecallOptions& options, Runtime& runtime) const;
  double load() const;                   // patterns per unit
  std::size_t fixed_points() const;      // among the patterns
  double value_of(double state) const;   // as files have it; NaN for 0
};

enum class HopfieldRule { hebb, perceptron };
constexpr auto names_of(HopfieldRule) {
  return std::array{std::pair<std::string_view, HopfieldRule>{"hebb", HopfieldRule::hebb},
                    std::pair<std::string_view, HopfieldRule>{"perceptron", HopfieldRule::perceptron}};
}

struct HopfieldMethod {
  using Model = HopfieldModel;

  HopfieldRule rule = HopfieldRule::hebb;
  double margin = 1;
  std::int64_t epochs = 1000;
  bool symmetric = true;

  static constexpr std::string_view name = "hopfield";
  static constexpr std::string_view summary =
      "Hopfield network: stores rows of two values and recalls them from parts or with noise";
  static constexpr MethodTraits traits{
      .learns_memberships = true,   // as labels, which only name the patterns
      .learns_numbers = true,
      .learns_nothing = true,
      .numbers_are_features = true,
      .scaling = Scaling::none,
      .formula =
          "S_i ← sign Σ_j w_ij S_j; hebb: w_ij = 1/N Σ_μ ξ_i ξ_j; perceptron: w_ij += ξ_i ξ_j/N while ξ_i Σ_j w_ij ξ_j ≤ margin",
      .source = "lecture notes, section 1.3.1; Hopfield 1982"};
  static constexpr auto options() {
    return std::tuple{
        option("rule", &HopfieldMethod::rule, "how weights come from patterns"),
        option("margin", &HopfieldMethod::margin, "perceptron: a pattern is learned where its E is not above it",
               {.at_least = 0}),
        option("epochs", &HopfieldMethod::epochs, "perceptron: passes over all patterns, at most",
               {.at_least = 1, .at_most = 1e9}),
        option(
            "symmetric", &HopfieldMethod::symmetric,
            "perceptron: w_ij and w_ji change together, so that there is an energy; else each unit learns by itself")};
  }

  // Patterns have two values and stay as they are.
  static void demand_data(const DataOptions& options);
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

}   // namespace protea
