#include <protea/method/row_group.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <protea/base/checksum.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>
#include <protea/dissimilarity/statistics.hpp>
#include <protea/method/first_prototypes.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/unit_record.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/means_of_many.hpp>

namespace protea {
namespace {

constexpr const char* another_version =
    "rows were asked what they do not know: all processes need the same version of protea";

// Of a method that is put together of parts.
const Configuration& configuration_of(const Method& method) {
  if (const auto* const of_prototypes = dynamic_cast<const PrototypeMethod*>(&method))
    return of_prototypes->configuration();
  throw UsageError(another_version);
}

// Weights as they count in training: none where all are one.
std::vector<double> weights_by_class(const Dataset& rows, const std::vector<double>& factors) {
  std::vector<double> weights = rows.weights;
  if (factors.empty()) return weights;
  if (weights.empty()) weights.assign(rows.size(), 1.0);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= factors[static_cast<std::size_t>(rows.y[i])];
  return weights;
}

std::vector<std::uint32_t> numbered(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}   // namespace

// The rows as a training sees them.
struct RowGroup::Prepared {
  std::string text;   // of the plan
  RowsPlan plan;
  std::shared_ptr<const Method> method;
  Part part;                                            // weighed for the training
  std::vector<std::vector<std::uint32_t>> of_classes;   // rows

