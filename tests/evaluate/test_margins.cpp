// Margins: the lemmas of the margin paper as properties, the exact sample margin against brute force, the
// bound by hand.
#include <protea/evaluate/margins.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margin_bound.hpp>
#include <protea/runtime/serial.hpp>
#include <support/made_model.hpp>

namespace protea {
namespace {

using testing::answer_of;
using testing::MadeModel;
using testing::model_of;
using testing::random_model;
using testing::row_of;
using Point = std::vector<double>;

Margins margins(const PrototypeModel& model, const Point& x, Label y) {
  Serial serial;
  const Matrix row = row_of(x);
  return margins_of(metric_space_of(model), row.view(), std::vector<Label>{y}, serial);
}

Point random_point(std::size_t n, Random& random) {
  Point x(n);
  for (double& value : x) value = 1.5 * random.normal();
  return x;
}

std::vector<Label> random_labels(Random& random) {
  std::vector<Label> labels;
  const std::size_t classes = 2 + random.below(3);
  for (std::size_t c = 0; c < classes; ++c) labels.insert(labels.end(), 1 + random.below(4), static_cast<Label>(c));
  return labels;
}

TEST(Margins, OfOnePointBetweenTwoPrototypes) {
  // w⁺ = −1, w⁻ = 2, x = 0: (2 − 1)/2, and the bisector stands at ½.
  const PrototypeModel model = model_of({{-1, 0}, {2, 0}}, {0, 1});
  const Margins right = margins(model, {0, 0}, 0);
  EXPECT_DOUBLE_EQ(right.hypothesis[0], 0.5);
  EXPECT_DOUBLE_EQ(right.bisector[0], 0.5);
  EXPECT_DOUBLE_EQ(right.sample[0], 0.5);
  const Margins wrong = margins(model, {0, 0}, 1);
  EXPECT_DOUBLE_EQ(wrong.hypothesis[0], -0.5);
  EXPECT_DOUBLE_EQ(wrong.sample[0], -0.5);
  EXPECT_DOUBLE_EQ(wrong.prediction[0], 0.5);   // of the answer, whatever the truth
}

// Villmann and Haase call d⁺ − d⁻ the hypothesis margin (V28). Prototypes that move by it, 3 here, have long changed
// the answer.
TEST(Margins, OfHypothesesAreHalfADifferenceOfLengthsAndNotOneOfSquares) {
  const double printed = std::abs(1.0 - 4.0);   // d⁺ = 1, d⁻ = 4
  const auto answer_after = [](double step) {
    return answer_of(model_of({{-1 - step, 0}, {2 - step, 0}}, {0, 1}), {0, 0});
  };
  const double ours = margins(model_of({{-1, 0}, {2, 0}}, {0, 1}), {0, 0}, 0).hypothesis[0];
  EXPECT_EQ(answer_after(0.999 * ours), 0);
  EXPECT_EQ(answer_after(1.001 * ours), 1);
  EXPECT_EQ(answer_after(0.5 * printed), 1);
}

TEST(Margins, SampleMarginExceedsTheHypothesisMarginOffTheLine) {
  // x = (0, 3), w = (∓1, 0): both at √10, but the bisector x₁ = 0 runs through x; at (−0.5, 3) it is ½ away.
  const Margins found = margins(model_of({{-1, 0}, {1, 0}}, {0, 1}), {-0.5, 3}, 0);
  EXPECT_DOUBLE_EQ(found.sample[0], 0.5);
  EXPECT_DOUBLE_EQ(found.hypothesis[0], (std::sqrt(1.5 * 1.5 + 9) - std::sqrt(0.25 + 9)) / 2);
  EXPECT_LT(found.hypothesis[0], 0.2);
}

// M12: x = 0, right at −0.1 and 1.1, wrong at 1.5: the second right prototype shields.
TEST(Margins, ASecondRightPrototypeShieldsFromTheBisector) {
  const Margins found = margins(model_of({{-0.1}, {1.1}, {1.5}}, {0, 0, 1}), {0}, 0);
  EXPECT_NEAR(found.hypothesis[0], 0.7, 1e-15);
  EXPECT_NEAR(found.bisector[0], 0.7, 1e-15);
  EXPECT_NEAR(found.sample[0], 1.3, 1e-14);
}

TEST(Margins, AreZeroOnTheBoundary) {
  const Margins found = margins(model_of({{-1, 0}, {1, 0}}, {0, 1}), {0, 7}, 0);
  EXPECT_EQ(found.hypothesis[0], 0);
  EXPECT_EQ(found.sample[0], 0);
}

TEST(Margins, MeasureInTheModelsMetric) {
  PrototypeModel model = model_of({{-1, 5}, {2, -5}}, {0, 1});
  model.space = PrototypeSpace(dissimilarities().make("relevance", {}), 2, {0, 1}, Scope::shared);
  model.parameters.insert(model.parameters.end(), {0.25, 0});   // √λ = ½ and a feature that counts for nothing
  const Margins found = margins(model, {0, 100}, 0);
  EXPECT_DOUBLE_EQ(found.hypothesis[0], 0.25);
  EXPECT_DOUBLE_EQ(found.sample[0], 0.25);
}

TEST(Margins, OfAClassWithoutPrototypesAreMinusInfinity) {
  PrototypeModel model = model_of({{-1}, {1}}, {0, 1});
  model.class_names.emplace_back("c");
  EXPECT_EQ(margins(model, {0.2}, 2).hypothesis[0], -std::numeric_limits<double>::infinity());
}

// Lemma 1: prototypes that move by less than θ leave the answer, some that move by more do not.
TEST(Margins, Lemma1PrototypesMayMoveByTheHypothesisMarginAndNoFarther) {
  Random random(21, Purpose::generator);
  for (int trial = 0; trial < 2000; ++trial) {
    const MadeModel made{.features = 1 + random.below(5), .labels = random_labels(random)};
    const PrototypeModel model = random_model(made, random);
    const Point x = random_point(made.features, random);
    const Label answer = answer_of(model, x);
    const double theta = margins(model, x, answer).hypothesis[0];
    const auto moved = [&](double distance, bool is_adversarial) {
      PrototypeModel other = model;
      const MutableMatrixView w = other.space.prototypes(MutableRow(other.parameters));
      for (std::size_t k = 0; k < w.rows; ++k) {
        Point direction = random_point(made.features, random);
        double length = 0;
        for (std::size_t j = 0; j < made.features; ++j) {
          if (is_adversarial)
            direction[j] = (x[j] - w.row(k)[j]) * (made.labels[k] == answer ? -1 : 1);   // own ones away, others nearer
          length += direction[j] * direction[j];
        }
        for (std::size_t j = 0; j < made.features; ++j) w.row(k)[j] += distance * direction[j] / std::sqrt(length);
      }
      return answer_of(other, x);
    };
    ASSERT_EQ(moved(theta * (1 - 1e-9), false), answer) << trial;
    ASSERT_EQ(moved(theta * (1 - 1e-9), true), answer) << trial;
    ASSERT_NE(moved(theta + 1e-6, true), answer) << trial;
  }
}

// Lemma 2, and its reversal for samples that are answered wrongly (M4).
TEST(Margins, Lemma2HypothesisMarginsAreTheSmallerOnesAndSignsReverseThatForErrors) {
  Random random(22, Purpose::generator);
  int wrong = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const char* const kinds[] = {"squared-euclidean", "relevance", "matrix"};
    const MadeModel made{
        .dissimilarity = kinds[trial % 3], .features = 1 + random.below(6), .labels = random_labels(random)};
    const PrototypeModel model = random_model(made, random);
    const auto y = static_cast<Label>(random.below(model.class_names.size()));
    const Margins found = margins(model, random_point(made.features, random), y);
    const double slack = 1e-10;
    if (found.answers[0] == y) {
      ASSERT_GE(found.hypothesis[0], 0);
      ASSERT_LE(found.hypothesis[0], found.bisector[0] + slack) << trial;
      ASSERT_LE(found.bisector[0], found.sample[0] + slack) << trial;
    } else {
      ++wrong;
      ASSERT_LE(found.hypothesis[0], 0);
      ASSERT_GE(found.hypothesis[0], found.bisector[0] - slack) << trial;
      ASSERT_GE(found.bisector[0], found.sample[0] - slack) << trial;
    }
  }
  EXPECT_GT(wrong, 500);
}

// All feet of perpendiculars on bisectors and all corners of the cells, those kept that lie in a closed cell across: in
// two dimensions the nearest of them is the nearest point of those cells.
double brute_force(const PrototypeModel& model, const Point& x, Label answer) {
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  const std::vector<Label>& labels = model.space.labels();
  struct Line {
    double a, b, c;
  };   // a·x + b·y = c
  std::vector<Line> lines;
  for (std::size_t i = 0; i < w.rows; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Row p = w.row(i);
      const Row q = w.row(k);
      lines.push_back({p[0] - q[0], p[1] - q[1], (p[0] * p[0] + p[1] * p[1] - q[0] * q[0] - q[1] * q[1]) / 2});
    }
  }
  std::vector<Point> candidates;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& l = lines[i];
    const double t = (l.c - l.a * x[0] - l.b * x[1]) / (l.a * l.a + l.b * l.b);
    candidates.push_back({x[0] + t * l.a, x[1] + t * l.b});
    for (std::size_t k = 0; k < i; ++k) {
      const Line& m = lines[k];
      const double det = l.a * m.b - l.b * m.a;
      if (std::abs(det) > 1e-12) candidates.push_back({(l.c * m.b - l.b * m.c) / det, (l.a * m.c - l.c * m.a) / det});
    }
  }
  double best = std::numeric_limits<double>::infinity();
  for (const Point& p : candidates) {
    double own = std::numeric_limits<double>::infinity();
    double across = own;
    for (std::size_t k = 0; k < w.rows; ++k) {
      double& nearest = labels[k] == answer ? own : across;
      nearest = std::min(nearest, std::hypot(p[0] - w.row(k)[0], p[1] - w.row(k)[1]));
    }
    if (across <= own + 1e-9) best = std::min(best, std::hypot(p[0] - x[0], p[1] - x[1]));
  }
  return best;
}

