#include <protea/perceptron/linear_model.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

// w·ξ − θ for all rows and units.
Matrix unit_values(const LinearModel::Units& units, MatrixView x) {
  Matrix result(x.rows, units.weights.rows());
  if (x.rows == 0) return result;
  kernels().products(x.data, x.rows, units.weights.values().data(), units.weights.rows(), x.columns,
                     result.values().data(), result.columns());
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < units.thresholds.size(); ++k) result(i, k) -= units.thresholds[k];
  }
  return result;
}

double over_length(double value, double length) { return length > 0 ? value / length : value; }

}   // namespace

double assembled(Assembly assembly, MutableRow distances) {
  if (distances.empty()) return 0;
  switch (assembly) {
    case Assembly::single: return distances[0];
    case Assembly::committee: {
      const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
      std::nth_element(distances.begin(), middle, distances.end());
      return *middle;
    }
    case Assembly::parity: {
      double sign = 1;
      double nearest = infinity;
      for (const double distance : distances) {
        if (!(distance > 0)) sign = -sign;
        nearest = std::min(nearest, std::abs(distance));
      }
      return sign * std::max(nearest, 1e-300);   // on a plane it belongs to one side all the same
    }
  }
  return 0;
}

Matrix LinearModel::values(MatrixView x) const {
  const Matrix all = unit_values(units_, x);
  Matrix result(x.rows, sides_.size());
  std::vector<double> lengths(units_.weights.rows());
  for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = length_of(units_.weights.row(k));
  const bool takes_distances = units_.assembly != Assembly::single || !units_.has_scale;
  std::vector<double> own;
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::size_t first = 0;
    for (std::size_t m = 0; m < sides_.size(); ++m) {
      own.resize(units_.counts[m]);
      for (std::size_t k = 0; k < own.size(); ++k)
        own[k] = takes_distances ? over_length(all(i, first + k), lengths[first + k]) : all(i, first + k);
      result(i, m) = assembled(units_.assembly, own);
      first += own.size();
    }
  }
  return result;
}

bool LinearModel::has_exact_margins() const {
  if (units_.assembly == Assembly::committee) return false;
  return sides_.size() == 1 || (units_.assembly == Assembly::single && sides_[0].negative == no_label);
}

std::vector<double> LinearModel::margins(MatrixView x, std::span<const Label> y) const {
  const Matrix all = values(x);
  std::vector<double> lengths(units_.weights.rows());
  for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = length_of(units_.weights.row(k));
  // Values of single units that count as they are, as distances.
  const bool are_distances = units_.assembly != Assembly::single || !units_.has_scale;
  const auto distance = [&](std::size_t i, std::size_t m) {
    return std::abs(are_distances ? all(i, m) : over_length(all(i, m), lengths[m]));
  };
  const bool one_vs_rest = sides_.size() > 1 && sides_[0].negative == no_label;
  // How fast the values of two classes can come together: |w_c − w_d|, of weights of length 1 where lengths mean nothing, and at most 2 for machines.
  const auto approach = [&](std::size_t c, std::size_t d) {
    if (units_.assembly != Assembly::single) return 2.0;
    double squared = 0;
    for (std::size_t j = 0; j < x.columns; ++j) {
      const double own = units_.has_scale ? units_.weights(c, j) : over_length(units_.weights(c, j), lengths[c]);
      const double other = units_.has_scale ? units_.weights(d, j) : over_length(units_.weights(d, j), lengths[d]);
      squared += (own - other) * (own - other);
    }
    return std::sqrt(squared);
  };
  Matrix speeds;
  if (one_vs_rest) {
    speeds = Matrix(sides_.size(), sides_.size());
    for (std::size_t c = 0; c < sides_.size(); ++c) {
      for (std::size_t d = 0; d < sides_.size(); ++d) speeds(c, d) = approach(c, d);
    }
  }
  std::vector<double> result(x.rows);
  std::vector<double> scores(class_names.size());
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Label answer = answer_of(all.row(i), sides_, 1, scores);
    double nearest = infinity;
    if (one_vs_rest) {
      const auto own = static_cast<std::size_t>(std::ranges::find(sides_, answer, &Sides::positive) - sides_.begin());
      for (std::size_t m = 0; m < sides_.size(); ++m) {
        if (m != own) nearest = std::min(nearest, over_length(all(i, own) - all(i, m), speeds(own, m)));
      }
    } else {
      // Who has won against all others stays first until it loses to one of them. Otherwise any plane may matter, and nothing is sure of a tie.
      std::vector<std::size_t> votes(class_names.size());
      std::size_t of_others = 0;   // machines in which the answer takes part
      double of_answer = infinity;
      double of_any = infinity;
      for (std::size_t m = 0; m < sides_.size(); ++m) {
        ++votes[static_cast<std::size_t>(all(i, m) > 0 ? sides_[m].positive : sides_[m].negative)];
        of_any = std::min(of_any, distance(i, m));
        if (sides_[m].positive != answer && sides_[m].negative != answer) continue;
        ++of_others;
        of_answer = std::min(of_answer, distance(i, m));
      }
      const std::size_t most = votes[static_cast<std::size_t>(answer)];
      if (most == of_others) nearest = of_answer;
      else nearest = std::ranges::count(votes, most) == 1 ? of_any : 0;
    }
    result[i] = answer == y[i] ? nearest : -nearest;
  }
  return result;
}

Matrix LinearModel::original_weights(std::vector<double>& thresholds) const {
  const std::size_t n = units_.weights.columns();
  Matrix result = units_.weights;
  thresholds = units_.thresholds;
  if (preparation.scaling == Scaling::unit_sum) return {};
  for (std::size_t k = 0; k < result.rows() && !preparation.factor.empty(); ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      result(k, j) *= preparation.factor[j];
      thresholds[k] += result(k, j) * preparation.shift[j];
    }
  }
  return result;
}

