// Why a model answers as it does, and how sure that is: explanations, margins, certificates, rejection; and
// dissimilarities of arrays.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/data/arrays.hpp>
#include <protea/evaluate/explanation.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/evaluate/rejection.hpp>
#include <protea/model/data_domain.hpp>
#include <protea/perceptron/linear_model.hpp>

#include "core.hpp"
#include "models.hpp"

namespace protea::python {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::vector<double> known_or_nan(const std::vector<std::optional<double>>& values) {
  std::vector<double> result;
  for (const auto& value : values) result.push_back(value.value_or(unknown));
  return result;
}

std::vector<std::uint32_t> indices(const std::vector<std::size_t>& values) { return {values.begin(), values.end()}; }

bool has_local_metrics(const PrototypeModel& model) {
  return !model.expansion && model.space.group_count() > 1 && model.space.dissimilarity().traits().is_quadratic_form;
}

std::vector<Label> labels_of(const PythonModel& self, const Codes& codes, std::size_t rows) {
  if (codes.size() != rows) throw UsageError("there must be one label for each row");
  std::vector<Label> y(codes.data(), codes.data() + codes.size());
  const auto classes = static_cast<Label>(self.model->class_names.size());
  if (std::any_of(y.begin(), y.end(), [&](Label label) { return label < 0 || label >= classes; }))
    throw UsageError("a label is none of the model's classes");
  return y;
}

nb::dict margins(const PythonModel& self, const Rows& x, const Codes& codes, std::size_t threads) {
  const std::vector<Label> y = labels_of(self, codes, x.shape(0));
  const auto runtime = make_runtime(threads);
  const Matrix rows = self.model->prepare(self.rows_of(x));
  nb::dict result;
  if (const auto* const planes = find_ability<LinearModel>(*self.model)) {
    result["sample"] = array_of(planes->margins(rows.view(), y));
    result["exact"] = nb::bool_(planes->has_exact_margins());
    return result;
  }
  const auto& model = demand<PrototypeModel>(*self.model, "margins");
  if (has_local_metrics(model)) {
    LocalMargins found = local_margins_of(model, rows.view(), y, *runtime);
    result["hypothesis"] = array_of(std::move(found.hypothesis));
    result["prediction"] = array_of(std::move(found.prediction));
    result["bisector"] = array_of(std::move(found.bisector));
    result["sample"] = array_of(known_or_nan(found.sample));
    return result;
  }
  Margins found = margins_of(metric_space_of(model), rows.view(), y, *runtime);
  result["hypothesis"] = array_of(std::move(found.hypothesis));
  result["prediction"] = array_of(std::move(found.prediction));
  result["bisector"] = array_of(std::move(found.bisector));
  result["sample"] = array_of(std::move(found.sample));
  return result;
}

nb::dict certificates(const PythonModel& self, const Rows& x, std::size_t threads) {
  const auto& model = demand<PrototypeModel>(*self.model, "certificates");
  const auto runtime = make_runtime(threads);
  const Matrix rows = model.prepare(self.rows_of(x));
  nb::dict result;
  if (has_local_metrics(model)) {
    const std::vector<Label> y = model.labels(rows.view(), *runtime);
    LocalMargins found = local_margins_of(model, rows.view(), y, *runtime);
    result["euclidean"] = array_of(std::move(found.certificate));
    result["exact"] = array_of(known_or_nan(found.exact_certificate));
    result["steps"] = array_of(std::move(found.steps));
    result["rivals"] = array_of(indices(found.rivals));
    return result;
  }
  Certificates found = certificates_of(metric_space_of(model), rows.view(), *runtime);
  result["metric"] = array_of(std::move(found.metric));
  result["euclidean"] = array_of(std::move(found.euclidean));
  result["exact"] = array_of(std::move(found.exact));
  result["steps"] = array_of(std::move(found.steps));
  result["rivals"] = array_of(indices(found.rivals));
  return result;
}

nb::object change_of(const std::optional<SingleChange>& change) {
  if (!change) return nb::none();
  nb::dict result;
  result["feature"] = change->feature;
  result["value"] = change->value;
  result["change"] = change->change;
  result["becomes"] = change->becomes;
  return result;
}

nb::list explanations(const PythonModel& self, const Rows& x) {
  const auto& model = demand<PrototypeModel>(*self.model, "explain");
  const Dataset dataset = self.rows_of(x);
  const Matrix rows = model.prepare(dataset);
  nb::list result;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < dataset.x.columns(); ++j) sum += dataset.x(i, j);
    const Explanation found = explain(model, rows.row(i), sum);
    nb::dict row;
    row["answer"] = found.answer;
    row["own"] = found.own;
    row["other"] = found.other;
    row["d_own"] = found.d_own;
    row["d_other"] = found.d_other;
    row["contributions"] = array_of(found.contributions);
    nb::list changes;
    for (const auto& change : found.changes) changes.append(change_of(change));
    row["changes"] = changes;
    row["smallest_change"] = change_of(found.smallest_change);
    result.append(row);
  }
  return result;
}

