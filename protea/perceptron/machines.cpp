#include <protea/perceptron/machines.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

constexpr std::size_t rows_of_a_task = 64;
constexpr std::size_t most_strengths = 4000000;   // numbers in a file

// ln 1/(1 + e^(−v))
double log_logistic(double v) {
  return v >= 0 ? -logarithm_of_one_plus(exponential(-v)) : v - logarithm_of_one_plus(exponential(v));
}

// A number for one machine, a list for several.
Value one_or_all(std::vector<Value> values) {
  return values.size() == 1 ? std::move(values.front()) : Value(std::move(values));
}

}   // namespace

std::vector<Sides> sides_of(const std::vector<Label>& classes, ClassCoding coding) {
  std::vector<Sides> all;
  if (classes.size() == 2) return {Sides{classes[1], classes[0]}};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (coding == ClassCoding::one_vs_rest) {
      all.push_back({classes[c], no_label});
      continue;
    }
    for (std::size_t d = 0; d < c; ++d) all.push_back({classes[c], classes[d]});
  }
  return all;
}

std::vector<Label> present_classes(std::span<const Label> y) {
  std::vector<Label> present(y.begin(), y.end());
  std::ranges::sort(present);
  present.erase(std::unique(present.begin(), present.end()), present.end());
  return present;
}

SidedExamples examples_of(const Sides& sides, std::span<const Label> y) {
  SidedExamples result;
  bool is_all = true;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool is_positive = y[i] == sides.positive;
    if (!is_positive && sides.negative != no_label && y[i] != sides.negative) {
      is_all = false;
      continue;
    }
    result.rows.push_back(static_cast<std::uint32_t>(i));
    result.outputs.push_back(is_positive ? 1 : -1);
  }
  if (is_all) result.rows.clear();
  return result;
}

Label answer_of(Row values, const std::vector<Sides>& sides, double sharpness, MutableRow scores) {
  std::ranges::fill(scores, -infinity);   // logarithms, which neither vanish nor grow out of bounds
  const auto score_of = [&](Label label) -> double& { return scores[static_cast<std::size_t>(label)]; };
  Label answer = no_label;
  if (sides.size() == 1) {
    score_of(sides[0].positive) = log_logistic(values[0]);
    score_of(sides[0].negative) = log_logistic(-values[0]);
    answer = values[0] > 0 ? sides[0].positive : sides[0].negative;
  } else if (sides[0].negative == no_label) {
    const std::size_t best = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
    for (std::size_t m = 0; m < sides.size(); ++m) score_of(sides[m].positive) = log_logistic(values[m]);
    answer = sides[best].positive;
  } else {
    std::vector<double> sums(scores.size());
    const auto classes = static_cast<double>(scores.size());
    for (std::size_t m = 0; m < sides.size(); ++m) {
      const double vote = values[m] > 0 ? 1 : (values[m] < 0 ? 0 : 0.5);
      sums[static_cast<std::size_t>(sides[m].positive)] += vote + exponential(log_logistic(values[m])) / classes;
      sums[static_cast<std::size_t>(sides[m].negative)] += 1 - vote + exponential(log_logistic(-values[m])) / classes;
    }
    answer = static_cast<Label>(std::ranges::max_element(sums) - sums.begin());
    for (std::size_t c = 0; c < sums.size(); ++c) scores[c] = sums[c] > 0 ? logarithm(sums[c]) : -infinity;
  }
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) sum += score = exponential(sharpness * (score - largest));
  for (double& score : scores) score /= sum;
  return answer;
}

std::vector<Value> values_of(const std::vector<MachineRecord>& records) {
  std::vector<Value> list;
  for (const MachineRecord& record : records) {
    Fields fields{{"updates", record.updates}, {"epochs", record.epochs}, {"converged", record.converged}};
    if (record.kappa) fields.emplace_back("kappa", *record.kappa);
    if (record.separable) fields.emplace_back("separable", *record.separable);
    if (record.bound) fields.emplace_back("bound", *record.bound);
    if (record.residual) fields.emplace_back("residual", *record.residual);
    if (record.has_support) fields.emplace_back("has_support", true);
    list.emplace_back(std::move(fields));
  }
  return list;
}