void LinearModel::write(ModelArchive& archive) const {
  Fields description = common_description();
  description.emplace_back("assembly", choice_name(units_.assembly));
  description.emplace_back("has_scale", units_.has_scale);
  archive.description.emplace_back("linear", std::move(description));
  archive.add("weights", {units_.weights.rows(), units_.weights.columns()}, units_.weights.values());
  archive.add("thresholds", {units_.thresholds.size()}, units_.thresholds);
  archive.tensors.push_back({"machines.units",
                             {units_.counts.size()},
                             std::vector<std::int32_t>(units_.counts.begin(), units_.counts.end())});
  write_common(archive);
}

std::unique_ptr<Model> LinearModel::read(const StoredModel& stored) {
  const auto damaged = [&](const char* what) { return DataError(fmt::format("{}: {}", stored.file.source, what)); };
  const Value& description = stored.description.at("linear");
  Common common = read_common(stored, description);
  Units units;
  units.assembly = parse_choice<Assembly>("assembly", description.at("assembly").text());
  units.has_scale = description.at("has_scale").truth();
  std::size_t count = 0;
  for (const std::int32_t each : stored.file.integer_values("machines.units")) {
    const bool fits = each >= 1 && (units.assembly != Assembly::single || each == 1) &&
                      (units.assembly != Assembly::committee || each % 2 == 1);
    if (!fits) throw damaged("the units of the machines do not fit together");
    units.counts.push_back(static_cast<std::size_t>(each));
    count += units.counts.back();
  }
  if (units.counts.size() != common.sides.size()) throw damaged("the units of the machines do not fit together");
  const std::size_t n = stored.encoding.feature_count();
  units.weights = Matrix(count, n);
  std::ranges::copy(stored.values("weights", {count, n}), units.weights.values().begin());
  units.thresholds = stored.values("thresholds", {count});
  auto model = std::make_unique<LinearModel>(std::move(common.sides), std::move(common.records), std::move(units));
  model->set_sharpness(common.sharpness);
  return model;
}

Fields LinearModel::learned() const {
  Fields fields = MachinesModel::learned();
  fields.emplace_back("weights", units_.weights);
  fields.emplace_back("thresholds", units_.thresholds);
  if (units_.assembly != Assembly::single)
    fields.emplace_back("units", std::vector<double>(units_.counts.begin(), units_.counts.end()));
  return fields;
}

Fields LinearModel::parts() const {
  Fields fields{{"features", encoding.feature_names()}, {"classes", class_names}};
  for (auto& field : learned()) fields.push_back(std::move(field));
  std::vector<double> thresholds;
  const Matrix original = original_weights(thresholds);
  if (original.rows() > 0) {
    fields.emplace_back("original_weights", original);
    fields.emplace_back("original_thresholds", thresholds);
  }
  fields.emplace_back("scaling", scaling_fields(preparation));
  fields.emplace_back("training", training_fields(record));
  fields.emplace_back("options", Fields{{"sharpness", sharpness_}, {"plan", typed_fields(record.plan)}});
  return fields;
}

Showcase LinearModel::showcase() const {
  constexpr std::size_t most_machines = 6;
  constexpr std::size_t most_features = 12;
  std::vector<double> thresholds;
  const Matrix original = original_weights(thresholds);
  const std::vector<std::string> names = encoding.feature_names();
  std::vector<Exhibit> exhibits;
  std::size_t first = 0;
  for (std::size_t m = 0; m < std::min(sides_.size(), most_machines); ++m) {
    Exhibit exhibit;
    if (units_.assembly == Assembly::single) {
      exhibit.title = fmt::format("{}: how much each feature counts (|weight|, prepared features)", side_names(m));
      std::vector<std::size_t> order(names.size());
      for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
      std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::abs(units_.weights(first, a)) > std::abs(units_.weights(first, b));
      });
      for (std::size_t j = 0; j < std::min(order.size(), most_features); ++j) {
        exhibit.names.push_back(names[order[j]]);
        exhibit.bars.push_back(std::abs(units_.weights(first, order[j])));
      }
      if (original.rows() > 0) {
        std::string line = fmt::format("{} where", class_names[static_cast<std::size_t>(sides_[m].positive)]);
        for (std::size_t j = 0; j < std::min(order.size(), most_features); ++j)
          line += fmt::format(" {}{:.4g} · {}", j > 0 && original(first, order[j]) >= 0 ? "+ " : "",
                              original(first, order[j]), names[order[j]]);
        if (order.size() > most_features) line += " + …";
        line += fmt::format(" > {:.4g}", thresholds[first]);
        exhibit.lines.push_back(std::move(line));
      }
    } else {
      exhibit.title = side_names(m);
      exhibit.lines.push_back(counted(units_.counts[m], "unit"));
    }
    first += units_.counts[m];
    exhibits.push_back(std::move(exhibit));
  }
  const std::string units = units_.assembly == Assembly::single ? std::string("one hyperplane each")
                                                                : fmt::format("{} of {}", choice_name(units_.assembly),
                                                                              counted(units_.weights.rows(), "unit"));
  return {fmt::format("{}, {} ({}), {}", counted(encoding.feature_count(), "feature"),
                      counted(class_names.size(), "class"), join(class_names, ", "), counted(sides_.size(), "machine")),
          fmt::format("{}, scaling {}", units, choice_name(preparation.scaling)), std::move(exhibits)};
}

}   // namespace protea