  Labels labels() const { return part.rows.y; }
  const Configuration& configuration() const { return configuration_of(*method); }
};

// What an objective refers to must outlive it.
struct RowGroup::Training {
  std::string text;
  ObjectivePlan plan;
  Configuration configuration;
  Matrix costs;
  PrototypeSpace space;
  std::unique_ptr<PrototypeObjective> objective;
  Serial runtime;
  std::optional<Accumulator> accumulator;
};

RowGroup::RowGroup(Dataset rows, std::size_t number, MakeMethod make_method)
    : rows_(std::move(rows)), number_(number), make_method_(std::move(make_method)) {}

RowGroup::~RowGroup() = default;

std::string RowGroup::answer(std::string_view question) {
  const std::scoped_lock lock(one_at_a_time_);
  try {
    ParcelReader from(question);
    Parcel to;
    to.add_count(static_cast<std::size_t>(Verdict::fine));
    const auto asked = static_cast<RowQuestion>(from.count());
    answer(asked, from, to);
    return to.take();
  } catch (const DataError& error) {
    return answer_of(Verdict::data, error);
  } catch (const NumericalError& error) {
    return answer_of(Verdict::numerical, error);
  } catch (const Error& error) {
    return answer_of(Verdict::usage, error);
  }
}

void RowGroup::answer(RowQuestion question, ParcelReader& from, Parcel& to) {
  switch (question) {
    case RowQuestion::ranges: return answer_passes(Pass::ranges, from, to);
    case RowQuestion::centres: return answer_passes(Pass::centres, from, to);
    case RowQuestion::spreads: return answer_passes(Pass::spreads, from, to);
    case RowQuestion::original: return add_original(to);
    default: prepare_for(from.text());
  }
  switch (question) {
    case RowQuestion::look: return look(to);
    case RowQuestion::means: return add_means(to);
    case RowQuestion::squares: {
      const std::vector<double> centre = from.numbers();
      const Matrix& x = prepared_->part.x;
      return add_weighted(squares_about(centre, x.view(), numbered(x.rows()), rows_.weights), to);
    }
    case RowQuestion::axis_means: return add_axis_means(from, to);
    case RowQuestion::scatter: return add_scatter(from, to);
    case RowQuestion::rows: return add_rows(from, to);
    case RowQuestion::winners: return add_winners(from, to);
    case RowQuestion::sums: return sum(from, to);
    case RowQuestion::farthest: return add_farthest(from, to);
    case RowQuestion::units: return add_units(from, to);
    case RowQuestion::own: return add_own(from, to);
    case RowQuestion::trained: return add_trained(to);
    default: throw UsageError(another_version);
  }
}

void RowGroup::answer_passes(Pass pass, ParcelReader& from, Parcel& to) const {
  add_sums(feature_sums(rows_, pass, pass == Pass::ranges ? FeatureSums{} : read_sums(from)), to);
}

void RowGroup::prepare_for(std::string_view text) {
  if (prepared_ && prepared_->text == text) return;
  training_.reset();
  prepared_.reset();
  auto made = std::make_unique<Prepared>();
  made->text = text;
  made->plan = RowsPlan::read(text);
  made->method = make_method_(made->plan.settings);
  if (dynamic_cast<const PrototypeMethod*>(made->method.get())) {
    const Configuration& configuration = made->configuration();
    made->part.rows = learns_from_targets(configuration) ? rows_ : without_targets(rows_);
    prepare_part(made->part, configuration, made->plan.preparation);
    demand_moderate_values(made->part);
  } else {
    made->part.rows = rows_;
    made->part.x = made->plan.preparation.apply(rows_, Gaps::cannot_be_masked);
  }
  made->part.weights = weights_by_class(made->part.rows, made->plan.class_factors);
  if (!made->part.rows.y.empty())
    made->of_classes = samples_by_class(made->part.rows.y, made->part.rows.class_names.size());
  prepared_ = std::move(made);
}

// Ranges, whether any value is above the floor, whether weights are all one, and what tells these rows from others.
void RowGroup::look(Parcel& to) const {
  const Part& part = prepared_->part;
  const FeatureRanges ranges = ranges_of(part.x.view());
  const bool weighs = std::ranges::any_of(part.weights, [](double weight) { return weight != 1; });
  to.add(ranges.least).add(ranges.most);
  to.add_count(reaches_above_floor(part, *prepared_->configuration().dissimilarity) ? 1 : 0).add_count(weighs ? 1 : 0);
  to.add_count(are_whole(part.weights) ? 1 : 0).add(checksum(checksum_of(part)));
  to.add(total_weight(part.weights, part.x.rows()));
}

void RowGroup::add_means(Parcel& to) const {
  const Part& part = prepared_->part;
  to.add_count(prepared_->of_classes.size());
  for (const auto& samples : prepared_->of_classes)
    add_weighted(weighted_sum(part.x.view(), samples, rows_.weights), to);
  add_weighted(weighted_sum(part.x.view(), numbered(part.x.rows()), rows_.weights), to);
}

Matrix RowGroup::rows_of_class(std::size_t of_class, std::vector<double>& weights) const {
  const Part& part = prepared_->part;
  weights = rows_.weights;
  if (of_class == 0) return part.x;
  const std::vector<std::uint32_t>& chosen = prepared_->of_classes.at(of_class - 1);
  Matrix own(chosen.size(), part.x.columns());
  weights.clear();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    std::ranges::copy(part.x.row(chosen[i]), own.row(i).begin());
    if (!rows_.weights.empty()) weights.push_back(rows_.weights[chosen[i]]);
  }
  return own;
}

void RowGroup::add_axis_means(ParcelReader& from, Parcel& to) const {
  std::vector<double> weights;
  const Matrix own = rows_of_class(from.count(), weights);
  const MeanTerms terms = mean_terms(own.view(), weights);
  to.add_count(own.rows()).add(terms.sums).add(terms.counts);
}

void RowGroup::add_scatter(ParcelReader& from, Parcel& to) const {
  std::vector<double> weights;
  const Matrix own = rows_of_class(from.count(), weights);
  const ScatterTerms terms = scatter_terms(own.view(), weights, from.numbers());
  to.add_count(own.rows()).add(terms.products).add(terms.counts).add(terms.squares).add_count(terms.are_whole ? 1 : 0);
}

// Of the places of several groups those of this one; a class counts its own rows.
void RowGroup::add_rows(ParcelReader& from, Parcel& to) const {
  const std::size_t of_class = from.count();
  const std::vector<std::uint32_t> groups = from.indices();
  const std::vector<std::uint32_t> ends = from.indices();
  const std::vector<std::uint32_t> places = from.indices();
  const auto own = static_cast<std::size_t>(std::ranges::find(groups, number_) - groups.begin());
  const Part& part = prepared_->part;
  const std::size_t first = own == 0 ? 0 : ends.at(own - 1);
  const std::size_t count = ends.at(own) - first;
  Matrix x(count, part.x.columns());
  std::vector<Label> labels;
  std::vector<double> weights;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t place = places.at(first + i);
    const std::uint32_t row = of_class == 0 ? place : prepared_->of_classes.at(of_class - 1).at(place);
    std::ranges::copy(part.x.row(row), x.row(i).begin());
    if (!part.rows.y.empty()) labels.push_back(part.rows.y[row]);
    if (!rows_.weights.empty()) weights.push_back(rows_.weights[row]);
  }
  to.add(x).add(std::span<const Label>(labels)).add(weights);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count && !part.rows.numbers.empty(); ++i)
    numbers.push_back(part.rows.numbers[places[first + i]]);
  weights.clear();
  for (std::size_t i = 0; i < count && !part.weights.empty(); ++i)
    weights.push_back(
        part.weights[of_class == 0 ? places[first + i] : prepared_->of_classes[of_class - 1][places[first + i]]]);
  to.add(weights).add(numbers);
}

