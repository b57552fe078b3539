#include <protea/catalogue/curve.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

constexpr std::size_t answers_from = 3;   // a result is training errors, training samples, parameters, then the answers

struct Point {
  Candidate candidate;
  double share = 1;
  std::size_t count = 0;   // of samples; 0: the share counts
};

Point sized_point(const std::string& name, const std::string& value, const std::shared_ptr<const Method>& method) {
  const Settings settings{{std::string(size_axis), value}};
  const auto count = parse_integer(value);
  if (count && *count > 1) return {{name, settings, method}, 1, static_cast<std::size_t>(*count)};
  if (const auto share = parse_number(value); !share || !(*share > 0 && *share <= 1)) {
    throw UsageError(fmt::format(
        "size = {}: must be a share of the training part, above 0 and at most 1, or a whole number of samples", value));
  }
  return {{name, settings, method}, *parse_number(value), 0};
}

std::vector<Point> points_of(const CurvePlan& plan) {
  std::vector<Point> points;
  if (plan.over.key != size_axis) {
    const auto seed = plan.folds.seed;
    for (Candidate& each : candidates({plan.method, plan.changes, {plan.over}, 0, seed}))
      points.push_back({std::move(each)});
    return points;
  }
  const std::shared_ptr<const Method> method = make_method(plan.method, plan.changes);
  for (const std::string& value : plan.over.values) points.push_back(sized_point(plan.method, value, method));
  return points;
}

class Curve {
 public:
  Curve(const CurvePlan& plan, const EncodedTable& data);

  std::size_t tasks() const { return points_.size() * tests_.size(); }
  std::string identity() const;
  std::vector<double> result(std::size_t task) const;
  CurvePoint point(const TaskLedger& ledger, std::size_t p) const;

 private:
  bool has_numbers() const { return !data_.dataset.numbers.empty(); }
  Samples training_rows(std::size_t split, const Point& point) const;
  ZeroOneDecomposition decomposition(const TaskLedger& ledger, std::size_t p) const;

  const CurvePlan& plan_;
  const EncodedTable& data_;
  std::vector<Point> points_;
  std::vector<Samples> tests_;
};

Curve::Curve(const CurvePlan& plan, const EncodedTable& data) : plan_(plan), data_(data), points_(points_of(plan)) {
  if (plan.has_decomposition && plan.folds.repeats < 2) {
    throw UsageError(fmt::format("bias and variance compare answers after different trainings: use {}, 2 at least",
                                 setting("repeats", "10")));
  }
  if (data.dataset.y.empty() && data.dataset.numbers.empty())
    throw UsageError("a curve needs a column of labels or numbers");
  if (plan.has_decomposition && data.dataset.y.empty())
    throw UsageError("bias and variance are those of classes here: leave them out for numbers");
  if (plan.has_decomposition && !tests_each_once(plan.folds.kind)) {
    throw UsageError(fmt::format(
        "split = {}: bias and variance need one answer for every sample in each repeat: use stratified, folds or grouped",
        choice_name(plan.folds.kind)));
  }
  tests_ = make_test_parts(data.dataset, plan.folds);
  demand_two_classes_left(data.dataset, tests_);
}

std::string Curve::identity() const {
  std::string text = fmt::format("curve;{};{};", identity_of(plan_.folds), fingerprint(data_.dataset));
  for (const Point& point : points_) {
    text += fmt::format("{};{};{};", settings_text(point.candidate.settings), point.share, point.count);
    if (point.candidate.method) text += identity_of(*point.candidate.method);
  }
  return text;
}

