#include <protea/method/method.hpp>

#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/method/asked_rows.hpp>

namespace protea {

Trained Method::go_on(const Model&, const Dataset&, const TrainingContext&) const {
  throw UsageError(fmt::format("{} cannot go on from a model: train on all samples", name()));
}

void Method::demand_elsewhere() const { refuse_elsewhere(fmt::format("{} learns from all rows at once", name())); }

Trained Method::train_elsewhere(const RowsOfOthers&, const Encoding&, const TrainingContext&) const {
  demand_elsewhere();
  return {};
}

std::vector<double> Method::answer_of(const RowsOfGroup&, std::size_t, Row) const {
  demand_elsewhere();
  return {};
}

void Method::demand_streaming() const {
  throw UsageError(fmt::format("{} needs all samples at once: it cannot learn from a stream", name()));
}

std::unique_ptr<StreamLearner> Method::stream(const Model&) const {
  demand_streaming();
  return nullptr;
}

void demand_targets(const Method& method, const Dataset& dataset) {
  const TargetKind kind = dataset.target_kind();
  if (!method.takes(kind)) {
    const bool wants_numbers = method.takes(TargetKind::numbers);
    if (kind == TargetKind::none && wants_numbers)
      throw DataError(fmt::format("{}: there is no column of numbers to learn from: name it with {}", dataset.source,
                                  setting("target")));
    if (kind == TargetKind::none)
      throw DataError(fmt::format("{}: there is no label column to learn from", dataset.source));
    if (wants_numbers)
      throw UsageError(fmt::format("{}: {} learns numbers and not {}: name their column with {}", dataset.source,
                                   method.name(), choice_name(kind), setting("target")));
    if (kind == TargetKind::numbers)
      throw UsageError(fmt::format("{}: {} learns classes and not numbers: name their column with {}, or use {}",
                                   dataset.source, method.name(), setting("label"), setting("method", "ridge")));
    throw UsageError(fmt::format("{}: {} does not learn from {}", dataset.source, method.name(), choice_name(kind)));
  }
  if (kind != TargetKind::labels || method.takes(TargetKind::none))
    return;   // who needs no labels needs no two classes
  const std::set<Label> seen(dataset.y.begin(), dataset.y.end());
  if (seen.size() >= 2) return;
  throw DataError(fmt::format("{}: all samples are of one class, '{}': a classifier needs at least two", dataset.source,
                              dataset.class_names[static_cast<std::size_t>(*seen.begin())]));
}

std::string identity_of(const Method& method) {
  std::string text;
  for (const auto& [name, value] : method.describe()) text += fmt::format("{}={};", name, value);
  return text;
}

}   // namespace protea