TEST(Margins, SampleMarginIsTheBruteForceOneInTwoDimensions) {
  Random random(23, Purpose::generator);
  for (int trial = 0; trial < 500; ++trial) {
    const PrototypeModel model = random_model({.features = 2, .labels = random_labels(random)}, random);
    const Point x = random_point(2, random);
    const Label answer = answer_of(model, x);
    ASSERT_NEAR(margins(model, x, answer).sample[0], brute_force(model, x, answer), 1e-6) << trial;
  }
}

TEST(Margins, DoNotDependOnTheNumberOfThreads) {
  Random random(24, Purpose::generator);
  const PrototypeModel model =
      random_model({.dissimilarity = "matrix", .features = 4, .labels = {0, 0, 0, 1, 1, 2, 2}}, random);
  Matrix x(50, 4);
  for (double& value : x.values()) value = random.normal();
  const std::vector<Label> y(50, 1);
  const MetricSpace space = metric_space_of(model);
  const Margins one = margins_of(space, std::as_const(x).view(), y, *make_runtime(1));
  const Margins three = margins_of(space, std::as_const(x).view(), y, *make_runtime(3));
  EXPECT_EQ(one.sample, three.sample);
  EXPECT_EQ(one.hypothesis, three.hypothesis);
}

// The short way to hypothesis margins is the long one, for every metric that margins know.
TEST(Margins, OfHypothesesAloneAreThoseOfTheWhole) {
  Random random(25, Purpose::generator);
  for (const std::string dissimilarity : {"squared-euclidean", "euclidean", "relevance", "matrix"}) {
    const PrototypeModel model =
        random_model({.dissimilarity = dissimilarity, .features = 3, .labels = {0, 0, 1, 1, 2}}, random);
    Matrix x(200, 3);
    std::vector<Label> y;
    for (double& value : x.values()) value = random.normal();
    for (std::size_t i = 0; i < 200; ++i) y.push_back(static_cast<Label>(random.below(3)));
    const auto runtime = make_runtime(2);
    const std::vector<double> wanted =
        margins_of(metric_space_of(model), std::as_const(x).view(), y, *runtime).hypothesis;
    const std::vector<double> found = hypothesis_margins(model, std::as_const(x).view(), y, *runtime);
    for (std::size_t i = 0; i < 200; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12) << dissimilarity;
  }
  const PrototypeModel local =
      random_model({.dissimilarity = "matrix", .scope = Scope::per_class, .features = 2, .labels = {0, 1, 1}}, random);
  const Point x{0.3, -0.7};
  Serial serial;
  const std::vector<Label> y{1};
  EXPECT_NEAR(hypothesis_margins(local, row_of(x).view(), y, serial)[0],
              local_margins_of(local, row_of(x).view(), y, serial).hypothesis[0], 1e-12);
}

