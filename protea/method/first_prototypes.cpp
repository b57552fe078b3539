#include <protea/method/first_prototypes.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>
#include <protea/train/coefficients.hpp>
#include <protea/train/principal_plane.hpp>

namespace protea {
namespace {

// Without gaps: the rows themselves, or `filled`, good enough for a start.
const Matrix& complete_rows(const Part& training, Matrix& filled) {
  const Row values = training.x.values();
  if (std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) return training.x;
  filled = filled_by_class(training.x, training.rows.y, training.rows.weights);
  return filled;
}

std::vector<Label> labels_of(const Configuration& configuration, const Dataset& rows) {
  std::vector<bool> has_samples(rows.class_names.size());
  for (const Label y : rows.y) {
    if (y != no_label) has_samples[static_cast<std::size_t>(y)] = true;
  }
  return first_labels(configuration, rows, has_samples);
}

}   // namespace

bool goes_by_classes(const Configuration& configuration, const Dataset& rows) {
  return !rows.class_names.empty() && !configuration.rule->traits().learns_label_vectors;
}

Start start_from_file(const Configuration& configuration, const Dataset& rows, const Preparation& preparation) {
  const std::string& path = configuration.initialization_options.file;
  if (!configuration.read_prototypes) throw UsageError("init = file: nobody is there to read the file");
  const PrototypeModel model = configuration.read_prototypes(path);
  Matrix vectors = model.prototypes_in_original_units();
  if (vectors.columns() != rows.feature_names.size()) {
    throw DataError(fmt::format("{}: the prototypes have {}, the data have {}", path,
                                counted(vectors.columns(), "feature"), rows.feature_names.size()));
  }
  Start start;
  for (std::size_t k = 0; k < vectors.rows(); ++k) {
    preparation.scale(vectors.row(k));
    if (!std::all_of(vectors.row(k).begin(), vectors.row(k).end(), [](double value) { return std::isfinite(value); })) {
      throw DataError(fmt::format("{}: prototype {} cannot be scaled as the data are", path, k + 1));
    }
    if (!goes_by_classes(configuration, rows)) {
      start.labels.push_back(no_label);
      continue;
    }
    const std::string& name = model.class_of(k);
    const auto found = std::find(rows.class_names.begin(), rows.class_names.end(), name);
    if (found == rows.class_names.end()) {
      throw DataError(fmt::format("{}: prototype {} is of class '{}', which the data do not have", path, k + 1, name));
    }
    start.labels.push_back(static_cast<Label>(found - rows.class_names.begin()));
  }
  for (std::size_t c = 0; goes_by_classes(configuration, rows) && c < rows.class_names.size(); ++c) {
    if (std::find(start.labels.begin(), start.labels.end(), static_cast<Label>(c)) == start.labels.end()) {
      throw DataError(fmt::format("{}: there is no prototype of class '{}'", path, rows.class_names[c]));
    }
  }
  start.prototypes = std::move(vectors);
  return start;
}

std::vector<Label> first_labels(const Configuration& configuration, const Dataset& rows,
                                const std::vector<bool>& has_samples) {
  if (!goes_by_classes(configuration, rows)) return std::vector<Label>(configuration.prototypes.of({})[0], no_label);
  std::vector<std::size_t> counts = configuration.prototypes.of(rows.class_names);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (!has_samples[c]) counts[c] = 0;
  }
  return prototype_labels(counts);
}

PrototypeSpace space_at(const Configuration& configuration, std::shared_ptr<const AnyDissimilarity> dissimilarity,
                        const Dataset& rows, const std::vector<Label>& labels) {
  const bool has_label_vectors = configuration.rule->traits().learns_label_vectors;
  return {std::move(dissimilarity),
          rows.feature_names.size(),
          labels,
          configuration.scope,
          configuration.rule->parameter_count(labels.size()),
          {configuration.label_dissimilarity, has_label_vectors ? rows.class_names.size() : 0}};
}

Start samples_as_prototypes(const Configuration& configuration, const Part& part, const Matrix& x) {
  const std::vector<Label>& y = part.rows.y;
  if (part.weights.empty()) return {y.empty() ? std::vector<Label>(x.rows(), no_label) : y, x};
  std::vector<std::uint32_t> samples = repeated_if_few(part.weights);
  if (samples.empty() && configuration.decision.kind != DecisionKind::nearest && configuration.plan.epochs == 0) {
    throw UsageError(fmt::format(
        "{}: prototypes that are samples vote with one voice each: weights must be whole numbers, 20 at most "
        "on average",
        configuration.method));
  }
  if (samples.empty()) samples = repeated_samples(std::vector<double>(x.rows(), 1.0));
  Start start{{}, Matrix(samples.size(), x.columns())};
  for (std::size_t k = 0; k < samples.size(); ++k) {
    start.labels.push_back(y.empty() ? no_label : y[samples[k]]);
    std::copy_n(x.row(samples[k]).begin(), x.columns(), start.prototypes.row(k).begin());
  }
  return start;
}

