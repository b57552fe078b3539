#include <protea/evaluate/training_notes.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>
#include <protea/model/prototype_model.hpp>

namespace protea {
namespace {

constexpr double large_imbalance = 5;
constexpr double far_outside = 0.5;   // of the range of a feature

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  return text;
}

bool were_weighed(const Model& model) {
  return std::any_of(model.record.plan.begin(), model.record.plan.end(),
                     [](const auto& setting) { return setting.first == "class_weights" && setting.second != "none"; });
}

void note_unanswered(const Model& model, const Confusion& confusion, std::vector<std::string>& notes) {
  std::vector<std::string> silent;
  for (std::size_t c = 0; c < confusion.classes(); ++c) {
    std::size_t answers = 0;
    for (std::size_t truth = 0; truth < confusion.classes(); ++truth) answers += confusion(truth, c);
    if (answers == 0 && confusion.samples_of(c) > 0) silent.push_back(model.class_names[c]);
  }
  if (silent.empty()) return;
  notes.push_back(
      fmt::format("{} {} {} never answered for these data: the balanced accuracy and the classes one by one "
                  "say more than the accuracy",
                  silent.size() == 1 ? "class" : "classes", quoted(silent), silent.size() == 1 ? "is" : "are"));
}

void note_imbalance(const Model& model, const Dataset& rows, std::vector<std::string>& notes) {
  if (rows.y.empty() || were_weighed(model)) return;
  std::vector<double> totals(rows.class_names.size(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    totals[static_cast<std::size_t>(rows.y[i])] += weight_at(rows.weights, i);
  std::optional<std::size_t> smallest;
  std::size_t largest = 0;
  for (std::size_t c = 0; c < totals.size(); ++c) {
    if (totals[c] > totals[largest]) largest = c;
    if (totals[c] > 0 && (!smallest || totals[c] < totals[*smallest])) smallest = c;
  }
  if (!smallest || !(totals[largest] > large_imbalance * totals[*smallest])) return;
  const bool can_weigh = dynamic_cast<const PrototypeModel*>(&model) != nullptr;
  notes.push_back(fmt::format(
      "class '{}' has {:.3g} times the samples of class '{}'{}", rows.class_names[largest],
      totals[largest] / totals[*smallest], rows.class_names[*smallest],
      can_weigh ? fmt::format(": {} makes all classes count alike", setting("class_weights", "balanced")) : ""));
}

void note_far_prototypes(const PrototypeModel& model, const Dataset& rows, std::vector<std::string>& notes) {
  const std::vector<std::string> names = model.encoding.feature_names();
  const Matrix w = model.prototypes_in_original_units();
  if (w.columns() != rows.x.columns() || names.size() != w.columns()) return;
  std::vector<char> is_far(w.rows());
  std::string first;
  for (std::size_t j = 0; j < w.columns(); ++j) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::size_t i = 0; i < rows.x.rows(); ++i) {
      const double value = rows.x(i, j);
      if (value < low) low = value;   // a missing value is neither
      if (value > high) high = value;
    }
    const double margin = far_outside * (high - low);
    for (std::size_t k = 0; k < w.rows() && margin > 0; ++k) {
      if (w(k, j) >= low - margin && w(k, j) <= high + margin) continue;
      is_far[k] = 1;
      if (first.empty())
        first = fmt::format("number {} has '{}' at {:.4g}, where the data go from {:.4g} to {:.4g}", k + 1, names[j],
                            w(k, j), low, high);
    }
  }
  const auto count = std::count(is_far.begin(), is_far.end(), 1);
  if (count == 0) return;
  notes.push_back(
      fmt::format("{} of {} prototypes {} outside the range of the data ({}): it decides by its distance, and "
                  "shows no typical sample",
                  count, w.rows(), count == 1 ? "lies" : "lie", first));
}

bool comes_before(Row a, Row b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](double left, double right) {
    return std::weak_order(left, right) < 0;   // a missing value is like another
  });
}

std::size_t distinct_rows(MatrixView x) {
  std::vector<std::size_t> order(x.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return comes_before(x.row(a), x.row(b)); });
  std::size_t count = x.rows > 0 ? 1 : 0;
  for (std::size_t i = 1; i < order.size(); ++i) count += comes_before(x.row(order[i - 1]), x.row(order[i])) ? 1 : 0;
  return count;
}

// Units on one place see the same distances: in a gas they move together for ever, in a quantizer only the first of
// them wins.
void note_coincident_units(const PrototypeModel& model, const Dataset& rows, std::vector<std::string>& notes) {
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  const std::size_t places = distinct_rows(w);
  if (places == w.rows) return;
  const Matrix x = model.prepare(rows);
  const std::size_t different = distinct_rows(x.view());
  const std::string cause = different >= w.rows ? ""
                            : different == 1    ? ", as all samples are alike"
                                                : fmt::format(", as only {} samples differ", different);
  const std::string fewer = model.lattice() ? "a smaller lattice" : setting("prototypes", fmt::format("{}", places));
  const std::string otherwise =
      cause.empty() ? fmt::format(", or another start ({}, {}) may part them", setting("init"), setting("seed")) : "";
  notes.push_back(fmt::format("{} of {} prototypes {} where another stands{}: {} is enough{}", w.rows - places, w.rows,
                              w.rows - places == 1 ? "stands" : "stand", cause, fewer, otherwise));
}

}   // namespace

std::vector<std::string> training_notes(const Model& model, const Dataset& rows, const Confusion& confusion) {
  std::vector<std::string> notes;
  if (model.has_classes()) {
    note_unanswered(model, confusion, notes);
    note_imbalance(model, rows, notes);
  }
  const auto* const prototypes = dynamic_cast<const PrototypeModel*>(&model);
  if (prototypes && !prototypes->expansion && !model.has_classes()) note_coincident_units(*prototypes, rows, notes);
  if (prototypes && !prototypes->expansion && model.preparation.scaling != Scaling::unit_sum)
    note_far_prototypes(*prototypes, rows, notes);
  return notes;
}

std::vector<std::string> notes_of_choices(const Settings& given, const Model& model) {
  std::vector<std::string> notes;
  const auto* const prototypes = dynamic_cast<const PrototypeModel*>(&model);
  if (!prototypes) return notes;
  for (const auto& [option, value] : prototypes->space.dissimilarity().options()) {
    const std::string name = "dissimilarity." + option;
    const std::string chosen = value_text(value);
    const auto found = std::find_if(given.begin(), given.end(), [&](const auto& each) { return each.first == name; });
    if (found != given.end() && found->second != chosen)
      notes.push_back(fmt::format("{} was chosen for these data", setting(name, chosen)));
  }
  return notes;
}

}   // namespace protea
