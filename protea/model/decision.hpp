// How a trained model answers: from the distances of a sample to a class and to scores that sum to one.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

enum class DecisionKind { nearest, k_nearest, soft };
constexpr auto names_of(DecisionKind) {
  return std::array{std::pair<std::string_view, DecisionKind>{"nearest", DecisionKind::nearest},
                    std::pair<std::string_view, DecisionKind>{"k-nearest", DecisionKind::k_nearest},
                    std::pair<std::string_view, DecisionKind>{"soft", DecisionKind::soft}};
}

// What an answer must have to be given: a margin (d⁻ − d⁺)/(d⁻ + d⁺), nearness d⁺, or the posterior, its score. d⁺
// belongs to the nearest prototype of the answered class, d⁻ to the nearest of the others [Fischer, Hammer,
// Wersing 2015].
enum class Rejection { none, margin, distance, posterior };
constexpr auto names_of(Rejection) {
  return std::array{std::pair<std::string_view, Rejection>{"none", Rejection::none},
                    std::pair<std::string_view, Rejection>{"margin", Rejection::margin},
                    std::pair<std::string_view, Rejection>{"distance", Rejection::distance},
                    std::pair<std::string_view, Rejection>{"posterior", Rejection::posterior}};
}

// What the scores of nearest prototypes compare, r_c for the distance d_c to the nearest prototype of class c and the
// smallest of them, d:
//   relative  (d_c − d)/(d_c + d), as glvq does: the surest where classes surround one another
//   margin    √d_c − √d, the hypothesis margin: still tells a direction where a prototype is far away
//   absolute  d_c − d, as earlier models have it
//   fitting   relative or margin, whichever makes the labels likelier that the width is found with
enum class ScoreScale { fitting, relative, margin, absolute };
constexpr auto names_of(ScoreScale) {
  return std::array{std::pair<std::string_view, ScoreScale>{"fitting", ScoreScale::fitting},
                    std::pair<std::string_view, ScoreScale>{"relative", ScoreScale::relative},
                    std::pair<std::string_view, ScoreScale>{"margin", ScoreScale::margin},
                    std::pair<std::string_view, ScoreScale>{"absolute", ScoreScale::absolute}};
}

struct Decision {
  DecisionKind kind = DecisionKind::nearest;
  std::int64_t k = 5;
  double sigma = 0;
  ScoreScale scores = ScoreScale::fitting;
  std::optional<double> threshold = {};
  std::string positive = {};
  Rejection reject = Rejection::none;
  double reject_below = 0;
  double reject_beyond = std::numeric_limits<double>::infinity();

  static constexpr auto options() {
    return std::tuple{
        option("k", &Decision::k, "k-nearest: prototypes that vote", {.at_least = 1}),
        option("sigma", &Decision::sigma,
               "width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest",
               {.at_least = 0}),
        option(
            "scores", &Decision::scores,
            "nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance; fitting: the "
            "likelier of the first two"),
        option("threshold", &Decision::threshold,
               "two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest"),
        option("positive", &Decision::positive, "the positive class of the threshold; empty: the second"),
        option("reject", &Decision::reject,
               "no answer where this is too small (margin, posterior) or too large (distance)"),
        option("reject_below", &Decision::reject_below, "margin, posterior: the smallest that is accepted"),
        option("reject_beyond", &Decision::reject_beyond,
               "distance: the largest to the nearest prototype of the class that is accepted",
               {.at_least = 0, .or_infinite = true})};
  }
};

// The options as files and records of training hold them. Since the first version these write "0" where there is no
// threshold, so one at 0 is written "-0"; and where they say nothing about scores, these are absolute.
Settings recorded_options(const Decision& decision);
std::string text_of_recorded(std::string_view option, std::string_view text);   // as set_option takes it

// The place of the smallest distance, the first of equals. Throws a NumericalError where none is finite.
std::size_t nearest_unit(Row d);

// The classes of prototypes, and what else a decision must know of a model.
struct DecisionContext {
  const std::vector<Label>& labels;   // of the prototypes
  const std::vector<std::string>& class_names;
};

// Throws a UsageError where the decision does not fit the model: a threshold for other than two classes, an unknown
// positive class.
void demand_fitting(const Decision& decision, const DecisionContext& context);

// Answers for one sample at a time; keeps its buffers. The scores are
//   nearest:    exp(−r_c/2σ²) : Σ, r_c by the scale, relative where it is still to be fitted;
//               without a width σ, 1/d_c : Σ
//   soft:       Σ_{c_k=c} exp(−d_k/2σ²) : Σ
//   k-nearest:  the share of the votes; a tie goes to the class of the nearest voter
// and the answer is the class of the largest score, of the nearest prototype where two are equal, or what the threshold
// says. An answer that is rejected is no_label; its scores stay.
class Decider {
 public:
  Decider(const Decision& decision, const DecisionContext& context);
  Label decide(Row d, MutableRow scores);
  // k-nearest without rejection, from the distances of some prototypes, in order, among which the k nearest are.
  Label vote_among(std::span<const std::uint32_t> rivals, Row d, MutableRow scores);
  // What the last answer had of what decision.reject asks for, −d⁺ for the distance: the larger the surer.
  // 0 without rejection.
  double certainty() const { return certainty_; }

 private:
  Label answer(Row d, MutableRow scores);
  double certainty_of(Label answer, Row d, Row scores) const;
  Label nearest(Row d, MutableRow scores) const;
  Label soft(Row d, MutableRow scores);
  Label vote(Row d, MutableRow scores);

  const Decision decision_;
  const std::vector<Label>& labels_;
  std::size_t positive_ = 1;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> all_;
  std::vector<double> closeness_;
  double certainty_ = 0;
};

// The width σ under which the scores of `decision` make the labels likeliest, with targets drawn towards even odds as
// for few samples [Platt 1999], so that data without an error get a width all the same. Row i of d holds the distances
// of sample i, which counts by its weight.
double likeliest_width(const Decision& decision, const DecisionContext& context, MatrixView d, std::span<const Label> y,
                       Row weights = {});
// The decision with that width, and with a scale of scores that fits where it is to be found.
Decision with_likeliest_scores(Decision decision, const DecisionContext& context, MatrixView d,
                               std::span<const Label> y, Row weights = {});

}   // namespace protea
