// From one pair to blocks: a coarse virtual interface for whoever composes, one template that lifts any
// dissimilarity to it.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

class AnyDissimilarity {
 public:
  virtual ~AnyDissimilarity() = default;

  virtual std::string_view name() const = 0;
  virtual DissimilarityTraits traits() const = 0;
  virtual std::vector<std::pair<std::string, OptionValue>> options() const = 0;

  virtual std::string caveat(std::string_view option, std::string_view by_coordinate) const = 0;   // see HasCaveat
  virtual bool leaves_choices_open() const = 0;   // see LeavesChoicesOpen
  virtual std::shared_ptr<const AnyDissimilarity> chosen_for(MatrixView x) const = 0;
  virtual DataDomain domain() const = 0;
  virtual bool has_gradient() const = 0;                      // add_gradient adds the derivative, not just an update
  virtual std::string_view instead_of_gradient() const = 0;   // the options that replace it, where some can
  virtual std::string_view only_measures_with() const = 0;    // see MayOnlyMeasure
  virtual std::size_t parameter_count(std::size_t n) const = 0;
  virtual void initialize(MutableRow theta, std::size_t n, Random& random) const = 0;
  virtual void start(MutableRow theta, const StartingRows& rows) const = 0;
  virtual bool uses_starting_rows() const = 0;
  virtual bool is_fixed() const = 0;
  virtual void project(MutableRow theta) const = 0;
  virtual double penalty(Row theta, std::size_t n, double scale, MutableRow gtheta) const = 0;
  virtual bool has_penalty() const = 0;
  virtual double penalty_share(double rows) const = 0;   // see SharesPenalty

  // One pair, as its author wrote it.
  virtual double value(Row x, Row w, Row theta) const = 0;
  virtual void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const = 0;

  // d(i, k) for every sample i and prototype k of the block.
  virtual void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const = 0;
  // Adds Σ pull·∂d over the pairs with a pull; follows `values` on the same arguments.
  virtual void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                             MutableRow gtheta, Scratch& scratch) const = 0;

  // One sample at a time, from step to step, see FollowsSteps; the gradients follow the values on the same arguments.
  virtual bool follows_steps() const = 0;
  virtual void followed_values(Row x, MatrixView w, Row theta, MutableRow d, Followed& followed) const = 0;
  virtual void add_followed_gradients(Row theta, Pulls pulls, MutableMatrixView gw, Followed& followed) const = 0;
  virtual void step_along(OuterProducts& gradient, double rate, MutableRow theta) const = 0;

  // The same for one sample with missing coordinates (NaN): over the observed ones, rescaled. Refused where
  // traits().masking is none.
  virtual void observed_values(Row x, MatrixView w, Row theta, MutableRow d, Observed& observed) const = 0;
  virtual void add_observed_gradients(Row x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                      MutableRow gtheta, Observed& observed) const = 0;
  // … and for blocks of such samples; the gradients follow the values on the same arguments.
  virtual void observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const = 0;
  virtual void add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                      MutableRow gtheta, Scratch& scratch) const = 0;

  virtual void from_free(MutableRow theta) const = 0;
  virtual void to_free(MutableRow theta) const = 0;
  virtual void pull_back(Row free, MutableRow gradient) const = 0;

  virtual std::optional<NamedNumber> named_parameter(Row theta) const = 0;
  virtual bool has_relevance_matrix() const = 0;
  virtual void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const = 0;
};

template <Dissimilarity D>
class LiftedDissimilarity final : public AnyDissimilarity {
 public:
  // Throws a UsageError where options make no sense together.
  explicit LiftedDissimilarity(D dissimilarity = {}) : dissimilarity_(std::move(dissimilarity)) {
    if constexpr (MayMakeNoSense<D>) dissimilarity_.demand_sense();
  }

  std::string_view name() const override { return D::name; }
  DissimilarityTraits traits() const override { return D::traits; }
  std::vector<std::pair<std::string, OptionValue>> options() const override {
    auto values = option_values(dissimilarity_);
    if constexpr (MayBeMoot<D>)
      std::erase_if(values, [&](const auto& each) { return dissimilarity_.is_moot(each.first); });
    return values;
  }

