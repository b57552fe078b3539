// What the author of a dissimilarity writes: a small value type that holds its options and states one pair.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/named_number.hpp>
#include <protea/base/option.hpp>
#include <protea/base/outer_products.hpp>
#include <protea/base/random.hpp>
#include <protea/dissimilarity/domain.hpp>
#include <protea/dissimilarity/kept_prototypes.hpp>

namespace PROTEA_EXPORT protea {

// How a dissimilarity takes a sample of which only some coordinates were observed: not at all; as a sum over those,
// rescaled by n/observed; as the root of such a sum; or as a sum whose θ ends in rows over the features, cut
// down with them.
enum class Masking { none, sum, root_of_sum, sum_with_rows };

struct DissimilarityTraits {
  bool symmetric = false;
  bool bregman = false;                // the mean minimizes the expected dissimilarity, so batch means exist
  bool scale_invariant = false;        // d(c·x, w) = d(x, c·w) = d(x, w) for every c > 0
  bool is_squared_euclidean = false;   // d = ‖x − w‖², without parameters: nearest prototypes can be shortlisted
  Masking masking = Masking::none;
  Domain domain = Domain::any;              // of data and prototypes, as far as no option decides
  bool is_quadratic_form = false;           // d = (x−w)ᵀΛ(x−w), Λ its relevance matrix
  bool is_root_of_quadratic_form = false;   // … or the root of that, with Λ the identity
  bool has_relevances = false;              // θ is one relevance per feature, not negative, with sum 1
  std::string_view formula = {};
  std::string_view limits = {};   // special cases of its parameters and of the data
  std::string_view source = {};
};

// One entry of the pulls ∂loss/∂d of a block that is not zero.
struct Pull {
  std::uint32_t sample;
  std::uint32_t prototype;
  double value;
};
using Pulls = std::span<const Pull>;

// A sample, a prototype and metric rows cut down to the coordinates in which the sample was observed.
struct Observed {
  std::size_t features = 0;
  std::vector<std::uint32_t> columns;
  std::vector<double> x;
  std::vector<double> w;
  std::vector<double> theta;
  std::vector<double> gw;
  std::vector<double> gtheta;

  void take_sample(Row sample);   // missing coordinates are NaN
  void take_theta(Row all);       // numbers for all features, if any, then rows over the features
  void give_back_theta(MutableRow all) const;
  void take(Row rows, std::vector<double>& into) const;                     // of one or more rows over all features
  void give_back(const std::vector<double>& from, MutableRow rows) const;   // rows += from
};

// The coordinates in which the rows of a block are missing.
class MissingColumns {
 public:
  void find(MatrixView x);
  std::span<const std::uint32_t> of(std::size_t row) const {
    return std::span(columns_).subspan(first_[row], first_[row + 1] - first_[row]);
  }
  double factor(std::size_t row) const {   // n/observed
    const auto n = static_cast<double>(features_);
    return n / (n - static_cast<double>(of(row).size()));
  }

