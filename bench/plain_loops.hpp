// What one would write by hand for a single purpose, compiled for this very machine with all liberties of the compiler:
// the opponents of the engine's steps, and the peak of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace protea::bench {

// Operations per second of multiplies and adds that never leave the registers.
double double_peak();
double single_peak();

// LVQ1 in single precision, one epoch of sgd in a given order; the rate falls from `rate` to `last_rate`.
struct PlainLvq1 {
  std::size_t n = 0;
  std::vector<float> w;   // prototypes, row after row
  std::vector<std::int32_t> labels;

  void run_epoch(const std::vector<float>& x, const std::vector<std::int32_t>& y, std::span<const std::uint32_t> order,
                 float rate, float last_rate);
};

// Generalized matrix LVQ, the logistic function of slope 1, one sample at a time, Ω of n × n numbers and norm 1:
// gradient, step and norm in one pass over Ω. What is kept is Ω/s, so that the norm costs one number and no pass.
class FusedGmlvq {
 public:
  FusedGmlvq(std::size_t n, std::vector<double> prototypes, std::vector<std::int32_t> labels,
             std::vector<double> omega);

  void step_sgd(const double* x, std::int32_t y, double rate, double metric_rate);
  // `next` is the sample of the next step, which is projected while Ω is at hand.
  void step_adam(const double* x, std::int32_t y, double rate, double metric_rate, const double* next);

  std::vector<double> parameters() const;   // [prototypes | Ω]

 private:
  struct Winners {
    std::size_t right = 0;
    std::size_t wrong = 0;
    double pull_right = 0;
    double pull_wrong = 0;
  };
  Winners find_winners(std::int32_t y) const;
  void project_all(const double* x);
  void set_differences(const double* x, const Winners& winners);

  std::size_t n_;
  std::vector<std::int32_t> labels_;
  std::vector<double> w_;
  std::vector<double> omega_;
  double s_ = 1;
  std::vector<double> omega_x_;   // of the matrix that is kept
  std::vector<double> omega_w_;
  std::size_t moved_[2] = {0, 0};                 // prototypes whose projection is out of date
  std::vector<double> u_, v_, a_, b_, gu_, gv_;   // x − w of both winners, 2·pull·Ω(x − w), and Ωᵀ of these
  std::vector<double> mean_, square_;             // of adam, [prototypes | Ω]
  double first_power_ = 1;
  double second_power_ = 1;
  bool is_projected_ = false;
};

}   // namespace protea::bench