// Members of a class of m samples have the places (½, 1½, …)/m, the first 0; a share takes the places up to it, which
// rounds the share of each class, and a count the first so many. So all sizes are nested.
Samples Curve::training_rows(std::size_t split, const Point& point) const {
  const Samples all = training_part(tests_[split], data_.dataset.size());
  if (point.count == 0 && point.share == 1) return all;
  const bool has_classes = !data_.dataset.y.empty();
  std::vector<Samples> classes(has_classes ? data_.dataset.class_names.size() : 1);
  for (const std::uint32_t row : all)
    classes[has_classes ? static_cast<std::size_t>(data_.dataset.y[row]) : 0].push_back(row);
  std::vector<std::pair<double, std::uint32_t>> places;
  Random random(plan_.folds.seed, Purpose::split, 2, static_cast<std::uint32_t>(split));
  std::size_t present = 0;
  for (Samples& members : classes) {
    random.shuffle(std::span(members));
    present += members.empty() ? 0 : 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      places.emplace_back(i == 0 ? 0 : (static_cast<double>(i) + 0.5) / static_cast<double>(members.size()),
                          members[i]);
    }
  }
  std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (point.count > places.size() || (point.count > 0 && point.count < present)) {
    throw DataError(fmt::format("size = {}: training part {} has {}{}", point.count, split + 1,
                                counted(places.size(), "sample"),
                                has_classes ? " of " + counted(present, "class") : ""));
  }
  Samples rows;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (point.count > 0 ? i < point.count : places[i].first <= point.share) rows.push_back(places[i].second);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<double> Curve::result(std::size_t task) const {
  const Point& point = points_[task / tests_.size()];
  if (!point.candidate.method) throw UsageError(point.candidate.failure);
  const std::size_t s = task % tests_.size();
  const Dataset training = data_.dataset.subset(training_rows(s, point));
  Serial serial;
  const std::unique_ptr<Model> model = point.candidate.method->train(training, data_.encoding, {serial}).model;
  demand_answers(*model);
  const auto predictions_for = [&](const Dataset& rows) { return model->predict(model->prepare(rows).view(), serial); };
  if (has_numbers()) {
    const NumberMeasures learned =
        number_measures(training.numbers, predictions_for(training).numbers, training.weights);
    std::vector<double> values{learned.rmse, static_cast<double>(training.size()),
                               static_cast<double>(model->parameter_count())};
    const std::vector<double> answers = predictions_for(data_.dataset.subset(tests_[s])).numbers;
    values.insert(values.end(), answers.begin(), answers.end());
    return values;
  }
  const auto answers_for = [&](const Dataset& rows) { return predictions_for(rows).labels; };
  const std::vector<Label> learned = answers_for(training);
  double errors = 0;
  for (std::size_t i = 0; i < learned.size(); ++i) errors += learned[i] != training.y[i] ? 1 : 0;
  std::vector<double> values{errors, static_cast<double>(training.size()),
                             static_cast<double>(model->parameter_count())};
  const std::vector<Label> answers = answers_for(data_.dataset.subset(tests_[s]));
  values.insert(values.end(), answers.begin(), answers.end());
  return values;
}

CurvePoint Curve::point(const TaskLedger& ledger, std::size_t p) const {
  CurvePoint point{points_[p].candidate.settings[0].second, 0, 0, {}, {}, {}, {}};
  std::vector<double> training;
  std::vector<double> test;
  double answered = 0;
  double asked = 0;
  for (std::size_t s = 0; s < tests_.size(); ++s) {
    const TaskResult& result = ledger[p * tests_.size() + s];
    if (result.has_failed()) {
      point.failure = result.sentence;
      return point;
    }
    point.samples += result.values[1];
    point.parameters += result.values[2];
    const Samples& rows = tests_[s];
    if (has_numbers()) {
      const Dataset own = data_.dataset.subset(rows);
      training.push_back(result.values[0]);
      test.push_back(number_measures(own.numbers, Row(result.values).subspan(answers_from), own.weights).rmse);
      continue;
    }
    training.push_back(result.values[0] / result.values[1]);
    double errors = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto answer = static_cast<Label>(result.values[answers_from + i]);
      errors += answer != data_.dataset.y[rows[i]] ? 1 : 0;
      answered += answer != no_label ? 1 : 0;
    }
    asked += static_cast<double>(rows.size());
    test.push_back(errors / static_cast<double>(rows.size()));
  }
  point.samples /= static_cast<double>(tests_.size());
  point.parameters /= static_cast<double>(tests_.size());
  if (asked > 0) point.coverage = answered / asked;
  point.training_error = mean_and_deviation(training);
  point.test_error = mean_and_deviation(test);
  if (plan_.has_decomposition) point.decomposition = decomposition(ledger, p);
  return point;
}

ZeroOneDecomposition Curve::decomposition(const TaskLedger& ledger, std::size_t p) const {
  std::vector<std::vector<Label>> answers(plan_.folds.repeats, std::vector<Label>(data_.dataset.size()));
  const std::size_t parts = tests_.size() / plan_.folds.repeats;
  for (std::size_t s = 0; s < tests_.size(); ++s) {
    const TaskResult& result = ledger[p * tests_.size() + s];
    for (std::size_t i = 0; i < tests_[s].size(); ++i) {
      answers[s / parts][tests_[s][i]] = static_cast<Label>(result.values[answers_from + i]);
    }
  }
  return decompose(answers, data_.dataset.y, data_.dataset.class_names.size());
}

}   // namespace

std::vector<CurvePoint> measure_curve(const CurvePlan& plan, const EncodedTable& data, Runtime& runtime,
                                      const LedgerPlan& ledger_plan, const TaskLedger::Progress& progress) {
  if (plan.over.values.empty()) throw UsageError(fmt::format("{}: a curve needs a value at least", plan.over.key));
  const Curve curve(plan, data);
  TaskLedger ledger(curve.tasks(), curve.identity(), ledger_plan);
  ledger.run(
      0, ledger.size(), [&](std::size_t task) { return curve.result(task); }, runtime, progress);
  std::vector<CurvePoint> points;
  for (std::size_t p = 0; p < plan.over.values.size(); ++p) points.push_back(curve.point(ledger, p));
  if (std::all_of(points.begin(), points.end(), [](const CurvePoint& point) { return !point.failure.empty(); })) {
    std::size_t task = 0;
    while (!ledger[task].has_failed()) ++task;
    throw_failure(ledger[task]);
  }
  return points;
}

}   // namespace protea
