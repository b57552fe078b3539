// On-line maps and gases against hand calculations: five dissimilarities, five lattices, labels, embeddings.
#include <gtest/gtest.h>

#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>

#include <support/case_name.hpp>
#include <support/random_problem.hpp>
#include <train/map_trajectories.hpp>

namespace protea {
namespace {

using trajectories::Choice;
using trajectories::MapTrajectory;
using trajectories::Rows;

Matrix matrix_of(const Rows& rows) {
  Matrix result(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], result.row(i).begin());
  return result;
}

std::shared_ptr<const AnyDissimilarity> made(const Choice& choice) {
  return dissimilarities().make(choice.name, {choice.options.begin(), choice.options.end()});
}

std::shared_ptr<const AnyRule> rule_of(const MapTrajectory& t) {
  const bool is_fuzzy = t.method == "fl-som" || t.method == "fl-ng";
  const std::string name = t.method == "xom" ? (t.winner == "heskes" ? "heskes-som" : "som") : t.method;
  Settings settings{{"schedule", "constant"}, {"final_range", number_text(t.sigma)}};
  if (is_fuzzy) {
    settings.emplace_back("balance", number_text(t.balance));
    settings.emplace_back("kernel", number_text(t.kernel_width));
  }
  const auto rule = rules().make(name, settings);
  if (!rule->lattice()) return rule;
  if (t.method == "xom")
    return rule->on({.topology = Topology::free, .squared = std::make_shared<Matrix>(matrix_of(t.lattice))});
  return rule->on({parse_choice<Topology>("topology", t.topology), t.columns, t.rows});
}

class MapTrajectories : public ::testing::TestWithParam<MapTrajectory> {};

TEST_P(MapTrajectories, AgreeWithAHandCalculation) {
  const MapTrajectory& t = GetParam();
  const bool has_labels = !t.memberships.empty();
  const Matrix x = matrix_of(t.samples);
  const Matrix c = matrix_of(t.memberships);
  const Matrix start = matrix_of(t.start);
  const Matrix start_labels = matrix_of(t.start_labels);
  const PrototypeSpace space(made(t.dissimilarity), x.columns(), std::vector<Label>(start.rows(), no_label),
                             Scope::shared, 0,
                             has_labels ? LabelVectors{made(t.label_dissimilarity), c.columns()} : LabelVectors{});
  const PrototypeObjective objective(space, rule_of(t), TrainingRows{.x = x.view(), .y = {}, .memberships = c.view()});
  TrainingState state;
  state.parameters.resize(parameter_count(space.layout()));
  std::ranges::copy(start.values(), state.parameters.begin());
  if (has_labels) std::ranges::copy(start_labels.values(), space.label_vectors(MutableRow(state.parameters)).data);
  Sgd sgd;
  sgd.rate = t.rate;
  sgd.schedule = Schedule::constant;
  sgd.chart = Chart::plain;
  Plan plan;
  plan.epochs = 3;
  plan.presentation = Presentation::file;
  Serial serial;
  fit({objective, sgd, plan, serial}, state);
  const Matrix expected = matrix_of(t.end);
  for (std::size_t k = 0; k < expected.rows(); ++k) {
    const Row w = space.prototypes(Row(state.parameters)).row(k);
    for (std::size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(w[j], expected(k, j), 1e-12) << "unit " << k;
  }
  const Matrix expected_labels = matrix_of(t.end_labels);
  for (std::size_t k = 0; k < expected_labels.rows(); ++k) {
    const Row y = space.label_vectors(Row(state.parameters)).row(k);
    for (std::size_t j = 0; j < y.size(); ++j)
      EXPECT_NEAR(y[j], expected_labels(k, j), 1e-12) << "labels of unit " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, MapTrajectories, ::testing::ValuesIn(trajectories::map_trajectories),
                         [](const auto& each) { return testing::case_name(each.param.name); });

}   // namespace
}   // namespace protea
