// Where prototypes start.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/option.hpp>
#include <protea/base/random.hpp>
#include <protea/rule/lattice.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/train/prototype_objective.hpp>

namespace PROTEA_EXPORT protea {

enum class Initialization { class_mean, k_means, k_means_seeds, random_sample, uniform, even, plane, samples, file };
constexpr auto names_of(Initialization) {
  return std::array{std::pair<std::string_view, Initialization>{"class-mean", Initialization::class_mean},
                    std::pair<std::string_view, Initialization>{"k-means", Initialization::k_means},
                    std::pair<std::string_view, Initialization>{"k-means++", Initialization::k_means_seeds},
                    std::pair<std::string_view, Initialization>{"random-sample", Initialization::random_sample},
                    std::pair<std::string_view, Initialization>{"uniform", Initialization::uniform},
                    std::pair<std::string_view, Initialization>{"even", Initialization::even},
                    std::pair<std::string_view, Initialization>{"plane", Initialization::plane},
                    std::pair<std::string_view, Initialization>{"samples", Initialization::samples},
                    std::pair<std::string_view, Initialization>{"file", Initialization::file}};
}

struct InitializationOptions {
  double noise = 0.01;
  std::int64_t neighbours = 5;
  std::string file;

  static constexpr auto options() {
    return std::tuple{
        option(
            "noise", &InitializationOptions::noise,
            "class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the features",
            {.at_least = 0}),
        option("neighbours", &InitializationOptions::neighbours, "even: neighbours that must agree with a sample",
               {.at_least = 1}),
        option("file", &InitializationOptions::file, "file: a codebook (.cod) or a model with the first prototypes")};
  }
};

// How many prototypes each class gets, as labels in class order: {0, 0, 1, 2, 2} for counts 2, 1, 2.
std::vector<Label> prototype_labels(const std::vector<std::size_t>& counts);

// One class at the start, with all of its samples where they are: how many, its prototypes, and a stream of random numbers
// of its own.
struct ClassPlaces {
  std::size_t of = 0;
  std::vector<std::size_t> prototypes = {};
  std::size_t count = 0;
  Random random;
};
// The classes that have prototypes, of which there are `counts` samples. Throws a UsageError when one has fewer samples
// than prototypes. Without classes there is one start, of all samples.
std::vector<ClassPlaces> class_places(std::size_t samples, const std::vector<std::size_t>& counts,
                                      std::span<const Label> labels, const std::vector<std::string>& class_names,
                                      std::uint64_t seed);

// One class at the start: its prototypes, its samples, and a stream of random numbers of its own.
struct ClassStart {
  std::vector<std::size_t> prototypes;
  std::vector<std::uint32_t> samples;
  Random random;
};
// The classes that have prototypes. Throws a UsageError when one has fewer samples than prototypes.
// Without classes there is one start, of all samples.
std::vector<ClassStart> class_starts(std::size_t samples, std::span<const Label> y, std::span<const Label> labels,
                                     const std::vector<std::string>& class_names, std::uint64_t seed);

// Missing values (NaN) replaced by the mean of the feature in the sample's class, or of all where the class has none:
// good enough for a start. Rows count by their weights.
Matrix filled_by_class(const Matrix& x, std::span<const Label> y, Row weights = {});

// Prototypes for the given labels, in the units of x. `samples` and `file` say themselves
// how many there are, `plane` needs a lattice, and they are not handled here. Rows count by their weights, in means and
// in draws. Throws a UsageError when a class has fewer samples than prototypes.
Matrix initial_prototypes(Initialization way, const InitializationOptions& options, MatrixView x,
                          std::span<const Label> y, std::span<const Label> labels,
                          const std::vector<std::string>& class_names, std::uint64_t seed, Row weights = {});
// … with classes, and samples of k-means, shared among threads. The same bits on any runtime.
Matrix initial_prototypes(Initialization way, const InitializationOptions& options, MatrixView x,
                          std::span<const Label> y, std::span<const Label> labels,
                          const std::vector<std::string>& class_names, std::uint64_t seed, Row weights,
                          Runtime& runtime);

// Sums of which means and deviations are made, one for each group of rows and these in their order.
struct WeightedSum {
  double weight = 0;
  std::vector<double> sum;

  explicit WeightedSum(std::size_t width = 0) : sum(width) {}
  void add(const WeightedSum& other);
  void mean(MutableRow to) const;
  std::vector<double> deviations() const;   // of sums of squares
};
// Σ weight·x over samples of one group, and Σ weight·(x − centre)².
WeightedSum weighted_sum(MatrixView x, std::span<const std::uint32_t> samples, Row weights);
WeightedSum squares_about(Row centre, MatrixView x, std::span<const std::uint32_t> samples, Row weights);
// Several prototypes of a class part from its mean, which is the first of `centres`, by noise in units of `spread`.
void spread_about(MutableMatrixView centres, double noise, Row spread, Random& random);
// Lloyd's iteration over samples of which every move counts, from `centres` on.
void means_of_few(const TrainingRows& rows, std::span<const std::uint32_t> samples, MutableMatrixView centres);

// The units of a lattice, spread over the plane of the first two principal axes: the columns along the first, one
// deviation to both sides.
Matrix prototypes_in_plane(const Lattice& lattice, MatrixView x, Row weights = {});

// Some of `samples` without repetition, in an order drawn by chance: all alike, or by weights.
void draw_order(std::vector<std::uint32_t>& samples, Row weights, Random& random);

}   // namespace protea
