#include <protea/perceptron/svm_method.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/perceptron/prepared_folds.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 64;   // samples that one task answers for

std::size_t right_answers(const PreparedFold& fold, const SvmOptions& options) {
  const auto machine = SupportVectorMachine::train(fold.x.view(), fold.training.y, options);
  std::size_t right = 0;
  for (std::size_t i = 0; i < fold.test_x.rows(); ++i)
    right += machine.predict(fold.test_x.row(i)) == fold.test.y[i] ? 1 : 0;
  return right;
}

// Of equals the smoothest, which comes first.
SvmOptions chosen_options(const SupportVectorMethod& method, std::size_t features,
                          const std::vector<PreparedFold>& folds, Runtime& runtime) {
  const auto n = static_cast<double>(features);
  const std::vector<double> gammas =
      method.gamma > 0 ? std::vector<double>{method.gamma} : std::vector<double>{0.25 / n, 1 / n, 4 / n};
  const std::vector<double> costs =
      method.cost > 0 ? std::vector<double>{method.cost} : std::vector<double>{1, 10, 100};
  std::vector<SvmOptions> candidates;
  for (const double gamma : gammas) {
    for (const double cost : costs) candidates.push_back({cost, gamma});
  }
  if (folds.empty() || candidates.size() == 1) return {costs.front(), method.gamma > 0 ? method.gamma : 1 / n};
  std::vector<std::size_t> right(candidates.size() * folds.size());
  runtime.run(right.size(), [&](std::size_t task) {
    right[task] = right_answers(folds[task % folds.size()], candidates[task / folds.size()]);
  });
  SvmOptions best{costs.front(), method.gamma > 0 ? method.gamma : 1 / n};
  std::size_t most = 0;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    std::size_t own = 0;
    for (std::size_t f = 0; f < folds.size(); ++f) own += right[c * folds.size() + f];
    if (own <= most) continue;
    most = own;
    best = candidates[c];
  }
  return best;
}

// By machines that have not seen the samples; 1 where there are too few to hold out any.
double sharpness_out_of_fold(const std::vector<PreparedFold>& folds, const SvmOptions& options, std::size_t classes,
                             Runtime& runtime) {
  std::vector<Matrix> scores(folds.size());
  runtime.run(folds.size(), [&](std::size_t f) {
    const auto machine = SupportVectorMachine::train(folds[f].x.view(), folds[f].training.y, options);
    scores[f] = Matrix(folds[f].test_x.rows(), classes);
    for (std::size_t i = 0; i < scores[f].rows(); ++i) machine.scores(folds[f].test_x.row(i), scores[f].row(i));
  });
  std::vector<Label> y;
  std::vector<double> all;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    y.insert(y.end(), folds[f].test.y.begin(), folds[f].test.y.end());
    all.insert(all.end(), scores[f].values().begin(), scores[f].values().end());
  }
  return y.empty() ? 1 : likeliest_sharpness(matrix_view(Row(all), y.size(), classes), y);
}

}   // namespace

std::unique_ptr<Model> SupportVectorMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  SupportVectorMachine::demand_room(samples.x.rows(), samples.x.columns());
  const std::vector<PreparedFold> folds = prepared_folds(samples);
  const SvmOptions options = chosen_options(*this, samples.x.columns(), folds, runtime);
  auto model = std::make_unique<SupportVectorModel>(
      SupportVectorMachine::train(samples.x.view(), samples.rows.y, options, runtime), options,
      sharpness_out_of_fold(folds, options, samples.rows.class_names.size(), runtime));
  model->record.converged = true;
  return model;
}

std::size_t SupportVectorModel::parameter_count() const {
  const SvmParts parts = machine_.parts();
  return parts.vectors.values().size() + parts.coefficients.values().size() + parts.thresholds.size();
}

Predictions SupportVectorModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result{std::vector<Label>(x.rows), Matrix(x.rows, class_names.size())};
  runtime.run((x.rows + block_rows - 1) / block_rows, [&](std::size_t block) {
    for (std::size_t i = block * block_rows; i < std::min(x.rows, (block + 1) * block_rows); ++i) {
      result.labels[i] = machine_.predict(x.row(i));
      machine_.scores(x.row(i), result.scores.row(i));
      if (sharpness_ != 1) sharpen(result.scores.row(i), sharpness_);
    }
  });
  return result;
}

