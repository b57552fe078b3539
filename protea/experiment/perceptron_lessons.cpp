#include <protea/experiment/perceptron_lessons.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>

#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>
#include <protea/perceptron/iterate.hpp>
#include <protea/perceptron/layered.hpp>
#include <protea/perceptron/nearest_point.hpp>
#include <protea/perceptron/unit_trainer.hpp>
#include <protea/perceptron/version_space.hpp>

namespace protea {
namespace {

struct Examples {
  Matrix inputs;
  std::vector<double> outputs;
};

Examples gaussian_lesson(std::size_t count, std::size_t n, Random& random) {
  Examples lesson{Matrix(count, n), std::vector<double>(count)};
  for (double& value : lesson.inputs.values()) value = random.normal();
  return lesson;
}

void give_random_outputs(Examples& lesson, Random& random) {
  for (double& output : lesson.outputs) output = random.uniform() < 0.5 ? -1 : 1;
}

void teach(Examples& lesson, Row teacher) {
  for (std::size_t i = 0; i < lesson.outputs.size(); ++i)
    lesson.outputs[i] = dot(teacher, lesson.inputs.row(i)) > 0 ? 1 : -1;
}

Random stream(std::uint64_t seed, std::size_t part, std::size_t trial) {
  return {seed, Purpose::generator, static_cast<std::uint32_t>(trial), static_cast<std::uint32_t>(part)};
}

double angle_error(Row student, Row teacher) {
  const double lengths = length_of(student) * length_of(teacher);
  if (!(lengths > 0)) return 0.5;
  return std::acos(std::clamp(dot(student, teacher) / lengths, -1.0, 1.0)) / std::numbers::pi;
}

// Counts finished tasks.
class Counter {
 public:
  Counter(const LessonReport& report, std::size_t all) : report_(report), all_(all) {}
  void count() {
    const std::scoped_lock lock(mutex_);
    if (report_) report_(++done_, all_);
  }

 private:
  const LessonReport& report_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

// ∫_x^∞ of the normal density.
double upper_tail(double x) { return 0.5 * std::erfc(x / std::numbers::sqrt2); }

// (α/π) ∫ Dt e^(−Rt²/2)/H(t√R), by Simpson's rule; the integrand falls like a Gaussian on both sides.
double gibbs_integral(double overlap) {
  constexpr int steps = 4000;
  constexpr double reach = 12;
  const double root = std::sqrt(overlap);
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double t = -reach + 2 * reach * i / steps;
    const double tail = upper_tail(t * root);
    if (!(tail > 0)) continue;
    const double value = std::exp(-(1 + overlap) * t * t / 2) / tail;
    sum += value * (i == 0 || i == steps ? 1 : (i % 2 == 1 ? 4 : 2));
  }
  return sum * (2 * reach / steps) / 3 / std::sqrt(2 * std::numbers::pi);
}

Matrix with_threshold(const Examples& lesson) { return with_clamped_input(lesson.inputs.view()); }

}   // namespace

std::vector<RosenblattStep> rosenblatt_figure() {
  Examples lesson{Matrix(6, 2), {1, -1, 1, 1, -1, -1}};
  constexpr double inputs[] = {1, 0.6, -1, 0.1, -0.9, 1, 0.2, 0.9, -1, 0.2, 0.2, -0.9};
  std::copy(std::begin(inputs), std::end(inputs), lesson.inputs.values().begin());
  const Dichotomy dichotomy{lesson.inputs.view(), lesson.outputs};
  WeightField field(dichotomy);
  std::vector<RosenblattStep> steps;
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    const Row input = lesson.inputs.row(i);
    RosenblattStep step{{input.begin(), input.end()}, lesson.outputs[i], field.potential(i)};
    step.is_update = present(field, LearnFromErrors{}, i);
    step.weights.assign(field.weights().begin(), field.weights().end());
    steps.push_back(std::move(step));
  }
  return steps;
}

