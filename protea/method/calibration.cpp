#include <protea/method/calibration.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/data/split.hpp>

namespace protea {
namespace {

// Whole groups; nothing where a class would be in one part only.
std::vector<std::vector<std::uint32_t>> parts_of_groups(const Dataset& rows, std::size_t parts, std::uint64_t seed) {
  std::map<std::string, std::vector<std::uint32_t>> groups;
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    groups[checksum(fmt::format("{};group {}", seed, rows.groups[i]))].push_back(i);
  std::vector<std::vector<std::uint32_t>> result(parts);
  std::vector<std::set<std::size_t>> parts_of_class(rows.class_names.size());
  std::size_t next = 0;
  for (const auto& [key, members] : groups) {
    const std::size_t p = next++ % parts;
    result[p].insert(result[p].end(), members.begin(), members.end());
    for (const std::uint32_t i : members) parts_of_class[static_cast<std::size_t>(rows.y[i])].insert(p);
  }
  const std::set<Label> present(rows.y.begin(), rows.y.end());
  for (const Label label : present) {
    if (parts_of_class[static_cast<std::size_t>(label)].size() < 2) return {};
  }
  for (std::vector<std::uint32_t>& part : result) std::ranges::sort(part);
  return std::ranges::any_of(result, [](const auto& part) { return part.empty(); })
             ? std::vector<std::vector<std::uint32_t>>{}
             : result;
}

}   // namespace

std::vector<std::vector<std::uint32_t>> parts_by_content(const Dataset& rows, std::size_t parts, std::uint64_t seed) {
  if (!rows.groups.empty()) return parts_of_groups(rows, parts, seed);
  std::vector<std::vector<std::uint32_t>> result(parts);
  std::vector<double> values(rows.x.columns());
  std::size_t next = 0;   // goes on from class to class, so that sizes differ little
  for (const auto& samples : samples_by_class(rows.y, rows.class_names.size())) {
    std::map<std::string, std::vector<std::uint32_t>> alike;   // in an order that the seed and the values alone decide
    for (const std::uint32_t i : samples) {
      rows.x.copy_row(i, values);
      const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
      alike[checksum(fmt::format("{};", seed) + bytes)].push_back(i);
    }
    if (!samples.empty() && alike.size() < parts) return {};
    for (const auto& [key, same] : alike) {
      std::vector<std::uint32_t>& part = result[next++ % parts];
      part.insert(part.end(), same.begin(), same.end());
    }
  }
  for (std::vector<std::uint32_t>& part : result) std::ranges::sort(part);
  return result;
}

std::optional<Decision> decision_out_of_fold(const PrototypeModel& model, const Decision& decision, const Dataset& rows,
                                             std::uint64_t seed, Runtime& runtime, const TrainWithout& train) {
  constexpr std::size_t folds = 3;
  if (rows.size() > most_rows_out_of_fold) return std::nullopt;
  const auto parts = parts_by_content(rows, folds, seed);
  if (parts.empty()) return std::nullopt;
  Matrix d(rows.size(), model.space.prototype_count());
  std::array<bool, folds> is_alike{};
  runtime.run(folds, [&](std::size_t f) {
    try {
      const PrototypeModel other = train(rows.subset(training_part(parts[f], rows.size())));
      is_alike[f] = other.space.labels() == model.space.labels();
      if (!is_alike[f]) return;
      const Matrix own = other.distances(prepare(other, rows.subset(parts[f])).view());
      for (std::size_t i = 0; i < parts[f].size(); ++i) std::ranges::copy(own.row(i), d.row(parts[f][i]).begin());
    } catch (const Error&) {
      is_alike[f] = false;   // a part of the rows may be too little where all of them are not
    }
  });
  if (!std::ranges::all_of(is_alike, std::identity{})) return std::nullopt;
  return with_likeliest_scores(decision, {model.space.labels(), model.class_names}, std::as_const(d).view(), rows.y,
                               rows.weights);
}

void set_decision(PrototypeModel& model, const Decision& decision, const TrainingParts& parts) {
  const double before = model.decision.sigma;
  model.decision = decision;
  if (!model.has_classes() || model.space.has_label_vectors()) return;
  if (decision.kind == DecisionKind::k_nearest || decision.sigma > 0) return;
  const std::set<Label> seen(parts.training.rows.y.begin(), parts.training.rows.y.end());
  if (before > 0 && seen.size() < model.class_names.size()) {   // too few to judge by
    model.decision.sigma = before;
    return;
  }
  const Part& part = parts.has_held_out() ? parts.held_out : parts.training;
  if (!model.expansion) return calibrate(model, part.x.view(), part.rows.y, part.rows.weights);
  calibrate(model, prepare(model, part.rows).view(), part.rows.y, part.rows.weights);
}

}   // namespace protea