std::vector<MachineRecord> records_from(const Value& list) {
  std::vector<MachineRecord> records;
  for (const Value& each : list.list()) {
    MachineRecord record{.updates = each.at("updates").count(),
                         .epochs = each.at("epochs").count(),
                         .converged = each.at("converged").truth()};
    if (const Value* const kappa = each.find("kappa")) record.kappa = kappa->number();
    if (const Value* const separable = each.find("separable")) record.separable = separable->truth();
    if (const Value* const bound = each.find("bound")) record.bound = bound->number();
    if (const Value* const residual = each.find("residual")) record.residual = residual->number();
    record.has_support = each.find("has_support") != nullptr;
    records.push_back(std::move(record));
  }
  return records;
}

Predictions MachinesModel::predict(MatrixView x, Runtime& runtime) const {
  Predictions result{std::vector<Label>(x.rows), Matrix(x.rows, class_names.size())};
  runtime.run((x.rows + rows_of_a_task - 1) / rows_of_a_task, [&](std::size_t task) {
    const std::size_t first = task * rows_of_a_task;
    const std::size_t count = std::min(rows_of_a_task, x.rows - first);
    const Matrix all = values({x.row(first).data(), count, x.columns, x.stride});
    for (std::size_t i = 0; i < count; ++i)
      result.labels[first + i] = answer_of(all.row(i), sides_, sharpness_, result.scores.row(first + i));
  });
  return result;
}

std::string MachinesModel::side_names(std::size_t machine) const {
  const Sides& sides = sides_[machine];
  return fmt::format("{} against {}", class_names[static_cast<std::size_t>(sides.positive)],
                     sides.negative == no_label ? "the rest" : class_names[static_cast<std::size_t>(sides.negative)]);
}

Fields MachinesModel::side_fields() const {
  std::vector<std::string> positive;
  std::vector<Value> negative;
  for (const Sides& sides : sides_) {
    positive.push_back(class_names[static_cast<std::size_t>(sides.positive)]);
    negative.push_back(sides.negative == no_label ? Value()
                                                  : Value(class_names[static_cast<std::size_t>(sides.negative)]));
  }
  return {{"positive", positive}, {"negative", negative}};
}

Fields MachinesModel::learned() const {
  Fields fields{{"machines", side_fields()}};
  // What a number of machines have; nothing where none has it, unless it is wanted all the same.
  const auto add = [&](const char* name, bool is_wanted, const auto& value_of) {
    std::vector<Value> values;
    for (const MachineRecord& run : records_) {
      values.push_back(value_of(run));
      is_wanted = is_wanted || !values.back().is_null();
    }
    if (is_wanted) fields.emplace_back(name, one_or_all(std::move(values)));
  };
  const auto or_null = [](const auto& optional) { return optional ? Value(*optional) : Value(); };
  const bool has_kappa = std::ranges::any_of(records_, [](const MachineRecord& run) { return run.kappa.has_value(); });
  add("kappa", false, [&](const MachineRecord& run) { return or_null(run.kappa); });
  add("updates", true, [&](const MachineRecord& run) { return Value(run.updates); });
  add("update_bound", false, [&](const MachineRecord& run) { return or_null(run.bound); });
  add("separable", has_kappa, [&](const MachineRecord& run) { return or_null(run.separable); });
  add("kkt_residual", false, [&](const MachineRecord& run) { return or_null(run.residual); });
  add("embedding_strengths", false,
      [&](const MachineRecord& run) { return run.strengths.empty() ? Value() : Value(run.strengths); });
  add("support_vectors", false, [&](const MachineRecord& run) {
    if (!run.has_support || run.strengths.empty()) return Value();
    std::vector<Value> rows;
    for (std::size_t i = 0; i < run.strengths.size(); ++i) {
      if (run.strengths[i] > 0) rows.emplace_back(i);
    }
    return Value(std::move(rows));
  });
  return fields;
}

