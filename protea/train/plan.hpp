// How long and in which order samples are presented, and when to stop.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

enum class Presentation { shuffled, random, balanced, file };
constexpr auto names_of(Presentation) {
  return std::array{std::pair<std::string_view, Presentation>{"shuffled", Presentation::shuffled},
                    std::pair<std::string_view, Presentation>{"random", Presentation::random},
                    std::pair<std::string_view, Presentation>{"balanced", Presentation::balanced},
                    std::pair<std::string_view, Presentation>{"file", Presentation::file}};
}

struct Plan {
  std::int64_t epochs = 100;
  std::int64_t batch = 1;
  Presentation presentation = Presentation::shuffled;
  double tolerance = 0;
  double validation = 0;
  std::int64_t patience = 10;
  std::int64_t seed = 1;

  static constexpr auto options() {
    return std::tuple{
        option("epochs", &Plan::epochs,
               "passes over the data, or iterations of a minimizer, at most; 0: keep the start", {.at_least = 0}),
        option("batch", &Plan::batch, "samples per step of sgd, momentum and adam; 0 means all", {.at_least = 0}),
        option(
            "presentation", &Plan::presentation,
            "order of the samples: shuffled, random with replacement, random with all classes alike, or as in the file"),
        option(
            "tolerance", &Plan::tolerance,
            "stop when the cost changes by less than this share in an epoch, and a learned number with a name no more than so; 0: never",
            {.at_least = 0}),
        option("validation", &Plan::validation, "share of each class held out to stop early and keep the best epoch",
               {.at_least = 0, .below = 1}),
        option("patience", &Plan::patience, "epochs without progress on the held-out part before stopping",
               {.at_least = 1}),
        option("seed", &Plan::seed, "seed of everything random", {.at_least = 0})};
  }
};

}   // namespace protea
