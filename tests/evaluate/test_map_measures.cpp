// Measures of maps: by hand, by their definitions, and beside those of scikit-learn.
#include <protea/evaluate/map_measures.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

using Units = std::vector<std::uint32_t>;
using ClassLabels = std::vector<Label>;

template <class Failure>
std::string refusal_by(const std::function<void()>& act) {
  try {
    act();
  } catch (const Failure& error) {
    return error.what();
  }
  return "accepted";
}

bool are_next(std::uint32_t a, std::uint32_t b) { return a + 1 == b || b + 1 == a; }   // on a chain

Matrix column_matrix(const std::vector<double>& values) {
  Matrix result(values.size(), 1);
  std::ranges::copy(values, result.values().begin());
  return result;
}

Preservation preserved(const Matrix& original, const Matrix& places, std::size_t k) {
  Serial runtime;
  return neighbourhood_preservation(original.view(), places.view(), k, runtime);
}

// x_ij = sin((i + 1)²·(j + 1)·0.37 + j): 60 rows of 4, whose first two columns are their places. No two distances from
// a row are closer than 1e-5, so that nothing depends on ties.
Matrix waves(std::size_t columns) {
  Matrix result(60, columns);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double step = static_cast<double>((i + 1) * (i + 1) * (j + 1));
      result(i, j) = std::sin(step * 0.37 + static_cast<double>(j));
    }
  }
  return result;
}

TEST(TopographicError, IsTheShareOfSamplesWhoseTwoNearestUnitsAreNotAdjacent) {
  // On a chain the pairs 0-1 and 2-1 are adjacent, 0-2 and 3-0 are not.
  EXPECT_EQ(topographic_error(Units{0, 2, 0, 3}, Units{1, 1, 2, 0}, are_next), 0.5);
  EXPECT_EQ(topographic_error(Units{0, 2}, Units{1, 1}, are_next), 0);
  EXPECT_EQ(topographic_error({}, {}, are_next), 0);
}

TEST(TopographicError, CountsASampleAsOftenAsItWeighs) {
  EXPECT_EQ(topographic_error(Units{0, 0}, Units{1, 2}, are_next, std::vector<double>{1, 3}), 0.75);
}

TEST(TopographicError, NeedsTwoUnitsAndAWeightForEverySample) {
  EXPECT_EQ(refusal_by<UsageError>([] {
              topographic_error(Units{0, 1}, Units{1}, are_next);
            }),
            "1 second nearest unit for 2 samples: every sample needs one");
  EXPECT_EQ(refusal_by<UsageError>([] {
              topographic_error(Units{0, 1}, Units{1, 0}, are_next, std::vector<double>{1, 1, 1});
            }),
            "3 weights for 2 samples: every sample needs one");
}

// Samples at 0, 1, 3, 6, 10, the last of which is placed at 0.4; n = 5, k = 1, so that the worst sum is 5·1·(10 − 3 −
// 1)/2 = 15. It becomes the nearest of the first two, by rank 4 of 4 from both, and gets the first as its own nearest,
// of rank 4: 3 + 3 + 3. Lost are 1 from 0 and 0 from 1, now of rank 2, and 3 from the last, now of rank 4: 1 + 1 + 3.
TEST(Preservation, OfFiveSamplesByHand) {
  const Preservation found = preserved(column_matrix({0, 1, 3, 6, 10}), column_matrix({0, 1, 3, 6, 0.4}), 1);
  EXPECT_DOUBLE_EQ(found.trustworthiness, 1 - 9.0 / 15);
  EXPECT_DOUBLE_EQ(found.continuity, 1 - 5.0 / 15);
}

