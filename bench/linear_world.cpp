// Our side of against_svm.sh: kernel AdaTron beside libsvm on the same pairs of classes, and linear soft margins on a file of numbers.
// Usage: linear_world rbf DATA.csv | generate FILE ROWS FEATURES | linear FILE ROWS FEATURES C TOLERANCE
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

#include <protea/base/random.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/perceptron/kernel_dual.hpp>
#include <protea/perceptron/libsvm.hpp>
#include <protea/perceptron/machines.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace {

using namespace protea;

// Of the processor: waiting for it is nobody's fault.
double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Pair {
  Sides sides;
  std::vector<std::uint32_t> places;
  Matrix rows;
  std::vector<double> outputs;
};

// The machines of all pairs of classes, one after the other.
void rbf(const std::string& path) {
  const EncodedTable data = encode_training_table(read_table(path), "", Nominal::refuse);
  std::vector<std::uint32_t> training;
  std::vector<std::uint32_t> test;
  for (std::uint32_t i = 0; i < data.dataset.size(); ++i) (i % 3 == 2 ? test : training).push_back(i);
  const Dataset rows = data.dataset.subset(training);
  const Dataset others = data.dataset.subset(test);
  const Preparation preparation = learn_preparation(rows, Missing::refuse, Scaling::z_score);
  const Matrix x = preparation.apply(rows);
  const Matrix test_x = preparation.apply(others);
  const double cost = 10;
  const double gamma = 1 / static_cast<double>(x.columns());
  std::printf("%s: %zu rows to learn, %zu to try, %zu features, C = %g, gamma = %g, one thread\n", path.c_str(),
              x.rows(), test_x.rows(), x.columns(), cost, gamma);

  std::optional<SupportVectorMachine> machine;
  const double theirs =
      seconds_of([&] { machine = SupportVectorMachine::train(x.view(), rows.y, {.cost = cost, .gamma = gamma}); });
  std::size_t right = 0;
  for (std::size_t i = 0; i < test_x.rows(); ++i) right += machine->predict(test_x.row(i)) == others.y[i] ? 1 : 0;
  const auto share = [&](std::size_t count) {
    return 100.0 * static_cast<double>(count) / static_cast<double>(test_x.rows());
  };
  std::printf("  %-34s %8.3f s  %6.2f %% right\n", "libsvm, tolerance 1e-3", theirs, share(right));

  const std::vector<Sides> sides = sides_of(present_classes(rows.y), ClassCoding::one_vs_one);
  const Kernel kernel{KernelKind::rbf, gamma, 2};
  for (const double tolerance : {1e-3, 1e-9}) {
    std::vector<Pair> pairs;
    std::vector<KernelDual> duals;
    const double ours = seconds_of([&] {
      for (const Sides& each : sides) {
        Pair pair{each, {}, {}, {}};
        SidedExamples examples = examples_of(each, rows.y);
        pair.outputs = std::move(examples.outputs);
        pair.places = std::move(examples.rows);
        pair.rows = Matrix(pair.places.size(), x.columns());
        for (std::size_t k = 0; k < pair.places.size(); ++k)
          std::copy(x.row(pair.places[k]).begin(), x.row(pair.places[k]).end(), pair.rows.row(k).begin());
        duals.push_back(solve_kernel_dual(pair.rows.view(), pair.outputs, {}, kernel,
                                          {.upper = cost, .tolerance = tolerance, .cache = std::size_t{100} << 20}));
        pairs.push_back(std::move(pair));
      }
    });
    std::size_t own = 0;
    std::vector<double> scores(rows.class_names.size());
    std::vector<double> values(sides.size());
    std::vector<std::vector<double>> lengths;
    for (const Pair& pair : pairs) lengths.push_back(squared_lengths(pair.rows.view()));
    for (std::size_t i = 0; i < test_x.rows(); ++i) {
      double length = 0;
      for (const double value : test_x.row(i)) length += value * value;
      for (std::size_t m = 0; m < pairs.size(); ++m) {
        std::vector<double> row(pairs[m].rows.rows());
        kernel.values(test_x.row(i), length, pairs[m].rows.view(), lengths[m], row);
        values[m] = 0;
        for (std::size_t k = 0; k < row.size(); ++k) values[m] += duals[m].strengths[k] * pairs[m].outputs[k] * row[k];
      }
      own += answer_of(values, sides, 1, scores) == others.y[i] ? 1 : 0;
    }
    double residual = 0;
    for (const KernelDual& dual : duals) residual = std::max(residual, dual.residual);
    std::printf("  kernel adatron, tolerance %-8g %8.3f s  %6.2f %% right, theirs/ours %.2f, residual %.1e\n",
                tolerance, ours, share(own), theirs / ours, residual);
  }
}

void generate(const std::string& path, std::size_t rows, std::size_t n) {
  Random random(1, Purpose::generator);
  std::vector<double> teacher(n);
  for (double& value : teacher) value = random.normal();
  std::ofstream file(path, std::ios::binary);
  std::vector<double> row(n + 1);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      row[j] = random.normal();
      sum += teacher[j] * row[j];
    }
    row[n] = sum + 3 * random.normal() > 0 ? 1 : -1;   // not separable
    file.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(sizeof(double) * row.size()));
  }
}

void linear(const std::string& path, std::size_t rows, std::size_t n, double cost, double tolerance) {
  std::ifstream file(path, std::ios::binary);
  Matrix inputs(rows, n + 1);   // the last is clamped
  std::vector<double> outputs(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    file.read(reinterpret_cast<char*>(inputs.row(i).data()), static_cast<std::streamsize>(sizeof(double) * (n + 1)));
    outputs[i] = inputs(i, n);
    inputs(i, n) = 1;
  }
  const Dichotomy dichotomy{inputs.view(), outputs};
  const auto dimensions = static_cast<double>(n + 1);
  TrainedUnit unit;
  const double seconds =
      seconds_of([&] { unit = train_unit(Adatron{.upper = dimensions * cost, .tolerance = tolerance}, dichotomy, 1); });
  // In their units: strengths over N.
  const std::vector<double> all = potentials(dichotomy, unit.weights);
  double squared = 0;
  for (const double w : unit.weights) squared += w * w;
  double primal = squared / 2;
  double dual = -squared / 2;
  for (std::size_t i = 0; i < rows; ++i) {
    primal += cost * std::max(0.0, 1 - all[i]);
    dual += unit.strengths[i] / dimensions;
  }
  std::printf("%.4f %.10g %.10g %zu\n", seconds, primal, dual, unit.epochs);
}

}   // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "rbf" && count == 3) rbf(arguments[2]);
  else if (mode == "generate" && count == 5)
    generate(arguments[2], std::strtoul(arguments[3], nullptr, 10), std::strtoul(arguments[4], nullptr, 10));
  else if (mode == "linear" && count == 7)
    linear(arguments[2], std::strtoul(arguments[3], nullptr, 10), std::strtoul(arguments[4], nullptr, 10),
           std::strtod(arguments[5], nullptr), std::strtod(arguments[6], nullptr));
  else {
    std::fprintf(
        stderr, "usage: linear_world rbf DATA | generate FILE ROWS FEATURES | linear FILE ROWS FEATURES C TOLERANCE\n");
    return 2;
  }
  return 0;
}
