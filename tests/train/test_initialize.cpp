// First prototypes: each way by hand or by a property that only it has.
#include <protea/train/initialize.hpp>
#include <protea/train/lloyd.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <data/readers_support.hpp>
#include <protea/method/by_class.hpp>
#include <protea/catalogue/configure.hpp>

namespace protea {
namespace {

using readers::usage_error;
using Labels = std::vector<Label>;
using Point = std::vector<double>;
using Points = std::vector<Point>;

const std::vector<std::string> names = {"a", "b"};

struct Problem {
  Points points;
  Labels y;

  Matrix matrix() const {
    Matrix x(points.size(), points.front().size());
    for (std::size_t i = 0; i < points.size(); ++i) std::copy(points[i].begin(), points[i].end(), x.row(i).begin());
    return x;
  }

  Points start(Initialization way, const Labels& labels, std::uint64_t seed,
               const InitializationOptions& options = {}) const {
    const Matrix x = matrix();
    const Matrix w = initial_prototypes(way, options, x.view(), y, labels, names, seed);
    Points result;
    for (std::size_t k = 0; k < w.rows(); ++k) result.emplace_back(w.row(k).begin(), w.row(k).end());
    return result;
  }
};

TEST(RandomSamples, AreDrawnByTheirWeights) {
  const Matrix x = Problem{{{0}, {1}, {2}}, {}}.matrix();
  const std::vector<double> weights{1, 2, 5};
  for (const Initialization way : {Initialization::random_sample, Initialization::even, Initialization::k_means}) {
    std::vector<double> drawn(3);
    const int draws = 4000;
    for (int seed = 0; seed < draws; ++seed) {
      std::vector<std::uint32_t> order{0, 1, 2};
      Random random(static_cast<std::uint64_t>(seed), Purpose::prototypes);
      if (way == Initialization::k_means) {
        drawn[draw_first(order, weights, random)] += 1;
        continue;
      }
      const Matrix w = initial_prototypes(way, {}, x.view(), Labels{0, 0, 0}, Labels{0}, {"a"},
                                          static_cast<std::uint64_t>(seed), weights);
      drawn[static_cast<std::size_t>(w(0, 0))] += 1;
    }
    for (std::size_t i = 0; i < 3; ++i)   // five deviations of a binomial share are below 0.04
      EXPECT_NEAR(drawn[i] / draws, weights[i] / 8, 0.04);
  }
}

// Class a: two tight groups around (0, 0) and (10, 10); class b: three points.
const Problem two_groups = {{{0, 0}, {0, 1}, {1, 0}, {10, 10}, {10, 11}, {11, 10}, {11, 11}, {-5, 5}, {-5, 7}, {-2, 6}},
                            {0, 0, 0, 0, 0, 0, 0, 1, 1, 1}};

const std::vector<Initialization> every_way = {Initialization::class_mean, Initialization::k_means,
                                               Initialization::random_sample, Initialization::uniform,
                                               Initialization::even};

Points sorted(Points points) {
  std::sort(points.begin(), points.end());
  return points;
}

Points points_of(const Problem& problem, Label label) {
  Points result;
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    if (problem.y[i] == label) result.push_back(problem.points[i]);
  }
  return result;
}

TEST(PrototypeLabels, RepeatEachClassAsOftenAsCounted) {
  EXPECT_EQ(prototype_labels({2, 1, 2}), (Labels{0, 0, 1, 2, 2}));
  EXPECT_EQ(prototype_labels({0, 1}), (Labels{1}));
}

std::vector<std::size_t> prototype_counts(const std::string& text, const std::vector<std::string>& class_names) {
  return parse_prototype_counts(text).of(class_names);
}

TEST(PrototypeCounts, AreReadFromANumberOrFromNamesOfClasses) {
  EXPECT_EQ(prototype_counts("3", names), (std::vector<std::size_t>{3, 3}));
  EXPECT_EQ(prototype_counts("b=2", names), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(prototype_counts("b=2, a=4", names), (std::vector<std::size_t>{4, 2}));
}

TEST(PrototypeCounts, ThatMakeNoSenseAreRefused) {
  const auto message = [](const std::string& text) { return usage_error([&] { prototype_counts(text, names); }); };
  for (const std::string text : {"0", "-1", "1.5", "many", "", "1000001", "a=0", "a=", "a=x"}) {
    EXPECT_EQ(message(text), "prototypes = " + text + ": expected a whole number from 1 to 1000000, or class=number,…");
  }
  EXPECT_EQ(message("c=2"), "prototypes: unknown class 'c': known are a, b");
  EXPECT_EQ(message("a=1,b"), "prototypes = a=1,b: expected class=number,…");
}

TEST(ClassMean, IsTheMeanOfTheClass) {
  // b: (−5 − 5 − 2)/3 = −4, (5 + 7 + 6)/3 = 6; a: 43/7 in both features. One prototype gets no noise, however large.
  const Points w = two_groups.start(Initialization::class_mean, {0, 1}, 1, {.noise = 100, .file = {}});
  EXPECT_NEAR(w[0][0], 43.0 / 7, 1e-14);
  EXPECT_NEAR(w[0][1], 43.0 / 7, 1e-14);
  EXPECT_NEAR(w[1][0], -4, 1e-14);
  EXPECT_NEAR(w[1][1], 6, 1e-14);
}

TEST(ClassMean, PartsSeveralPrototypesByNoiseInDeviationsOfTheFeatures) {
  // Features 0, 2 and 0, 200 have the deviations 1 and 100 (with n); 2000 prototypes show noise of a tenth of that.
  Problem wide;
  for (std::size_t i = 0; i < 2000; ++i) {
    wide.points.push_back({i % 2 == 0 ? 0.0 : 2.0, i % 4 < 2 ? 0.0 : 200.0});
    wide.y.push_back(0);
  }
  const Points w = wide.start(Initialization::class_mean, Labels(2000, 0), 1, {.noise = 0.1, .file = {}});
  for (std::size_t j = 0; j < 2; ++j) {
    const double centre = j == 0 ? 1 : 100;
    double squares = 0;
    for (const Point& point : w) squares += (point[j] - centre) * (point[j] - centre);
    // The deviation of 2000 draws is within 10 % of the true one, six standard errors.
    EXPECT_NEAR(std::sqrt(squares / 2000) / (0.1 * centre), 1, 0.1);
  }
  const Points without = two_groups.start(Initialization::class_mean, {1, 1}, 1, {.noise = 0, .file = {}});
  EXPECT_EQ(without[0], without[1]);
}

TEST(KMeans, FindsTwoObviousGroups) {
  // Means by hand: (1/3, 1/3) and (10.5, 10.5).
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Points w = sorted(two_groups.start(Initialization::k_means, {0, 0}, seed));
    EXPECT_NEAR(w[0][0], 1.0 / 3, 1e-14);
    EXPECT_NEAR(w[0][1], 1.0 / 3, 1e-14);
    EXPECT_NEAR(w[1][0], 10.5, 1e-14);
    EXPECT_NEAR(w[1][1], 10.5, 1e-14);
  }
}

TEST(KMeans, WithOnePrototypeIsTheMean) {
  const Points w = two_groups.start(Initialization::k_means, {1}, 1);
  EXPECT_NEAR(w[0][0], -4, 1e-14);
  EXPECT_NEAR(w[0][1], 6, 1e-14);
}

TEST(KMeans, WithAsManyPrototypesAsDistinctSamplesIsTheSamples) {
  EXPECT_EQ(sorted(two_groups.start(Initialization::k_means, {1, 1, 1}, 3)), sorted(points_of(two_groups, 1)));
}

TEST(KMeans, SurvivesEqualSamples) {
  const Problem equal = {{{2, 3}, {2, 3}, {2, 3}}, {0, 0, 0}};
  EXPECT_EQ(equal.start(Initialization::k_means, {0, 0}, 1), (Points{{2, 3}, {2, 3}}));
}

// Six of a from 0 to 0.5, six of b from 10 to 10.5, and one of a among those of b.
const Problem intruder = {
    {{0}, {0.1}, {0.2}, {0.3}, {0.4}, {0.5}, {10}, {10.1}, {10.2}, {10.3}, {10.4}, {10.5}, {10.25}},
    {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0}};

TEST(Even, AvoidsASampleSurroundedByAnotherClass) {
  // The five neighbours of the intruder are all of b; every other sample has at least four of its own class.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const Point& point : intruder.start(Initialization::even, {0, 0, 0, 0, 0, 0}, seed)) EXPECT_LT(point[0], 1);
  }
}