// All places are one, and their ranks those of the indices: the nearest are 1 0 0 0 0. Seen from samples at 0, 1, 2, 3,
// 7 these have the ranks 1, 1 (before 2, which is as far), 3, 3, 4: 2 + 2 + 3. Originally the nearest are 1 0 1 2 3,
// the lower of two from 1 and from 2; the indices rank them 1, 1, 2, 3, 4: 1 + 2 + 3.
TEST(Preservation, RanksSamplesEquallyFarAwayByIndex) {
  const Preservation found = preserved(column_matrix({0, 1, 2, 3, 7}), column_matrix({7, 7, 7, 7, 7}), 1);
  EXPECT_DOUBLE_EQ(found.trustworthiness, 1 - 7.0 / 15);
  EXPECT_DOUBLE_EQ(found.continuity, 1 - 6.0 / 15);
}

// sklearn.manifold.trustworthiness(x, places, n_neighbors=k) of scikit-learn 1.9.1, and for continuity (places, x).
TEST(Preservation, IsThatOfScikitLearn) {
  struct Case {
    std::size_t k;
    double trustworthiness;
    double continuity;
  };
  for (const Case& each :
       {Case{1, 0.9672413793103448, 0.9916666666666667}, Case{5, 0.9501282051282052, 0.9642307692307692},
        Case{12, 0.8991633199464525, 0.9088353413654618}, Case{29, 0.8224137931034483, 0.8133620689655172}}) {
    const Preservation found = preserved(waves(4), waves(2), each.k);
    EXPECT_NEAR(found.trustworthiness, each.trustworthiness, 1e-15) << each.k;
    EXPECT_NEAR(found.continuity, each.continuity, 1e-15) << each.k;
  }
}

// The same with metric="precomputed", for Manhattan distances of the four columns.
TEST(Preservation, TakesDissimilaritiesOfAnyKind) {
  const Matrix x = waves(4);
  Matrix manhattan(60, 60);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 60; ++j) {
      for (std::size_t c = 0; c < 4; ++c) manhattan(i, j) += std::abs(x(i, c) - x(j, c));
    }
  }
  Serial runtime;
  const Matrix places = waves(2);
  const Preservation found = neighbourhood_preservation(dissimilarities_of(manhattan.view()),
                                                        squared_distances_between(places.view()), 5, runtime);
  EXPECT_NEAR(found.trustworthiness, 0.9701923076923077, 1e-15);
}

// On a ring the next sample is nearest and the one before it farthest; the places say the opposite. With five samples
// and k = 1 each finds the sample of rank 4 nearest, and 5·(4 − 1) is the worst sum there is, 15.
TEST(Preservation, ReadsRowsOfDissimilaritiesThatHaveADirection) {
  Matrix onwards(5, 5);
  Matrix backwards(5, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      onwards(i, j) = static_cast<double>((j + 5 - i) % 5);
      backwards(i, j) = static_cast<double>((i + 5 - j) % 5);
    }
  }
  Serial runtime;
  const Preservation found =
      neighbourhood_preservation(dissimilarities_of(onwards.view()), dissimilarities_of(backwards.view()), 1, runtime);
  EXPECT_EQ(found.trustworthiness, 0);
  EXPECT_EQ(found.continuity, 0);
}

// All samples but i from near to far, by sorting.
Units order_from(const Matrix& rows, std::size_t i) {
  std::vector<double> d(rows.rows());
  for (std::size_t j = 0; j < rows.rows(); ++j) {
    for (std::size_t c = 0; c < rows.columns(); ++c) d[j] += (rows(i, c) - rows(j, c)) * (rows(i, c) - rows(j, c));
  }
  Units order(rows.rows());
  std::iota(order.begin(), order.end(), 0U);
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return d[a] < d[b]; });
  return order;
}

double trust_by_definition(const Matrix& original, const Matrix& places, std::size_t k) {
  const std::size_t n = original.rows();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Units order = order_from(original, i);
    const Units near = order_from(places, i);
    for (std::size_t neighbour = 0; neighbour < k; ++neighbour) {
      const auto rank = 1 + static_cast<std::size_t>(std::ranges::find(order, near[neighbour]) - order.begin());
      if (rank > k) sum += static_cast<double>(rank - k);
    }
  }
  return 1 - 2 * sum / static_cast<double>(n * k * (2 * n - 3 * k - 1));
}

