// Places for data in a space of few dimensions, by a map turned round: the exploration machine. Its units are the data,
// its lattice the dissimilarities between them, and the samples that pull on it are drawn in the embedding space.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

// What is taken for the shape of the data: where the samples of the embedding space lie.
enum class EmbeddingShape { square, disc, gaussian, grid };
constexpr auto names_of(EmbeddingShape) {
  return std::array{std::pair<std::string_view, EmbeddingShape>{"square", EmbeddingShape::square},
                    std::pair<std::string_view, EmbeddingShape>{"disc", EmbeddingShape::disc},
                    std::pair<std::string_view, EmbeddingShape>{"gaussian", EmbeddingShape::gaussian},
                    std::pair<std::string_view, EmbeddingShape>{"grid", EmbeddingShape::grid}};
}

struct EmbeddingOptions {
  std::int64_t dimensions = 2;
  EmbeddingShape shape = EmbeddingShape::square;
  std::int64_t draws = 0;
  std::int64_t neighbours = 5;

  static constexpr std::string_view name = "embedding";
  static constexpr auto options() {
    return std::tuple{
        option("dimensions", &EmbeddingOptions::dimensions, "of the space that the data get places in",
               {.at_least = 1, .at_most = 3}),
        option(
            "shape", &EmbeddingOptions::shape,
            "where samples are drawn: uniformly in a square or cube, in a disc or ball, from a Gaussian, or on a grid"),
        option("draws", &EmbeddingOptions::draws, "samples that are drawn; 0: ten for each row, 1000 at least",
               {.at_least = 0, .at_most = 10'000'000}),
        option(
            "neighbours", &EmbeddingOptions::neighbours,
            "the typical distance of a row to so many nearest others is the unit in which ranges count, and so many give a "
            "new row its place",
            {.at_least = 1})};
  }
};

// Samples of the embedding space, all between 0 and 1 but for the tails of a Gaussian.
Matrix draw_shape(const EmbeddingOptions& options, std::size_t count, std::uint64_t seed);

}   // namespace protea
