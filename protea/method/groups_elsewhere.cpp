#include <protea/method/groups_elsewhere.hpp>

#include <algorithm>

#include <protea/base/row_groups.hpp>

namespace protea {

GroupsElsewhere::GroupsElsewhere(const Method& method, const DataOptions& data, const ClassWeights& class_weights,
                                 const RowsOfOthers& rows)
    : rows_(rows) {
  // Numbers are where the rows are.
  if (!method.takes(TargetKind::numbers)) demand_targets(method, rows_.present());
  preparation_ = rows_.learn_preparation(data.missing, data.scaling);
  RowsPlan plan{.settings = method.describe(), .preparation = preparation_, .samples = rows_.size()};
  if (rows_.names().class_names.empty()) row_weights(rows_.names(), class_weights);   // says why not
  else plan.class_factors = rows_.factors_of(class_weights);
  plan_ = plan.text();
}

std::vector<std::size_t> GroupsElsewhere::class_sizes() const {
  std::vector<std::size_t> sizes;
  for (const FeatureSums::OfClass& each : rows_.sums().classes) sizes.push_back(static_cast<std::size_t>(each.rows));
  return sizes;
}

void GroupsElsewhere::ask(std::size_t what, Row parameters, const Use& use) {
  const std::string question = question_of(RowQuestion::own).add(plan_).add_count(what).add(parameters).take();
  rows_.ask(question, {}, [&](ParcelReader& from, std::size_t) { use(from.numbers()); });
}

void GroupsElsewhere::look_at_each(std::size_t step, const std::function<void(const RowsOfGroup&)>& use) {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < size(); i += step) places.push_back(static_cast<std::uint32_t>(i));
  const BroughtRows brought = rows_.bring(plan_, 0, places);
  use({brought.x.view(), brought.y, brought.numbers, brought.training_weights});
}

std::unique_ptr<Model> GroupsElsewhere::trained_there(const ModelKind& kind) const {
  std::unique_ptr<Model> model;
  rows_.ask(question_of(RowQuestion::trained).add(plan_).take(), {}, [&](ParcelReader& from, std::size_t) {
    model = decode_model(from.text(), "a group of rows", std::span(&kind, 1));
  });
  return model;
}

}   // namespace protea
