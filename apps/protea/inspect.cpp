// protea inspect: what a model has learned, in original units.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include <protea/catalogue/load.hpp>
#include <protea/model/spectrum.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"
#include "show_parameters.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string model;
};

std::vector<double> diagonal(const Matrix& matrix) {
  std::vector<double> values;
  for (std::size_t i = 0; i < matrix.rows(); ++i) values.push_back(matrix(i, i));
  return values;
}

Json metric_json(const Matrix& lambda) {
  return {{"relevances", diagonal(lambda)}, {"lambda", to_json(lambda.view())}, {"eigenvalues", eigenvalues(lambda)}};
}

// Λ averaged over the groups; for a shared metric, Λ itself.
Matrix mean_matrix(const Model& model) {
  Matrix mean(model.space.features(), model.space.features());
  for (std::size_t g = 0; g < model.space.group_count(); ++g) {
    const Matrix lambda = model.relevance_matrix(g);
    for (std::size_t i = 0; i < mean.values().size(); ++i) {
      mean.values()[i] += lambda.values()[i] / static_cast<double>(model.space.group_count());
    }
  }
  return mean;
}

Json scaling_json(const Preparation& preparation) {
  return {{"name", choice_name(preparation.scaling)},
          {"shift", preparation.shift},
          {"factor", preparation.factor},
          {"missing", choice_name(preparation.missing)},
          {"fill", preparation.fill}};
}

// Between a sample and a prototype, or between the samples that prototypes are combinations of.
const AnyDissimilarity& dissimilarity_of(const Model& model) {
  const bool is_between_samples = model.expansion && model.expansion->dissimilarity;
  return is_between_samples ? *model.expansion->dissimilarity : model.space.dissimilarity();
}

// A given matrix has no dissimilarity of ours behind it.
std::string_view dissimilarity_name(const Model& model) {
  if (model.expansion && !model.expansion->dissimilarity) return choice_name(model.expansion->space);
  return dissimilarity_of(model).name();
}

Json prototypes_json(const Model& model) {
  if (!model.expansion) {
    const Matrix original = model.prototypes_in_original_units();
    return {{"prototypes", to_json(std::as_const(original).view())},
            {"prototypes_model_units", to_json(model.space.prototypes(Row(model.parameters)))}};
  }
  Json samples = Json::array();
  for (const std::int32_t row : model.expansion->rows) samples.push_back(row + 1);
  MatrixView coefficients = model.space.prototypes(Row(model.parameters));
  coefficients.columns = model.expansion->size();
  return {{"space", choice_name(model.expansion->space)}, {"samples", samples}, {"coefficients", to_json(coefficients)}};
}

Json options_json(const Model& model) {
  Settings dissimilarity;
  for (const auto& [name, value] : dissimilarity_of(model).options()) dissimilarity.emplace_back(name, value_text(value));
  Json relevance = Json::object();
  if (!model.record.relevance.name.empty()) {
    relevance = {{"name", model.record.relevance.name}, {"options", to_json(model.record.relevance.settings)}};
  }
  return {{"rule", {{"name", model.record.rule.name}, {"options", to_json(model.record.rule.settings)}}},
          {"dissimilarity", {{"name", dissimilarity_name(model)}, {"options", to_json(dissimilarity)}}},
          {"optimizer", {{"name", model.record.optimizer.name}, {"options", to_json(model.record.optimizer.settings)}}},
          {"relevance", relevance},
          {"plan", to_json(model.record.plan)}};
}

// How the model answers now, which may be set after training.
Json decision_json(const Decision& decision) {
  Settings settings{{"kind", std::string(choice_name(decision.kind))}};
  for (const auto& [name, value] : option_values(decision)) {
    const std::string text = value_text(value);
    if (text != "inf") settings.emplace_back(name, text);   // no limit
  }
  return to_json(settings);
}

void print_as_json(const Model& model, const std::string& path) {
  std::vector<std::string> labels;
  for (const Label label : model.space.labels()) labels.push_back(model.class_names[static_cast<std::size_t>(label)]);
  Json json = {{"model", path},
               {"method", model.record.method},
               {"version", model.record.version},
               {"features", model.encoding.feature_names()},
               {"classes", model.class_names},
               {"labels", labels}};
  json.update(prototypes_json(model));
  json["scope"] = choice_name(model.space.scope());
  if (model.space.dissimilarity().has_relevance_matrix()) {
    json.update(metric_json(mean_matrix(model)));
    Json groups = Json::array();
    for (std::size_t g = 0; model.space.group_count() > 1 && g < model.space.group_count(); ++g) {
      Json group = {{"name", group_name(model, g)}};
      group.update(metric_json(model.relevance_matrix(g)));
      groups.push_back(group);
    }
    json["groups"] = groups;
  }
  add_parameters(json, model);
  json["scaling"] = scaling_json(model.preparation);
  json["training"] = {{"samples", model.record.samples},
                      {"epochs", model.record.epochs},
                      {"converged", model.record.converged},
                      {"cost", model.record.cost}};
  json["options"] = options_json(model);
  json["decision"] = decision_json(model.decision);
  print_json(json);
}

