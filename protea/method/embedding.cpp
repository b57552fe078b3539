#include <protea/method/embedding.hpp>

#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

// The middle of cell i of a grid with `side` cells to a side.
void place_on_grid(std::size_t i, std::size_t side, MutableRow place) {
  for (double& coordinate : place) {
    coordinate = (static_cast<double>(i % side) + 0.5) / static_cast<double>(side);
    i /= side;
  }
}

}   // namespace

Matrix draw_shape(const EmbeddingOptions& options, std::size_t count, std::uint64_t seed) {
  const auto dimensions = static_cast<std::size_t>(options.dimensions);
  Random random(seed, Purpose::generator);
  Matrix samples(count, dimensions);
  const auto side = static_cast<std::size_t>(
      std::ceil(power(static_cast<double>(count), 1 / static_cast<double>(dimensions)) - 1e-9));
  std::size_t cells = 1;
  for (std::size_t r = 0; r < dimensions; ++r) cells *= side;
  for (std::size_t i = 0; i < count; ++i) {
    const MutableRow place = samples.row(i);
    double squared = 0;
    switch (options.shape) {
      case EmbeddingShape::square:
        for (double& each : place) each = random.uniform();
        break;
      case EmbeddingShape::disc:
        do {
          squared = 0;
          for (double& each : place) {
            each = random.uniform();
            squared += (each - 0.5) * (each - 0.5);
          }
        } while (squared > 0.25);
        break;
      case EmbeddingShape::gaussian:
        for (double& each : place) each = 0.5 + random.normal() / 6;
        break;
      case EmbeddingShape::grid: place_on_grid(i * cells / count, side, place); break;
    }
  }
  return samples;
}

}   // namespace protea
