#include <protea/experiment/perceptron_lessons.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

TEST(RosenblattFigure, UpdatesAtTheStepsOfTheFigure) {
  const std::vector<RosenblattStep> steps = rosenblatt_figure();
  ASSERT_EQ(steps.size(), 6U);
  for (std::size_t t = 0; t < 6; ++t) EXPECT_EQ(steps[t].is_update, t % 2 == 0);   // t = 1, 3, 5
  // By hand: ½(1, 0.6), + ½(−0.9, 1), − ½(−1, 0.2).
  EXPECT_NEAR(steps[5].weights[0], 0.55, 1e-15);
  EXPECT_NEAR(steps[5].weights[1], 0.7, 1e-15);
}

TEST(RosenblattCounts, StayWithinTheBoundOfTheTheorem) {
  Serial serial;
  const RosenblattCounts counts = rosenblatt_counts(300, 1, serial);
  EXPECT_EQ(counts.within_bound, 300U);
  EXPECT_GT(counts.mean_share, 0.01);
}

TEST(CoverShare, HasTheValuesThatCanBeCounted) {
  EXPECT_EQ(cover_share(3, 5), 1);
  for (const std::size_t n : {1U, 2U, 7U, 40U}) EXPECT_NEAR(cover_share(2 * n, n), 0.5, 1e-12);   // the capacity 2N
  EXPECT_NEAR(cover_share(4, 2), 8.0 / 16, 1e-15);   // 8 of 16: four lines through the plane's origin, two sides each
  EXPECT_NEAR(cover_share(3, 1), 2.0 / 8, 1e-15);    // a sign each, and all turned over
}

TEST(Capacity, FollowsCoversCurve) {
  Serial serial;
  for (const CapacityPoint& point : perceptron_capacity(60, 3, serial)) {
    EXPECT_LE(std::abs(point.deviation()), 3) << point.dimensions << ' ' << point.points;
    EXPECT_EQ(point.undecided, 0U);
  }
}

TEST(StudentTheory, HasTheKnownEnds) {
  // [Watkin, Rau, Biehl 1993]: ε ≈ 0.62/α for a student drawn from version space, 0.44/α for the centre of mass, 1/√(2πα) for Hebb's rule.
  const double load = 300;
  EXPECT_NEAR(load * std::acos(gibbs_overlap(load)) / std::numbers::pi, 0.625, 0.005);
  EXPECT_NEAR(load * centre_error(load), 0.442, 0.005);
  EXPECT_NEAR(std::sqrt(load) * hebb_error(load), 1 / std::sqrt(2 * std::numbers::pi), 0.005);
  EXPECT_NEAR(hebb_error(0), 0.5, 1e-12);
  EXPECT_NEAR(centre_error(1e-9), 0.5, 1e-3);
}

TEST(StudentTeacher, AgreesWithTheoryAndOrdersTheStudents) {
  Serial serial;
  const StudentOptions options{.dimensions = 40, .trials = 12, .loads = {2, 6}, .centre_samples = 200, .seed = 2};
  const std::vector<StudentCurve> curves = student_teacher(options, serial);
  for (const StudentCurve& curve : curves) {
    for (std::size_t l = 0; l < 2; ++l) {
      EXPECT_LT(curve.errors[l], 0.45) << curve.student;
      if (curve.theory.empty()) continue;
      EXPECT_NEAR(curve.errors[l], curve.theory[l], 0.03) << curve.student;
    }
    EXPECT_LT(curve.errors[1], curve.errors[0]);
  }
  EXPECT_LT(curves.back().errors[1], curves.front().errors[1]);   // the centre of mass before Hebb's rule
  EXPECT_NEAR(curves[3].errors[1], curves[4].errors[1], 0.01);    // minover and adatron are one
}

TEST(ParityLesson, StoresEverythingAndOverfitsNoise) {
  Serial serial;
  const ParityLesson lesson = parity_lesson({.dimensions = 6, .examples = {30}, .trials = 3, .seed = 1}, serial);
  EXPECT_TRUE(lesson.rows[0].all_stored);
  EXPECT_LT(lesson.rows[0].pocket_units, lesson.rows[0].grandmother_units);
  EXPECT_LE(lesson.rows[0].grandmother_units, 30);
  EXPECT_EQ(lesson.noisy_rule.back().training, 0);
  EXPECT_LT(lesson.noisy_rule[lesson.chosen - 1].test, lesson.noisy_rule.back().test);
}

// Of two trials e and e', the mean has the standard error |e − e'|/2 = |e − mean|; the first is a single trial of its
// own.
TEST(StudentTeacher, HasTheStandardErrorOfTheMeanOfItsTrials) {
  Serial serial;
  StudentOptions options{.dimensions = 10, .trials = 1, .loads = {2}, .centre_samples = 20, .seed = 2};
  const std::vector<StudentCurve> first = student_teacher(options, serial);
  options.trials = 2;
  const std::vector<StudentCurve> both = student_teacher(options, serial);
  for (std::size_t k = 0; k < both.size(); ++k) {
    EXPECT_NE(first[k].errors[0], both[k].errors[0]);
    EXPECT_NEAR(both[k].deviations[0], std::abs(first[k].errors[0] - both[k].errors[0]), 1e-12) << both[k].student;
    EXPECT_EQ(first[k].deviations[0], 0);
  }
}

}   // namespace
}   // namespace protea
