#include <protea/method/asked_rows.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace protea {

void refuse_elsewhere(std::string_view what) {
  throw UsageError(fmt::format("{}, and these rows are in several processes", what));
}

void demand_known_gaps(Missing missing) {
  if (missing == Missing::median)
    refuse_elsewhere(fmt::format("{} sorts the values of a feature: use {}", setting("missing", "median"),
                                 setting("missing", "mean")));
  if (missing == Missing::mask)
    refuse_elsewhere(
        fmt::format("{} sums over what each row has: use {}", setting("missing", "mask"), setting("missing", "mean")));
}

AskedRows::AskedRows(RowsOfOthers rows) : rows_(std::move(rows)), ends_(rows_.names.class_names.size() + 1) { count(); }

void AskedRows::count() {
  ask(question_of(RowQuestion::ranges).take(), {}, [&](ParcelReader& from, std::size_t group) {
    const FeatureSums own = read_sums(from);
    if (group == 0) sums_ = own;
    else sums_.add(own);
    ends_[0].push_back(static_cast<std::uint32_t>(sums_.rows));
    for (std::size_t c = 0; c < sums_.classes.size(); ++c)
      ends_[c + 1].push_back(static_cast<std::uint32_t>(sums_.classes[c].rows));
  });
}

FeatureSums AskedRows::pass_over(Pass pass, const FeatureSums& so_far) const {
  if (pass == Pass::ranges) return sums_;
  Parcel question = question_of(pass == Pass::centres ? RowQuestion::centres : RowQuestion::spreads);
  add_sums(so_far, question);
  FeatureSums all;
  ask(question.take(), {}, [&](ParcelReader& from, std::size_t group) {
    const FeatureSums own = read_sums(from);
    if (group == 0) all = own;
    else all.add(own);
  });
  return all;
}

Dataset AskedRows::present() const {
  Dataset rows = names();
  for (std::size_t c = 0; c < sums_.classes.size(); ++c) {
    if (sums_.classes[c].rows > 0) rows.y.push_back(static_cast<Label>(c));
  }
  rows.x = Matrix(std::max<std::size_t>(1, rows.y.size()), rows.feature_names.size());
  return rows;
}

BroughtRows AskedRows::bring(const std::string& plan, std::size_t of_class,
                             std::span<const std::uint32_t> places) const {
  const std::vector<std::uint32_t>& ends = ends_[of_class];
  std::vector<std::uint32_t> groups;
  std::vector<std::uint32_t> own_ends;
  std::vector<std::uint32_t> own;
  std::size_t group = 0;
  for (const std::uint32_t place : places) {
    while (place >= ends[group]) ++group;
    if (groups.empty() || groups.back() != group) {
      groups.push_back(static_cast<std::uint32_t>(group));
      own_ends.push_back(0);
    }
    own.push_back(place - (group == 0 ? 0 : ends[group - 1]));
    own_ends.back() = static_cast<std::uint32_t>(own.size());
  }
  BroughtRows result{Matrix(places.size(), names().feature_names.size())};
  if (groups.empty()) return result;
  Parcel question = question_of(RowQuestion::rows);
  question.add(plan).add_count(of_class).add(std::span<const std::uint32_t>(groups));
  question.add(std::span<const std::uint32_t>(own_ends)).add(std::span<const std::uint32_t>(own));
  std::size_t next = 0;
  ask(question.take(), groups, [&](ParcelReader& from, std::size_t) {
    const Matrix x = from.matrix();
    for (std::size_t i = 0; i < x.rows(); ++i) std::ranges::copy(x.row(i), result.x.row(next++).begin());
    const auto append = [](const auto& more, auto& to) { to.insert(to.end(), more.begin(), more.end()); };
    append(from.labels(), result.y);
    append(from.numbers(), result.weights);
    append(from.numbers(), result.training_weights);
    append(from.numbers(), result.numbers);
  });
  return result;
}

Preparation AskedRows::learn_preparation(Missing missing, Scaling scaling) const {
  demand_known_gaps(missing);
  if (missing == Missing::drop && sums_.rows_with_gaps > 0)
    throw UsageError("rows with missing values are to be left out before they are put into groups");
  const auto median = [](std::size_t, double) -> double { throw UsageError("there is no median here"); };
  return protea::learn_preparation(
             names(), missing, scaling,
             [this](Pass pass, const FeatureSums& so_far) { return pass_over(pass, so_far); }, median)
      .preparation;
}

std::vector<double> AskedRows::factors_of(const ClassWeights& class_weights) const {
  if (!class_weights.is_balanced && class_weights.by_class.empty()) return {};
  std::vector<double> totals;
  for (const FeatureSums::OfClass& each : sums_.classes) totals.push_back(each.weight);
  return class_factors(class_weights, names().class_names, totals);
}

}   // namespace protea
