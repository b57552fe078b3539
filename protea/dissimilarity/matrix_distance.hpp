// Quadratic form with a learned matrix: d = ‖Ω(x − w)‖², Ω of `rank` rows, tr ΩᵀΩ = 1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

enum class MatrixStart { identity, random, pca };
constexpr auto names_of(MatrixStart) {
  return std::array{std::pair<std::string_view, MatrixStart>{"identity", MatrixStart::identity},
                    std::pair<std::string_view, MatrixStart>{"random", MatrixStart::random},
                    std::pair<std::string_view, MatrixStart>{"pca", MatrixStart::pca}};
}

struct MatrixDistance {
  std::int64_t rank = 0;
  MatrixStart first = MatrixStart::identity;
  std::vector<double> relevances = {};
  bool learn = true;
  bool correct_null_space = false;
  double log_det = 0;
  std::int64_t log_det_samples = 0;

  static constexpr std::string_view name = "matrix";
  static constexpr std::string_view summary = "Quadratic form with a learned matrix, full or of limited rank.";
  static constexpr DissimilarityTraits traits{
      .symmetric = true,
      .bregman = true,
      .masking = Masking::sum_with_rows,
      .is_quadratic_form = true,
      .formula = "d = ‖Ω(x − w)‖² = (x − w)ᵀΛ(x − w), Λ = ΩᵀΩ, tr Λ = 1",
      .source = "lecture notes (5.13)–(5.17), gradients as corrected in errata N7, N8"};
  static constexpr auto options() {
    return std::tuple{
        option(
            "rank", &MatrixDistance::rank,
            "rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal axes hold "
            "95 % of the variance, from 10 to 200",
            {.at_least = 0}),
        option(
            "start", &MatrixDistance::first,
            "first matrix: identity (a random one where the rank is limited), random, or the principal axes of the data"),
        option("relevances", &MatrixDistance::relevances,
               "first diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says", {.at_least = 0}),
        option("learn", &MatrixDistance::learn, "learn the matrix; otherwise it stays as it starts"),
        option("correct_null_space", &MatrixDistance::correct_null_space,
               "start within the span of data and prototypes, where gradients keep the matrix"),
        option("log_det", &MatrixDistance::log_det,
               "strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up", {.at_least = 0}),
        option(
            "log_det_samples", &MatrixDistance::log_det_samples,
            "samples whose penalties all of them share where they are more: what many say needs no such help; 0: each pays its own",
            {.at_least = 0})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t n) const { return rows(n) * n; }
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  void start(MutableRow theta, const StartingRows& rows) const;
  bool starts_from_rows() const { return first == MatrixStart::pca || correct_null_space; }
  MatrixDistance chosen_for(MatrixView x) const;
  bool is_fixed() const { return !learn; }
  bool is_moot(std::string_view option) const { return option == "log_det_samples" && log_det == 0; }
  std::string caveat(std::string_view option, std::string_view by_coordinate) const {
    if (option != "correct_null_space" || by_coordinate.empty()) return {};
    return "holds at the start only: " + std::string(by_coordinate) +
           " steps by coordinate and leaves the span of the data";
  }
  void project(MutableRow theta) const;   // unit Frobenius norm
  double penalty(Row theta, std::size_t n, double scale, MutableRow gtheta) const;
  bool has_penalty() const { return log_det != 0; }
  double penalty_share(double rows) const {
    return log_det_samples == 0 ? 1 : std::min(1.0, static_cast<double>(log_det_samples) / rows);
  }

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
  void observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                              MutableRow gtheta, Scratch& scratch) const;
  bool follows_steps() const { return true; }
  void followed_values(Row x, MatrixView w, Row theta, MutableRow d, Followed& followed) const;
  void add_followed_gradients(Row theta, Pulls pulls, MutableMatrixView gw, Followed& followed) const;
  void step_along(OuterProducts& gradient, double rate, MutableRow theta) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;

  // Ω = U/‖U‖
  void from_free(MutableRow theta) const;
  void to_free(MutableRow) const {}
  void pull_back(Row free, MutableRow gradient) const;

 private:
  std::size_t rows(std::size_t n) const;
};

}   // namespace protea
