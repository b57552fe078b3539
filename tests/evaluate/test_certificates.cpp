// Certificates under attack: nothing inside the radius changes an answer, and the exact step just beyond it does.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/runtime/serial.hpp>
#include <support/made_model.hpp>

namespace protea {
namespace {

using testing::answers_of;
using testing::MadeModel;
using testing::random_model;

const std::vector<Label> seven{0, 0, 0, 1, 1, 2, 2};

Matrix random_rows(std::size_t rows, std::size_t n, Random& random) {
  Matrix x(rows, n);
  for (double& value : x.values()) value = 1.5 * random.normal();
  return x;
}

double norm(Row values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

// Directions of an attack on row x: random ones, and those along which a rival comes nearer fastest,
// ∂(d_k − d_winner)/∂x downhill.
Matrix attacks(const PrototypeModel& model, Row x, Random& random) {
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  Matrix directions = random_rows(40 + w.rows, x.size(), random);
  std::size_t winner = 0;
  std::vector<double> d;
  for (std::size_t k = 0; k < w.rows; ++k) {
    d.push_back(model.space.distance(x, Row(model.parameters), k));
    if (d[k] < d[winner]) winner = k;
  }
  const auto slope = [&](std::size_t k) {   // Λ(x − w_k)
    const Matrix lambda = model.relevance_matrix(model.space.group_of(k));
    std::vector<double> result(x.size(), 0.0);
    for (std::size_t l = 0; l < x.size(); ++l) {
      for (std::size_t j = 0; j < x.size(); ++j) result[l] += lambda(l, j) * (x[j] - w.row(k)[j]);
    }
    return result;
  };
  const auto own = slope(winner);
  for (std::size_t k = 0; k < w.rows; ++k) {
    const auto other = slope(k);
    for (std::size_t l = 0; l < x.size() && k != winner; ++l) directions(40 + k, l) = own[l] - other[l];
  }
  return directions;
}

// The rows x + radius·direction/‖direction‖ are all answered as x is.
void expect_safe(const PrototypeModel& model, Row x, double radius, Random& random) {
  Matrix rows = attacks(model, x, random);
  for (std::size_t a = 0; a < rows.rows(); ++a) {
    const double length = norm(rows.row(a));
    for (std::size_t j = 0; j < x.size(); ++j) rows(a, j) = x[j] + (length > 0 ? radius * rows(a, j) / length : 0);
  }
  Matrix itself(1, x.size());
  std::copy(x.begin(), x.end(), itself.row(0).begin());
  const Label answer = answers_of(model, itself)[0];
  for (const Label label : answers_of(model, rows)) ASSERT_EQ(label, answer);
}

class Certified : public ::testing::TestWithParam<const char*> {};

TEST_P(Certified, NoPerturbationInsideTheRadiusChangesTheAnswerAndTheStepBeyondItDoes) {
  Random random(31, Purpose::generator);
  for (int trial = 0; trial < 20; ++trial) {
    const MadeModel made{.dissimilarity = GetParam(), .features = 2 + random.below(5), .labels = seven};
    const PrototypeModel model = random_model(made, random);
    const MetricSpace space = metric_space_of(model);
    const Matrix x = random_rows(10, made.features, random);
    Serial serial;
    const Certificates found = certificates_of(space, x.view(), serial);
    const std::vector<Label> answers = answers_of(model, x);
    Matrix beyond = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      EXPECT_LE(found.euclidean[i], found.exact[i] * (1 + 1e-9));
      EXPECT_NEAR(norm(found.steps.row(i)), found.exact[i], 1e-9 * (1 + found.exact[i]));
      expect_safe(model, x.row(i), found.exact[i] * (1 - 1e-6), random);
      expect_safe(model, x.row(i), found.euclidean[i] * (1 - 1e-6), random);
      const Row rival = model.space.prototypes(Row(model.parameters)).row(found.rivals[i]);
      for (std::size_t j = 0; j < made.features;
           ++j) {   // to the boundary, and a millionth of the way on to the prototype behind it
        beyond(i, j) += found.steps(i, j);
        beyond(i, j) += 1e-6 * (rival[j] - beyond(i, j));
      }
    }
    const std::vector<Label> flipped = answers_of(model, beyond);
    for (std::size_t i = 0; i < x.rows(); ++i) EXPECT_NE(flipped[i], answers[i]) << trial << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Metrics, Certified, ::testing::Values("squared-euclidean", "relevance", "matrix"),
                         [](const auto& test) {
                           return std::string(test.param) == "squared-euclidean" ? "euclidean"
                                                                                 : std::string(test.param);
                         });

TEST(Certificates, OfThePlainDistanceAreTheSameInBothNorms) {
  Random random(32, Purpose::generator);
  const PrototypeModel model = random_model({.features = 3, .labels = seven}, random);
  const Matrix x = random_rows(20, 3, random);
  Serial serial;
  const Certificates found = certificates_of(metric_space_of(model), x.view(), serial);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_DOUBLE_EQ(found.metric[i], found.euclidean[i]);
    EXPECT_NEAR(found.exact[i], found.metric[i], 1e-12);
  }
}

TEST(Certificates, EqualTheSampleMarginOfRightAnswers) {
  Random random(33, Purpose::generator);
  const PrototypeModel model = random_model({.dissimilarity = "matrix", .features = 4, .labels = seven}, random);
  const Matrix x = random_rows(30, 4, random);
  Serial serial;
  const MetricSpace space = metric_space_of(model);
  const std::vector<Label> answers = answers_of(model, x);
  const std::vector<double> certified = certificates_of(space, x.view(), serial).metric;
  const std::vector<double> sample = margins_of(space, x.view(), answers, serial).sample;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    EXPECT_LE(certified[i], sample[i]);   // less what may be rounding
    EXPECT_NEAR(certified[i] / sample[i], 1, 1e-10);
  }
}

// The answers of the points x + factor·step.
std::vector<Label> answers_after(const PrototypeModel& model, const Matrix& x, const LocalMargins& found,
                                 double factor) {
  Matrix moved = x;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.columns(); ++j) moved(i, j) += factor * found.steps(i, j);
  }
  return answers_of(model, moved);
}

