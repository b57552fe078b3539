#include <protea/report/answer_sections.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/answer_figures.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

std::vector<double> certainty_of(const Predictions& answers) {
  std::vector<double> result;
  for (std::size_t i = 0; i < answers.scores.rows(); ++i)
    result.push_back(std::ranges::max(answers.scores.row(i)));
  return result;
}

FigureTable measures_table(const Assessment& assessment, const std::vector<std::string>& classes) {
  FigureTable table{{"class", "rows", "recall", "precision", "F1", "area under the curve"}, {}};
  const auto share = [](const std::optional<double>& value) { return value ? percent(*value) : std::string("–"); };
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ClassMeasures& own = assessment.measures.classes[c];
    const auto& curve = assessment.ranking.one_vs_rest.empty() ? std::nullopt : assessment.ranking.one_vs_rest[c];
    table.rows.push_back({classes[c], fmt::format("{}", own.samples), share(own.tpr), share(own.precision),
                          share(own.f), curve ? fmt::format("{:.3f}", curve->auc) : std::string("–")});
  }
  return table;
}

}   // namespace

PageSection answer_section(const JudgedAnswers& judged, const Assessment& assessment) {
  PageSection section{"answers", "How well it answers"};
  section.text.push_back(
      fmt::format("Of {}{}, {} are answered rightly; the mean over the classes is {}, Matthews' correlation {:.3f}.",
                  counted(assessment.confusion.samples(), "row"), assessment.coverage < 1 ? " with an answer" : "",
                  percent(assessment.confusion.accuracy()), percent(assessment.confusion.balanced_accuracy()),
                  assessment.measures.matthews));
  if (assessment.coverage < 1)
    section.text.push_back(fmt::format("{} of the rows got no answer.", percent(1 - assessment.coverage)));
  section.figures.push_back(
      confusion_figure(assessment.confusion, judged.classes, judged.truth, judged.answers.labels, judged.shown));
  if (judged.answers.scores.columns() > 0)
    section.figures.push_back(roc_figure(assessment.ranking, judged.classes, judged.truth));
  // The measures of each class, beside the picture that shows them.
  if (section.figures.size() > 1 && judged.classes.size() > 2)
    section.figures.back().table = measures_table(assessment, judged.classes);
  return section;
}

std::vector<Figure> certainty_figures(const JudgedAnswers& judged, const Assessment& assessment) {
  if (judged.answers.scores.columns() == 0) return {};
  return {reliability_figure(assessment.calibration),
          rejection_figure(judged.truth, judged.answers.labels, certainty_of(judged.answers))};
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
       fmt::format("Root mean square error {:.4g}, mean absolute error {:.4g}.", measures.rmse, measures.mae),
       std::move(plot)});
  return section;
}

}   // namespace protea
