#include <protea/method/unit_record.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>

#include <algorithm>

namespace protea {
namespace {

UnitRecord record_of_units(const PrototypeModel& model, const Part& training, const Dataset& all, Runtime& runtime) {
  const bool has_labels = !all.y.empty();
  std::vector<Label> labels;
  if (has_labels) {
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < all.y.size(); ++i) last = std::max(last, static_cast<std::uint32_t>(all.row_number(i)));
    std::vector<Label> label_of_row(std::size_t{last} + 1, no_label);
    for (std::size_t i = 0; i < all.y.size(); ++i) label_of_row[all.row_number(i)] = all.y[i];
    labels.reserve(training.x.rows());
    for (std::size_t i = 0; i < training.x.rows(); ++i) labels.push_back(label_of_row[training.rows.row_number(i)]);
  }
  UnitRecord record = empty_record(model, has_labels ? all.class_names : std::vector<std::string>{});
  const Predictions answers = model.predict(training.x.view(), runtime);
  for_each_group(training.x.rows(), [&](std::size_t first, std::size_t count) {
    UnitRecord own = empty_record(model, record.class_names);
    add_to_record(own, std::span(answers.winners).subspan(first, count),
                  has_labels ? Labels(labels).subspan(first, count) : Labels{},
                  training.weights.empty() ? Row{} : Row(training.weights).subspan(first, count));
    add(record, own);
  });
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

UnitRecord empty_record(const PrototypeModel& model, const std::vector<std::string>& class_names) {
  const std::size_t units = model.space.prototype_count();
  return {std::vector<double>(units), class_names, Matrix(units, class_names.size())};
}

void add_to_record(UnitRecord& record, std::span<const std::uint32_t> winners, Labels labels, Row weights) {
  for (std::size_t i = 0; i < winners.size(); ++i) {
    const double weight = weight_at(weights, i);
    record.hits[winners[i]] += weight;
    if (!labels.empty()) record.classes(winners[i], static_cast<std::size_t>(labels[i])) += weight;
  }
}

void add(UnitRecord& record, const UnitRecord& other) {
  for (std::size_t k = 0; k < record.hits.size(); ++k) record.hits[k] += other.hits[k];
  const MutableRow all = record.classes.values();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += other.classes.values()[i];
}

void look_at_units(PrototypeModel& model, const Part& training, const Dataset& all, Runtime& runtime) {
  if (model.rule->traits().supervised || model.expansion) return;
  if (model.rule->growth()) leave_out_spare_units(model);
  if (model.space.has_label_vectors()) name_units(model);
  model.units = record_of_units(model, training, all, runtime);
}

}   // namespace protea