TEST(Certificates, OfLocalMetricsAreValidAndTheExactOnesFlipJustBeyond) {
  Random random(34, Purpose::generator);
  std::size_t exact = 0;
  std::size_t all = 0;
  for (const Scope scope : {Scope::per_class, Scope::per_prototype}) {
    for (const char* const kind : {"relevance", "matrix", "tangent"}) {
      SCOPED_TRACE(kind);
      for (int trial = 0; trial < 5; ++trial) {
        const PrototypeModel model = random_model(
            {.dissimilarity = kind, .scope = scope, .features = 2 + random.below(4), .labels = seven}, random);
        const Matrix x = random_rows(40, model.space.features(), random);
        const std::vector<Label> answers = answers_of(model, x);
        Serial serial;
        const LocalMargins found = local_margins_of(model, x.view(), answers, serial);
        const std::vector<Label> inside = answers_after(model, x, found, 1 - 1e-6);
        const std::vector<Label> beyond = answers_after(model, x, found, 1 + 1e-6);
        for (std::size_t i = 0; i < x.rows(); ++i) {
          ASSERT_GE(found.certificate[i], 0);
          ASSERT_NEAR(norm(found.steps.row(i)), found.certificate[i], 1e-9 * (1 + found.certificate[i]));
          for (const double share : {0.3, 0.7, 1 - 1e-6})
            expect_safe(model, x.row(i), found.certificate[i] * share, random);
          ASSERT_EQ(inside[i], answers[i]);
          ++all;
          if (!found.exact_certificate[i]) continue;
          ++exact;
          ASSERT_EQ(*found.exact_certificate[i], found.certificate[i]);
          ASSERT_NE(beyond[i], answers[i]);
        }
      }
    }
  }
  EXPECT_GT(2 * exact, all);   // most of them, so that the last two lines have something to do
}

// Two prototypes 1e-8 apart and samples at 1e6, one pair of them far from the origin: the differences of squared
// distances that doubles see are mostly rounding. The truth in long double, for the bisector of two prototypes:
// Δᵀ·Λ(2x − w₁ − w₂)/2 over ‖ΩΔ‖ or ‖ΛΔ‖, Δ = w₁ − w₂.
TEST(Certificates, AreNeverTooLargeForSamplesFarFromPrototypesThatNearlyCoincide) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no better than double here";
  using Exact = long double;
  Random random(5, Purpose::generator);
  Serial serial;
  std::vector<double> losses;
  for (int trial = 0; trial < 300; ++trial) {
    const std::string dissimilarity = trial % 3 == 0 ? "squared-euclidean" : trial % 3 == 1 ? "relevance" : "matrix";
    const std::size_t n = 2 + random.below(4);
    PrototypeModel model = random_model({.dissimilarity = dissimilarity, .features = n, .labels = {0, 1}}, random);
    const MutableMatrixView w = model.space.prototypes(MutableRow(model.parameters));
    const double home = trial % 2 == 0 ? 0 : 1e3;
    Matrix x(1, n);
    for (std::size_t j = 0; j < n; ++j) {
      w.row(0)[j] = home + random.normal();
      w.row(1)[j] = w.row(0)[j] + 1e-8 * random.normal();
      x(0, j) = 1e6 * random.normal();
    }
    const Matrix lambda = quadratic_form_of(model, 0);
    Exact lead = 0;
    Exact in_metric = 0;
    Exact in_features = 0;
    for (std::size_t j = 0; j < n; ++j) {
      Exact normal = 0;
      for (std::size_t l = 0; l < n; ++l) normal += Exact(lambda(j, l)) * (Exact(w.row(0)[l]) - Exact(w.row(1)[l]));
      lead += normal * (2 * Exact(x(0, j)) - Exact(w.row(0)[j]) - Exact(w.row(1)[j]));
      in_metric += normal * (Exact(w.row(0)[j]) - Exact(w.row(1)[j]));
      in_features += normal * normal;
    }
    const Exact metric = std::abs(lead) / 2 / std::sqrt(in_metric);
    const Exact euclidean = std::abs(lead) / 2 / std::sqrt(in_features);
    const Certificates found = certificates_of(metric_space_of(model), x.view(), serial);
    ASSERT_LE(found.metric[0], metric) << dissimilarity << " " << trial;
    ASSERT_LE(found.exact[0], euclidean) << dissimilarity << " " << trial;
    ASSERT_LE(found.euclidean[0], euclidean) << dissimilarity << " " << trial;
    losses.push_back(static_cast<double>((euclidean - Exact(found.exact[0])) / euclidean));
  }
  // They are not small either; 0 where doubles do not see which prototype is nearer.
  std::sort(losses.begin(), losses.end());
  EXPECT_LT(losses[losses.size() / 2], 1e-9);
  EXPECT_LT(losses[losses.size() * 9 / 10], 1e-3);
}