TEST(Even, TakesTheSurroundedSampleLast) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Points w = intruder.start(Initialization::even, Labels(7, 0), seed);
    EXPECT_EQ(w.back(), (Point{10.25}));
    EXPECT_EQ(sorted(w), sorted(points_of(intruder, 0)));
  }
}

TEST(RandomSample, TakesTheSurroundedSampleLikeAnyOther) {
  bool is_taken = false;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    is_taken = is_taken || intruder.start(Initialization::random_sample, {0}, seed)[0][0] > 1;
  }
  EXPECT_TRUE(is_taken);   // missed with probability (6/7)^40 = 0.2 % were the seeds not fixed
}

TEST(RandomSample, GivesDistinctSamplesOfTheClass) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Points w = two_groups.start(Initialization::random_sample, {0, 0, 0, 1, 1}, seed);
    EXPECT_EQ(std::set<Point>(w.begin(), w.end()).size(), 5U);
    for (std::size_t k = 0; k < w.size(); ++k) {
      const Points own = points_of(two_groups, k < 3 ? 0 : 1);
      EXPECT_TRUE(std::find(own.begin(), own.end(), w[k]) != own.end());
    }
  }
}

TEST(RandomSample, GivesDistinctSamplesToInterleavedLabels) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Points w = two_groups.start(Initialization::random_sample, {0, 1, 0}, seed);
    EXPECT_NE(w[0], w[2]) << seed;
  }
}