RosenblattCounts rosenblatt_counts(std::size_t sets, std::uint64_t seed, Runtime& runtime) {
  std::vector<double> shares(sets);
  runtime.run(sets, [&](std::size_t s) {
    Random random = stream(seed, 1, s);
    const std::size_t n = 2 + random.below(19);
    Examples lesson = gaussian_lesson(2 + random.below(3 * n), n, random);
    std::vector<double> teacher(n);
    for (double& value : teacher) value = random.normal();
    teach(lesson, teacher);
    const Dichotomy dichotomy{lesson.inputs.view(), lesson.outputs};
    const TrainedUnit unit = train_unit(Rosenblatt{0, 100000000}, dichotomy, 1);
    const std::optional<NearestPoint> nearest = nearest_point_of(dichotomy);
    const double largest = nearest ? kappa(dichotomy, nearest->point) : kappa(dichotomy, teacher);
    shares[s] = static_cast<double>(unit.updates) / update_bound(dichotomy, 0, largest);
  });
  RosenblattCounts counts{.sets = sets};
  for (const double share : shares) {
    counts.within_bound += share <= 1 ? 1 : 0;
    counts.mean_share += share / static_cast<double>(sets);
    counts.largest_share = std::max(counts.largest_share, share);
  }
  return counts;
}

double cover_share(std::size_t points, std::size_t dimensions) {
  if (points <= dimensions) return 1;
  const auto log_factorial = [](std::size_t k) { return std::lgamma(static_cast<double>(k) + 1); };
  double sum = 0;
  for (std::size_t i = 0; i < dimensions; ++i)
    sum += std::exp(log_factorial(points - 1) - log_factorial(i) - log_factorial(points - 1 - i) -
                    static_cast<double>(points - 1) * std::numbers::ln2);
  return sum;
}

double CapacityPoint::deviation() const {
  const double spread = std::sqrt(expected * (1 - expected) / static_cast<double>(trials));
  return spread > 0 ? (measured() - expected) / spread : 0;
}

std::vector<CapacityPoint> perceptron_capacity(std::size_t trials, std::uint64_t seed, Runtime& runtime,
                                               const LessonReport& report) {
  std::vector<CapacityPoint> points;
  for (const std::size_t n : {10U, 20U, 40U}) {
    for (const double load : {1.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0}) {
      const auto count = static_cast<std::size_t>(std::lround(load * static_cast<double>(n)));
      points.push_back({n, count, trials, 0, 0, cover_share(count, n)});
    }
  }
  constexpr std::size_t parts = 10;   // of the trials of a point
  std::vector<std::pair<std::size_t, std::size_t>> found(points.size() * parts);
  Counter counter(report, found.size());
  runtime.run(found.size(), [&](std::size_t task) {
    const CapacityPoint& point = points[task / parts];
    for (std::size_t t = task % parts; t < trials; t += parts) {
      Random random = stream(seed, 2 + task / parts, t);
      Examples lesson = gaussian_lesson(point.points, point.dimensions, random);
      give_random_outputs(lesson, random);
      TrainedUnit unit;
      unit.weights.assign(point.dimensions, 0.0);
      const Dichotomy dichotomy{lesson.inputs.view(), lesson.outputs};
      judge(unit, dichotomy);
      found[task].first += unit.separable.value_or(false) ? 1 : 0;
      found[task].second += unit.separable ? 0 : 1;
    }
    counter.count();
  });
  for (std::size_t task = 0; task < found.size(); ++task) {
    points[task / parts].separable += found[task].first;
    points[task / parts].undecided += found[task].second;
  }
  return points;
}

double hebb_error(double load) {
  return std::acos(std::sqrt(2 * load / (2 * load + std::numbers::pi))) / std::numbers::pi;
}

