#include <protea/perceptron/svm_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/data/split.hpp>

namespace protea {
namespace {

constexpr std::size_t block_rows = 64;   // samples that one task answers for

struct Fold {
  Matrix training;
  std::vector<Label> training_y;
  Matrix test;
  std::vector<Label> test_y;
};

// Scaling and filling are learned from the training rows of each fold.
std::vector<Fold> folds_of(const PreparedSamples& samples) {
  const Dataset& rows = samples.rows;
  const std::size_t count = std::min<std::size_t>(3, rows.size());
  std::vector<Fold> folds;
  if (count < 2) return folds;
  for (const Split& split :
       stratified_folds(rows.y, rows.class_names, count, Random(samples.seed, Purpose::folds, 2))) {
    const Dataset training = rows.subset(split.training);
    const Dataset test = rows.subset(split.test);
    const Preparation preparation =
        learn_preparation(training, samples.preparation.missing, samples.preparation.scaling);
    folds.push_back({preparation.apply(training), training.y, preparation.apply(test), test.y});
  }
  return folds;
}

std::size_t right_answers(const Fold& fold, const SvmOptions& options) {
  const auto machine = SupportVectorMachine::train(fold.training.view(), fold.training_y, options);
  std::size_t right = 0;
  for (std::size_t i = 0; i < fold.test.rows(); ++i)
    right += machine.predict(fold.test.row(i)) == fold.test_y[i] ? 1 : 0;
  return right;
}

// Of equals the smoothest, which comes first.
SvmOptions chosen_options(const SupportVectorMethod& method, const PreparedSamples& samples, Runtime& runtime) {
  const auto n = static_cast<double>(samples.x.columns());
  const std::vector<double> gammas =
      method.gamma > 0 ? std::vector<double>{method.gamma} : std::vector<double>{0.25 / n, 1 / n, 4 / n};
  const std::vector<double> costs =
      method.cost > 0 ? std::vector<double>{method.cost} : std::vector<double>{1, 10, 100};
  std::vector<SvmOptions> candidates;
  for (const double gamma : gammas) {
    for (const double cost : costs) candidates.push_back({cost, gamma});
  }
  const std::vector<Fold> folds = candidates.size() > 1 ? folds_of(samples) : std::vector<Fold>{};
  if (folds.empty()) return {costs.front(), method.gamma > 0 ? method.gamma : 1 / n};
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

}   // namespace

std::unique_ptr<Model> SupportVectorMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const SvmOptions options = chosen_options(*this, samples, runtime);
  auto model = std::make_unique<SupportVectorModel>(
      SupportVectorMachine::train(samples.x.view(), samples.rows.y, options), options);
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
    }
  });
  return result;
}

void SupportVectorModel::write(ModelArchive& archive) const {
  const SvmParts parts = machine_.parts();
  archive.description.emplace_back("svm", Fields{{"cost", options_.cost}, {"gamma", parts.gamma}});
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
  return std::make_unique<SupportVectorModel>(SupportVectorMachine::from_parts(parts), options);
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
          {"options", Fields{{"cost", options_.cost}, {"gamma", own.gamma}, {"plan", typed_fields(record.plan)}}}};
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
