#include <protea/report/page.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/base/version.hpp>
#include <protea/report/shell.hpp>

namespace protea {
namespace {

// A number and its percent stay on one line.
std::string kept_together(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_between = text[i] == ' ' && i > 0 && i + 1 < text.size() && text[i + 1] == '%' &&
                            std::isdigit(static_cast<unsigned char>(text[i - 1]));
    if (is_between) result += "\u00a0";
    else result += text[i];
  }
  return result;
}

// Six digits are more than a picture shows; what is not a number is null.
Json shown(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double few = 1e5;   // below which six digits behind the point of a whole number are none
  if (value == std::round(value) && std::abs(value) < few) return static_cast<std::int64_t>(value);
  return parse_number(fmt::format("{:.6g}", value)).value_or(value);
}

Json shown(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(shown(value));
  return list;
}

Json shown(const Matrix& values) {
  Json list = Json::array();
  for (std::size_t i = 0; i < values.rows(); ++i)
    list.push_back(shown(std::vector<double>(values.row(i).begin(), values.row(i).end())));
  return list;
}

template <class Number>
Json index_lists(const std::vector<std::vector<Number>>& lists) {
  Json result = Json::array();
  for (const auto& list : lists) result.push_back(list);
  return result;
}

// Of cells with these middles.
std::vector<double> lower_edges(std::vector<double> middles) {
  const double half = middles.size() > 1 ? (middles[1] - middles[0]) / 2 : 0.5;
  for (double& middle : middles) middle -= half;
  return middles;
}

Json label_json(Label label) { return label == no_label ? Json(nullptr) : Json(label); }

Json axis_json(const Axis& axis) {
  Json json{{"label", axis.label}, {"kind", choice_name(axis.kind)}};
  if (!axis.names.empty()) json["names"] = axis.names;
  if (axis.low) json["low"] = shown(*axis.low);
  if (axis.high) json["high"] = shown(*axis.high);
  return json;
}

Json series_json(const Series& series) {
  Json json{{"name", series.name}, {"mark", choice_name(series.mark)}, {"x", shown(series.x)}, {"y", shown(series.y)}};
  if (!series.low.empty()) json["low"] = shown(series.low);
  if (!series.high.empty()) json["high"] = shown(series.high);
  if (series.of_class) json["class"] = *series.of_class;
  if (series.is_dashed) json["dashed"] = true;
  if (series.is_vertical) json["vertical"] = true;
  if (!series.rows.empty()) json["rows"] = series.rows;
  if (!series.labels.empty()) json["labels"] = series.labels;
  return json;
}

void describe(const Plot& plot, Json& json) {
  json["kind"] = "plot";
  json["x"] = axis_json(plot.x);
  json["y"] = axis_json(plot.y);
  Json series = Json::array();
  for (const Series& each : plot.series) series.push_back(series_json(each));
  json["series"] = series;
  if (plot.regions)
    json["regions"] = Json{{"x", shown(lower_edges(plot.regions->x))},
                           {"y", shown(lower_edges(plot.regions->y))},
                           {"class", index_lists(plot.regions->classes)}};
}

void describe(const RocPlot& roc, Json& json) {
  describe(roc.plot, json);
  json["kind"] = "roc";
  json["threshold"] = shown(roc.threshold);
  json["positive"] = roc.positive;
  json["counts"] = Json{{"positive", roc.positives}, {"negative", roc.negatives}};
  if (roc.start) json["start"] = *roc.start;
}

void describe(const MatrixPlot& matrix, Json& json) {
  json["kind"] = "matrix";
  json["rows"] = matrix.rows;
  json["columns"] = matrix.columns;
  json["values"] = shown(matrix.values);
  json["scale"] = choice_name(matrix.scale);
  if (!matrix.row_title.empty()) json["y"] = matrix.row_title;
  if (!matrix.column_title.empty()) json["x"] = matrix.column_title;
  if (matrix.shows_values) json["shows_values"] = true;
  if (!matrix.unit.empty()) json["unit"] = matrix.unit;
  if (matrix.samples.empty()) return;
  Json samples = Json::array();
  for (const auto& row : matrix.samples) samples.push_back(index_lists(row));
  json["samples"] = samples;
}

void describe(const LatticePlot& lattice, Json& json) {
  json["kind"] = "lattice";
  json["topology"] = lattice.is_hexagonal ? "hexagon" : "rectangle";
  json["rows"] = lattice.values.rows();
  json["columns"] = lattice.values.columns();
  json["values"] = shown(lattice.values);
  json["scale"] = choice_name(lattice.scale);
  if (lattice.classes.empty()) {
    if (!lattice.labels.empty()) json["labels"] = index_lists(lattice.labels);
    return;
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < lattice.values.rows(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < lattice.values.columns(); ++j) {
      const std::int64_t own = lattice.classes[i * lattice.values.columns() + j];
      row.push_back(own < 0 ? Json(nullptr) : Json(own));
    }
    rows.push_back(row);
  }
  json["class"] = rows;
}

void describe(const SampleChooser&, Json& json) { json["kind"] = "choose"; }

Json figure_json(const Figure& figure) {
  Json json{{"id", figure.id}, {"title", figure.title}, {"caption", kept_together(figure.caption)}};
  std::visit([&](const auto& content) { describe(content, json); }, figure.content);
  if (figure.size != FigureSize::automatic) json["size"] = choice_name(figure.size);
  json["table"] = nullptr;
  if (figure.table) {
    Json rows = Json::array();
    for (const auto& row : figure.table->rows) rows.push_back(row);
    json["table"] = Json{{"columns", figure.table->columns}, {"rows", rows}};
  }
  return json;
}

Json flip_json(const PageSample& sample) {
  if (!sample.flip) return nullptr;
  Json list = Json::array();
  for (const FlippingChange& each : sample.flip->most)
    list.push_back({{"feature", each.feature}, {"from", shown(each.from)}, {"to", shown(each.to)}});
  return {{"becomes", sample.flip->most.front().becomes}, {"most", list}};
}

Json sample_json(const PageSample& sample) {
  Json json{{"name", sample.name},
            {"class", label_json(sample.label)},
            {"answer", label_json(sample.answer)},
            {"scores", shown(sample.scores)},
            {"values", shown(sample.values)},
            {"contributions", shown(sample.contributions)},
            {"own", nullptr},
            {"other", nullptr},
            {"flip", flip_json(sample)},
            {"certificate", sample.certificate ? shown(*sample.certificate) : Json(nullptr)}};
  if (sample.own) json["own"] = Json{{"prototype", *sample.own}, {"distance", shown(sample.d_own)}};
  if (sample.other) json["other"] = Json{{"prototype", *sample.other}, {"distance", shown(sample.d_other)}};
  if (sample.own && !sample.change) json["change"] = nullptr;   // nothing alone flips it
  if (sample.change) {
    json["change"] = Json{{"feature", sample.change->feature},
                          {"from", shown(sample.change->from)},
                          {"to", shown(sample.change->to)},
                          {"becomes", label_json(sample.change->becomes)}};
  }
  return json;
}

// Text within a script or a title of a page must not end it.
std::string html_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

// JSON stays the same text: outside of strings there is no such character.
std::string inside_script(const std::string& json) {
  std::string result;
  for (const char c : json) {
    if (c == '<') result += "\\u003c";
    else if (c == '&') result += "\\u0026";
    else result += c;
  }
  return result;
}

// The shell with texts in the place of its marks, which stand there in this order. Texts of users are not looked at.
std::string filled(std::string_view shell, const std::vector<std::pair<std::string_view, std::string>>& texts) {
  std::string result;
  for (const auto& [name, text] : texts) {
    const std::string mark = fmt::format("{{{{{}}}}}", name);
    const std::size_t at = shell.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("the shell of a page has no mark " + mark);
    result.append(shell.substr(0, at)).append(text);
    shell.remove_prefix(at + mark.size());
  }
  return result.append(shell);
}

std::vector<std::string> kept_together(std::vector<std::string> sentences) {
  for (std::string& each : sentences) each = kept_together(each);
  return sentences;
}

}   // namespace

