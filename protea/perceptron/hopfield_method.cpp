#include <protea/perceptron/hopfield_method.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

constexpr std::size_t most_units = 20'000;          // whose weights take 3 GB
constexpr double most_counted = 9007199254740992;   // 2⁵³: what a double counts to
constexpr std::size_t most_shown = 20;              // patterns, for people

constexpr const char* two_values = "patterns have two values, such as -1 and 1 or 0 and 1";

// The two values of the rows, the smaller first. Throws a DataError that names the first cell with a third one.
std::array<double, 2> values_among(const Dataset& rows, const Matrix& x) {
  std::vector<double> found;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.columns(); ++j) {
      if (std::ranges::count(found, x(i, j)) > 0) continue;
      if (found.size() == 2) {
        throw DataError(fmt::format("{}: found {} beside {} and {}: {}", rows.place(i, j), number_text(x(i, j)),
                                    number_text(found[0]), number_text(found[1]), two_values));
      }
      found.push_back(x(i, j));
    }
  }
  if (found.size() < 2)
    throw DataError(fmt::format("{}: every cell is {}: {}", rows.source, number_text(found.at(0)), two_values));
  return {std::min(found[0], found[1]), std::max(found[0], found[1])};
}

std::vector<std::string> names_among(const Dataset& rows) {
  if (!rows.ids.empty()) return rows.ids;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool has_label = i < rows.y.size() && rows.y[i] != no_label;
    names.push_back(has_label ? rows.class_names[static_cast<std::size_t>(rows.y[i])] : fmt::format("{}", i + 1));
  }
  return names;
}

}   // namespace

void HopfieldMethod::demand_data(const DataOptions& options) {
  if (options.scaling != Scaling::none) {
    throw UsageError(fmt::format("scale = {}: patterns have two values and stay as they are: leave out {}",
                                 choice_name(options.scaling), setting("scale")));
  }
  if (options.missing != Missing::refuse && options.missing != Missing::drop) {
    throw UsageError(
        fmt::format("missing = {}: a cell of a pattern has one of two values: use {}, which leaves the row out",
                    choice_name(options.missing), setting("missing", "drop")));
  }
}

std::unique_ptr<Model> HopfieldMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const std::size_t n = samples.x.columns();
  if (n > most_units) {
    throw DataError(fmt::format("{}: {} units have {:.2g} weights, too many to keep: {} units are the most",
                                samples.rows.source, n, static_cast<double>(n) * static_cast<double>(n), most_units));
  }
  auto model = std::make_unique<HopfieldModel>();
  model->values = values_among(samples.rows, samples.x);
  model->names = names_among(samples.rows);
  model->is_hebbian = rule == HopfieldRule::hebb;
  model->patterns = samples.x;
  for (double& cell : model->patterns.values()) cell = cell == model->values[1] ? 1 : -1;
  if (model->is_hebbian) {
    model->network = hebb_network(model->patterns.view());
    model->record.converged = true;
  } else {
    TrainedNetwork trained =
        perceptron_network(model->patterns.view(), {margin, static_cast<std::size_t>(epochs), symmetric}, runtime);
    model->network = std::move(trained.network);
    model->record.epochs = trained.epochs;
    model->record.converged = trained.converged;
  }
  return model;
}

std::size_t HopfieldModel::parameter_count() const {
  const std::size_t n = network.size();
  return n * (n - std::min<std::size_t>(n, 1)) / (network.is_symmetric() ? 2 : 1);
}

Matrix HopfieldModel::prepare(const Dataset& dataset) const {
  if (dataset.x.columns() != network.size()) {
    throw DataError(fmt::format("{}: the model was trained on {}, the data have {}", dataset.source,
                                counted(network.size(), "feature"), dataset.x.columns()));
  }
  Matrix x(dataset.size(), network.size());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    dataset.x.copy_row(i, x.row(i));
    for (std::size_t j = 0; j < x.columns(); ++j) {
      double& cell = x(i, j);
      if (std::isnan(cell)) continue;
      if (cell != values[0] && cell != values[1]) {
        throw DataError(fmt::format("{}: found {}: the patterns of the model hold {} and {}", dataset.place(i, j),
                                    number_text(cell), number_text(values[0]), number_text(values[1])));
      }
      cell = cell == values[1] ? 1 : -1;
    }
  }
  return x;
}

std::vector<RecalledRow> HopfieldModel::recall_rows(MatrixView x, const RecallOptions& options,
                                                    Runtime& runtime) const {
  std::vector<RecalledRow> rows(x.rows);
  runtime.run(x.rows, [&](std::size_t i) {
    std::vector<double> start(x.row(i).begin(), x.row(i).end());
    for (double& each : start) each = std::isnan(each) ? 0 : each;
    RecalledRow& row = rows[i];
    row.recall = recall(network, start, options);
    for (std::size_t p = 0; p < patterns.rows(); ++p) {
      const double m = overlap(patterns.row(p), row.recall.state);
      if (p > 0 && std::abs(m) <= std::abs(row.overlap_after)) continue;
      row.pattern = p;
      row.overlap_after = m;
    }
    row.overlap_before = overlap(patterns.row(row.pattern), start);
  });
  return rows;
}

Predictions HopfieldModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result;
  result.scores = Matrix(x.rows, 0);
  for (const RecalledRow& row : recall_rows(x, {}, runtime)) {
    result.winners.push_back(static_cast<std::uint32_t>(row.pattern));
    result.distances.push_back(1 - row.overlap_after);
  }
  return result;
}

double HopfieldModel::load() const {
  return static_cast<double>(patterns.rows()) / static_cast<double>(network.size());
}