Configuration settled(Configuration configuration, const Part& training) {
  return settled(std::move(configuration),
                 {training.x.rows(), rows_meant(training), [&] {
                    Matrix filled;
                    return principal_plane(complete_rows(training, filled).view(), training.rows.weights).ratio();
                  }});
}

Configuration settled(Configuration configuration, const Extent& extent) {
  const auto& [samples, rows, ratio_of] = extent;
  const Lattice* const lattice = configuration.rule->lattice();
  const bool is_open = configuration.prototypes.by_class.empty() && configuration.prototypes.each == 0;
  const double wanted = is_open ? std::min(5 * std::sqrt(rows), static_cast<double>(samples))
                                : static_cast<double>(configuration.prototypes.each);
  if (!lattice) {
    if (configuration.rule->growth())   // its number is the largest it may come to
      configuration.prototypes.each = std::min(configuration.prototypes.each, samples);
    if (is_open) configuration.prototypes.each = static_cast<std::size_t>(std::lround(wanted));
    return configuration;
  }
  if (configuration.initialization ==
      Initialization::file) {   // which says how many there are, and may be a map itself
    if (lattice->is_chosen()) return configuration;
    const PrototypeModel model = configuration.read_prototypes(configuration.initialization_options.file);
    if (!model.lattice())
      throw UsageError(fmt::format("{}: the file has no lattice: give {} for its prototypes",
                                   configuration.initialization_options.file, setting("grid", "COLUMNSxROWS")));
    configuration.rule = configuration.rule->on(*model.lattice());
    return configuration;
  }
  if (!lattice->is_chosen()) {
    const double ratio = lattice->topology == Topology::chain ? 1 : ratio_of();
    Lattice chosen = lattice_of_size(lattice->topology, wanted, ratio);
    // Rounding may make one unit too many of very few samples.
    for (double units = wanted; chosen.size() > samples && is_open; --units)
      chosen = lattice_of_size(lattice->topology, units, ratio);
    configuration.rule = configuration.rule->on(chosen);
  }
  const Lattice& own = *configuration.rule->lattice();
  if (own.size() > samples) {
    throw UsageError(fmt::format("a map of {} for {}: it needs as many samples as units, or more",
                                 counted(own.size(), "unit"), counted(samples, "sample")));
  }
  configuration.prototypes.each = own.size();
  return configuration;
}

Start make_start(const Configuration& configuration, const Part& training, const Preparation& preparation,
                 Runtime& runtime, std::size_t attempt) {
  if (configuration.initialization == Initialization::file)
    return start_from_file(configuration, training.rows, preparation);
  Matrix filled;
  const Matrix& x = complete_rows(training, filled);
  if (configuration.initialization == Initialization::samples) return samples_as_prototypes(configuration, training, x);
  Start start{labels_of(configuration, training.rows), {}};
  if (configuration.initialization == Initialization::plane) {
    start.prototypes = prototypes_in_plane(*configuration.rule->lattice(), x.view(), training.rows.weights);
    return start;
  }
  const bool by_class = goes_by_classes(configuration, training.rows);
  const std::uint64_t seed = static_cast<std::uint64_t>(configuration.plan.seed) + (std::uint64_t{attempt} << 32);
  start.prototypes = initial_prototypes(configuration.initialization, configuration.initialization_options, x.view(),
                                        by_class ? Labels(training.rows.y) : Labels{}, start.labels,
                                        by_class ? training.rows.class_names : std::vector<std::string>{}, seed,
                                        training.rows.weights, runtime);
  return start;
}

Start make_coefficients(const Configuration& configuration, const Part& training, MatrixView among) {
  Start start{labels_of(configuration, training.rows), {}};
  start.prototypes = initial_coefficients(configuration.initialization, configuration.initialization_options, among,
                                          training.rows.y, start.labels, training.rows.class_names,
                                          static_cast<std::uint64_t>(configuration.plan.seed), training.rows.weights);
  return start;
}

}   // namespace protea