void SupportVectorModel::write(ModelArchive& archive) const {
  const SvmParts parts = machine_.parts();
  archive.description.emplace_back("svm",
                                   Fields{{"cost", options_.cost}, {"gamma", parts.gamma}, {"sharpness", sharpness_}});
  archive.add("svm.vectors", {parts.vectors.rows(), parts.vectors.columns()}, parts.vectors.values());
  archive.add("svm.coefficients", {parts.coefficients.rows(), parts.coefficients.columns()},
              parts.coefficients.values());
  archive.add("svm.thresholds", {parts.thresholds.size()}, parts.thresholds);
  archive.tensors.push_back(
      {"svm.labels", {parts.labels.size()}, std::vector<std::int32_t>(parts.labels.begin(), parts.labels.end())});
  archive.tensors.push_back({"svm.counts", {parts.counts.size()}, parts.counts});
}

std::unique_ptr<Model> SupportVectorModel::read(const StoredModel& stored) {
  const auto damaged = [&](const char* what) { return DataError(fmt::format("{}: {}", stored.file.source, what)); };
  SvmParts parts;
  const std::vector<std::int32_t>& labels = stored.file.integer_values("svm.labels");
  parts.labels.assign(labels.begin(), labels.end());
  parts.counts = stored.file.integer_values("svm.counts");
  parts.gamma = stored.description.at("svm").at("gamma").number();
  const std::size_t classes = labels.size();
  std::size_t vectors = 0;
  for (const std::int32_t count : parts.counts) {
    if (count < 0) throw damaged("a class has a negative number of support vectors");
    vectors += static_cast<std::size_t>(count);
  }
  std::vector<Label> seen = parts.labels;
  std::sort(seen.begin(), seen.end());
  const bool has_known_labels = !seen.empty() && seen.front() >= 0 &&
                                static_cast<std::size_t>(seen.back()) < stored.class_names.size() &&
                                std::adjacent_find(seen.begin(), seen.end()) == seen.end();
  if (!has_known_labels || parts.counts.size() != classes || classes < 2 || !(parts.gamma > 0)) {
    throw damaged("the classes of the machine do not fit together");
  }
  const std::size_t n = stored.encoding.feature_count();
  const auto matrix = [&](std::string_view name, std::size_t rows, std::size_t columns) {
    const std::vector<double>& values = stored.values(name, {rows, columns});
    Matrix result(rows, columns);
    std::copy(values.begin(), values.end(), result.values().begin());
    return result;
  };
  parts.vectors = matrix("svm.vectors", vectors, n);
  parts.coefficients = matrix("svm.coefficients", classes - 1, vectors);
  parts.thresholds = stored.values("svm.thresholds", {classes * (classes - 1) / 2});
  const SvmOptions options{stored.description.at("svm").at("cost").number(), parts.gamma};
  const Value* const kept = stored.description.at("svm").find("sharpness");   // younger than the first machines
  const double sharpness = kept ? kept->number() : 1;
  if (!(sharpness > 0) || !std::isfinite(sharpness)) throw damaged("the sharpness of the scores is none");
  return std::make_unique<SupportVectorModel>(SupportVectorMachine::from_parts(parts), options, sharpness);
}

Fields SupportVectorModel::parts() const {
  const SvmParts own = machine_.parts();
  Matrix original = own.vectors;
  for (std::size_t i = 0; i < original.rows(); ++i) preparation.unscale(original.row(i));
  std::vector<std::string> labels;
  for (std::size_t c = 0; c < own.labels.size(); ++c) {
    labels.insert(labels.end(), static_cast<std::size_t>(own.counts[c]),
                  class_names[static_cast<std::size_t>(own.labels[c])]);
  }
  return {{"features", encoding.feature_names()},
          {"classes", class_names},
          {"labels", labels},
          {"support_vectors", original},
          {"coefficients", own.coefficients},
          {"thresholds", own.thresholds},
          {"scaling", scaling_fields(preparation)},
          {"training", training_fields(record)},
          {"options", Fields{{"cost", options_.cost},
                             {"gamma", own.gamma},
                             {"sharpness", sharpness_},
                             {"plan", typed_fields(record.plan)}}}};
}

Showcase SupportVectorModel::showcase() const {
  const SvmParts own = machine_.parts();
  Exhibit exhibit{"support vectors of each class"};
  for (std::size_t c = 0; c < own.labels.size(); ++c) {
    exhibit.names.push_back(class_names[static_cast<std::size_t>(own.labels[c])]);
    exhibit.bars.push_back(static_cast<double>(own.counts[c]));
  }
  return {
      fmt::format("{}, {} ({}), {}", counted(encoding.feature_count(), "feature"), counted(class_names.size(), "class"),
                  join(class_names, ", "), counted(own.vectors.rows(), "support vector")),
      fmt::format("Gaussian kernel, C {:.6g}, γ {:.6g}, scaling {}", options_.cost, own.gamma,
                  choice_name(preparation.scaling)),
      {exhibit}};
}

}   // namespace protea