std::size_t HopfieldModel::fixed_points() const {
  std::size_t count = 0;
  for (std::size_t p = 0; p < patterns.rows(); ++p)
    count += HopfieldState(network, patterns.row(p)).is_at_rest() ? 1 : 0;
  return count;
}

double HopfieldModel::value_of(double state) const {
  if (state == 0) return std::numeric_limits<double>::quiet_NaN();
  return state > 0 ? values[1] : values[0];
}

void HopfieldModel::write(ModelArchive& archive) const {
  archive.description.emplace_back("hopfield", Fields{{"low", values[0]},
                                                      {"high", values[1]},
                                                      {"unit", network.unit()},
                                                      {"hebbian", is_hebbian},
                                                      {"names", names}});
  archive.add("hopfield.weights", {network.size(), network.size()}, network.weights().values());
  archive.add("hopfield.patterns", {patterns.rows(), patterns.columns()}, patterns.values());
}

std::unique_ptr<Model> HopfieldModel::read(const StoredModel& stored) {
  const auto demand_sound = [&](bool is_sound, const char* what) {
    if (!is_sound) throw DataError(fmt::format("{}: {}", stored.file.source, what));
  };
  const std::size_t n = stored.encoding.feature_count();
  const Value& description = stored.description.at("hopfield");
  auto model = std::make_unique<HopfieldModel>();
  model->values = {description.at("low").number(), description.at("high").number()};
  model->is_hebbian = description.at("hebbian").truth();
  model->names = description.at("names").texts();
  demand_sound(model->values[0] < model->values[1], "the two values of the patterns are none");
  const auto& shape = stored.file.tensor("hopfield.patterns").shape;
  demand_sound(
      shape.size() == 2 && shape[0] > 0 && shape[0] == model->names.size() && n > 0 && stored.class_names.empty(),
      "the stored patterns are incomplete");
  const auto take = [&](std::string_view name, std::size_t rows) {
    Matrix result(rows, n);
    std::ranges::copy(stored.values(name, {rows, n}), result.values().begin());
    return result;
  };
  model->patterns = take("hopfield.patterns", shape[0]);
  demand_sound(std::ranges::all_of(model->patterns.values(), [](double cell) { return std::abs(cell) == 1; }),
               "a stored pattern has a value that is neither -1 nor 1");
  Matrix weights = take("hopfield.weights", n);
  demand_sound(std::ranges::all_of(weights.values(), [](double w) { return std::abs(w) <= most_counted; }),
               "the weights of the network are too large");
  const double unit = description.at("unit").number();
  demand_sound(unit > 0 && unit <= 1, "the unit of the weights is none");
  model->network = HopfieldNetwork(std::move(weights), unit);   // what it refuses becomes a DataError
  return model;
}

Fields HopfieldModel::parts() const {
  Matrix as_in_files = patterns;
  for (double& cell : as_in_files.values()) cell = value_of(cell);
  Matrix weights = network.weights();
  for (double& each : weights.values()) each *= network.unit();
  return {{"features", encoding.feature_names()},
          {"values", std::vector<double>(values.begin(), values.end())},
          {"pattern_names", names},
          {"patterns", as_in_files},
          {"load", load()},
          {"hebb_capacity", hebb_capacity},
          {"fixed_points", fixed_points()},
          {"symmetric", network.is_symmetric()},
          {"weights", weights},
          {"training", training_fields(record)},
          {"options", Fields{{"plan", typed_fields(record.plan)}}}};
}

Showcase HopfieldModel::showcase() const {
  Showcase result{
      fmt::format("{}, {}, {}", counted(network.size(), "unit"), counted(patterns.rows(), "pattern"),
                  counted(parameter_count(), "weight")),
      fmt::format("rule {}, {} weights, values {} and {}", is_hebbian ? "hebb" : "perceptron",
                  network.is_symmetric() ? "symmetric" : "asymmetric", number_text(values[0]), number_text(values[1]))};
  Exhibit exhibit{"patterns: energy, smallest E = ξ_i Σ_j w_ij ξ_j, largest overlap with another"};
  for (std::size_t p = 0; p < std::min(most_shown, patterns.rows()); ++p) {
    const HopfieldState state(network, patterns.row(p));
    double least = infinity;
    for (std::size_t i = 0; i < network.size(); ++i) least = std::min(least, patterns(p, i) * state.field(i));
    double most = 0;
    for (std::size_t q = 0; q < patterns.rows(); ++q) {
      const double m = q == p ? 0 : overlap(patterns.row(p), patterns.row(q));
      if (std::abs(m) > std::abs(most)) most = m;
    }
    exhibit.lines.push_back(fmt::format("  {:<12} {:>10.4g} {:>8.3f} {:>8.3f}{}", names[p], state.energy(), least, most,
                                        state.is_at_rest() ? "" : "   no fixed point"));
  }
  if (patterns.rows() > most_shown)
    exhibit.lines.push_back(fmt::format("  … and {} more", patterns.rows() - most_shown));
  result.exhibits.push_back(std::move(exhibit));
  return result;
}

Fields HopfieldModel::learned() const { return {{"load", load()}, {"fixed_points", fixed_points()}}; }

std::string HopfieldModel::learned_text() const {
  std::string text =
      fmt::format("load {:.3g} ({}, {})", load(), counted(patterns.rows(), "pattern"), counted(network.size(), "unit"));
  if (is_hebbian) {
    text += load() > hebb_capacity
                ? fmt::format(": over {}, beyond which Hebb's rule loses random patterns", hebb_capacity)
                : fmt::format(": Hebb's rule keeps random patterns up to {}, but for a few cells", hebb_capacity);
  }
  return text + fmt::format("\nfixed points {} of {}\n", fixed_points(), counted(patterns.rows(), "pattern"));
}

}   // namespace protea
