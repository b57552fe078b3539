#include <protea/method/unit_record.hpp>
#include <protea/base/weights.hpp>

#include <algorithm>
#include <map>

namespace protea {
namespace {

UnitRecord record_of_units(const PrototypeModel& model, const Part& training, const Dataset& all, Runtime& runtime) {
  const std::size_t units = model.space.prototype_count();
  const bool has_labels = !all.y.empty();
  UnitRecord record{std::vector<double>(units), {}, Matrix(units, has_labels ? all.class_names.size() : 0)};
  if (has_labels) record.class_names = all.class_names;
  std::map<std::uint32_t, Label> label_of_row;
  for (std::size_t i = 0; i < all.y.size(); ++i) label_of_row[all.row_number(i)] = all.y[i];
  const Predictions answers = model.predict(training.x.view(), runtime);
  for (std::size_t i = 0; i < training.x.rows(); ++i) {
    const double weight = weight_at(training.weights, i);
    record.hits[answers.winners[i]] += weight;
    if (has_labels)
      record.classes(answers.winners[i], static_cast<std::size_t>(label_of_row.at(training.rows.row_number(i)))) +=
          weight;
  }
  return record;
}

void name_units(PrototypeModel& model) {
  const PrototypeSpace& space = model.space;
  const MatrixView vectors = space.label_vectors(Row(model.parameters));
  std::vector<Label> labels;
  for (std::size_t k = 0; k < vectors.rows; ++k)
    labels.push_back(static_cast<Label>(std::ranges::max_element(vectors.row(k)) - vectors.row(k).begin()));
  model.space = PrototypeSpace(space.shared_dissimilarity(), space.features(), std::move(labels), space.scope(),
                               space.rule_block().size, space.label_space());
}

// Units that never took part are left out.
void leave_out_spare_units(PrototypeModel& model) {
  const PrototypeSpace& space = model.space;
  const std::size_t units = static_cast<std::size_t>(space.rule_parameters(Row(model.parameters))[0]);
  if (units >= space.prototype_count()) return;
  const auto first_spare = model.parameters.begin() + static_cast<std::ptrdiff_t>(units * space.features());
  model.parameters.erase(first_spare,
                         model.parameters.begin() + static_cast<std::ptrdiff_t>(space.prototype_block().end()));
  model.space = PrototypeSpace(space.shared_dissimilarity(), space.features(), std::vector<Label>(units, no_label),
                               space.scope(), space.rule_block().size);
}

}   // namespace

void look_at_units(PrototypeModel& model, const Part& training, const Dataset& all, Runtime& runtime) {
  if (model.rule->traits().supervised || model.expansion) return;
  if (model.rule->growth()) leave_out_spare_units(model);
  if (model.space.has_label_vectors()) name_units(model);
  model.units = record_of_units(model, training, all, runtime);
}

}   // namespace protea