void RowGroup::add_original(Parcel& to) const {
  to.add(rows_.x.to_matrix()).add(std::span<const Label>(rows_.y)).add(rows_.weights);
}

void RowGroup::add_winners(ParcelReader& from, Parcel& to) const {
  const std::size_t of_class = from.count();
  const Matrix centres = from.matrix();
  const MatrixView x = prepared_->part.x.view();
  const std::vector<std::uint32_t> samples = of_class == 0 ? numbered(x.rows) : prepared_->of_classes.at(of_class - 1);
  Serial serial;
  to.add(winner_sums(x, samples, rows_.weights, centres.view(), serial));
}

RowGroup::Training& RowGroup::training_for(std::string_view text) {
  if (training_ && training_->text == text) return *training_;
  training_.reset();
  auto made = std::make_unique<Training>();
  made->text = text;
  made->plan = ObjectivePlan::read(text);
  made->configuration = configuration_of(*make_method_(made->plan.settings));
  Configuration& configuration = made->configuration;
  if (made->plan.lattice) configuration.rule = configuration.rule->on(*made->plan.lattice);
  const Part& part = prepared_->part;
  made->costs = cost_matrix(configuration.costs, part.rows.class_names);
  made->space = space_at(configuration, configuration.dissimilarity, part.rows, made->plan.labels);
  const Importance importance{made->plan.has_weights ? Row(part.weights) : Row{}, made->costs.view()};
  made->objective = std::make_unique<PrototypeObjective>(
      made->space, configuration.rule,
      TrainingRows{
          .x = part.x.view(), .y = part.rows.y, .importance = importance, .penalty_share = made->plan.penalty_share});
  made->accumulator.emplace(*made->objective, made->runtime, prepared_->plan.samples);
  training_ = std::move(made);
  return *training_;
}

void RowGroup::sum(ParcelReader& from, Parcel& to) {
  Training& training = training_for(from.text());
  const std::size_t wanted = from.count();
  const double progress = from.number();
  const std::vector<double> parameters = from.numbers();
  const std::vector<std::uint32_t> all = numbered(prepared_->part.x.rows());
  Accumulator& accumulator = *training.accumulator;
  if (wanted == 0) {
    to.add(accumulator.value(all, parameters, progress));
  } else if (wanted == 1) {
    to.add(accumulator.accumulate(all, parameters, progress));
    to.add(accumulator.gradient().touched()).add(Row(std::as_const(accumulator.gradient()).values()));
    accumulator.gradient().clear();
  } else {
    PullMoments moments = training.objective->make_moments();
    to.add(accumulator.sum_moments(all, parameters, progress, moments));
    to.add(moments.pulls).add(Row(std::as_const(moments.samples).values()));
  }
}

void RowGroup::add_farthest(ParcelReader& from, Parcel& to) {
  Training& training = training_for(from.text());
  const std::size_t count = from.count();
  const std::vector<double> parameters = from.numbers();
  const std::vector<FarSample> far = training.objective->far_samples(parameters, count);
  to.add_count(far.size());
  for (const FarSample& each : far) {
    to.add(each.loss).add_count(each.sample + number_ * group_rows).add(each.x);
  }
}

void RowGroup::add_units(ParcelReader& from, Parcel& to) {
  const Training& training = training_for(from.text());
  PrototypeModel model;
  model.space = training.space;
  model.rule = training.configuration.rule;
  model.parameters = from.numbers();
  const bool has_labels = !rows_.y.empty();
  UnitRecord record = empty_record(model, has_labels ? rows_.class_names : std::vector<std::string>{});
  Serial serial;
  const Predictions answers = model.predict(prepared_->part.x.view(), serial);
  add_to_record(record, answers.winners, has_labels ? Labels(rows_.y) : Labels{}, prepared_->part.weights);
  to.add(record.hits).add(record.classes);
}

void RowGroup::add_own(ParcelReader& from, Parcel& to) const {
  const Part& part = prepared_->part;
  const std::size_t what = from.count();
  to.add(prepared_->method->answer_of({part.x.view(), part.rows.y, part.rows.numbers, part.weights}, what,
                                      from.numbers()));
}

void RowGroup::add_trained(Parcel& to) const {
  Encoding encoding;
  for (const std::string& name : rows_.feature_names) encoding.columns.push_back({name, {}});
  Serial serial;
  const Trained trained = prepared_->method->train(rows_, encoding, TrainingContext{serial});
  to.add(encode_model(*trained.model));
}

}   // namespace protea
