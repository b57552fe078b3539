// Experiments with perceptrons from the lecture notes: Rosenblatt's algorithm step by step, how many dichotomies are separable, students and teachers,
// growing parity machines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

using LessonReport = std::function<void(std::size_t done, std::size_t all)>;

// Figure 3.4: six examples in two dimensions, each presented once.
struct RosenblattStep {
  std::vector<double> input;
  double output = 0;
  double potential = 0;   // before the step
  bool is_update = false;
  std::vector<double> weights = {};   // after it
};
std::vector<RosenblattStep> rosenblatt_figure();

// Updates of Rosenblatt's algorithm on separable sets beside the bound of the convergence theorem for the largest margin.
struct RosenblattCounts {
  std::size_t sets = 0;
  std::size_t within_bound = 0;
  double mean_share = 0;   // of the bound that was used
  double largest_share = 0;
};
RosenblattCounts rosenblatt_counts(std::size_t sets, std::uint64_t seed, Runtime& runtime);

// Cover's theorem: of all dichotomies of P points in general position in N dimensions the share that a plane through the origin separates,
// 2^(1−P) Σ_{i<N} (P−1 choose i).
double cover_share(std::size_t points, std::size_t dimensions);
struct CapacityPoint {
  std::size_t dimensions = 0;
  std::size_t points = 0;
  std::size_t trials = 0;
  std::size_t separable = 0;
  std::size_t undecided = 0;
  double expected = 0;   // Cover's share

  double measured() const { return static_cast<double>(separable) / static_cast<double>(trials); }
  // In standard errors of a share of so many trials.
  double deviation() const;
};
std::vector<CapacityPoint> perceptron_capacity(std::size_t trials, std::uint64_t seed, Runtime& runtime,
                                               const LessonReport& report = {});

// ε_g = arccos(overlap)/π of students of a perceptron, P Gaussian examples in N dimensions, in the mean over trials.
struct StudentOptions {
  std::size_t dimensions = 50;
  std::size_t trials = 20;
  std::vector<double> loads{0.5, 1, 2, 4, 8};   // P/N
  std::size_t centre_samples = 500;
  std::uint64_t seed = 1;
};
struct StudentCurve {
  std::string student;
  std::vector<double> errors;       // for each load
  std::vector<double> deviations;   // standard errors
  std::vector<double> theory;       // for N → ∞; empty where there is none here
};
std::vector<StudentCurve> student_teacher(const StudentOptions& options, Runtime& runtime,
                                          const LessonReport& report = {});

// What theory says for N → ∞ [Watkin, Rau, Biehl 1993]: Hebb's rule has the overlap √(2α/(2α + π)); a student drawn from version space has the R with
// R/√(1−R) = (α/π) ∫ Dt e^(−Rt²/2)/H(t√R), and the centre of mass the overlap √R.
double hebb_error(double load);
double gibbs_overlap(double load);
double centre_error(double load);

// Units that a parity machine takes to store random outputs, and what a limit by validation does to a rule.
struct ParityOptions {
  std::size_t dimensions = 10;
  std::vector<std::size_t> examples{20, 40, 80, 160};
  std::size_t trials = 10;
  std::uint64_t seed = 1;
};
struct ParityRow {
  std::size_t examples = 0;
  double pocket_units = 0;        // in the mean
  double adatron_units = 0;       // soft margins
  double grandmother_units = 0;   // without any trainer
  bool all_stored = true;
};
struct ParityErrors {
  std::size_t units = 0;
  double training = 0;
  double test = 0;
};
struct ParityLesson {
  std::vector<ParityRow> rows;
  std::vector<ParityErrors>
      noisy_rule;           // a parity of two planes with a tenth of the outputs turned over, unit by unit
  std::size_t chosen = 0;   // by validation
};
ParityLesson parity_lesson(const ParityOptions& options, Runtime& runtime, const LessonReport& report = {});

}   // namespace protea