Matrix random_grid_points(std::size_t rows, std::size_t columns, Random& random) {
  Matrix result(rows, columns);
  for (double& value : result.values()) value = static_cast<double>(random.below(4));
  return result;
}

// Coordinates 0 to 3, so that most distances are tied and many samples are the same.
TEST(Preservation, IsWhatItsDefinitionSaysOnRandomPointsWithTies) {
  Random random(7, Purpose::generator);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t n = 3 + random.below(70);
    const std::size_t k = 1 + random.below((n - 1) / 2);
    const Matrix original = random_grid_points(n, 3, random);
    const Matrix places = random_grid_points(n, 2, random);
    const Preservation found = preserved(original, places, k);
    EXPECT_NEAR(found.trustworthiness, trust_by_definition(original, places, k), 1e-14) << n << ' ' << k;
    EXPECT_NEAR(found.continuity, trust_by_definition(places, original, k), 1e-14) << n << ' ' << k;
  }
}

TEST(Preservation, IsWholeWherePlacesKeepTheOrderOfDistances) {
  const Matrix x = waves(2);
  Matrix turned(60, 2);   // a quarter turn, twice as large, moved
  for (std::size_t i = 0; i < 60; ++i) {
    turned(i, 0) = 5 - 2 * x(i, 1);
    turned(i, 1) = 2 * x(i, 0);
  }
  const Preservation found = preserved(x, turned, 10);
  EXPECT_EQ(found.trustworthiness, 1);
  EXPECT_EQ(found.continuity, 1);
}

TEST(Preservation, HasTheSameBitsForAnyNumberOfThreads) {
  Random random(8, Purpose::generator);
  Matrix original(333, 5);
  Matrix places(333, 2);
  for (double& value : original.values()) value = random.normal();
  for (double& value : places.values()) value = random.normal();
  const Preservation alone = preserved(original, places, 20);
  EXPECT_LT(alone.trustworthiness, 0.7) << "places of chance preserve nothing";
  for (const std::size_t threads : {2, 3, 5, 8}) {
    const auto runtime = make_runtime(threads);
    const Preservation together = neighbourhood_preservation(original.view(), places.view(), 20, *runtime);
    EXPECT_EQ(together.trustworthiness, alone.trustworthiness) << threads;
    EXPECT_EQ(together.continuity, alone.continuity) << threads;
  }
}

TEST(Preservation, LooksAtColumnsOfAWiderMatrix) {
  const Matrix x = waves(4);
  const MatrixView first_two{x.values().data(), 60, 2, 4};
  Serial runtime;
  const Preservation found = neighbourhood_preservation(x.view(), first_two, 5, runtime);
  EXPECT_EQ(found.trustworthiness, preserved(x, waves(2), 5).trustworthiness);
}

TEST(Preservation, RefusesNeighboursThatAreNotFewerThanHalfOfTheSamples) {
  const Matrix x = waves(2);
  const auto refused = [&](std::size_t k) { return refusal_by<UsageError>([&] { preserved(x, x, k); }); };
  EXPECT_EQ(refused(0), "k = 0: must be at least 1 and less than half of the 60 samples");
  EXPECT_EQ(refused(30), "k = 30: must be at least 1 and less than half of the 60 samples");
  EXPECT_EQ(refused(29), "accepted");
  EXPECT_NE(refused(std::numeric_limits<std::size_t>::max() / 2 + 2), "accepted") << "twice as many would be 2";
  EXPECT_EQ(refusal_by<UsageError>([] { preserved(Matrix(2, 1), Matrix(2, 1), 1); }),
            "k = 1: must be at least 1 and less than half of the 2 samples");
  EXPECT_EQ(refusal_by<UsageError>([&] { preserved(x, Matrix(59, 2), 5); }),
            "59 places for 60 samples: every sample needs one");
  EXPECT_EQ(refusal_by<UsageError>([] { dissimilarities_of(Matrix(3, 2).view()); }),
            "dissimilarities of 3 samples to 2 samples: there must be as many of both");
}

