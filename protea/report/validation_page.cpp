#include <protea/report/validation_page.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/report/answer_sections.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

// Places among the tested samples of the first repeat, in the order of the data.
std::vector<std::uint32_t> first_tests(const CrossValidation& result) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < result.tested.size(); ++i) {
    if (result.tested[i].repeat == 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return result.tested[i].row; });
  return order;
}

// How often every row was tested; once where some were not tested as often as others.
std::size_t repeats_of(const CrossValidation& result) {
  const std::size_t once = first_tests(result).size();
  return once > 0 && result.tested.size() % once == 0 ? result.tested.size() / once : 1;
}

std::vector<std::size_t> places_by_row(const Dataset& dataset) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    const std::size_t row = dataset.row_number(i);
    if (row >= places.size()) places.resize(row + 1);
    places[row] = i;
  }
  return places;
}

void add_rows(const CrossValidation& result, const Dataset& dataset, std::size_t most, Page& page,
              std::vector<std::int64_t>& shown) {
  const std::vector<std::uint32_t> tests = first_tests(result);
  const std::vector<std::size_t> places = places_by_row(dataset);
  const Matrix& scores = result.predictions.scores;
  for (const std::uint32_t at : shown_rows(tests.size(), rows_with_room(dataset.x.columns(), most))) {
    const std::uint32_t i = tests[at];
    const std::size_t row = places[result.tested[i].row];
    shown[i] = static_cast<std::int64_t>(page.samples.size());
    PageSample sample{
        .name = sample_name(dataset, row), .label = result.truth[i], .answer = result.predictions.labels[i]};
    if (scores.columns() > 0) sample.scores.assign(scores.row(i).begin(), scores.row(i).end());
    sample.values.resize(dataset.x.columns());
    dataset.x.copy_row(row, sample.values);
    page.samples.push_back(std::move(sample));
  }
  page.sample_count = tests.size();
  page.ranges = ranges_of(dataset);
}

PageSection parts_section(Figure figure, std::string text) {
  PageSection section{"splits", "How much it depends on the split", {std::move(text)}};
  section.figures.push_back(std::move(figure));
  return section;
}

Page number_page(const CrossValidation& result, Page page) {
  const std::vector<double> rmse = result.rmse();
  const NumberMeasures all = result.of_numbers();
  page.lead = fmt::format("Root mean square error {:.4g} on rows that the model had not seen{}.", all.rmse,
                          all.r2 ? fmt::format(", R² {:.3f}", *all.r2) : "");
  PageSection answers = number_section(result.true_numbers, result.predictions.numbers);
  answers.figures.front().caption += " Each row was answered by a model that had not seen it.";
  page.sections.push_back(std::move(answers));
  const MeanAndDeviation spread = mean_and_deviation(rmse);
  page.sections.push_back(
      parts_section(parts_figure(rmse, "root mean square error"),
                    fmt::format("{:.4g} ± {:.2g} over the test parts.", spread.mean, spread.deviation)));
  return page;
}

}   // namespace

PartAxis part_axis(std::size_t count, std::string label) {
  constexpr std::size_t few = 12;
  PartAxis parts{{.label = std::move(label)}, std::vector<double>(count)};
  std::iota(parts.places.begin(), parts.places.end(), count > few ? 1.0 : 0.0);
  if (count > few) {
    parts.axis.low = 0.5;
    parts.axis.high = static_cast<double>(count) + 0.5;
    return parts;
  }
  parts.axis.kind = AxisKind::names;
  for (std::size_t i = 0; i < count; ++i) parts.axis.names.push_back(fmt::format("{}", i + 1));
  return parts;
}

Figure parts_figure(const std::vector<double>& values, const std::string& name) {
  const PartAxis parts = part_axis(values.size());
  Series series{.name = name, .mark = Mark::points, .x = parts.places, .y = values};
  const double mean = mean_and_deviation(values).mean;
  Plot plot{parts.axis, {.label = name}};
  plot.series = {std::move(series), {.name = "mean", .mark = Mark::rule, .y = {mean}, .is_dashed = true}};
  return {"parts", "Part by part",
          "One point for each test part. Where they scatter, a single split would have told little.", std::move(plot)};
}

Page validation_page(const CrossValidation& result, const Dataset& dataset, const ValidationPageOptions& options) {
  Page page{.title = fmt::format("{} on {}", options.method, data_name(dataset.source)),
            .facts = {{"method", options.method},
                      {"rows", fmt::format("{}", dataset.size())},
                      {"features", fmt::format("{}", dataset.x.columns())},
                      {"tested by", options.plan}},
            .features = dataset.feature_names,
            .classes = dataset.class_names};
  if (!result.number_parts.empty()) return number_page(result, std::move(page));
  const MeanAndDeviation accuracy = mean_and_deviation(result.accuracy);
  page.lead = fmt::format("{} ± {} of rows that the model had not seen are answered rightly.", percent(accuracy.mean),
                          percent(accuracy.deviation));
  std::vector<std::int64_t> shown(result.truth.size(), -1);
  add_rows(result, dataset, options.most_samples, page, shown);
  const Assessment assessment = assess(result.truth, result.predictions, {.classes = dataset.class_names.size()});
  const std::size_t times = repeats_of(result);
  const JudgedAnswers judged{dataset.class_names, result.truth, result.predictions, shown, times};
  page.sections.push_back(answer_section(judged, assessment));
  page.sections.back().text.push_back("Each row was answered by a model that had not seen it.");
  page.sections.push_back(parts_section(
      parts_figure(result.accuracy, "accuracy"),
      fmt::format("{} ± {} over {}; the worst had {}, the best {}.", percent(accuracy.mean),
                  percent(accuracy.deviation), counted(result.accuracy.size(), "test part"),
                  percent(std::ranges::min(result.accuracy)), percent(std::ranges::max(result.accuracy)))));
  if (std::vector<Figure> figures = certainty_figures(judged, assessment); !figures.empty())
    page.sections.push_back({"certainty", "How sure it is", {}, std::move(figures)});
  PageSection rows{"why", "Row by row", {"Choose a row to see its answer, by a model that had not seen it."}};
  rows.figures.push_back({"choose", "Rows and their answers", "", SampleChooser{}});
  page.sections.push_back(std::move(rows));
  return page;
}

}   // namespace protea