void print_coefficients(const Model& model, std::size_t most_prototypes) {
  constexpr std::size_t most_samples = 5;
  const std::vector<std::int32_t>& rows = model.expansion->rows;
  fmt::print("prototypes as combinations of {} training samples: the largest coefficients\n", rows.size());
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  for (std::size_t k = 0; k < std::min(w.rows, most_prototypes); ++k) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::abs(w.row(k)[a]) > std::abs(w.row(k)[b]); });
    fmt::print("  {}:", model.class_names[static_cast<std::size_t>(model.space.labels()[k])]);
    for (std::size_t r = 0; r < std::min(most_samples, order.size()); ++r) {
      fmt::print("{} {:.4f} of sample {}", r == 0 ? "" : ",", w.row(k)[order[r]], rows[order[r]] + 1);
    }
    fmt::print("{}\n", order.size() > most_samples ? ", …" : "");
  }
  if (w.rows > most_prototypes) fmt::print("  … and {} more\n", w.rows - most_prototypes);
}

void print_for_people(const Model& model) {
  constexpr std::size_t most_features = 20;
  const std::vector<std::string> names = model.encoding.feature_names();
  fmt::print("{}: {} features, {} classes ({}), {} prototypes\n", model.record.method, names.size(), model.class_names.size(),
             join(model.class_names, ", "), model.space.prototype_count());
  const std::string estimator = model.record.relevance.name.empty() ? "" : fmt::format(", relevances by {}", model.record.relevance.name);
  fmt::print("rule {}, dissimilarity {} ({}){}, scaling {}\n\n", model.record.rule.name.empty() ? "none" : model.record.rule.name,
             dissimilarity_name(model), choice_name(model.space.scope()), estimator, choice_name(model.preparation.scaling));
  if (const std::string learned = parameters_text(model); !learned.empty()) fmt::print("{}\n", learned);
  if (model.space.metric_block().size > 0 && model.space.dissimilarity().has_relevance_matrix()) {
    for (std::size_t g = 0; g < model.space.group_count(); ++g) {
      const Matrix lambda = model.relevance_matrix(g);
      const std::string which = model.space.group_count() > 1 ? fmt::format(" ({})", group_name(model, g)) : "";
      fmt::print("feature relevances{}, diagonal of Λ\n{}", which, bars(names, diagonal(lambda), most_features));
      const std::vector<double> values = eigenvalues(lambda);
      fmt::print("eigenvalues of Λ:");
      for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 6); ++i) fmt::print(" {:.4f}", values[i]);
      fmt::print("{}\n\n", values.size() > 6 ? " …" : "");
    }
  }
  if (model.decision.reject != Rejection::none) {
    const bool is_distance = model.decision.reject == Rejection::distance;
    fmt::print("answers are rejected by {}, {} {:.6g}\n\n", choice_name(model.decision.reject), is_distance ? "beyond" : "below",
               is_distance ? model.decision.reject_beyond : model.decision.reject_below);
  }
  if (model.expansion) return print_coefficients(model, most_features);
  const bool is_of_shares = model.preparation.scaling == Scaling::unit_sum;   // which cannot be undone
  fmt::print("{}\n", is_of_shares ? "prototypes as shares of the sum of a row" : "prototypes in original units");
  const Matrix w = model.prototypes_in_original_units();
  for (std::size_t k = 0; k < std::min<std::size_t>(w.rows(), most_features); ++k) {
    fmt::print("  {}:", model.class_names[static_cast<std::size_t>(model.space.labels()[k])]);
    for (std::size_t j = 0; j < std::min<std::size_t>(w.columns(), 8); ++j) fmt::print(" {:.4g}", w(k, j));
    fmt::print("{}\n", w.columns() > 8 ? " …" : "");
  }
  if (w.rows() > most_features) fmt::print("  … and {} more\n", w.rows() - most_features);
}

void run(const Flags& flags) {
  const Model model = load_model(flags.model);
  if (flags.common.json) print_as_json(model, flags.model);
  else print_for_people(model);
}

}  // namespace

void add_inspect(CLI::App& app) {
  Command command = add_command(app, "inspect", "Show prototypes, relevances and options of a model");
  auto flags = std::make_shared<Flags>();
  command.argument("MODEL", flags->model, "a model file, or an LVQ_PAK codebook (.cod)");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