TEST(Preservation, RefusesWhatIsNotANumberAndTakesInfinity) {
  Matrix x = column_matrix({0, 1, 2, std::nan("")});
  EXPECT_EQ(refusal_by<DataError>([&] {
              preserved(x, column_matrix({0, 1, 2, 3}), 1);
            }),
            "the original dissimilarity of samples 1 and 4 is not a number");
  EXPECT_EQ(refusal_by<DataError>([&] {
              preserved(column_matrix({0, 1, 2, 3}), x, 1);
            }),
            "the place dissimilarity of samples 1 and 4 is not a number");
  // Only the last, whose squared distances overflow and tie, ranks by index; n = 4, k = 1: its nearest is 0, of rank 3
  // of 3 in places, where 2 is nearest, of rank 3 originally: 2 of 4·1·(8 − 3 − 1)/2 = 8.
  const Preservation found = preserved(column_matrix({0, 1, 2, 1e300}), column_matrix({0, 1, 2, 3}), 1);
  EXPECT_EQ(found.trustworthiness, 0.75);
  EXPECT_EQ(found.continuity, 0.75);
}

// Unit 0 has two of class 0 and one of class 1, unit 1 two of 1, unit 2 three of 2 and one of 0, unit 3 one of 1: 2 + 2
// + 3 + 1.
const Units some_units{0, 0, 0, 1, 1, 2, 2, 2, 2, 3};
const ClassLabels some_labels{0, 0, 1, 1, 1, 2, 2, 0, 2, 1};

LabelledUnits labelled(const Units& units, const ClassLabels& labels, Row weights = {}) {
  return {.units = units, .labels = labels, .unit_count = 5, .class_count = 3, .weights = weights};
}

TEST(Purity, IsTheShareOfTheCommonestClassOfEachUnit) {
  EXPECT_DOUBLE_EQ(purity(labelled(some_units, some_labels)), 0.8);
  EXPECT_EQ(purity(labelled({4, 4, 1}, {2, 2, 0})), 1);
  EXPECT_DOUBLE_EQ(purity(labelled({0, 0, 0}, {0, 1, 2})), 1.0 / 3);
}

// sklearn.metrics.normalized_mutual_info_score of scikit-learn 1.9.1.
TEST(MutualInformation, IsNormalizedAsInScikitLearn) {
  EXPECT_NEAR(normalized_mutual_information(labelled(some_units, some_labels)), 0.568241032922968, 1e-15);
  EXPECT_EQ(normalized_mutual_information(labelled({0, 0}, {0, 0})), 1) << "neither divides";
  EXPECT_EQ(normalized_mutual_information(labelled({0, 0}, {0, 1})), 0);
  EXPECT_EQ(normalized_mutual_information(labelled({0, 1}, {0, 0})), 0);
  EXPECT_EQ(normalized_mutual_information(labelled({0, 0, 1, 1}, {0, 1, 0, 1})), 0) << "independent";
  EXPECT_DOUBLE_EQ(normalized_mutual_information(labelled({3, 3, 3, 1, 0, 0}, {0, 0, 0, 2, 1, 1})), 1) << "other names";
}

// Units of two classes each, half and half: I = ln 2, H(U) = ln 2, H(C) = ln 4.
TEST(MutualInformation, OfAMapThatKnowsHalfByHand) {
  const Units units{0, 0, 1, 1};
  const ClassLabels labels{0, 1, 2, 3};
  EXPECT_DOUBLE_EQ(normalized_mutual_information({.units = units, .labels = labels, .unit_count = 2, .class_count = 4}),
                   2.0 / 3);
}