TEST(RandomSample, OfAsManyAsThereAreTakesAll) {
  EXPECT_EQ(sorted(two_groups.start(Initialization::random_sample, Labels(7, 0), 5)), sorted(points_of(two_groups, 0)));
}

TEST(Uniform, StaysInTheRangeOfAllSamples) {
  // The features lie in [−5, 11] and [0, 11]; class b alone would be [−5, −2] and [5, 7].
  double low = 100;
  double high = -100;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    for (const Point& point : two_groups.start(Initialization::uniform, {1, 1, 1}, seed)) {
      EXPECT_GE(point[0], -5);
      EXPECT_LE(point[0], 11);
      EXPECT_GE(point[1], 0);
      EXPECT_LE(point[1], 11);
      low = std::min(low, point[0]);
      high = std::max(high, point[0]);
    }
  }
  EXPECT_LT(low, -4);
  EXPECT_GT(high, 10);
}

TEST(EveryWay, GivesTheSamePrototypesForTheSameSeed) {
  for (const Initialization way : every_way) {
    EXPECT_EQ(two_groups.start(way, {0, 0, 1, 1}, 7), two_groups.start(way, {0, 0, 1, 1}, 7)) << choice_name(way);
  }
}

TEST(EveryWay, ThatDrawsGivesOthersForAnotherSeed) {
  for (const Initialization way :
       {Initialization::class_mean, Initialization::random_sample, Initialization::uniform, Initialization::even}) {
    std::set<Points> starts;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) starts.insert(two_groups.start(way, {0, 0}, seed));
    EXPECT_GT(starts.size(), 1U) << choice_name(way);
  }
}

TEST(EveryWay, RefusesMorePrototypesThanSamples) {
  for (const Initialization way : every_way) {
    EXPECT_EQ(usage_error([&] {
                two_groups.start(way, {0, 1, 1, 1, 1}, 1);
              }),
              "class 'b' has 3 samples, fewer than the 4 prototypes asked for")
        << choice_name(way);
  }
}

TEST(EveryWay, ButFileIsHandledHere) { EXPECT_THROW(two_groups.start(Initialization::file, {0, 1}, 1), UsageError); }

}   // namespace
}   // namespace protea
