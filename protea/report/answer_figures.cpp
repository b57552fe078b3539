#include <protea/report/answer_figures.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/tables.hpp>
#include <protea/evaluate/rejection.hpp>

namespace protea {
namespace {

std::string rate_text(const std::optional<double>& value) { return value ? percent(*value) : std::string("–"); }

Series diagonal(std::string name) {
  return {.name = std::move(name), .mark = Mark::line, .x = {0, 1}, .y = {0, 1}, .is_dashed = true};
}

Axis share_axis(std::string label) { return {.label = std::move(label), .low = 0, .high = 1}; }

// Of many points those where the curve turns.
std::vector<RocPoint> corners(const std::vector<RocPoint>& points) {
  std::vector<RocPoint> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == points.size();
    const bool goes_on = !is_end && ((points[i - 1].fpr == points[i].fpr && points[i].fpr == points[i + 1].fpr) ||
                                     (points[i - 1].tpr == points[i].tpr && points[i].tpr == points[i + 1].tpr));
    if (!goes_on) result.push_back(points[i]);
  }
  return result;
}

Series curve_series(const RocCurve& curve, std::string name) {
  Series series{.name = std::move(name)};
  for (const RocPoint& point : corners(curve.points)) {
    series.x.push_back(point.fpr);
    series.y.push_back(point.tpr);
  }
  return series;
}

// Thresholds of scores; that of the first point, +∞, is just above the highest score.
RocPlot one_curve(const RocCurve& curve, const std::vector<std::string>& classes, std::span<const Label> truth,
                  std::optional<std::size_t> positives_answered) {
  RocPlot roc{.plot = {share_axis("false positive rate"), share_axis("true positive rate")}, .positive = 1};
  Series series{.name = fmt::format("{}, area {:.3f}", classes[1], curve.auc)};
  for (const RocPoint& point : curve.points) {
    series.x.push_back(point.fpr);
    series.y.push_back(point.tpr);
    roc.threshold.push_back(std::clamp(point.threshold, 0.0, 1.0));
  }
  const auto halves = std::ranges::find_if(roc.threshold, [](double threshold) { return threshold <= 0.5; });
  if (halves != roc.threshold.begin()) roc.start = static_cast<std::size_t>(halves - roc.threshold.begin()) - 1;
  roc.plot.series = {std::move(series), diagonal("chance")};
  roc.positives = static_cast<std::size_t>(std::ranges::count(truth, Label{1}));
  roc.negatives = truth.size() - roc.positives;
  if (!positives_answered) return roc;
  // Where the model itself works: as many rows above the threshold as it answers so.
  const auto above = [&](std::size_t i) {
    return curve.points[i].tpr * static_cast<double>(roc.positives) +
           curve.points[i].fpr * static_cast<double>(roc.negatives);
  };
  const auto wanted = static_cast<double>(*positives_answered);
  std::size_t best = 0;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    if (std::abs(above(i) - wanted) < std::abs(above(best) - wanted)) best = i;
  }
  roc.start = best;
  return roc;
}

// Those that have a curve; where there are many, the smallest area first.
std::vector<std::size_t> classes_by_area(const Ranking& ranking) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < ranking.one_vs_rest.size(); ++c) {
    if (ranking.one_vs_rest[c]) order.push_back(c);
  }
  constexpr std::size_t few = 10;
  if (order.size() > few)
    std::ranges::stable_sort(order, {}, [&](std::size_t c) { return ranking.one_vs_rest[c]->auc; });
  return order;
}

}   // namespace

