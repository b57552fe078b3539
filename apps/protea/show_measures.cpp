#include "show_measures.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "show.hpp"

namespace protea::app {
namespace {

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string or_dash(const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : "-"; }
std::string percent_or_dash(const std::optional<double>& value) { return value ? percent(*value) : "-"; }

std::optional<double> area_of(const std::optional<RocAreas>& curve) {
  if (!curve) return std::nullopt;
  return curve->auc;
}

std::optional<double> precision_of(const std::optional<RocAreas>& curve) {
  if (!curve) return std::nullopt;
  return curve->average_precision;
}

Json class_json(const Assessment& assessment, std::size_t c) {
  const ClassMeasures& own = assessment.measures.classes[c];
  const auto& curve = assessment.ranking.one_vs_rest[c];
  return {
      {"samples", own.samples},  {"answered", own.answered},       {"accuracy", or_null(own.tpr)},
      {"tpr", or_null(own.tpr)}, {"fpr", or_null(own.fpr)},        {"tnr", or_null(own.tnr)},
      {"fnr", or_null(own.fnr)}, {"recall", or_null(own.tpr)},     {"precision", or_null(own.precision)},
      {"f", or_null(own.f)},     {"auc", or_null(area_of(curve))}, {"average_precision", or_null(precision_of(curve))}};
}

Json percent_json(const Confusion& confusion) {
  Json rows = Json::array();
  for (std::size_t t = 0; t < confusion.classes(); ++t) {
    Json row = Json::array();
    const auto total = static_cast<double>(confusion.samples_of(t));
    for (std::size_t c = 0; c < confusion.classes(); ++c) {
      row.push_back(total == 0 ? Json(nullptr) : Json(100 * static_cast<double>(confusion(t, c)) / total));
    }
    rows.push_back(row);
  }
  return rows;
}

Json calibration_json(const Calibration& calibration) {
  Json bins = Json::array();
  for (const ReliabilityBin& bin : calibration.bins) {
    bins.push_back({{"low", bin.low},
                    {"high", bin.high},
                    {"samples", bin.samples},
                    {"confidence", bin.samples == 0 ? Json(nullptr) : Json(bin.confidence)},
                    {"accuracy", bin.samples == 0 ? Json(nullptr) : Json(bin.accuracy)}});
  }
  return {{"expected_error", calibration.expected_error}, {"bins", bins}};
}

}   // namespace

std::size_t positive_class(const std::string& name, const std::vector<std::string>& class_names) {
  const auto found = std::find(class_names.begin(), class_names.end(), name);
  return found == class_names.end() ? std::min<std::size_t>(1, class_names.size() - 1)
                                    : static_cast<std::size_t>(found - class_names.begin());
}

std::optional<double> area(const Assessment& assessment, std::size_t positive) {
  const bool is_binary = assessment.ranking.one_vs_rest.size() == 2;
  return is_binary ? area_of(assessment.ranking.one_vs_rest[positive]) : assessment.ranking.hand_till;
}

void add_measures(Json& json, const Assessment& assessment, std::size_t positive) {
  json["confusion_percent"] = percent_json(assessment.confusion);
  json["coverage"] = assessment.coverage;
  const auto if_answered = [&](double value) {
    return assessment.confusion.samples() == 0 ? Json(nullptr) : Json(value);
  };
  json["matthews"] = if_answered(assessment.measures.matthews);
  json["kappa"] = if_answered(assessment.measures.kappa);
  json["beta"] = assessment.measures.beta;
  json["precision"] = if_answered(assessment.measures.macro_precision);
  json["recall"] = if_answered(assessment.confusion.balanced_accuracy());
  json["f"] = if_answered(assessment.measures.macro_f);
  json["auc"] = or_null(area(assessment, positive));
  json["auc_hand_till"] = or_null(assessment.ranking.hand_till);
  json["auc_one_vs_rest"] = or_null(assessment.ranking.macro_auc);
  json["brier"] = assessment.calibration.brier;
  json["log_loss"] = assessment.calibration.log_loss;
  json["calibration"] = calibration_json(assessment.calibration);
  json["per_class"] = Json::array();
  for (std::size_t c = 0; c < assessment.measures.classes.size(); ++c)
    json["per_class"].push_back(class_json(assessment, c));
}

std::string if_answered(const Assessment& assessment, double value) {
  return assessment.confusion.samples() == 0 ? "-" : fmt::format("{:.3f}", value);
}

std::string overall_lines(const Assessment& assessment, std::size_t positive) {
  std::string text;
  if (assessment.coverage < 1) {
    text += fmt::format(
        "coverage           {} (the other samples were rejected; Matthews, kappa and the classes are of those with an answer)\n",
        percent(assessment.coverage));
  }
  text += fmt::format("Matthews           {}\nkappa              {}\n",
                      if_answered(assessment, assessment.measures.matthews),
                      if_answered(assessment, assessment.measures.kappa));
  text += fmt::format("AUC                {}\n", or_dash(area(assessment, positive)));
  text +=
      fmt::format("Brier, log loss    {:.3f}, {:.3f}\n", assessment.calibration.brier, assessment.calibration.log_loss);
  return text + fmt::format("calibration error  {:.3f}\n", assessment.calibration.expected_error);
}

std::string class_table(const Assessment& assessment, const std::vector<std::string>& class_names) {
  std::size_t width = 5;
  for (const std::string& name : class_names) width = std::max(width, display_width(name));
  std::string text = fmt::format("  {}  {:>8}  {:>9}  {:>8}  {:>8}  {:>5}  {:>7}\n", padded("class", width), "recall",
                                 "precision", fmt::format("F{}", assessment.measures.beta), "fpr", "AUC", "average");
  for (std::size_t c = 0; c < class_names.size(); ++c) {
    const ClassMeasures& own = assessment.measures.classes[c];
    const auto& curve = assessment.ranking.one_vs_rest[c];
    text += fmt::format("  {}  {:>8}  {:>9}  {:>8}  {:>8}  {:>5}  {:>7}\n", padded(class_names[c], width),
                        percent_or_dash(own.tpr), percent_or_dash(own.precision), percent_or_dash(own.f),
                        percent_or_dash(own.fpr), or_dash(area_of(curve)), or_dash(precision_of(curve)));
  }
  return text;
}

std::string curves_csv(MatrixView scores, std::span<const Label> truth, const std::vector<std::string>& class_names,
                       std::size_t positive) {
  std::string text = "class,threshold,fpr,tpr,precision\n";
  const Matrix kept_apart = beyond_rounding(scores);
  for (std::size_t c = 0; c < class_names.size(); ++c) {
    if (class_names.size() == 2 && c != positive) continue;
    const auto curve = roc_curve(kept_apart.view(), truth, c);
    if (!curve) continue;
    for (std::size_t p = 0; p < curve->points.size(); ++p) {
      const RocPoint& point = curve->points[p];
      const std::string threshold = p == 0 ? "inf" : fmt::format("{}", std::min(1.0, point.threshold));
      text += fmt::format("{},{},{},{},{}\n", quoted_cell(class_names[c]), threshold, point.fpr, point.tpr,
                          point.precision);
    }
  }
  return text;
}

}   // namespace protea::app
