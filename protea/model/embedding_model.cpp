#include <protea/model/embedding_model.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/model/data_domain.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

constexpr std::size_t rows_at_once = 64;

}   // namespace

Matrix EmbeddingModel::prepare(const Dataset& dataset) const {
  if (dataset.x.columns() != rows.columns()) {
    throw DataError(fmt::format("{}: the model was trained on {}, the data have {}", dataset.source,
                                counted(rows.columns(), "feature"), dataset.x.columns()));
  }
  Matrix x = preparation.apply(dataset, Gaps::cannot_be_masked);
  bring_into_domain(x, dataset, *dissimilarity);
  return x;
}

Predictions EmbeddingModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result;
  result.winners.resize(x.rows);
  result.distances.resize(x.rows);
  result.places = Matrix(x.rows, places.columns());
  runtime.run((x.rows + rows_at_once - 1) / rows_at_once, [&](std::size_t b) {
    const std::size_t first = b * rows_at_once;
    const std::size_t count = std::min(rows_at_once, x.rows - first);
    Matrix d(count, rows.rows());
    Scratch scratch;
    dissimilarity->values({x.data + first * x.stride, count, x.columns, x.stride}, rows.view(), {}, d.view(), scratch);
    std::vector<std::uint32_t> order(rows.rows());
    const std::size_t k = std::min(neighbours, rows.rows());
    for (std::size_t i = 0; i < count; ++i) {
      const Row own = std::as_const(d).row(i);
      std::iota(order.begin(), order.end(), 0U);
      std::partial_sort(
          order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(),
          [&](std::uint32_t s, std::uint32_t t) { return own[s] < own[t] || (own[s] == own[t] && s < t); });
      result.winners[first + i] = order[0];
      result.distances[first + i] = own[order[0]];
      const MutableRow place = result.places.row(first + i);
      double all = 0;
      for (std::size_t r = 0; r < k; ++r) {
        const bool is_same = own[order[0]] <= 0;   // its place, and nobody else's
        const double weight = is_same ? (r == 0 ? 1 : 0) : own[order[0]] / own[order[r]];
        all += weight;
        for (std::size_t j = 0; j < place.size(); ++j) place[j] += weight * places(order[r], j);
      }
      for (double& each : place) each /= all;
    }
  });
  return result;
}

Matrix EmbeddingModel::projection(MatrixView x, std::size_t dimensions) const {
  if (dimensions != places.columns())
    throw UsageError(fmt::format("the embedding has {}: give {}", counted(places.columns(), "dimension"),
                                 setting("dimensions", fmt::format("{}", places.columns()))));
  Serial serial;
  return predict(x, serial).places;
}

void EmbeddingModel::write(ModelArchive& archive) const {
  ComponentRecord own{std::string(dissimilarity->name()), {}};
  for (const auto& [name, value] : dissimilarity->options()) own.settings.emplace_back(name, value_text(value));
  archive.description.emplace_back("dissimilarity", fields_of(own));
  archive.description.emplace_back("neighbours", static_cast<double>(neighbours));
  archive.add("rows", {rows.rows(), rows.columns()}, rows.values());
  archive.add("places", {places.rows(), places.columns()}, places.values());
}

std::unique_ptr<Model> EmbeddingModel::read(const StoredModel& stored, const PartMakers& make) {
  auto model = std::make_unique<EmbeddingModel>();
  model->dissimilarity = make.dissimilarity(component_from(stored.description.at("dissimilarity")));
  const std::size_t features = stored.encoding.feature_count();
  const auto& shape = stored.file.tensor("places").shape;
  const double neighbours = stored.description.at("neighbours").number();
  const bool is_sound = shape.size() == 2 && shape[0] > 0 && shape[1] >= 1 && shape[1] <= 3 && neighbours >= 1 &&
                        neighbours <= 1e9 && features > 0 && model->dissimilarity->parameter_count(features) == 0;
  if (!is_sound) throw DataError(fmt::format("{}: the embedding is incomplete", stored.file.source));
  model->neighbours = static_cast<std::size_t>(neighbours);
  model->rows = Matrix(shape[0], features);
  model->places = Matrix(shape[0], shape[1]);
  std::ranges::copy(stored.values("rows", {shape[0], features}), model->rows.values().begin());
  std::ranges::copy(stored.values("places", {shape[0], shape[1]}), model->places.values().begin());
  return model;
}

Fields EmbeddingModel::parts() const {
  return {{"features", encoding.feature_names()},
          {"places", places},
          {"scaling", scaling_fields(preparation)},
          {"training", training_fields(record)}};
}

Showcase EmbeddingModel::showcase() const {
  Showcase result{fmt::format("{}, {} in {}", counted(encoding.feature_count(), "feature"),
                              counted(rows.rows(), "place"), counted(places.columns(), "dimension")),
                  fmt::format("dissimilarity {}, scaling {}", dissimilarity->name(), choice_name(preparation.scaling))};
  constexpr std::size_t most = 10;
  Exhibit exhibit{"places of the training rows"};
  for (std::size_t i = 0; i < std::min(most, places.rows()); ++i) {
    std::string line = fmt::format("  {:>4}", i + 1);
    for (const double each : places.row(i)) line += fmt::format("  {:8.4g}", each);
    exhibit.lines.push_back(line);
  }
  if (places.rows() > most) exhibit.lines.push_back(fmt::format("  … and {} more", places.rows() - most));
  result.exhibits.push_back(std::move(exhibit));
  return result;
}

}   // namespace protea