Figure confusion_figure(const Confusion& confusion, const JudgedAnswers& judged) {
  const auto& [classes, truth, predictions, shown, times] = judged;
  const std::vector<Label>& answers = predictions.labels;
  const std::size_t count = classes.size();
  MatrixPlot plot{.rows = classes,
                  .columns = classes,
                  .values = Matrix(count, count),
                  .row_title = "true class",
                  .column_title = "answer",
                  .shows_values = true};
  if (std::ranges::any_of(shown, [](std::int64_t place) { return place >= 0; }))
    plot.samples.assign(count, std::vector<std::vector<std::int64_t>>(count));
  const Measures measures = measures_of(confusion);
  FigureTable table{{"true \\ answer"}, {}};
  table.columns.insert(table.columns.end(), classes.begin(), classes.end());
  for (const char* const name : {"recall", "precision", "F1"}) table.columns.emplace_back(name);
  for (std::size_t t = 0; t < count; ++t) {
    std::vector<std::string> row{classes[t]};
    for (std::size_t a = 0; a < count; ++a) {
      plot.values(t, a) = static_cast<double>(confusion(t, a));
      row.push_back(fmt::format("{}", confusion(t, a)));
    }
    const ClassMeasures& own = measures.classes[t];
    for (const auto& value : {own.tpr, own.precision, own.f}) row.push_back(rate_text(value));
    table.rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (answers[i] == no_label || truth[i] == no_label || shown[i] < 0) continue;
    plot.samples[static_cast<std::size_t>(truth[i])][static_cast<std::size_t>(answers[i])].push_back(shown[i]);
  }
  std::size_t worst_t = 0;
  std::size_t worst_a = 0;
  std::size_t most = 0;
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t a = 0; a < count; ++a) {
      if (t == a || confusion(t, a) <= most) continue;
      most = confusion(t, a);
      worst_t = t;
      worst_a = a;
    }
  }
  const std::string caption =
      most == 0 ? std::string("No class was taken for another.")
                : fmt::format("Rows are true classes, columns answers. Most often {} was taken for {}: {}.",
                              classes[worst_t], classes[worst_a], counted(most, "time"));
  if (times > 1) plot.unit = "answers";
  return {"confusion", "Who was taken for whom", caption, std::move(plot), std::move(table)};
}

std::optional<Figure> roc_figure(const Ranking& ranking, const JudgedAnswers& judged) {
  const std::vector<std::string>& classes = judged.classes;
  const std::span<const Label> truth = judged.truth;
  if (std::ranges::none_of(ranking.one_vs_rest, [](const auto& curve) { return curve.has_value(); }))
    return std::nullopt;
  Figure figure{"roc", "How well the scores order", "", Plot{}};
  const Matrix scores = beyond_rounding(judged.answers.scores.view());
  if (classes.size() == 2 && ranking.one_vs_rest[1]) {
    const RocCurve curve = *roc_curve(scores.view(), truth, 1);
    figure.caption = fmt::format(
        "Receiver operating characteristic. A row of {} has a higher score than one of {} with probability {:.3f}.",
        classes[1], classes[0], curve.auc);
    const std::vector<Label>& labels = judged.answers.labels;
    const bool all_are_answered = std::ranges::find(labels, no_label) == labels.end();
    std::optional<std::size_t> positives_answered;
    if (all_are_answered) positives_answered = static_cast<std::size_t>(std::ranges::count(labels, Label{1}));
    figure.content = one_curve(curve, classes, truth, positives_answered);
    return figure;
  }
  Plot plot{share_axis("false positive rate"), share_axis("true positive rate")};
  FigureTable table{{"class", "area under the curve"}, {}};
  constexpr std::size_t most = 8;   // curves that can be told apart
  const std::vector<std::size_t> worst = classes_by_area(ranking);
  const std::size_t drawn = worst.size() > most + 2 ? most : worst.size();
  for (const std::size_t c : worst) {
    table.rows.push_back({classes[c], fmt::format("{:.3f}", ranking.one_vs_rest[c]->auc)});
    if (plot.series.size() == drawn) continue;
    plot.series.push_back(curve_series(*roc_curve(scores.view(), truth, c), classes[c]));
    plot.series.back().of_class = c;
  }
  plot.series.push_back(diagonal("chance"));
  figure.caption = fmt::format("Receiver operating characteristics, each class against all others; mean area {:.3f}.",
                               ranking.macro_auc.value_or(0));
  if (drawn < worst.size()) figure.caption += fmt::format(" The {} classes with the smallest areas.", drawn);
  figure.content = std::move(plot);
  figure.table = std::move(table);
  return figure;
}

