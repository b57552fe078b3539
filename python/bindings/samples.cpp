#include "samples.hpp"

#include <protea/base/error.hpp>
#include <protea/data/arrays.hpp>
#include <protea/data/table_columns.hpp>

namespace protea::python {
namespace {

// Classes get their numbers as in files.
void take_codes(Dataset& dataset, const Codes& codes, const std::vector<std::string>& names) {
  if (codes.size() != dataset.size()) throw UsageError("there must be one label for each row");
  dataset.class_names = names;
  sort_class_names(dataset.class_names);
  std::vector<Label> numbers(names.size(), no_label);
  for (std::size_t c = 0; c < names.size(); ++c) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (dataset.class_names[k] == names[c]) numbers[c] = static_cast<Label>(k);
    }
  }
  dataset.y.reserve(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto code = static_cast<std::size_t>(codes.data()[i]);
    if (code >= numbers.size()) throw UsageError("a label has no class");
    dataset.y.push_back(numbers[code]);
  }
}

}   // namespace

Dataset dataset_of(const PythonSamples& samples) {
  const ArrayNames names{.source = "X", .features = samples.feature_names, .classes = samples.targets.class_names};
  ArrayTargets targets;
  if (samples.targets.numbers) targets = Row(samples.targets.numbers->data(), samples.targets.numbers->size());
  if (samples.targets.memberships) targets = view_of(*samples.targets.memberships);
  Dataset dataset = from_arrays(view_of(samples.x), targets, names);
  if (samples.targets.codes) take_codes(dataset, *samples.targets.codes, samples.targets.class_names);
  if (samples.weights)
    dataset.weights.assign(samples.weights->data(), samples.weights->data() + samples.weights->size());
  return dataset;
}

Encoding encoding_of(const Dataset& dataset) {
  Encoding encoding;
  encoding.has_names = true;
  for (const std::string& name : dataset.feature_names) encoding.columns.push_back({name, {}});
  const std::size_t behind = dataset.feature_names.size();
  switch (dataset.target_kind()) {
    case TargetKind::labels:
      encoding.label_name = "class";
      encoding.label_position = behind;
      break;
    case TargetKind::memberships:
      encoding.label_columns = dataset.class_names;
      for (std::size_t c = 0; c < dataset.class_names.size(); ++c) encoding.target_positions.push_back(behind + c);
      break;
    case TargetKind::numbers:
      encoding.target_name = dataset.target_name;
      encoding.target_positions = {behind};
      break;
    case TargetKind::none: break;
  }
  return encoding;
}

}   // namespace protea::python