  std::string caveat([[maybe_unused]] std::string_view option,
                     [[maybe_unused]] std::string_view by_coordinate) const override {
    if constexpr (HasCaveat<D>) return dissimilarity_.caveat(option, by_coordinate);
    else return {};
  }
  bool leaves_choices_open() const override { return LeavesChoicesOpen<D>; }
  std::shared_ptr<const AnyDissimilarity> chosen_for([[maybe_unused]] MatrixView x) const override {
    if constexpr (LeavesChoicesOpen<D>) return std::make_shared<LiftedDissimilarity>(dissimilarity_.chosen_for(x));
    else return std::make_shared<LiftedDissimilarity>(*this);
  }
  DataDomain domain() const override {
    if constexpr (HasDomain<D>) return dissimilarity_.domain();
    else return {D::traits.domain, 0, 0};
  }
  bool has_gradient() const override {
    if constexpr (MayLackGradient<D>) return dissimilarity_.has_gradient();
    else return true;
  }
  std::string_view instead_of_gradient() const override {
    if constexpr (MayLackGradient<D>) return D::instead_of_gradient;
    else return {};
  }
  std::string_view only_measures_with() const override {
    if constexpr (MayOnlyMeasure<D>) return dissimilarity_.only_measures_with();
    else return {};
  }
  std::size_t parameter_count(std::size_t n) const override { return dissimilarity_.parameter_count(n); }
  void initialize(MutableRow theta, std::size_t n, Random& random) const override {
    dissimilarity_.initialize(theta, n, random);
  }
  void start([[maybe_unused]] MutableRow theta, [[maybe_unused]] const StartingRows& rows) const override {
    if constexpr (HasStart<D>) dissimilarity_.start(theta, rows);
  }
  bool uses_starting_rows() const override {
    if constexpr (MayStartWithoutRows<D>) return dissimilarity_.starts_from_rows();
    else return HasStart<D>;
  }
  bool is_fixed() const override {
    if constexpr (MayBeFixed<D>) return dissimilarity_.is_fixed();
    else return false;
  }
  void project(MutableRow theta) const override {
    if (!is_fixed()) dissimilarity_.project(theta);
  }
  double penalty([[maybe_unused]] Row theta, [[maybe_unused]] std::size_t n, [[maybe_unused]] double scale,
                 [[maybe_unused]] MutableRow gtheta) const override {
    if constexpr (HasPenalty<D>) return is_fixed() ? 0 : dissimilarity_.penalty(theta, n, scale, gtheta);
    else return 0;
  }
  bool has_penalty() const override {
    if constexpr (requires { dissimilarity_.has_penalty(); }) return !is_fixed() && dissimilarity_.has_penalty();
    else return HasPenalty<D> && !is_fixed();
  }
  double penalty_share([[maybe_unused]] double rows) const override {
    if constexpr (SharesPenalty<D>) return dissimilarity_.penalty_share(rows);
    else return 1;
  }