Json page_json(const Page& page) {
  Json facts = Json::array();
  for (const auto& [name, value] : page.facts) facts.push_back(std::vector<std::string>{name, value});
  Json sections = Json::array();
  for (const PageSection& section : page.sections) {
    Json figures = Json::array();
    for (const Figure& figure : section.figures) figures.push_back(figure_json(figure));
    sections.push_back(Json{
        {"id", section.id}, {"title", section.title}, {"text", kept_together(section.text)}, {"figures", figures}});
  }
  Json json{{"format", 1},
            {"generator", fmt::format("protea {}", version())},
            {"title", page.title},
            {"lead", kept_together(page.lead)},
            {"facts", facts},
            {"features", page.features},
            {"classes", page.classes},
            {"sections", sections}};
  if (!page.unit.empty()) json["unit"] = page.unit;
  if (!page.ranges.empty()) {
    Json ranges = Json::array();
    for (const auto& [low, high] : page.ranges) ranges.push_back(shown(std::vector<double>{low, high}));
    json["ranges"] = ranges;
  }
  if (!page.prototypes.empty()) {
    Json prototypes = Json::array();
    for (const PagePrototype& each : page.prototypes) {
      prototypes.push_back(
          Json{{"name", each.name}, {"class", label_json(each.label)}, {"values", shown(each.values)}});
    }
    json["prototypes"] = prototypes;
  }
  if (page.samples.empty()) return json;
  Json rows = Json::array();
  for (const PageSample& sample : page.samples) rows.push_back(sample_json(sample));
  json["samples"] = Json{{"count", page.sample_count}, {"shown", page.samples.size()}, {"rows", rows}};
  return json;
}

std::string page_html(const Page& page) {
  return filled(page_shell(), {{"title", without_turns(html_text(page.title))},
                               {"document", without_turns(inside_script(compact_json(page_json(page))))}});
}

}   // namespace protea