std::string refusal(const PrototypeModel& model) {
  try {
    metric_space_of(model);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Margins, AreRefusedWithASentenceWhereThereAreNoCells) {
  Random random(25, Purpose::generator);
  const PrototypeModel angle = random_model({.dissimilarity = "minkowski", .labels = {0, 1}}, random);
  EXPECT_EQ(refusal(angle), "margins need a Euclidean, relevance or matrix distance: the model has 'minkowski'");
  const PrototypeModel local =
      random_model({.dissimilarity = "matrix", .scope = Scope::per_class, .labels = {0, 1}}, random);
  EXPECT_NE(refusal(local).find("one metric for all prototypes"), std::string::npos);
  PrototypeModel voting = random_model({.labels = {0, 1}}, random);
  voting.decision.kind = DecisionKind::k_nearest;
  EXPECT_NE(refusal(voting).find("decision = nearest"), std::string::npos);
  EXPECT_EQ(refusal(random_model({.dissimilarity = "euclidean", .labels = {0, 1}}, random)), "not refused");
  EXPECT_EQ(refusal(random_model({.labels = {0, 0}}, random)),
            "margins need prototypes of two classes: all 2 of the model are of class 'a'");
}

TEST(ThetaError, CountsMarginsStrictlyBelow) {
  const std::vector<double> values{-0.2, 0, 0.1, 0.1, 0.5};
  EXPECT_DOUBLE_EQ(theta_error(values, 0), 0.2);
  EXPECT_DOUBLE_EQ(theta_error(values, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(theta_error(values, 1), 1);
}

TEST(MarginBound, OfASmallCaseByHand) {
  // d = min(3, 6400)·2·1·log₂ e = 8.6562; log₂(3.2·10⁶) = 21.60964; √(0.008·(8.6562·466.9766 + log₂ 80)) = 5.6912
  const BoundSetting setting{
      .samples = 1000, .dimensions = 2, .radius = 1, .prototypes = 1, .classes = 2, .theta_error = 0.25};
  const MarginBound bound = margin_bound(setting, {.factor = ClassFactor::square});
  EXPECT_NEAR(bound.dimension, 6 / std::log(2), 1e-12);
  EXPECT_NEAR(bound.value, 0.25 + 5.6912, 2e-4);
  EXPECT_TRUE(bound.is_vacuous);
}

TEST(MarginBound, SaysSomethingForManySamplesAndIsSmallerWithNaturalLogarithms) {
  const BoundSetting setting{
      .samples = 100'000'000, .dimensions = 2, .radius = 1, .prototypes = 1, .classes = 2, .theta_error = 0.01};
  const MarginBound two = margin_bound(setting, {});
  const MarginBound e = margin_bound(setting, {.base = LogBase::e});
  EXPECT_FALSE(two.is_vacuous);
  EXPECT_LT(e.value, two.value);
}

// M5: for one prototype of each of three classes k^C counts 1 where there are 3 bisectors.
TEST(MarginBound, SaysWhenTheClassFactorIsTooSmallForItsProof) {
  const BoundSetting setting{.samples = 100, .dimensions = 2, .radius = 1, .prototypes = 1, .classes = 3};
  const auto has = [](const MarginBound& bound, const std::string& part) {
    return std::any_of(bound.conditions.begin(), bound.conditions.end(),
                       [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(has(margin_bound(setting, {}), "smaller than the 3 bisectors"));
  EXPECT_FALSE(has(margin_bound(setting, {.factor = ClassFactor::pairs}), "bisectors"));
}

// With the bisectors of C classes as half-spaces the proof of Theorem 2 goes through with N = C(C − 1)/2·k² in the
// place of k², in both places. By hand for C = 4, k = 3: N = 54, d = min(3, 6400)·2·54·log₂(54e) = 324·(log₂ 54 + log₂
// e) = 2332.0167.
TEST(MarginBound, OfPairsCountsTheBisectorsInTheLogarithmToo) {
  const BoundSetting setting{.samples = 100, .dimensions = 2, .radius = 1, .prototypes = 3, .classes = 4};
  const MarginBound bound = margin_bound(setting, {.factor = ClassFactor::pairs});
  EXPECT_NEAR(bound.dimension, 324 * (std::log2(54) + 1 / std::log(2)), 1e-9);
  EXPECT_NEAR(bound.dimension, 2332.0167, 1e-4);
  // Two classes have k² bisectors: Theorem 2 as printed.
  const BoundSetting two{.samples = 100, .dimensions = 2, .radius = 1, .prototypes = 3, .classes = 2};
  EXPECT_DOUBLE_EQ(margin_bound(two, {.factor = ClassFactor::pairs}).dimension,
                   margin_bound(two, {.factor = ClassFactor::square}).dimension);
}

TEST(MarginBound, RefusesAThetaOutsideItsTheorem) {
  EXPECT_THROW(margin_bound({.samples = 10, .classes = 2}, {.theta = 0.5}), UsageError);
  EXPECT_THROW(margin_bound({.samples = 10, .classes = 2}, {.delta = 0}), UsageError);
}

}   // namespace
}   // namespace protea
