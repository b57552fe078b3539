// A model that gives rows places in a space of few dimensions: those it was trained on have theirs, others lie between
// those of their nearest.
#pragma once

#include <memory>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

class EmbeddingModel final : public Model, public Projecting {
 public:
  static constexpr std::string_view kind_name = "embedding";

  std::shared_ptr<const AnyDissimilarity> dissimilarity;   // of rows, without parameters
  Matrix rows;                                             // in model units
  Matrix places;                                           // of these
  std::size_t neighbours = 5;

  std::unique_ptr<Model> clone() const override { return std::make_unique<EmbeddingModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override { return places.rows() * places.columns(); }
  Matrix prepare(const Dataset& dataset) const override;
  // The nearest row of the training, its distance, and the place.
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  // The place of a row of the training, or the mean of those of its nearest, each weighed by one over its distance.
  Matrix projection(MatrixView x, std::size_t dimensions) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored, const PartMakers& make);
  Fields parts() const override;
  Showcase showcase() const override;
};

}   // namespace protea