std::string MachinesModel::learned_text() const {
  constexpr std::size_t most_lines = 6;
  std::string text;
  for (std::size_t m = 0; m < std::min(records_.size(), most_lines); ++m) {
    const MachineRecord& run = records_[m];
    const std::string taken = run.epochs > 0 ? counted(run.epochs, "epoch") : counted(run.updates, "step");
    text += fmt::format("{}: {}", side_names(m), counted(run.updates, "update"));
    if (run.kappa) text += fmt::format(", κ = {:.6g}", *run.kappa);
    if (run.separable && !*run.separable) text += ", not linearly separable";
    else if (!run.converged && run.kappa && !(*run.kappa > 0) && !run.separable)
      text += ", no separating plane found in " + taken;
    else if (!run.converged) text += ", not settled after " + taken;
    const auto support = std::ranges::count_if(run.strengths, [](double strength) { return strength > 0; });
    if (run.has_support && !run.strengths.empty())
      text += fmt::format(", {}", counted(static_cast<std::size_t>(support), "support vector"));
    text += '\n';
  }
  if (records_.size() > most_lines)
    text += fmt::format("… and {}\n", counted(records_.size() - most_lines, "more machine"));
  return text;
}

Fields MachinesModel::common_description() const {
  return {{"sharpness", sharpness_}, {"records", values_of(records_)}};
}

void MachinesModel::write_common(ModelArchive& archive) const {
  std::vector<std::int32_t> positive;
  std::vector<std::int32_t> negative;
  for (const Sides& sides : sides_) {
    positive.push_back(sides.positive);
    negative.push_back(sides.negative);
  }
  archive.tensors.push_back({"machines.positive", {positive.size()}, std::move(positive)});
  archive.tensors.push_back({"machines.negative", {negative.size()}, std::move(negative)});
  const std::size_t rows = records_.empty() ? 0 : records_.front().strengths.size();
  if (rows == 0 || rows * records_.size() > most_strengths) return;
  std::vector<double> all;
  for (const MachineRecord& run : records_) all.insert(all.end(), run.strengths.begin(), run.strengths.end());
  archive.add("machines.strengths", {records_.size(), rows}, all);
}

MachinesModel::Common MachinesModel::read_common(const StoredModel& stored, const Value& description) {
  const auto damaged = [&](const char* what) { return DataError(fmt::format("{}: {}", stored.file.source, what)); };
  Common common;
  const std::vector<std::int32_t>& positive = stored.file.integer_values("machines.positive");
  const std::vector<std::int32_t>& negative = stored.file.integer_values("machines.negative");
  if (positive.size() != negative.size()) throw damaged("the machines and their classes do not fit together");
  for (std::size_t m = 0; m < positive.size(); ++m) common.sides.push_back({positive[m], negative[m]});
  std::vector<Label> classes(positive.begin(), positive.end());
  for (const std::int32_t label : negative) {
    if (label != no_label) classes.push_back(label);
  }
  classes = present_classes(classes);
  const bool are_known =
      !classes.empty() && classes.front() >= 0 && static_cast<std::size_t>(classes.back()) < stored.class_names.size();
  if (!are_known || classes.size() < 2 ||
      (common.sides != sides_of(classes, ClassCoding::one_vs_one) &&
       common.sides != sides_of(classes, ClassCoding::one_vs_rest)))
    throw damaged("the machines and their classes do not fit together");
  common.records = records_from(description.at("records"));
  if (common.records.size() != common.sides.size()) throw damaged("the machines and their records do not fit together");
  common.sharpness = description.at("sharpness").number();
  if (!(common.sharpness > 0) || !std::isfinite(common.sharpness)) throw damaged("the sharpness of the scores is none");
  if (!stored.file.has_tensor("machines.strengths")) return common;
  const Tensor& tensor = stored.file.tensor("machines.strengths");
  if (tensor.shape.size() != 2) throw damaged("the embedding strengths do not fit the machines");
  const std::size_t rows = tensor.shape[1];
  const std::vector<double>& all = stored.values("machines.strengths", {common.sides.size(), rows});
  for (std::size_t m = 0; m < common.sides.size(); ++m)
    common.records[m].strengths.assign(all.begin() + static_cast<std::ptrdiff_t>(m * rows),
                                       all.begin() + static_cast<std::ptrdiff_t>((m + 1) * rows));
  return common;
}

}   // namespace protea