TEST(LabelledUnits, CountASampleAsOftenAsItWeighs) {
  Units units = some_units;
  ClassLabels labels = some_labels;
  std::vector<double> weights(units.size(), 1);
  weights.front() = 2;
  weights.back() = 3;
  units.insert(units.end(), {some_units.front(), some_units.back(), some_units.back()});
  labels.insert(labels.end(), {some_labels.front(), some_labels.back(), some_labels.back()});
  EXPECT_EQ(purity(labelled(some_units, some_labels, weights)), purity(labelled(units, labels)));
  EXPECT_DOUBLE_EQ(purity(labelled(units, labels)), 11.0 / 13) << "3 + 2 + 3 + 3 of 13";
  const double weighted = normalized_mutual_information(labelled(some_units, some_labels, weights));
  EXPECT_EQ(weighted, normalized_mutual_information(labelled(units, labels)));
  EXPECT_NEAR(weighted, 0.590850747831189, 1e-15) << "scikit-learn 1.9.1 on the repeated samples";
}

TEST(LabelledUnits, LeaveOutSamplesWithoutALabel) {
  Units units = some_units;
  ClassLabels labels = some_labels;
  for (std::uint32_t u = 0; u < 5; ++u) {
    units.insert(units.begin() + u, u);
    labels.insert(labels.begin() + u, no_label);
  }
  EXPECT_EQ(purity(labelled(units, labels)), purity(labelled(some_units, some_labels)));
  EXPECT_EQ(normalized_mutual_information(labelled(units, labels)),
            normalized_mutual_information(labelled(some_units, some_labels)));
  EXPECT_EQ(purity(labelled({1, 2}, {no_label, no_label})), 0);
  EXPECT_EQ(normalized_mutual_information(labelled({1, 2}, {no_label, no_label})), 0);
  EXPECT_EQ(purity({}), 0);
}

TEST(LabelledUnits, RefuseUnitsAndClassesThatDoNotExist) {
  const auto refused = [](const Units& units, const ClassLabels& labels, Row weights = {}) {
    return refusal_by<UsageError>([&] { purity(labelled(units, labels, weights)); });
  };
  EXPECT_EQ(refused({0, 5}, {0, 0}), "sample 2 has the unit 5, counted from 0, but there are 5 units");
  EXPECT_EQ(refused({0, 4}, {0, 3}), "sample 2 has the class 3, counted from 0, of 3 in all");
  EXPECT_EQ(refused({0}, {-2}), "sample 1 has the class -2, counted from 0, of 3 in all");
  EXPECT_EQ(refused({0, 1}, {0}), "1 label for 2 samples: every sample needs one");
  EXPECT_EQ(refused({0, 1}, {0, 1}, std::vector<double>{1}), "1 weight for 2 samples: every sample needs one");
}

TEST(DeadUnits, WinNothing) {
  EXPECT_EQ(dead_units(Units{1, 1, 4}, 6), 4U);
  EXPECT_EQ(dead_units(Units{0, 1}, 2), 0U);
  EXPECT_EQ(dead_units({}, 3), 3U);
  EXPECT_EQ(refusal_by<UsageError>([] {
              dead_units(Units{0, 1}, 1);
            }),
            "sample 2 has the unit 1, counted from 0, but there is 1 unit");
}

// Trustworthiness is defined for k < n/2; of 2000 rows at most every one is taken, of 2001 every second.
TEST(PreservationSample, TakesEnoughRowsAndNeighboursThatThereAre) {
  EXPECT_EQ(preservation_sample(2).neighbours, 0U);
  EXPECT_EQ(preservation_sample(3).neighbours, 1U);
  EXPECT_EQ(preservation_sample(20).neighbours, 9U);
  EXPECT_EQ(preservation_sample(100).neighbours, 10U);
  EXPECT_EQ(preservation_sample(2000).step, 1U);
  EXPECT_EQ(preservation_sample(2001).step, 2U);
  EXPECT_EQ(preservation_sample(2001).rows, 1001U);
}

}   // namespace
}   // namespace protea
