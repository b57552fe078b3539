#include <protea/facade/fitted.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/model/abilities.hpp>

namespace protea {
namespace {

// Columns of numbers with the names of the data set.
Encoding encoding_of(const Dataset& dataset) {
  Encoding encoding;
  for (const std::string& name : dataset.feature_names) encoding.columns.push_back({name, {}});
  encoding.has_names = true;
  if (dataset.target_kind() == TargetKind::labels) {
    encoding.label_name = "class";
    encoding.label_position = dataset.feature_names.size();
  } else if (dataset.target_kind() == TargetKind::numbers) {
    encoding.target_name = dataset.target_name.empty() ? "target" : dataset.target_name;
    encoding.target_positions = {dataset.feature_names.size()};
  }
  return encoding;
}

Dataset dataset_of(const ArrayView& x, const ArrayTargets& targets, const FitSetting& setting) {
  Dataset dataset = from_arrays(x, targets, setting.names);
  if (setting.weights.empty()) return dataset;
  if (setting.weights.size() != dataset.size()) {
    throw UsageError(
        fmt::format("there are {} weights for {} samples: give one for each", setting.weights.size(), dataset.size()));
  }
  if (std::any_of(setting.weights.begin(), setting.weights.end(),
                  [](double weight) { return !(weight > 0) || weight > 1e300; })) {
    throw UsageError("a weight of a sample must be a number greater than 0");
  }
  dataset.weights = setting.weights;
  return dataset;
}

// The kinds of the catalogue, with parts of the caller before those of the lists.
std::vector<ModelKind> kinds_with(const OwnParts& own) {
  std::vector<ModelKind> kinds = model_kinds();
  if (own.dissimilarities.empty() && own.rules.empty()) return kinds;
  const auto named = [](const auto& parts, const ComponentRecord& record) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part->name() == record.name; });
    if (found == parts.end()) return std::decay_t<decltype(parts[0])>{};
    if (record_of(**found).settings != record.settings) {
      throw UsageError(fmt::format("the file was written with {} ({}), and the one given has other options",
                                   record.name, settings_text(record.settings)));
    }
    return *found;
  };
  const PartMakers known = part_makers();
  const PartMakers makers{[=](const ComponentRecord& record) {
                            const auto part = named(own.dissimilarities, record);
                            return part ? part : known.dissimilarity(record);
                          },
                          [=](const ComponentRecord& record) {
                            const auto part = named(own.rules, record);
                            return part ? part : known.rule(record);
                          }};
  for (ModelKind& kind : kinds) {
    if (kind.name == PrototypeModel::kind_name)
      kind.read = [makers](const StoredModel& stored) { return PrototypeModel::read(stored, makers); };
  }
  return kinds;
}

}   // namespace

Options preset(const std::string& method) { return configure(method, {}); }

Fitted::Fitted(std::unique_ptr<Model> model, std::size_t threads)
    : model_(std::move(model)), runtime_(make_runtime(threads)) {}

Fitted Fitted::load(const std::string& path, const OwnParts& own) {
  return Fitted(decode_model(read_file(path), path, kinds_with(own)));
}

Fitted Fitted::from_bytes(const std::string& bytes, const OwnParts& own) {
  return Fitted(decode_model(bytes, "these bytes", kinds_with(own)));
}

void Fitted::save(const std::string& path) const { save_model(*model_, path); }

std::string Fitted::bytes() const { return encode_model(*model_); }

Dataset Fitted::rows_of(const ArrayView& x) const {
  ArrayNames names;
  names.features = model_->encoding.feature_names();
  if (x.columns != names.features.size()) names.features.clear();   // what is wrong, `prepare` says
  return from_arrays(x, {}, names);
}

Matrix Fitted::prepared(const ArrayView& x) const { return model_->prepare(rows_of(x)); }

std::vector<Label> Fitted::predict(const ArrayView& x) const {
  if (!model_->has_classes()) refuse_ability(*model_, "classes", "predict");
  return model_->labels(rows_of(x), *runtime_);
}

std::vector<std::string> Fitted::predict_names(const ArrayView& x) const {
  std::vector<std::string> names;
  for (const Label label : predict(x))
    names.push_back(label == no_label ? std::string() : classes()[static_cast<std::size_t>(label)]);
  return names;
}

std::vector<double> Fitted::numbers(const ArrayView& x) const {
  demand<Estimating>(*model_, "");
  return model_->predict(prepared(x).view(), *runtime_).numbers;
}

Matrix Fitted::scores(const ArrayView& x) const {
  Matrix scores = model_->predict(prepared(x).view(), *runtime_).scores;
  if (scores.columns() == 0) refuse_ability(*model_, "scores", "");
  return scores;
}

Matrix Fitted::distances(const ArrayView& x) const {
  return demand<Measuring>(*model_, "").distances(prepared(x).view());
}

std::vector<std::size_t> Fitted::winners(const ArrayView& x) const {
  const Matrix d = distances(x);
  std::vector<std::size_t> winners;
  for (std::size_t i = 0; i < d.rows(); ++i) winners.push_back(nearest_unit(d.row(i)));
  return winners;
}

Matrix Fitted::projection(const ArrayView& x, std::size_t dimensions) const {
  return demand<Projecting>(*model_, "").projection(prepared(x).view(), dimensions);
}

double Fitted::accuracy(const ArrayView& x, const ArrayTargets& labels) const {
  const Dataset truth = from_arrays(x, labels);
  if (truth.target_kind() != TargetKind::labels) throw UsageError("an accuracy needs labels to compare with");
  const std::vector<std::string> answers = predict_names(x);
  double right = 0;
  for (std::size_t i = 0; i < answers.size(); ++i)
    right += answers[i] == truth.class_names[static_cast<std::size_t>(truth.y[i])] ? 1 : 0;
  return right / static_cast<double>(answers.size());
}

Fitted fit(const Method& method, const ArrayView& x, const ArrayTargets& targets, const FitSetting& setting) {
  const Dataset dataset = dataset_of(x, targets, setting);
  const auto runtime = make_runtime(setting.threads);
  Trained trained = method.train(dataset, encoding_of(dataset), {*runtime, setting.observer});
  Fitted fitted(std::move(trained.model), setting.threads);
  fitted.outcome_ = trained.outcome;
  return fitted;
}

Fitted fit(const Options& options, const ArrayView& x, const ArrayTargets& targets, const FitSetting& setting) {
  return fit(PrototypeMethod(options), x, targets, setting);
}

CrossValidation cross_validate(const std::shared_ptr<const Method>& method, const ArrayView& x,
                               const ArrayTargets& targets, const CrossValidationPlan& plan,
                               const FitSetting& setting) {
  const Dataset dataset = dataset_of(x, targets, setting);
  const auto runtime = make_runtime(setting.threads);
  const Contender contender = contender_of(std::string(method->name()), method, encoding_of(dataset));
  return cross_validate(dataset, contender.run, plan, *runtime);
}

CrossValidation cross_validate(const Options& options, const ArrayView& x, const ArrayTargets& targets,
                               const CrossValidationPlan& plan, const FitSetting& setting) {
  return cross_validate(std::make_shared<const PrototypeMethod>(options), x, targets, plan, setting);
}

}   // namespace protea
