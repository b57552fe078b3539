#include <protea/report/answer_sections.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/histogram.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::size_t classes_present(const JudgedAnswers& judged) {
  return std::set<Label>(judged.truth.begin(), judged.truth.end()).size();
}

// With what chance would do to so many rows; where none is wrong, or right, they tell no more than a bound.
std::string chance_text(double accuracy, double rows) {
  if (rows > 0 && (accuracy == 1 || accuracy == 0)) {
    const auto [low, high] = interval_of_share(accuracy, rows);
    return fmt::format("{} are answered rightly; so many rows tell no more than that it is {} {} of all such rows.",
                       accuracy == 1 ? "all" : "none", accuracy == 1 ? "at least" : "at most",
                       percent(accuracy == 1 ? low : high));
  }
  return fmt::format("{} ± {} are answered rightly (what chance would do to so many rows).", percent(accuracy),
                     percent(rows > 0 ? std::sqrt(accuracy * (1 - accuracy) / rows) : 0));
}

FigureTable measures_table(const Assessment& assessment, const JudgedAnswers& judged) {
  const std::vector<std::string>& classes = judged.classes;
  FigureTable table{{"class", "rows", "recall", "precision", "F1", "area under the curve"}, {}};
  const auto share = [](const std::optional<double>& value) { return value ? percent(*value) : std::string("–"); };
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ClassMeasures& own = assessment.measures.classes[c];
    const auto& curve = assessment.ranking.one_vs_rest.empty() ? std::nullopt : assessment.ranking.one_vs_rest[c];
    table.rows.push_back({classes[c], fmt::format("{}", own.samples / judged.times), share(own.tpr),
                          share(own.precision), share(own.f),
                          curve ? fmt::format("{:.3f}", curve->auc) : std::string("–")});
  }
  return table;
}

}   // namespace

PageSection answer_section(const JudgedAnswers& judged, const Assessment& assessment) {
  PageSection section{"answers", "How well it answers"};
  const double accuracy = assessment.confusion.accuracy();
  const std::size_t rows = assessment.confusion.samples() / judged.times;
  section.text.push_back(fmt::format("Of {}{}{}, {}", counted(rows, "row"),
                                     assessment.coverage < 1 ? " with an answer" : "",
                                     judged.times > 1 ? fmt::format(", answered {} times each", judged.times) : "",
                                     chance_text(accuracy, static_cast<double>(rows))));
  if (classes_present(judged) > 1)
    section.text.back() += fmt::format(" The mean over the classes is {}, Matthews' correlation {:.3f}.",
                                       percent(assessment.confusion.balanced_accuracy()), assessment.measures.matthews);
  else section.text.push_back("All of these rows are of one class, so that nothing is known of the others.");
  if (assessment.coverage < 1)
    section.text.push_back(
        fmt::format("{} of the rows got no answer; scores, and what is drawn of them, are of all rows.",
                    percent(1 - assessment.coverage)));
  section.figures.push_back(confusion_figure(assessment.confusion, judged));
  std::optional<Figure> roc;
  if (judged.answers.scores.columns() > 0) roc = roc_figure(assessment.ranking, judged);
  if (!roc) return section;
  // The measures of each class, beside the picture that shows them.
  if (judged.classes.size() > 2) roc->table = measures_table(assessment, judged);
  section.figures.push_back(std::move(*roc));
  return section;
}

std::vector<Figure> certainty_figures(const JudgedAnswers& judged, const Assessment& assessment) {
  if (judged.answers.scores.columns() == 0) return {};
  std::vector<Figure> figures{reliability_figure(assessment.calibration, judged.times)};
  // Rows that are rejected already are not asked whether they should be.
  std::vector<Label> truth;
  std::vector<Label> answers;
  std::vector<double> certainty;
  for (std::size_t i = 0; i < judged.truth.size(); ++i) {
    if (judged.answers.labels[i] == no_label) continue;
    truth.push_back(judged.truth[i]);
    answers.push_back(judged.answers.labels[i]);
    certainty.push_back(std::ranges::max(judged.answers.scores.row(i)));
  }
  if (!truth.empty()) figures.push_back(rejection_figure(truth, answers, certainty));
  return figures;
}

PageSection number_section(const std::vector<double>& truth, const std::vector<double>& answers) {
  PageSection section{"answers", "How well it answers"};
  Series points{.name = "rows", .mark = Mark::points, .x = truth, .y = answers};
  const auto [low, high] = std::ranges::minmax(truth);
  Plot plot{{.label = "truth"}, {.label = "answer"}};
  plot.series = {std::move(points), {.name = "equal", .x = {low, high}, .y = {low, high}, .is_dashed = true}};
  const NumberMeasures measures = number_measures(truth, answers);
  section.figures.push_back(
      {"numbers", "Answers against truth",
       fmt::format("Root mean square error {:.4g}, mean absolute error {:.4g}{}.", measures.rmse, measures.mae,
                   measures.r2 ? fmt::format(", R² {:.3f}", *measures.r2) : std::string()),
       std::move(plot)});
  std::vector<double> residuals(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) residuals[i] = truth[i] - answers[i];
  Plot spread{{.label = "truth − answer"}, {.label = "rows", .low = 0}};
  spread.series = {histogram_series(residuals, "rows"),
                   {.name = "no error", .mark = Mark::rule, .x = {0}, .is_dashed = true, .is_vertical = true}};
  section.figures.push_back(
      {"residuals", "What is left over",
       "Truth less answer. Leaning to one side: answers are too small, or too large, on the whole.",
       std::move(spread)});
  return section;
}

}   // namespace protea
