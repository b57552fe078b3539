// protea project: where samples and prototypes lie in the few directions in which a model looks at them.
#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/prototype_model.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct ProjectFlags : ModelFlags {
  std::string output;
  std::int64_t dimensions = 2;
};

struct Point {
  const char* kind;
  std::string id;          // empty for a prototype
  std::string label;       // empty where it is not known
  std::string predicted;   // empty for a prototype
  Row place;
};

std::string name_of(const Model& model, Label label) {
  return label == no_label ? "rejected" : model.class_names[static_cast<std::size_t>(label)];
}

// A model without classes answers with the number of the nearest unit, from 1.
std::string answer_of(const Model& model, const Predictions& answers, std::size_t sample) {
  if (model.has_classes()) return name_of(model, answers.labels[sample]);
  return answers.winners.empty() ? std::string() : fmt::format("{}", answers.winners[sample] + 1);
}

std::string csv_of(const Dataset& rows, const std::vector<Point>& points, std::size_t dimensions) {
  std::string text = id_heading(rows) + "kind,class,predicted";
  for (std::size_t r = 0; r < dimensions; ++r) text += fmt::format(",z{}", r + 1);
  text += "\n";
  for (const Point& point : points) {
    if (!rows.ids.empty()) text += quoted_cell(point.id) + ",";
    text += fmt::format("{},{},{}", point.kind, quoted_cell(point.label), quoted_cell(point.predicted));
    for (const double z : point.place) text += "," + number_text(z);
    text += "\n";
  }
  return text;
}

Json json_of(const ProjectFlags& flags, const Dataset& rows, const std::vector<Point>& points) {
  Json list = Json::array();
  for (const Point& point : points) {
    Json json{{"kind", point.kind},
              {"class", point.label.empty() ? Json(nullptr) : Json(point.label)},
              {"predicted", point.predicted.empty() ? Json(nullptr) : Json(point.predicted)},
              {"z", to_json(point.place)}};
    if (!rows.ids.empty()) json["id"] = point.id.empty() ? Json(nullptr) : Json(point.id);
    list.push_back(std::move(json));
  }
  return {{"model", flags.model}, {"dimensions", flags.dimensions}, {"points", list}};
}

void run(const ProjectFlags& flags) {
  const bool to_file = !flags.output.empty() && flags.output != "-";
  if (to_file) demand_writable_place(flags.output, {flags.model, flags.data});
  const std::unique_ptr<Model> loaded = load_model(flags.model);
  const Model& model = *loaded;
  const auto& projecting = demand<Projecting>(model, "this command");
  const auto dimensions = static_cast<std::size_t>(flags.dimensions);
  const Dataset dataset =
      encode(flags.reading.read(flags.data, label_for(flags.label, model), &model.encoding), model.encoding,
             {.label = flags.label, .class_names = model.class_names, .wants_labels = model.has_classes()});
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const Matrix x = prepare(model, dataset);
  const Matrix places = projecting.projection(x.view(), dimensions);
  const Predictions answers = predict(model, x.view(), *runtime);
  std::vector<Point> points;
  for (std::size_t i = 0; i < places.rows(); ++i) {
    points.push_back({"sample", dataset.ids.empty() ? std::string() : dataset.ids[i],
                      dataset.y.empty() ? std::string() : name_of(model, dataset.y[i]), answer_of(model, answers, i),
                      places.row(i)});
  }
  Matrix own_places;
  if (const auto* const prototypes = find_ability<PrototypeModel>(model)) {
    own_places = projecting.projection(prototypes->space.prototypes(Row(prototypes->parameters)), dimensions);
    for (std::size_t k = 0; k < own_places.rows(); ++k)
      points.push_back({"prototype", {}, prototypes->class_of(k), {}, own_places.row(k)});
  }
  const std::string text =
      flags.common.json ? json_document(json_of(flags, dataset, points)) : csv_of(dataset, points, dimensions);
  if (to_file) write_file_atomically(flags.output, text);
  else std::fputs(text.c_str(), stdout);
}

}   // namespace

void add_project(CLI::App& app) {
  Command command =
      add_command(app, "project", "Samples and prototypes as points on the leading directions of a learned metric");
  auto flags = std::make_shared<ProjectFlags>();
  add_model_flags(command, *flags);
  command.text("-o,--output", flags->output, "write here instead of standard output");
  command.integer("--dimensions", flags->dimensions, "leading eigenvectors of Λ to project on [2]", 1, 1'000'000);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
