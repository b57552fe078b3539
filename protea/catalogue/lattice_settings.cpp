#include <protea/catalogue/lattice_settings.hpp>

#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/read.hpp>

namespace protea {

std::optional<GridSides> parse_grid(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::size_t cross = text.find_first_of("xX");
  const auto columns = parse_integer(std::string_view(text).substr(0, cross));
  const auto rows = cross == std::string::npos ? std::nullopt : parse_integer(std::string_view(text).substr(cross + 1));
  constexpr std::int64_t most = 1'000'000;   // units
  if (!columns || !rows || *columns < 1 || *rows < 1 || *columns > most || *rows > most || *columns * *rows > most)
    throw UsageError(fmt::format("grid = {}: write columns and rows as in 20x15, at most a million units", text));
  return GridSides{*columns, *rows};
}

std::shared_ptr<const Matrix> read_lattice(const std::string& path) {
  const Dataset dataset = encode_training_table(read_table(path, "none"), "none", Nominal::refuse).dataset;
  auto squared = std::make_shared<Matrix>(dataset.x.to_matrix());
  for (const double value : squared->values()) {
    if (!std::isfinite(value)) throw DataError(fmt::format("{}: a distance between units is missing", path));
    if (value < 0) throw DataError(fmt::format("{}: a squared distance between units is {}, less than 0", path, value));
  }
  return squared;
}

}   // namespace protea
