#include <protea/method/first_prototypes.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/weights.hpp>
#include <protea/train/coefficients.hpp>

namespace protea {
namespace {

// Prototypes of a codebook (.cod) or another model, in original units there, scaled here.
Start start_from_file(const Configuration& configuration, const Dataset& dataset, const Preparation& preparation) {
  const std::string& path = configuration.initialization_options.file;
  if (!configuration.read_prototypes) throw UsageError("init = file: nobody is there to read the file");
  const PrototypeModel model = configuration.read_prototypes(path);
  Matrix vectors = model.prototypes_in_original_units();
  if (vectors.columns() != dataset.x.columns()) {
    throw DataError(fmt::format("{}: the prototypes have {}, the data have {}", path,
                                counted(vectors.columns(), "feature"), dataset.x.columns()));
  }
  Start start;
  for (std::size_t k = 0; k < vectors.rows(); ++k) {
    preparation.scale(vectors.row(k));
    if (!std::all_of(vectors.row(k).begin(), vectors.row(k).end(), [](double value) { return std::isfinite(value); })) {
      throw DataError(fmt::format("{}: prototype {} cannot be scaled as the data are", path, k + 1));
    }
    if (dataset.class_names.empty()) {
      start.labels.push_back(no_label);
      continue;
    }
    const std::string& name = model.class_of(k);
    const auto found = std::find(dataset.class_names.begin(), dataset.class_names.end(), name);
    if (found == dataset.class_names.end()) {
      throw DataError(fmt::format("{}: prototype {} is of class '{}', which the data do not have", path, k + 1, name));
    }
    start.labels.push_back(static_cast<Label>(found - dataset.class_names.begin()));
  }
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    if (std::find(start.labels.begin(), start.labels.end(), static_cast<Label>(c)) == start.labels.end()) {
      throw DataError(fmt::format("{}: there is no prototype of class '{}'", path, dataset.class_names[c]));
    }
  }
  start.prototypes = std::move(vectors);
  return start;
}

// A class without samples gets no prototype: the training part of a split may lack a class that the whole has.
std::vector<Label> labels_of(const Configuration& configuration, const Dataset& rows) {
  std::vector<std::size_t> counts = configuration.prototypes.of(rows.class_names);
  if (rows.class_names.empty()) return std::vector<Label>(counts[0], no_label);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (std::find(rows.y.begin(), rows.y.end(), static_cast<Label>(c)) == rows.y.end()) counts[c] = 0;
  }
  return prototype_labels(counts);
}

}   // namespace

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

Start make_start(const Configuration& configuration, const Part& training, const Preparation& preparation) {
  if (configuration.initialization == Initialization::file)
    return start_from_file(configuration, training.rows, preparation);
  const Row values = training.x.values();
  const bool is_complete = std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  const Matrix filled = is_complete ? Matrix() : filled_by_class(training.x, training.rows.y, training.rows.weights);
  const Matrix& x = is_complete ? training.x : filled;
  if (configuration.initialization == Initialization::samples) return samples_as_prototypes(configuration, training, x);
  Start start{labels_of(configuration, training.rows), {}};
  start.prototypes = initial_prototypes(configuration.initialization, configuration.initialization_options, x.view(),
                                        training.rows.y, start.labels, training.rows.class_names,
                                        static_cast<std::uint64_t>(configuration.plan.seed), training.rows.weights);
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
