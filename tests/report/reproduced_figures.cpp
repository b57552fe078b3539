#include <report/reproduced_figures.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <protea/experiment/hopfield_load.hpp>
#include <protea/experiment/perceptron_lessons.hpp>
#include <protea/experiment/teacher_regression.hpp>

namespace protea {
namespace {

using Document = nlohmann::json;
using Numbers = std::vector<double>;

// The figures of a result by their names, and what its document says.
class Shown {
 public:
  explicit Shown(const Reproduction& result)
      : document(Document::parse(compact_json(result.json))), figures_(result.figures) {}

  const Figure& figure(const std::string& id) const {
    const auto found = std::ranges::find(figures_, id, &Figure::id);
    if (found == figures_.end()) throw std::out_of_range("no figure " + id);
    return *found;
  }
  const Plot& plot(const std::string& id) const { return std::get<Plot>(figure(id).content); }
  const Series& series(const std::string& id, const std::string& name) const {
    const auto& all = plot(id).series;
    const auto found = std::ranges::find(all, name, &Series::name);
    if (found == all.end()) throw std::out_of_range(id + " has no series " + name);
    return *found;
  }
  std::size_t figure_count() const { return figures_.size(); }

  const Document document;

 private:
  const std::vector<Figure>& figures_;
};

Numbers column(const Document& rows, const std::string& key) {
  Numbers values;
  for (const Document& row : rows) values.push_back(row[key].is_null() ? std::nan("") : row[key].get<double>());
  return values;
}

Numbers up_from(double first, std::size_t count) {
  Numbers values(count);
  for (double& value : values) value = first++;
  return values;
}

void expect_near(const Numbers& seen, const Numbers& wanted, const std::string& what) {
  ASSERT_EQ(seen.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_NEAR(seen[i], wanted[i], 1e-12 * (1 + std::abs(wanted[i]))) << what << " at " << i;
}

void expect_series(const Series& series, const Numbers& x, const Numbers& y) {
  expect_near(series.x, x, "x of " + series.name);
  expect_near(series.y, y, "y of " + series.name);
}

void expect_bars(const Series& series, const Numbers& deviations) {
  Numbers low;
  Numbers high;
  ASSERT_EQ(series.y.size(), deviations.size()) << series.name;
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    low.push_back(series.y[i] - deviations[i]);
    high.push_back(series.y[i] + deviations[i]);
  }
  expect_near(series.low, low, "low of " + series.name);
  expect_near(series.high, high, "high of " + series.name);
}

void expect_curve(const Series& series, const std::function<double(double)>& value) {
  EXPECT_EQ(series.mark, Mark::line) << series.name;
  EXPECT_GE(series.x.size(), 10U) << series.name;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (std::isnan(series.y[i])) continue;
    EXPECT_NEAR(series.y[i], value(series.x[i]), 1e-9) << series.name << " at " << series.x[i];
  }
}

double number_at(const Document& document, const std::string& key) { return document[key].get<double>(); }

std::string lowered(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// One point and its printed number.
void expect_cell(const Plot& plot, const Document& cell, const std::string& block, std::size_t place,
                 const std::string& place_name) {
  SCOPED_TRACE(cell.dump());
  const auto found = std::ranges::find(plot.series, block, &Series::name);
  const auto printed = std::ranges::find(plot.series, "printed", &Series::name);
  ASSERT_NE(found, plot.series.end());
  ASSERT_NE(printed, plot.series.end());
  EXPECT_TRUE(printed->is_dashed);
  EXPECT_EQ(plot.x.names.at(place), place_name);
  EXPECT_EQ(printed->x.at(place), static_cast<double>(place));
  EXPECT_EQ(printed->y.at(place), number_at(cell, "printed"));
  const auto at = std::ranges::find(found->x, static_cast<double>(place)) - found->x.begin();
  ASSERT_LT(static_cast<std::size_t>(at), found->x.size());
  const auto i = static_cast<std::size_t>(at);
  EXPECT_DOUBLE_EQ(found->y.at(i), number_at(cell, "measured"));
  EXPECT_DOUBLE_EQ(found->low.at(i), number_at(cell, "measured") - number_at(cell, "deviation"));
  EXPECT_DOUBLE_EQ(found->high.at(i), number_at(cell, "measured") + number_at(cell, "deviation"));
}

void expect_differences(const Shown& shown, const std::string& name) {
  for (const Document& cell : shown.document["cells"]) {
    std::string word = cell["condition"];
    std::erase(word, ',');
    std::ranges::replace(word, ' ', '-');
    const auto& matrix = std::get<MatrixPlot>(shown.figure(name + "-difference-" + word).content);
    const auto row = std::ranges::find(matrix.rows, cell["set"].get<std::string>()) - matrix.rows.begin();
    const auto of = std::ranges::find(matrix.columns, cell["method"].get<std::string>()) - matrix.columns.begin();
    EXPECT_NEAR(matrix.values(static_cast<std::size_t>(row), static_cast<std::size_t>(of)),
                number_at(cell, "measured") - number_at(cell, "printed"), 0.0501)
        << cell.dump();
  }
}

void expect_relevances(const Shown& shown, const std::string& name) {
  std::size_t count = 0;
  for (const Document& each : shown.document["relevances"]) {
    if (each["printed"].empty()) continue;
    ++count;
    const std::string id = name + "-relevances-" + lowered(each["set"]) + "-" + lowered(each["method"]);
    const Numbers measured = each["measured"];
    expect_series(shown.series(id, "measured"), up_from(0, measured.size()), measured);
    expect_series(shown.series(id, "printed"), up_from(0, measured.size()), each["printed"].get<Numbers>());
  }
  EXPECT_EQ(count, 4U);
}

void expect_table_2(const Shown& shown) {
  std::map<std::string, std::size_t> places;
  for (const Document& cell : shown.document["cells"]) {
    std::string block = cell["condition"];
    block.replace(block.find(", "), 2, " (");
    const Plot& plot = shown.plot("fisher-table-2-" + lowered(cell["set"]));
    expect_cell(plot, cell, block + ")", places[cell["set"]]++, cell["method"]);
  }
  EXPECT_EQ(places.size(), 6U);
  expect_differences(shown, "fisher-table-2");
  expect_relevances(shown, "fisher-table-2");
  EXPECT_EQ(shown.figure_count(), 6U + 4U + 4U);
}

void expect_table_3(const Shown& shown) {
  constexpr std::size_t sets = 6;
  std::map<std::string, std::size_t> methods;
  for (const Document& cell : shown.document["cells"]) methods.emplace(cell["method"], methods.size());
  const std::vector<std::string> order{"FC1GLVQ", "FC2GLVQ", "SVM"};
  std::size_t set = 0;
  std::string before;
  for (const Document& cell : shown.document["cells"]) {
    if (!before.empty() && cell["set"] != before) ++set;
    before = cell["set"];
    const auto method = std::ranges::find(order, cell["method"].get<std::string>()) - order.begin();
    expect_cell(shown.plot("fisher-table-3"), cell, cell["method"], static_cast<std::size_t>(method) * sets + set,
                before);
  }
  expect_differences(shown, "fisher-table-3");
  expect_relevances(shown, "fisher-table-3");
}

void expect_hinge(const Shown& shown) {
  const Numbers loss = shown.document["loss"];
  expect_series(shown.series("margin-hinge-loss", "OLVQ1"), up_from(0, loss.size()), loss);
  expect_series(shown.series("margin-hinge-errors", "OLVQ1"), up_from(0, loss.size()), shown.document["errors"]);
}

void expect_polynomials(const Shown& shown) {
  const Document& degrees = shown.document["degrees"];
  for (const auto& [series, key] : std::map<std::string, std::string>{{"bias²", "bias"},
                                                                      {"bias², exact", "exact_bias"},
                                                                      {"variance", "variance"},
                                                                      {"variance, exact", "exact_variance"},
                                                                      {"error", "error"},
                                                                      {"training error", "training_error"}}) {
    Numbers x;
    Numbers y;
    for (const Document& point : degrees) {
      if (number_at(point, key) < 1e-4) continue;
      x.push_back(number_at(point, "degree"));
      y.push_back(number_at(point, key));
    }
    expect_series(shown.series("bias-variance", series), x, y);
  }
  for (const Document& fit : shown.document["fits"]) {
    const std::string id = "bias-variance-degree-" + std::to_string(fit["degree"].get<int>());
    expect_curve(shown.series(id, "data set " + fit["set"].get<std::string>()), [&](double x) {
      double value = 0;
      double power = 1;
      for (const double coefficient : fit["coefficients"].get<Numbers>()) {
        value += coefficient * power;
        power *= x;
      }
      return value;
    });
    expect_curve(shown.series(id, "x³, the target"), [](double x) { return x * x * x; });
  }
}

void expect_chain(const Shown& shown) {
  for (const Document& curve : shown.document["curves"]) {
    const std::string family = curve["divergence"];
    const std::string name = family + " " + std::to_string(curve["parameter"].get<int>());   // whole in the quick form
    const Numbers online = curve["online"];
    const Numbers limit = curve["limit"];
    expect_curve(shown.series("divergence-som-" + family, name),
                 [&](double unit) { return online.at(static_cast<std::size_t>(unit) - 1); });
    const Series& dots = shown.series("divergence-som-" + family, name + ", limit");
    EXPECT_EQ(dots.x.back(), 100);
    for (std::size_t i = 0; i < dots.x.size(); ++i)
      EXPECT_EQ(dots.y[i], limit.at(static_cast<std::size_t>(dots.x[i]) - 1));
  }
}

void expect_bad_starts(const Shown& shown) {
  for (const Document& run : shown.document["runs"]) {
    const Numbers errors = run["errors"];
    expect_series(shown.series("notes-vq-errors", run["method"]), up_from(1, errors.size()), errors);
  }
  EXPECT_EQ(shown.series("notes-vq-errors", "the centres of the clusters").y.at(0),
            number_at(shown.document, "reference"));
}

void expect_loads(const Shown& shown) {
  const Document& loads = shown.document["loads"];
  const std::string name = "N = " + std::to_string(shown.document["units"].get<int>());
  const Series& overlap = shown.series("notes-hopfield-overlap", name);
  expect_series(overlap, column(loads, "load"), column(loads, "overlap"));
  expect_bars(overlap, column(loads, "standard_error"));
  expect_series(shown.series("notes-hopfield-kept", name), column(loads, "load"), column(loads, "kept"));
  const Series& theory = shown.series("notes-hopfield-overlap", "theory, N → ∞");
  expect_curve(theory, [](double load) { return *retrieval_overlap(load); });
  EXPECT_NEAR(theory.x.back(), number_at(shown.document, "capacity"), 1e-12);
}

void expect_regression(const Shown& shown) {
  const Document& points = shown.document["points"];
  const TeacherRegressionOptions options{.inputs = shown.document["inputs"], .noise = shown.document["noise"]};
  const Numbers loads = column(points, "samples_per_input");
  const auto samples = [&](double load) {
    return static_cast<std::size_t>(std::lround(load * static_cast<double>(options.inputs)));
  };
  Document with_mean = Document::array();
  for (const Document& point : points) {
    if (!point["exact_excess_error"].is_null()) with_mean.push_back(point);
  }
  ASSERT_LT(with_mean.size(), points.size());
  const std::string excess = "notes-regression-excess";
  const Series& pseudo = shown.series(excess, "pseudo-inverse");
  expect_series(pseudo, column(with_mean, "samples_per_input"), column(with_mean, "excess_error"));
  expect_bars(pseudo, column(with_mean, "excess_standard_error"));
  expect_series(shown.series(excess, "median"), loads, column(points, "excess_median"));
  const Series& ridge = shown.series(excess, "ridge");
  expect_series(ridge, loads, column(points, "ridge_excess_error"));
  expect_bars(ridge, column(points, "ridge_standard_error"));
  expect_curve(shown.series(excess, "pseudo-inverse, exact"),
               [&](double load) { return *exact_excess_error(samples(load), options); });
  const Series& limit = shown.series(excess, "ridge, N → ∞");
  for (const Document& point : points) {   // the curve goes through the limits of the document
    const auto at = std::ranges::find_if(
        limit.x, [&](double x) { return std::abs(x - number_at(point, "samples_per_input")) < 1e-9; });
    ASSERT_NE(at, limit.x.end());
    EXPECT_NEAR(limit.y[static_cast<std::size_t>(at - limit.x.begin())], number_at(point, "ridge_limit"), 1e-9);
  }
  const std::string training = "notes-regression-training";
  expect_series(shown.series(training, "training error with noise"), loads, column(points, "training_error"));
  expect_series(shown.series(training, "|w − w*|² without noise"), loads, column(points, "recovery"));
  expect_curve(shown.series(training, "training error with noise, exact"),
               [&](double load) { return exact_training_error(samples(load), options); });
  expect_curve(shown.series(training, "|w − w*|² without noise, exact"),
               [&](double load) { return exact_recovery(samples(load), options.inputs); });
}

void expect_rosenblatt(const Shown& shown) {
  Numbers x[2];
  Numbers y[2];
  Numbers way[2]{{0}, {0}};
  Numbers potentials[2];
  for (const Document& step : shown.document["steps"]) {
    const std::size_t side = number_at(step, "output") > 0 ? 1 : 0;
    x[side].push_back(step["input"][0]);
    y[side].push_back(step["input"][1]);
    const bool is_update = step["update"];
    potentials[is_update ? 1 : 0].push_back(step["potential"]);
    if (!is_update) continue;
    way[0].push_back(step["weights"][0]);
    way[1].push_back(step["weights"][1]);
  }
  const std::string id = "notes-rosenblatt-weights";
  expect_series(shown.series(id, "examples with output −1"), x[0], y[0]);
  expect_series(shown.series(id, "examples with output +1"), x[1], y[1]);
  expect_series(shown.series(id, "weights"), way[0], way[1]);
  expect_series(shown.series(id, "weights, after a step"), way[0], way[1]);
  using Labels = std::vector<std::string>;
  EXPECT_EQ(shown.series(id, "examples with output −1").labels, (Labels{"ξ2", "ξ5", "ξ6"}));
  EXPECT_EQ(shown.series(id, "examples with output +1").labels, (Labels{"ξ1", "ξ3", "ξ4"}));
  EXPECT_EQ(shown.series(id, "weights, after a step").labels, (Labels{"w(0)", "w(1)", "w(3)", "w(5)"}));
  expect_series(shown.series("notes-rosenblatt-potentials", "wrong or undecided: update"), {1, 3, 5}, potentials[1]);
  expect_series(shown.series("notes-rosenblatt-potentials", "right: no update"), {2, 4, 6}, potentials[0]);
}

void expect_capacity(const Shown& shown) {
  const double trials = number_at(shown.document, "trials");
  for (const int n : {10, 20, 40}) {
    Numbers loads;
    Numbers measured;
    Numbers deviations;
    for (const Document& point : shown.document["points"]) {
      if (point["dimensions"] != n) continue;
      const double share = point["measured"];
      loads.push_back(number_at(point, "points") / n);
      measured.push_back(share);
      deviations.push_back(std::sqrt(share * (1 - share) / trials));
    }
    const std::string name = "N = " + std::to_string(n);
    const Series& series = shown.series("notes-capacity", name + ", measured");
    expect_series(series, loads, measured);
    expect_bars(series, deviations);
    expect_curve(shown.series("notes-capacity", name + ", Cover"), [n](double load) {
      return cover_share(static_cast<std::size_t>(std::lround(load * n)), static_cast<std::size_t>(n));
    });
  }
}

void expect_students(const Shown& shown) {
  const Numbers loads = shown.document["loads"];
  for (const Document& student : shown.document["students"]) {
    const std::string name = student["student"];
    const Series& all = shown.series("notes-student-teacher", name);
    expect_series(all, loads, student["errors"]);
    expect_bars(all, student["standard_errors"]);
    if (!student.contains("theory")) continue;
    const Series& points = shown.series("notes-student-teacher-theory", name);
    expect_series(points, loads, student["errors"]);
    expect_bars(points, student["standard_errors"]);
    const Series& theory = shown.series("notes-student-teacher-theory", name + ", N → ∞");
    expect_curve(theory, name == "hebb" ? hebb_error : centre_error);
    EXPECT_NEAR(theory.y.front(), student["theory"].front().get<double>(), 1e-9);
    EXPECT_NEAR(theory.y.back(), student["theory"].back().get<double>(), 1e-9);
  }
}

void expect_parity(const Shown& shown) {
  const Document& units = shown.document["units"];
  const Numbers examples = column(units, "examples");
  expect_series(shown.series("notes-parity-units", "pocket"), examples, column(units, "pocket"));
  expect_series(shown.series("notes-parity-units", "soft adatron"), examples, column(units, "soft_adatron"));
  expect_series(shown.series("notes-parity-units", "last resort"), examples, column(units, "last_resort"));
  Document rule = Document::array();
  for (const Document& each : shown.document["noisy_rule"]) {
    if (each["units"] <= 4 || each["units"].get<int>() % 2 == 0) rule.push_back(each);
  }
  for (const char* const part : {"training", "test"})
    expect_series(shown.series("notes-parity-errors", part), column(rule, "units"), column(rule, part));
  EXPECT_EQ(shown.series("notes-parity-errors", "chosen by validation").x.at(0),
            number_at(shown.document, "chosen_units"));
}

void expect_clusters(const Shown& shown) {
  for (const auto& [id, x, y] :
       {std::tuple{"dynamics-fig-1-random", "h+", "h-"}, {"dynamics-fig-1-centres", "b+", "b-"}}) {
    for (const int label : {1, -1}) {
      Document own = Document::array();
      for (const Document& row : shown.document["rows"]) {
        if (row["class"] == label) own.push_back(row);
      }
      const Series& points = shown.series(id, label > 0 ? "cluster +" : "cluster −");
      expect_series(points, column(own, x), column(own, y));
      EXPECT_EQ(points.of_class, label > 0 ? 0U : 1U);
    }
  }
  expect_series(shown.series("dynamics-fig-1-centres", "cluster +, centre"), {1.5}, {0});
  expect_series(shown.series("dynamics-fig-1-centres", "cluster −, centre"), {0}, {1.5});
}

void expect_overlaps(const Shown& shown) {
  const Document& rows = shown.document["rows"];
  Document fifth = Document::array();
  for (const Document& row : rows) {
    if (row["alpha"].get<int>() % 5 == 0) fifth.push_back(row);
  }
  for (const char* const name : {"R++", "R+-", "R-+", "R--", "Q++", "Q+-", "Q--"}) {
    const std::string id = name[0] == 'R' ? "dynamics-fig-2-r" : "dynamics-fig-2-q";
    expect_series(shown.series(id, name), column(rows, "alpha"), column(rows, name));
    const Series& points = shown.series(id, std::string(name) + ", simulation");
    expect_series(points, column(fifth, "alpha"), column(fifth, std::string(name) + "_mean"));
    expect_bars(points, column(fifth, std::string(name) + "_se"));
  }
}

void expect_errors(const Shown& shown) {
  const Document& rows = shown.document["rows"];
  const bool is_left = shown.document["experiment"] == "dynamics-fig-3-left";
  const Plot& plot = shown.plot(shown.document["experiment"]);
  EXPECT_EQ(plot.series.size(), is_left ? 3U : 5U);
  for (const Series& series : plot.series) {
    const std::string key = series.is_dashed ? "trivial" : series.name;
    expect_series(series, column(rows, is_left ? "alpha" : "p_plus"), column(rows, key));
  }
}

}   // namespace

void expect_figures_of(const std::string& name, const Reproduction& result) {
  static const std::map<std::string, void (*)(const Shown&)> known{{"fisher-table-2", expect_table_2},
                                                                   {"fisher-table-3", expect_table_3},
                                                                   {"margin-hinge", expect_hinge},
                                                                   {"bias-variance", expect_polynomials},
                                                                   {"divergence-som", expect_chain},
                                                                   {"notes-vq", expect_bad_starts},
                                                                   {"notes-hopfield", expect_loads},
                                                                   {"notes-regression", expect_regression},
                                                                   {"notes-rosenblatt", expect_rosenblatt},
                                                                   {"notes-capacity", expect_capacity},
                                                                   {"notes-student-teacher", expect_students},
                                                                   {"notes-parity", expect_parity},
                                                                   {"dynamics-fig-1", expect_clusters},
                                                                   {"dynamics-fig-2", expect_overlaps},
                                                                   {"dynamics-fig-3-left", expect_errors},
                                                                   {"dynamics-fig-3-right", expect_errors}};
  known.at(name)(Shown(result));
}

bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] == '>' || (xml[at] == '&' && xml.find(';', at) == std::string::npos)) return false;
    if (xml[at] != '<') {
      if (open.empty() && !std::isspace(static_cast<unsigned char>(xml[at]))) return false;
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    std::string tag = xml.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
      continue;
    }
    if (std::ranges::count(tag, '"') % 2 != 0 || tag.find('<') != std::string::npos) return false;
    if (open.empty() && ++roots > 1) return false;
    if (!tag.ends_with('/')) open.push_back(tag.substr(0, tag.find(' ')));
  }
  return open.empty() && roots == 1;
}

}   // namespace protea
