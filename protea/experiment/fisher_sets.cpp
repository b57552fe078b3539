#include <protea/experiment/fisher_sets.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/data/read.hpp>

namespace protea {
namespace {

struct Box {
  std::array<double, 2> centre;
  std::array<double, 2> width;
  Label label;
};

// The layout of the first author's generator; the paper shows none.
constexpr std::array<Box, 6> boxes{{{{.28, .15}, {.2, .2}, 0},
                                    {{.65, .075}, {.1, .1}, 1},
                                    {{.1, .65}, {.2, .15}, 1},
                                    {{.55, .95}, {.2, .15}, 2},
                                    {{.75, .6}, {.15, .075}, 0},
                                    {{.85, .65}, {.15, .06}, 2}}};

struct Source {
  const char* name;
  const char* set;   // built in; SET.csv in a directory
};
constexpr std::array<Source, 5> sources{
    {{"Iris", "iris"}, {"Ionosphere", "ionosphere"}, {"Wine", "wine"}, {"Soybean", "soybean_small"}, {"WBC", "wdbc"}}};

FisherSet scaled(const std::string& name, Dataset dataset) {
  dataset.x = learn_preparation(dataset, Missing::refuse, Scaling::min_max).apply(dataset);
  return {name, std::move(dataset)};
}

}   // namespace

Dataset simulated_fisher_set(std::uint64_t seed) {
  constexpr std::size_t per_box = 15;
  Random random(seed, Purpose::generator);
  Dataset set;
  set.source = "simulated";
  Matrix values(per_box * boxes.size(), 10);
  set.class_names = {"1", "2", "3"};
  for (std::size_t j = 0; j < 10; ++j) set.feature_names.push_back(fmt::format("x{}", j + 1));
  for (std::size_t i = 0; i < values.rows(); ++i) {
    const Box& box = boxes[i / per_box];
    const MutableRow x = values.row(i);
    for (std::size_t j = 0; j < 2; ++j)
      x[j] = std::clamp(box.centre[j] + box.width[j] * (random.uniform() - 0.5), 0.0, 1.0);
    constexpr std::array variances{.05, .1, .2, .5};
    for (std::size_t j = 0; j < 4; ++j) x[2 + j] = x[0] + std::sqrt(variances[j]) * random.normal();
    x[6] = random.uniform(-.5, .5);
    x[7] = random.uniform(-.2, .2);
    x[8] = std::sqrt(.5) * random.normal();
    x[9] = std::sqrt(.2) * random.normal();
    set.y.push_back(box.label);
  }
  set.x = std::move(values);
  return set;
}

FisherSets load_fisher_sets(const std::string& directory, std::uint64_t seed) {
  FisherSets result;
  if (!directory.empty() && !std::filesystem::is_directory(directory)) {
    throw UsageError(fmt::format("{}: there is no such directory", setting("data", directory)));
  }
  result.sets.push_back(scaled("Simulated", simulated_fisher_set(seed)));
  for (const Source& source : sources) {
    std::string name = source.set;
    const auto path = std::filesystem::path(directory) / (name + ".csv");
    if (!directory.empty() && std::filesystem::exists(path)) {
      name = path.string();
      result.notes.push_back(fmt::format("{} is read from {}", source.name, name));
    }
    result.sets.push_back(scaled(source.name, encode_training_table(read_table(name), "", Nominal::refuse).dataset));
  }
  result.notes.emplace_back("Affordance is left out: its data were never published");
  return result;
}

}   // namespace protea