double gibbs_overlap(double load) {
  // The left side rises from 0 to ∞ and the integral is bounded: one solution, by halving.
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const double left = middle / std::sqrt(1 - middle);
    if (left < load / std::numbers::pi * gibbs_integral(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

double centre_error(double load) { return std::acos(std::sqrt(gibbs_overlap(load))) / std::numbers::pi; }

std::vector<StudentCurve> student_teacher(const StudentOptions& options, Runtime& runtime, const LessonReport& report) {
  using Student = std::function<std::vector<double>(const Dichotomy&, std::uint64_t)>;
  const std::pair<std::string, Student> students[] = {
      {"hebb",
       [](const Dichotomy& dichotomy, std::uint64_t) {
         std::vector<double> w(dichotomy.dimension());
         for (std::size_t i = 0; i < dichotomy.size(); ++i)
           kernels().add_scaled(dichotomy.outputs[i], dichotomy.inputs.row(i).data(), w.size(), w.data());
         return w;
       }},
      {"perceptron",
       [](const Dichotomy& d, std::uint64_t seed) {
         return train_unit(Rosenblatt{0, 100000}, d, seed).weights;
       }},
      {"adaline",
       [](const Dichotomy& d, std::uint64_t seed) { return train_unit(Adaline{.tolerance = 1e-6}, d, seed).weights; }},
      {"minover",
       [](const Dichotomy& d, std::uint64_t seed) { return train_unit(MinOver{.tolerance = 1e-2}, d, seed).weights; }},
      {"adatron",
       [](const Dichotomy& d, std::uint64_t seed) { return train_unit(Adatron{.tolerance = 1e-6}, d, seed).weights; }},
      {"centre of mass",
       [&](const Dichotomy& d, std::uint64_t seed) {
         const std::vector<double> inside = train_unit(Adatron{.tolerance = 1e-6}, d, seed).weights;
         return version_space_centre(d, inside, options.centre_samples, seed);
       }},
  };
  const std::size_t kinds = std::size(students);
  const std::size_t loads = options.loads.size();
  Matrix errors(loads * kinds, options.trials);
  Counter counter(report, loads * options.trials);
  runtime.run(loads * options.trials, [&](std::size_t task) {
    const std::size_t l = task % loads;   // the long ones do not all come last
    const std::size_t t = task / loads;
    Random random = stream(options.seed, 100 + l, t);
    const auto count =
        static_cast<std::size_t>(std::lround(options.loads[l] * static_cast<double>(options.dimensions)));
    Examples lesson = gaussian_lesson(std::max<std::size_t>(1, count), options.dimensions, random);
    std::vector<double> teacher(options.dimensions);
    for (double& value : teacher) value = random.normal();
    teach(lesson, teacher);
    const Dichotomy dichotomy{lesson.inputs.view(), lesson.outputs};
    for (std::size_t k = 0; k < kinds; ++k)
      errors(l * kinds + k, t) = angle_error(students[k].second(dichotomy, options.seed + t), teacher);
    counter.count();
  });
  std::vector<StudentCurve> curves;
  for (std::size_t k = 0; k < kinds; ++k) {
    StudentCurve curve{students[k].first, {}, {}, {}};
    for (std::size_t l = 0; l < loads; ++l) {
      const Row all = errors.row(l * kinds + k);
      const double mean = mean_of(all);
      double squares = 0;
      for (const double error : all) squares += (error - mean) * (error - mean);
      const auto trials = static_cast<double>(options.trials);
      curve.errors.push_back(mean);
      curve.deviations.push_back(options.trials > 1 ? std::sqrt(squares / (trials - 1) / trials) : 0);
      if (k == 0) curve.theory.push_back(hebb_error(options.loads[l]));
      if (k == kinds - 1) curve.theory.push_back(centre_error(options.loads[l]));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

ParityLesson parity_lesson(const ParityOptions& options, Runtime& runtime, const LessonReport& report) {
  const UnitTrainer pocket = [](const Dichotomy& d, std::uint64_t seed) { return train_unit(Pocket{100}, d, seed); };
  const UnitTrainer adatron = [](const Dichotomy& d, std::uint64_t seed) {
    return train_unit(Adatron{.upper = 10 * static_cast<double>(d.dimension()), .epochs = 200, .tolerance = 1e-3}, d,
                      seed);
  };
  const UnitTrainer none = [](const Dichotomy& d, std::uint64_t) {   // answers +1 to everything
    TrainedUnit unit;
    unit.weights.assign(d.dimension(), 0.0);
    unit.weights.back() = 1;
    return unit;
  };
  ParityLesson lesson;
  struct Found {
    double units[3] = {};
    bool all_stored = true;
  };
  const std::size_t sizes = options.examples.size();
  std::vector<Found> found(sizes * options.trials);
  Counter counter(report, found.size());
  runtime.run(found.size(), [&](std::size_t task) {
    Random random = stream(options.seed, 200 + task % sizes, task / sizes);
    Examples examples = gaussian_lesson(options.examples[task % sizes], options.dimensions, random);
    give_random_outputs(examples, random);
    const Matrix inputs = with_threshold(examples);
    const Dichotomy dichotomy{inputs.view(), examples.outputs};
    std::size_t k = 0;
    for (const UnitTrainer* const trainer : {&pocket, &adatron, &none}) {
      const LayeredMachine machine = grow_parity({*trainer}, dichotomy, options.seed + task);
      found[task].units[k++] = static_cast<double>(machine.weights.rows());
      found[task].all_stored = found[task].all_stored && machine.errors == 0;
    }
    counter.count();
  });
  for (std::size_t s = 0; s < sizes; ++s) {
    ParityRow row{.examples = options.examples[s]};
    const auto trials = static_cast<double>(options.trials);
    for (std::size_t t = 0; t < options.trials; ++t) {
      const Found& one = found[t * sizes + s];
      row.pocket_units += one.units[0] / trials;
      row.adatron_units += one.units[1] / trials;
      row.grandmother_units += one.units[2] / trials;
      row.all_stored = row.all_stored && one.all_stored;
    }
    lesson.rows.push_back(row);
  }

  // A rule that two planes know, with noise: the units that come later learn the noise.
  constexpr std::size_t training_examples = 200;
  Random random = stream(options.seed, 300, 0);
  const auto draw = [&](std::size_t count, double noise) {
    Examples drawn = gaussian_lesson(count, 2, random);
    for (std::size_t i = 0; i < count; ++i) {
      drawn.outputs[i] = drawn.inputs(i, 0) * drawn.inputs(i, 1) > 0 ? 1 : -1;
      if (random.uniform() < noise) drawn.outputs[i] = -drawn.outputs[i];
    }
    return drawn;
  };
  const Examples training = draw(training_examples, 0.1);
  const Examples validation = draw(training_examples, 0.1);
  const Examples test = draw(5000, 0);
  const Matrix training_inputs = with_threshold(training);
  const Matrix validation_inputs = with_threshold(validation);
  const Matrix test_inputs = with_threshold(test);
  const LayeredMachine machine = grow_parity({pocket}, {training_inputs.view(), training.outputs}, options.seed);
  lesson.chosen = best_unit_count(machine.weights.view(), {validation_inputs.view(), validation.outputs});
  const auto error_with = [&](std::size_t units, const Matrix& inputs, const std::vector<double>& outputs) {
    const MatrixView first{machine.weights.values().data(), units, machine.weights.columns(),
                           machine.weights.columns()};
    std::size_t errors = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      errors += parity_output(first, inputs.row(i)) == outputs[i] ? 0 : 1;
    return static_cast<double>(errors) / static_cast<double>(outputs.size());
  };
  for (std::size_t m = 1; m <= machine.weights.rows(); ++m)
    lesson.noisy_rule.push_back(
        {m, error_with(m, training_inputs, training.outputs), error_with(m, test_inputs, test.outputs)});
  return lesson;
}

}   // namespace protea