 private:
  std::size_t features_ = 0;
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> first_;
};

// What θ may start from, in model units: all training rows, those of the class that the metric belongs to (all of them
// for a shared metric), and the first prototypes that use it. A missing value is NaN; weights are those of the rows,
// empty: all one.
struct StartingPart {
  MatrixView x;
  Row weights = {};
  std::span<const std::uint32_t> numbers = {};   // of the rows among all; empty: from 0 on
  std::function<Matrix()> covariance = {};       // of rows that are elsewhere, where they are no fewer than features
};
struct StartingRows {
  StartingPart all;
  StartingPart own;
  MatrixView prototypes;
};

// What is kept of prototypes from one sample to the next, while steps change some of them and θ, see FollowsSteps.
struct Followed {
  bool is_fresh = true;   // nothing is kept: the next sample begins anew
  Numbers reference;
  Numbers w;   // from the reference on
  Numbers omega_w;
  std::vector<std::uint32_t> moved;   // prototypes that changed since the last sample
  Numbers vectors;                    // the sample, then those
  Numbers projections;
  Numbers spare;
  OuterProducts gradient;   // of the last sample by θ
};

// What a block form leaves behind for its gradient and its next call: buffers that live as long as a worker does, and
// serve one dissimilarity.
struct Scratch {
  Numbers buffers[8];                  // as many as the greediest block form takes, projection.cpp
  std::vector<Pull> pulls;             // those of one metric group
  std::vector<std::uint32_t> pulled;   // prototypes among them
  bool keeps_prototypes = false;       // prototypes and metric are those of the block before
  KeptPrototypes kept;                 // those whose factors the buffers hold
  Observed observed;
  MissingColumns missing;
  Followed followed;
  MutableRow take(std::size_t which, std::size_t size) {
    if (buffers[which].size() < size) buffers[which].resize(size);
    return {buffers[which].data(), size};
  }
};

template <class D>
concept Dissimilarity = Described<D> && requires(const D d, Row x, Row w, Row theta, double pull, MutableRow gw,
                                                 MutableRow gtheta, std::size_t n, Random& random) {
  { d.value(x, w, theta) } -> std::same_as<double>;
  d.add_gradient(x, w, theta, pull, gw, gtheta);   // gw += pull·∂d/∂w, gθ += pull·∂d/∂θ unless gθ is empty
  { d.parameter_count(n) } -> std::same_as<std::size_t>;
  d.initialize(gtheta, n, random);
  d.project(gtheta);   // back to the admissible θ, after each step
  { D::traits } -> std::convertible_to<DissimilarityTraits>;
};

// Optional: all pairs of a block of samples and prototypes at once; must agree with the pair form.
// `add_gradients` follows `values` on the same arguments and may use what that left in the scratch.
template <class D>
concept HasBlockValues = requires(const D d, MatrixView x, MatrixView w, Row theta, MutableMatrixView out,
                                  Scratch& scratch) {
  d.values(x, w, theta, out, scratch);
};
template <class D>
concept HasBlockGradients = requires(const D d, MatrixView x, MatrixView w, Row theta, Pulls pulls,
                                     MutableMatrixView gw, MutableRow gtheta, Scratch& scratch) {
  d.add_gradients(x, w, theta, pulls, gw, gtheta, scratch);
};

// Optional: one sample at a time, where its gradient by θ is a sum of few outer products. Prototypes and θ then change
// between samples as `gradient` and the step along it say, and `followed_values` need not look at all of them again.
// `follows_steps` where options decide. `step_along` steps from θ to project(θ − rate·gradient), and turns the gradient into
// that change.
template <class D>
concept FollowsSteps = requires(const D d, Row x, MatrixView w, Row theta, MutableRow out, Pulls pulls,
                                MutableMatrixView gw, OuterProducts& gradient, double rate, Followed& followed) {
  { d.follows_steps() } -> std::same_as<bool>;
  d.followed_values(x, w, theta, out, followed);
  d.add_followed_gradients(theta, pulls, gw, followed);
  d.step_along(gradient, rate, out);
};

// Optional, beside both: the same for samples of which coordinates are missing (NaN), d over the observed ones times
// n/observed. It must give what the pair form gives on the observed coordinates alone.
template <class D>
concept HasObservedBlocks = requires(const D d, MatrixView x, MatrixView w, Row theta, MutableMatrixView out,
                                     Pulls pulls, MutableRow gtheta, Scratch& scratch) {
  d.observed_values(x, w, theta, out, scratch);
  d.add_observed_gradients(x, w, theta, pulls, out, gtheta, scratch);
};

// Optional: a smooth map from unconstrained numbers u onto the admissible θ, for minimizers that need one: `from_free` puts θ where
// u was, `to_free` inverts it, and `pull_back` turns gθ = ∂/∂θ into ∂/∂u in place. Without it, θ is unconstrained.
template <class D>
concept HasChart = requires(const D d, Row free, MutableRow theta, MutableRow gradient) {
  d.from_free(theta);
  d.to_free(theta);
  d.pull_back(free, gradient);
};

// Optional: a θ that depends on the data; follows `initialize`.
template <class D>
concept HasStart = requires(const D d, MutableRow theta, const StartingRows& rows) {
  d.start(theta, rows);
};

// Optional: do these options start from rows at all?
template <class D>
concept MayStartWithoutRows = requires(const D d) {
  { d.starts_from_rows() } -> std::same_as<bool>;
};

// Optional: does θ stay as it started? Then no optimizer sees a gradient of it, and neither `project` nor a chart
// touches it.
template <class D>
concept MayBeFixed = requires(const D d) {
  { d.is_fixed() } -> std::same_as<bool>;
};

// Optional: where data and prototypes may lie, when options decide. Without it, traits.domain says.
template <class D>
concept HasDomain = requires(const D d) {
  { d.domain() } -> std::same_as<DataDomain>;
};

// Optional: what to call the number that θ holds beside rows over the features, if it holds one. It is the first of θ,
// and has a rate of its own.
template <class D>
concept HasNamedParameter = requires(const D d, Row theta) {
  { d.named_parameter(theta) } -> std::same_as<std::optional<NamedNumber>>;
};

// Optional: choices that the options leave open, made for the training rows; models hold what was chosen.
template <class D>
concept LeavesChoicesOpen = requires(const D d, MatrixView x) {
  { d.chosen_for(x) } -> std::same_as<D>;
};

// Optional: refuses options that make no sense with a UsageError, as soon as they are put together.
template <class D>
concept MayMakeNoSense = requires(const D d) {
  d.demand_sense();
};

// Optional: why an option has no effect, or not the one its name promises, as the rest of a sentence that begins with
// its name. The name of the optimizer is given where it steps by coordinate.
template <class D>
concept HasCaveat = requires(const D d, std::string_view option, std::string_view by_coordinate) {
  { d.caveat(option, by_coordinate) } -> std::same_as<std::string>;
};

// Optional: is an option without effect beside the others, so that models need not mention it? Those that were made before it
// existed are then written as they were.
template <class D>
concept MayBeMoot = requires(const D d, std::string_view option) {
  { d.is_moot(option) } -> std::same_as<bool>;
};

// Optional: a price of θ itself, paid once per sample, unless `has_penalty` says that options ask for none; adds
// scale·∂penalty/∂θ to gθ, unless that is empty.
template <class D>
concept HasPenalty = requires(const D d, Row theta, std::size_t n, double scale, MutableRow gtheta) {
  { d.penalty(theta, n, scale, gtheta) } -> std::same_as<double>;
};

// Optional: the share of that price which each of so many training rows pays. Without it, each pays all of it.
template <class D>
concept SharesPenalty = HasPenalty<D> && requires(const D d, double rows) {
  { d.penalty_share(rows) } -> std::same_as<double>;
};

// Optional: options under which `add_gradient` is an update of the literature and no derivative of d. Without
// it, it is one.
template <class D>
concept MayLackGradient = requires(const D d) {
  { d.has_gradient() } -> std::same_as<bool>;
  { D::instead_of_gradient } -> std::convertible_to<std::string_view>;   // those options, for a message
};

// Optional: the options under which it measures only and nothing can be trained with it, with what to give instead;
// nothing without them.
template <class D>
concept MayOnlyMeasure = requires(const D d) {
  { d.only_measures_with() } -> std::same_as<std::string_view>;
};

// Optional: the matrix Λ of relevances, for interpretation; `has_relevance_matrix` where options decide if
// there is one.
template <class D>
concept HasRelevanceMatrix = requires(const D d, Row theta, std::size_t n, MutableMatrixView lambda) {
  d.relevance_matrix(theta, n, lambda);
};

}   // namespace protea
