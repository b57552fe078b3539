// protea distance: any dissimilarity between the rows of two files.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include <protea/catalogue/data_domain.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>

#include "commands.hpp"
#include "flags.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  std::string a;
  std::string b;
  std::string label;
  std::string dissimilarity = "squared-euclidean";
  Settings settings;
  std::int64_t seed = 1;
  bool gradient = false;
};

Matrix read_rows(const std::string& name, const std::string& label, const AnyDissimilarity& dissimilarity) {
  const Table table = read_table(name);
  const bool is_plain = label.empty() && table.label_column < 0;   // no column is known to be a label
  const EncodedTable data = encode_training_table(table, is_plain ? "none" : label, Nominal::refuse);
  for (std::size_t i = 0; i < data.dataset.size(); ++i) {
    for (std::size_t j = 0; j < data.dataset.x.columns(); ++j) {
      if (std::isnan(data.dataset.x(i, j))) {
        throw DataError(fmt::format("{}: the value is missing, and a distance needs it", data.dataset.place(i, j)));
      }
    }
  }
  Matrix x = data.dataset.x;
  bring_into_domain(x, data.dataset, dissimilarity);
  return x;
}

// Prototypes stay off the border of the domain.
Matrix read_prototypes(const std::string& name, const std::string& label, const AnyDissimilarity& dissimilarity) {
  Matrix w = read_rows(name, label, dissimilarity);
  for (std::size_t k = 0; k < w.rows() && dissimilarity.domain().is_bounded(); ++k) project_prototype(dissimilarity.domain(), w.row(k));
  return w;
}

void run(const Flags& flags) {
  Settings settings;
  for (const auto& [key, text] : flags.settings) settings.emplace_back(key.substr(key.find('.') + 1), text);
  const auto dissimilarity = dissimilarities().make(flags.dissimilarity, settings);
  const Matrix a = read_rows(flags.a, flags.label, *dissimilarity);
  const Matrix b = read_prototypes(flags.b, flags.label, *dissimilarity);
  if (a.columns() != b.columns()) {
    throw DataError(fmt::format("{} has {} columns of numbers and {} has {}: they must agree", flags.a, a.columns(), flags.b, b.columns()));
  }
  const std::size_t n = a.columns();
  std::vector<double> theta(dissimilarity->parameter_count(n));
  Random random(static_cast<std::uint64_t>(flags.seed), Purpose::metric);
  dissimilarity->initialize(theta, n, random);
  dissimilarity->start(theta, {a.view(), a.view(), b.view()});

  Scratch scratch;
  Matrix values(a.rows(), b.rows());
  Json gradients = Json::array();
  Json theta_gradients = Json::array();
  for (std::size_t i = 0; i < a.rows(); ++i) {
    const MatrixView x{a.row(i).data(), 1, n, n};
    dissimilarity->values(x, b.view(), theta, {values.row(i).data(), 1, b.rows(), b.rows()}, scratch);
    if (!std::all_of(values.row(i).begin(), values.row(i).end(), [](double d) { return std::isfinite(d); })) {
      throw NumericalError(fmt::format("{}: row {} is too far from a row of {} for a finite number", flags.a, i + 1, flags.b));
    }
    if (!flags.gradient) continue;
    Matrix gradient(b.rows(), n);
    Matrix theta_gradient(b.rows(), theta.size());
    for (std::uint32_t k = 0; k < b.rows(); ++k) {
      const Pull pull{0, k, 1};
      dissimilarity->add_gradients(x, b.view(), theta, {&pull, 1}, gradient.view(), theta_gradient.row(k), scratch);
    }
    gradients.push_back(to_json(std::as_const(gradient).view()));
    theta_gradients.push_back(to_json(std::as_const(theta_gradient).view()));
  }
  if (flags.common.json) {
    Json json = {{"dissimilarity", flags.dissimilarity}, {"values", to_json(std::as_const(values).view())}};
    if (flags.gradient) json["gradients"] = gradients;
    if (flags.gradient && !theta.empty()) {
      json["parameters"] = theta;
      json["parameter_gradients"] = theta_gradients;
    }
    print_json(json);
    return;
  }
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.rows(); ++j) fmt::print("{}{}", j == 0 ? "" : ",", values(i, j));
    fmt::print("\n");
  }
  for (std::size_t i = 0; flags.gradient && i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.rows(); ++j) {
      fmt::print("gradient {} {}: {}\n", i + 1, j + 1, fmt::join(gradients[i][j].get<std::vector<double>>(), ","));
      if (!theta.empty()) {
        fmt::print("parameter gradient {} {}: {}\n", i + 1, j + 1, fmt::join(theta_gradients[i][j].get<std::vector<double>>(), ","));
      }
    }
  }
}

}  // namespace

void add_distance(CLI::App& app) {
  Command command = add_command(app, "distance", "Dissimilarities between the rows of two files, with the metric's first parameters");
  auto flags = std::make_shared<Flags>();
  command.argument("A", flags->a, "samples: a data file, a built-in set, or -");
  command.argument("B", flags->b, "prototypes: a data file or a built-in set");
  command.text("--label", flags->label, "a column to leave out, by name or position [the label of formats that have one]");
  command.text("--dissimilarity", flags->dissimilarity,
                      fmt::format("one of {} [squared-euclidean]", join(dissimilarities().names(), ", ")));
  command.integer("--seed", flags->seed, "seed of random metric parameters [1]", 0, std::numeric_limits<std::int64_t>::max());
  command.toggle("--gradient", flags->gradient, "also the gradients with respect to the rows of B, and to the metric's parameters where it has any");
  add_family_flags(command, dissimilarities(), flags->settings);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
