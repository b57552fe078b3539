#include <protea/model/model.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/error.hpp>

namespace protea {

const ComponentRecord& TrainingRecord::part(std::string_view family) const {
  static const ComponentRecord none{};
  for (const Part& each : parts) {
    if (each.family == family) return each.component;
  }
  return none;
}

Matrix Model::prepare(const Dataset& dataset) const {
  const std::size_t features = encoding.feature_count();
  if (dataset.x.columns() != features) {
    throw DataError(fmt::format("{}: the model was trained on {}, the data have {}", dataset.source,
                                counted(features, "feature"), dataset.x.columns()));
  }
  return preparation.apply(dataset);
}

Fields scaling_fields(const Preparation& preparation) {
  return {{"name", choice_name(preparation.scaling)},
          {"shift", preparation.shift},
          {"factor", preparation.factor},
          {"missing", choice_name(preparation.missing)},
          {"fill", preparation.fill}};
}

Fields training_fields(const TrainingRecord& record) {
  return {
      {"samples", record.samples}, {"epochs", record.epochs}, {"converged", record.converged}, {"cost", record.cost}};
}

// In pieces, so that there is never a second copy of all rows.
std::vector<Label> Model::labels(const Dataset& dataset, Runtime& runtime) const {
  constexpr std::size_t piece = 8192;
  std::vector<Label> answers;
  if (dataset.size() == 0) prepare(dataset);   // says what does not fit
  for (std::size_t first = 0; first < dataset.size(); first += piece) {
    std::vector<std::uint32_t> own(std::min(piece, dataset.size() - first));
    std::iota(own.begin(), own.end(), static_cast<std::uint32_t>(first));
    const std::vector<Label> found = labels(prepare(dataset.subset(own)).view(), runtime);
    answers.insert(answers.end(), found.begin(), found.end());
  }
  return answers;
}

Matrix prepare(const Model& model, const Dataset& dataset) { return model.prepare(dataset); }

Predictions predict(const Model& model, MatrixView x, Runtime& runtime) { return model.predict(x, runtime); }

void demand_classes(const Model& model, std::string_view purpose) {
  if (!model.has_classes()) refuse_ability(model, "classes", purpose);
}

void refuse_ability(const Model& model, std::string_view what, std::string_view purpose) {
  const std::string use =
      purpose.empty() ? "" : fmt::format(", which {} need{}", purpose, purpose.ends_with('s') ? "" : "s");
  throw UsageError(fmt::format("a model of {} has no {}{}", model.record.method, what, use));
}

}   // namespace protea
