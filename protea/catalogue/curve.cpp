#include <protea/catalogue/curve.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/evaluate/repeated_folds.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

constexpr std::size_t answers_from = 3;    // a result is training errors, training samples, parameters, then the answers

struct Point {
  Candidate candidate;
  double share = 1;
};

std::vector<Point> points_of(const CurvePlan& plan) {
  std::vector<Point> points;
  if (plan.over.key != size_axis) {
    const auto seed = plan.folds.seed;
    for (Candidate& each : candidates({plan.method, plan.changes, {plan.over}, 0, seed})) points.push_back({std::move(each)});
    return points;
  }
  const Configuration configuration = configure(plan.method, plan.changes);
  for (const std::string& value : plan.over.values) {
    const double share = parse_limited("size", value, {.above = 0, .at_most = 1});
    points.push_back({{{{plan.over.key, value}}, configuration, {}}, share});
  }
  return points;
}

class Curve {
 public:
  Curve(const CurvePlan& plan, const EncodedTable& data);

  std::size_t tasks() const { return points_.size() * splits_.size(); }
  std::string identity() const;
  std::vector<double> result(std::size_t task) const;
  CurvePoint point(const TaskLedger& ledger, std::size_t p) const;

 private:
  std::vector<std::uint32_t> training_rows(std::size_t split, double share) const;
  ZeroOneDecomposition decomposition(const TaskLedger& ledger, std::size_t p) const;

  const CurvePlan& plan_;
  const EncodedTable& data_;
  std::vector<Point> points_;
  std::vector<Split> splits_;
};

Curve::Curve(const CurvePlan& plan, const EncodedTable& data) : plan_(plan), data_(data), points_(points_of(plan)) {
  if (plan.has_decomposition && plan.folds.repeats < 2) {
    throw UsageError("bias and variance compare answers after different trainings: use --repeats 10, 2 at least");
  }
  if (data.dataset.y.empty()) throw UsageError("a curve needs a label column");
  splits_ = repeated_folds(data.dataset, plan.folds);
}

std::string Curve::identity() const {
  std::string text = fmt::format("curve;{};{};{};{};", plan_.folds.folds, plan_.folds.repeats, plan_.folds.seed, fingerprint(data_.dataset));
  for (const Point& point : points_) {
    text += fmt::format("{};{};", settings_text(point.candidate.settings), point.share);
    if (!point.candidate.configuration) continue;
    for (const auto& [name, value] : describe(*point.candidate.configuration)) text += fmt::format("{}={};", name, value);
  }
  return text;
}

std::vector<std::uint32_t> Curve::training_rows(std::size_t split, double share) const {
  const std::vector<std::uint32_t>& all = splits_[split].training;
  if (share == 1) return all;
  std::vector<std::vector<std::uint32_t>> classes(data_.dataset.class_names.size());
  for (const std::uint32_t row : all) classes[static_cast<std::size_t>(data_.dataset.y[row])].push_back(row);
  std::vector<std::uint32_t> rows;
  Random random(plan_.folds.seed, Purpose::split, 2, static_cast<std::uint32_t>(split));
  for (std::vector<std::uint32_t>& members : classes) {
    random.shuffle(std::span(members));
    const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(members.size())));
    members.resize(members.empty() ? 0 : std::clamp<std::size_t>(wanted, 1, members.size()));
    rows.insert(rows.end(), members.begin(), members.end());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<double> Curve::result(std::size_t task) const {
  const Point& point = points_[task / splits_.size()];
  if (!point.candidate.configuration) throw UsageError(point.candidate.failure);
  const std::size_t s = task % splits_.size();
  const Dataset training = data_.dataset.subset(training_rows(s, point.share));
  Serial serial;
  const Model model = train_model(*point.candidate.configuration, training, data_.encoding, serial).model;
  const auto answers_for = [&](const Dataset& rows) { return predict(model, prepare(model, rows).view(), serial).labels; };
  const std::vector<Label> learned = answers_for(training);
  double errors = 0;
  for (std::size_t i = 0; i < learned.size(); ++i) errors += learned[i] != training.y[i] ? 1 : 0;
  std::vector<double> values{errors, static_cast<double>(training.size()), static_cast<double>(model.parameters.size())};
  const std::vector<Label> answers = answers_for(data_.dataset.subset(splits_[s].test));
  values.insert(values.end(), answers.begin(), answers.end());
  return values;
}

CurvePoint Curve::point(const TaskLedger& ledger, std::size_t p) const {
  CurvePoint point{points_[p].candidate.settings[0].second, 0, 0, {}, {}, {}, {}};
  std::vector<double> training;
  std::vector<double> test;
  for (std::size_t s = 0; s < splits_.size(); ++s) {
    const TaskResult& result = ledger[p * splits_.size() + s];
    if (result.has_failed()) {
      point.failure = result.sentence;
      return point;
    }
    training.push_back(result.values[0] / result.values[1]);
    double errors = 0;
    const std::vector<std::uint32_t>& rows = splits_[s].test;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      errors += static_cast<Label>(result.values[answers_from + i]) != data_.dataset.y[rows[i]] ? 1 : 0;
    }
    test.push_back(errors / static_cast<double>(rows.size()));
    point.samples += result.values[1];
    point.parameters += result.values[2];
  }
  point.samples /= static_cast<double>(splits_.size());
  point.parameters /= static_cast<double>(splits_.size());
  point.training_error = mean_and_deviation(training);
  point.test_error = mean_and_deviation(test);
  if (plan_.has_decomposition) point.decomposition = decomposition(ledger, p);
  return point;
}

ZeroOneDecomposition Curve::decomposition(const TaskLedger& ledger, std::size_t p) const {
  std::vector<std::vector<Label>> answers(plan_.folds.repeats, std::vector<Label>(data_.dataset.size()));
  for (std::size_t s = 0; s < splits_.size(); ++s) {
    const TaskResult& result = ledger[p * splits_.size() + s];
    for (std::size_t i = 0; i < splits_[s].test.size(); ++i) {
      answers[s / plan_.folds.folds][splits_[s].test[i]] = static_cast<Label>(result.values[answers_from + i]);
    }
  }
  return decompose(answers, data_.dataset.y, data_.dataset.class_names.size());
}

}  // namespace

std::vector<CurvePoint> measure_curve(const CurvePlan& plan, const EncodedTable& data, Runtime& runtime, const LedgerPlan& ledger_plan,
                                      const TaskLedger::Progress& progress) {
  const Curve curve(plan, data);
  TaskLedger ledger(curve.tasks(), curve.identity(), ledger_plan);
  ledger.run(0, ledger.size(), [&](std::size_t task) { return curve.result(task); }, runtime, progress);
  std::vector<CurvePoint> points;
  for (std::size_t p = 0; p < plan.over.values.size(); ++p) points.push_back(curve.point(ledger, p));
  if (std::all_of(points.begin(), points.end(), [](const CurvePoint& point) { return !point.failure.empty(); })) {
    std::size_t task = 0;
    while (!ledger[task].has_failed()) ++task;
    throw_failure(ledger[task]);
  }
  return points;
}

}  // namespace protea