// Too sure, or too modest, where that is more than a trifle.
std::string trust_text(const Calibration& calibration) {
  double rows = 0;
  double excess = 0;   // of scores over what is right
  for (const ReliabilityBin& bin : calibration.bins) {
    rows += static_cast<double>(bin.samples);
    excess += static_cast<double>(bin.samples) * (bin.samples > 0 ? bin.confidence - bin.accuracy : 0);
  }
  constexpr double trifle = 0.02;
  if (rows == 0 || std::abs(excess) < trifle * rows) return "";
  return excess > 0 ? ": they promise too much" : ": they promise too little";
}

std::pair<double, double> interval_of_share(double share, double rows) {
  constexpr double z = 1.96;
  const double middle = (share + z * z / (2 * rows)) / (1 + z * z / rows);
  const double half = z / (1 + z * z / rows) * std::sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

Figure reliability_figure(const Calibration& calibration, std::size_t times) {
  Series series{.name = "answers", .mark = Mark::points};
  FigureTable table{{"scores", "answers", "mean score", "right"}, {}};
  for (const ReliabilityBin& bin : calibration.bins) {
    if (bin.samples == 0) continue;
    series.x.push_back(bin.confidence);
    series.y.push_back(bin.accuracy);
    // Of few rows, little is known, and no more of rows that were answered again.
    const auto [low, high] =
        interval_of_share(bin.accuracy, std::max(1.0, static_cast<double>(bin.samples) / static_cast<double>(times)));
    series.low.push_back(low);
    series.high.push_back(high);
    series.labels.push_back(fmt::format("{}", bin.samples));
    table.rows.push_back({fmt::format("{:.1f} to {:.1f}", bin.low, bin.high), fmt::format("{}", bin.samples),
                          fmt::format("{:.3f}", bin.confidence), percent(bin.accuracy)});
  }
  const std::string caption = fmt::format(
      "Points on the line mean what they say: of answers with a score of 0.8 eight of ten are right. Beside each point the "
      "number of its answers; its line holds the true share with 95 %. On average scores are off by {:.3f}{}.",
      calibration.expected_error, trust_text(calibration));
  Plot plot{share_axis("score of the answer"), share_axis("share that is right")};
  plot.series = {std::move(series), diagonal("as it should be")};
  return {"reliability", "Whether scores can be trusted", caption, std::move(plot), std::move(table)};
}

Figure rejection_figure(std::span<const Label> truth, std::span<const Label> answers, Row certainty) {
  const std::vector<RejectionPoint> curve = accuracy_reject_curve(truth, answers, certainty);
  constexpr std::size_t enough = 200;   // points of a line
  const std::size_t step = std::max<std::size_t>(1, curve.size() / enough);
  Series series{.name = "accuracy"};
  for (std::size_t i = curve.size(); i-- > 0;) {
    if (i % step != 0 && i + 1 != curve.size()) continue;
    series.x.push_back(1 - curve[i].coverage);
    series.y.push_back(curve[i].accuracy);
  }
  std::string caption = fmt::format("Rows of the least certainty are left without an answer first: {} of all are right",
                                    percent(curve.back().accuracy));
  for (const double left : {0.1, 0.2}) {
    const auto point =
        std::ranges::find_if(curve, [&](const RejectionPoint& each) { return each.coverage >= 1 - left; });
    if (point != curve.end() && point->coverage < 1)
      caption += fmt::format(", {} without the least sure {}", percent(point->accuracy), percent(1 - point->coverage));
  }
  caption += ".";
  double least = 1;
  for (const double value : series.y) least = std::min(least, value);
  Plot plot{share_axis("rejected"), {.label = "accuracy of the rest", .low = std::max(0.0, least - 0.05), .high = 1}};
  plot.series = {std::move(series)};
  return {"rejection", "What leaving unsure rows out gains", caption, std::move(plot)};
}

}   // namespace protea