  double value(Row x, Row w, Row theta) const override { return dissimilarity_.value(x, w, theta); }
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const override {
    dissimilarity_.add_gradient(x, w, theta, pull, gw, learned(gtheta));
  }

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const override {
    if constexpr (HasBlockValues<D>) {
      dissimilarity_.values(x, w, theta, d, scratch);
    } else {
      for (std::size_t i = 0; i < x.rows; ++i) {
        for (std::size_t k = 0; k < w.rows; ++k) d.row(i)[k] = dissimilarity_.value(x.row(i), w.row(k), theta);
      }
    }
  }

  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     [[maybe_unused]] Scratch& scratch) const override {
    if constexpr (HasBlockGradients<D>) {
      dissimilarity_.add_gradients(x, w, theta, pulls, gw, learned(gtheta), scratch);
    } else {
      const MutableRow wanted = learned(gtheta);
      for (const auto& [i, k, value] : pulls)
        dissimilarity_.add_gradient(x.row(i), w.row(k), theta, value, gw.row(k), wanted);
    }
  }

  bool follows_steps() const override {
    if constexpr (FollowsSteps<D>) return !is_fixed() && dissimilarity_.follows_steps();
    else return false;
  }
  void followed_values([[maybe_unused]] Row x, [[maybe_unused]] MatrixView w, [[maybe_unused]] Row theta,
                       [[maybe_unused]] MutableRow d, [[maybe_unused]] Followed& followed) const override {
    if constexpr (FollowsSteps<D>) dissimilarity_.followed_values(x, w, theta, d, followed);
    else refuse_to_follow();
  }
  void add_followed_gradients([[maybe_unused]] Row theta, [[maybe_unused]] Pulls pulls,
                              [[maybe_unused]] MutableMatrixView gw,
                              [[maybe_unused]] Followed& followed) const override {
    if constexpr (FollowsSteps<D>) dissimilarity_.add_followed_gradients(theta, pulls, gw, followed);
    else refuse_to_follow();
  }
  void step_along([[maybe_unused]] OuterProducts& gradient, [[maybe_unused]] double rate,
                  [[maybe_unused]] MutableRow theta) const override {
    if constexpr (FollowsSteps<D>) dissimilarity_.step_along(gradient, rate, theta);
    else refuse_to_follow();
  }

  void observed_values(Row x, [[maybe_unused]] MatrixView w, [[maybe_unused]] Row theta, [[maybe_unused]] MutableRow d,
                       Observed& observed) const override {
    const double factor = start_observed(x, theta, observed);
    if constexpr (D::traits.masking != Masking::none) {
      for (std::size_t k = 0; k < w.rows; ++k) {
        observed.take(w.row(k), observed.w);
        d[k] = factor * dissimilarity_.value(observed.x, observed.w, rows_of_theta ? Row(observed.theta) : theta);
      }
    }
  }

  void add_observed_gradients(Row x, [[maybe_unused]] MatrixView w, Row theta, [[maybe_unused]] Pulls pulls,
                              [[maybe_unused]] MutableMatrixView gw, [[maybe_unused]] MutableRow gtheta,
                              Observed& observed) const override {
    const double factor = start_observed(x, theta, observed);
    if constexpr (D::traits.masking != Masking::none) {
      observed.gtheta.assign(observed.theta.size(), 0.0);
      for (const auto& [i, k, value] : pulls) {
        observed.take(w.row(k), observed.w);
        observed.gw.assign(observed.w.size(), 0.0);
        dissimilarity_.add_gradient(observed.x, observed.w, rows_of_theta ? Row(observed.theta) : theta, factor * value,
                                    observed.gw, learned(rows_of_theta ? MutableRow(observed.gtheta) : gtheta));
        observed.give_back(observed.gw, gw.row(k));
      }
      if (rows_of_theta && !is_fixed()) observed.give_back_theta(gtheta);
    }
  }

  void observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const override {
    if constexpr (HasObservedBlocks<D> && D::traits.masking != Masking::none) {
      dissimilarity_.observed_values(x, w, theta, d, scratch);
    } else {
      for (std::size_t i = 0; i < x.rows; ++i) observed_values(x.row(i), w, theta, d.row(i), scratch.observed);
    }
  }

  void add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                              MutableRow gtheta, Scratch& scratch) const override {
    if constexpr (HasObservedBlocks<D> && D::traits.masking != Masking::none) {
      dissimilarity_.add_observed_gradients(x, w, theta, pulls, gw, learned(gtheta), scratch);
    } else {
      for (std::size_t first = 0; first < pulls.size();) {   // pulls come sample by sample
        std::size_t end = first;
        while (end < pulls.size() && pulls[end].sample == pulls[first].sample) ++end;
        add_observed_gradients(x.row(pulls[first].sample), w, theta, pulls.subspan(first, end - first), gw, gtheta,
                               scratch.observed);
        first = end;
      }
    }
  }

  void from_free([[maybe_unused]] MutableRow theta) const override {
    if constexpr (HasChart<D>) {
      if (!is_fixed()) dissimilarity_.from_free(theta);
    }
  }
  void to_free([[maybe_unused]] MutableRow theta) const override {
    if constexpr (HasChart<D>) {
      if (!is_fixed()) dissimilarity_.to_free(theta);
    }
  }
  void pull_back([[maybe_unused]] Row free, [[maybe_unused]] MutableRow gradient) const override {
    if constexpr (HasChart<D>) {
      if (!is_fixed()) dissimilarity_.pull_back(free, gradient);
    }
  }

  std::optional<NamedNumber> named_parameter([[maybe_unused]] Row theta) const override {
    if constexpr (HasNamedParameter<D>) return dissimilarity_.named_parameter(theta);
    else return {};
  }
  bool has_relevance_matrix() const override {
    if constexpr (requires { dissimilarity_.has_relevance_matrix(); }) return dissimilarity_.has_relevance_matrix();
    else return HasRelevanceMatrix<D>;
  }
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const override {
    if constexpr (HasRelevanceMatrix<D>) dissimilarity_.relevance_matrix(theta, n, lambda);
    else throw UsageError(std::string(D::name) + " has no relevance matrix");
  }

 private:
  static constexpr bool rows_of_theta = D::traits.masking == Masking::sum_with_rows;

  // Cuts down x and θ; returns what the dissimilarity over the observed coordinates is multiplied with.
  static double start_observed(Row x, Row theta, Observed& observed) {
    if (D::traits.masking == Masking::none) {
      throw UsageError(std::string(D::name) + " cannot skip missing values: use " + setting("missing", "mean") +
                       ", or a dissimilarity that sums over features");
    }
    observed.take_sample(x);
    observed.theta.clear();
    if (rows_of_theta) observed.take_theta(theta);
    const double factor = static_cast<double>(x.size()) / static_cast<double>(observed.columns.size());
    return D::traits.masking == Masking::root_of_sum ? std::sqrt(factor) : factor;
  }
  [[noreturn]] static void refuse_to_follow() {
    throw UsageError(std::string(D::name) + " does not follow steps: ask for values and gradients");
  }
  MutableRow learned(MutableRow gtheta) const { return is_fixed() ? MutableRow{} : gtheta; }

  D dissimilarity_;
};

}   // namespace protea