// The same with metrics of their own for the classes, here alike, so that the truth is as above.
TEST(Certificates, OfLocalMetricsAreNeverTooLargeEither) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no better than double here";
  using Exact = long double;
  Random random(6, Purpose::generator);
  Serial serial;
  for (int trial = 0; trial < 100; ++trial) {
    PrototypeModel model = random_model(
        {.dissimilarity = "relevance", .scope = Scope::per_class, .features = 3, .labels = {0, 1}}, random);
    const MutableMatrixView w = model.space.prototypes(MutableRow(model.parameters));
    const MutableRow first = model.space.metric(MutableRow(model.parameters), 0);
    std::copy(first.begin(), first.end(), model.space.metric(MutableRow(model.parameters), 1).begin());
    Matrix x(1, 3);
    for (std::size_t j = 0; j < 3; ++j) {
      w.row(1)[j] = w.row(0)[j] + 1e-8 * random.normal();
      x(0, j) = 1e6 * random.normal();
    }
    const Matrix lambda = quadratic_form_of(model, 0);
    Exact lead = 0;
    Exact in_features = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const Exact normal = Exact(lambda(j, j)) * (Exact(w.row(0)[j]) - Exact(w.row(1)[j]));
      lead += normal * (2 * Exact(x(0, j)) - Exact(w.row(0)[j]) - Exact(w.row(1)[j]));
      in_features += normal * normal;
    }
    const Exact euclidean = std::abs(lead) / 2 / std::sqrt(in_features);
    const std::vector<Label> y{0};
    const LocalMargins found = local_margins_of(model, x.view(), y, serial);
    ASSERT_LE(found.certificate[0], euclidean) << trial;
  }
}

// Cells of many prototypes near one another, attacked in long double: nothing within the radius is nearer to
// another class.
TEST(Certificates, HoldInExactNumbersForCellsOfManyPrototypesFarAway) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no better than double here";
  using Exact = long double;
  Random random(7, Purpose::generator);
  Serial serial;
  for (int trial = 0; trial < 60; ++trial) {
    PrototypeModel model = random_model({.features = 3, .labels = seven}, random);
    const MutableMatrixView w = model.space.prototypes(MutableRow(model.parameters));
    Matrix x(1, 3);
    for (double& value : x.values()) value = 1e6 * random.normal();
    for (std::size_t k = 0; k < seven.size(); ++k) {
      for (std::size_t j = 0; j < 3; ++j) w.row(k)[j] = 1e-8 * random.normal();
    }
    const Certificates found = certificates_of(metric_space_of(model), x.view(), serial);
    const auto answer_at = [&](Row direction, Exact radius) {
      Exact length = 0;
      for (const double value : direction) length += Exact(value) * value;
      length = std::sqrt(length);
      Label best = 0;
      Exact least = std::numeric_limits<Exact>::infinity();
      for (std::size_t k = 0; k < seven.size(); ++k) {
        Exact sum = 0;   // ‖z − w‖² − ‖z‖², which has the same order and no large part in common
        for (std::size_t j = 0; j < 3; ++j) {
          const Exact z = Exact(x(0, j)) + (length > 0 ? radius * Exact(direction[j]) / length : 0);
          sum += Exact(w.row(k)[j]) * (Exact(w.row(k)[j]) - 2 * z);
        }
        if (sum < least) {
          least = sum;
          best = seven[k];
        }
      }
      return best;
    };
    const std::vector<double> nowhere(3);
    const Label answer = answer_at(nowhere, 0);
    const Exact radius = Exact(found.exact[0]) * (1 - 1e-15L);
    const Matrix directions = random_rows(50, 3, random);
    for (std::size_t a = 0; a < directions.rows(); ++a)
      ASSERT_EQ(answer_at(directions.row(a), radius), answer) << trial;
    ASSERT_EQ(answer_at(found.steps.row(0), radius), answer) << trial;
  }
}

}   // namespace
}   // namespace protea