nb::dict rejection(const Codes& truth, const Codes& answers, const Numbers& certainty) {
  if (truth.size() != answers.size() || truth.size() != certainty.size())
    throw UsageError("labels, answers and certainties must be of the same number");
  const std::vector<RejectionPoint> curve = accuracy_reject_curve(
      {truth.data(), truth.size()}, {answers.data(), answers.size()}, {certainty.data(), certainty.size()});
  std::vector<double> thresholds;
  std::vector<double> coverage;
  std::vector<double> accuracy;
  for (const RejectionPoint& point : curve) {
    thresholds.push_back(point.certainty);
    coverage.push_back(point.coverage);
    accuracy.push_back(point.accuracy);
  }
  nb::dict result;
  result["certainty"] = array_of(std::move(thresholds));
  result["coverage"] = array_of(std::move(coverage));
  result["accuracy"] = array_of(std::move(accuracy));
  return result;
}

Matrix in_domain(const Rows& rows, const AnyDissimilarity& dissimilarity, const char* name, Zeros zeros) {
  const Dataset dataset = from_arrays(view_of(rows), {}, {.source = name});
  Matrix values = dataset.x.to_matrix();
  bring_into_domain(values, dataset, dissimilarity,
                    {.zeros = zeros, .remedy = "set it to 0, leave the column out, or use another dissimilarity"});
  return values;
}

// Values of all pairs; with gradients by the rows of b, and by the parameters that the metric starts with.
nb::dict dissimilarities_of(const std::string& name, const Settings& settings, const Rows& a, const Rows& b,
                            bool has_gradients, std::uint64_t seed) {
  const std::shared_ptr<const AnyDissimilarity> dissimilarity = dissimilarities().make(name, settings);
  if (a.shape(1) != b.shape(1)) throw UsageError("the two arrays must have the same number of columns");
  const Matrix x = in_domain(a, *dissimilarity, "the first array", Zeros{});
  const Matrix w = in_domain(b, *dissimilarity, "the second array", Zeros::left);
  std::vector<double> theta(dissimilarity->parameter_count(x.columns()));
  Random random(seed, Purpose::metric);
  dissimilarity->initialize(theta, x.columns(), random);
  dissimilarity->start(theta, {{x.view()}, {x.view()}, w.view()});
  Matrix values(x.rows(), w.rows());
  Matrix by_w(has_gradients ? x.rows() * w.rows() : 0, w.columns());
  Matrix by_theta(has_gradients ? x.rows() * w.rows() : 0, theta.size());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t k = 0; k < w.rows(); ++k) {
      values(i, k) = dissimilarity->value(x.row(i), w.row(k), theta);
      if (!std::isfinite(values(i, k)))
        throw NumericalError("row " + std::to_string(i + 1) + " of the first array and row " + std::to_string(k + 1) +
                             " of the second have no finite " + name + ": floor lifts zeros");
      if (!has_gradients) continue;
      const std::size_t pair = i * w.rows() + k;
      dissimilarity->add_gradient(x.row(i), w.row(k), theta, 1, by_w.row(pair), by_theta.row(pair));
    }
  }
  nb::dict result;
  result["values"] = array_of(std::move(values));
  result["gradients"] = array_of(std::move(by_w));
  result["parameters"] = array_of(std::move(theta));
  result["parameter_gradients"] = array_of(std::move(by_theta));
  return result;
}

}   // namespace

void add_answers(nb::module_& module) {
  module.def("margins", &margins, nb::arg("model"), nb::arg("x"), nb::arg("codes"), nb::arg("threads") = 1);
  module.def("certificates", &certificates, nb::arg("model"), nb::arg("x"), nb::arg("threads") = 1);
  module.def("explanations", &explanations, nb::arg("model"), nb::arg("x"));
  module.def("rejection", &rejection, nb::arg("truth"), nb::arg("answers"), nb::arg("certainty"));
  module.def("dissimilarities", &dissimilarities_of, nb::arg("name"), nb::arg("settings"), nb::arg("a"), nb::arg("b"),
             nb::arg("gradients"), nb::arg("seed"));
}

}   // namespace protea::python
