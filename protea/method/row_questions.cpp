#include <protea/method/row_questions.hpp>

#include <utility>

namespace protea {
namespace {

void add_settings(const Settings& settings, Parcel& to) {
  to.add_count(settings.size());
  for (const auto& [name, value] : settings) to.add(name).add(value);
}

Settings read_settings(ParcelReader& from) {
  Settings settings;
  for (std::size_t left = from.count(); left > 0; --left) {
    const std::string name(from.text());
    settings.emplace_back(name, from.text());
  }
  return settings;
}

}   // namespace

std::string RowsPlan::text() const {
  Parcel parcel;
  add_settings(settings, parcel);
  parcel.add_count(static_cast<std::size_t>(preparation.missing))
      .add_count(static_cast<std::size_t>(preparation.scaling));
  parcel.add(preparation.fill).add(preparation.shift).add(preparation.factor).add(class_factors).add_count(samples);
  return parcel.take();
}

RowsPlan RowsPlan::read(std::string_view text) {
  ParcelReader from(text);
  RowsPlan plan;
  plan.settings = read_settings(from);
  plan.preparation.missing = static_cast<Missing>(from.count());
  plan.preparation.scaling = static_cast<Scaling>(from.count());
  plan.preparation.fill = from.numbers();
  plan.preparation.shift = from.numbers();
  plan.preparation.factor = from.numbers();
  plan.class_factors = from.numbers();
  plan.samples = from.count();
  return plan;
}

std::string ObjectivePlan::text() const {
  Parcel parcel;
  add_settings(settings, parcel);
  parcel.add_count(lattice ? 1 : 0);
  if (lattice) {
    parcel.add_count(static_cast<std::size_t>(lattice->topology)).add_count(static_cast<std::size_t>(lattice->columns));
    parcel.add_count(static_cast<std::size_t>(lattice->rows))
        .add_count(lattice->squared ? 1 : 0)
        .add(lattice->farthest);
    if (lattice->squared) parcel.add(*lattice->squared);
  }
  parcel.add(std::span<const Label>(labels)).add_count(has_weights ? 1 : 0).add(penalty_share);
  return parcel.take();
}

ObjectivePlan ObjectivePlan::read(std::string_view text) {
  ParcelReader from(text);
  ObjectivePlan plan;
  plan.settings = read_settings(from);
  if (from.count() == 1) {
    Lattice lattice;
    lattice.topology = static_cast<Topology>(from.count());
    lattice.columns = static_cast<std::int64_t>(from.count());
    lattice.rows = static_cast<std::int64_t>(from.count());
    const bool is_free = from.count() == 1;
    lattice.farthest = from.number();
    if (is_free) lattice.squared = std::make_shared<const Matrix>(from.matrix());
    plan.lattice = lattice;
  }
  plan.labels = from.labels();
  plan.has_weights = from.count() == 1;
  plan.penalty_share = from.number();
  return plan;
}

Parcel question_of(RowQuestion question) { return std::move(Parcel().add_count(static_cast<std::size_t>(question))); }

void add_sums(const FeatureSums& sums, Parcel& to) {
  to.add_count(sums.features.size());
  for (const FeatureSums::OfFeature& each : sums.features)
    to.add(std::vector<double>{each.count, each.weight, each.squared_weights, each.sum, each.least, each.most,
                               each.largest, each.centre, each.spread});
  to.add_count(sums.classes.size());
  for (const FeatureSums::OfClass& each : sums.classes) to.add(each.rows).add(each.weight);
  to.add(sums.rows).add(sums.rows_with_gaps).add_count(sums.are_weights_whole ? 1 : 0);
}

FeatureSums read_sums(ParcelReader& from) {
  FeatureSums sums;
  sums.features.resize(from.count());
  for (FeatureSums::OfFeature& each : sums.features) {
    const std::vector<double> of = from.numbers();
    each = {of.at(0), of.at(1), of.at(2), of.at(3), of.at(4), of.at(5), of.at(6), of.at(7), of.at(8)};
  }
  sums.classes.resize(from.count());
  for (FeatureSums::OfClass& each : sums.classes) {
    each.rows = from.number();
    each.weight = from.number();
  }
  sums.rows = from.number();
  sums.rows_with_gaps = from.number();
  sums.are_weights_whole = from.count() == 1;
  return sums;
}

ParcelReader content_of(std::string_view answer) {
  ParcelReader from(answer);
  switch (static_cast<Verdict>(from.count())) {
    case Verdict::usage: throw UsageError(std::string(from.text()));
    case Verdict::data: throw DataError(std::string(from.text()));
    case Verdict::numerical: throw NumericalError(std::string(from.text()));
    case Verdict::fine: break;
  }
  return from;
}

void add_weighted(const WeightedSum& sum, Parcel& to) { to.add(sum.weight).add(sum.sum); }

WeightedSum read_weighted(ParcelReader& from) {
  WeightedSum sum;
  sum.weight = from.number();
  sum.sum = from.numbers();
  return sum;
}

std::string answer_of(Verdict verdict, const Error& error) {
  return Parcel().add_count(static_cast<std::size_t>(verdict)).add(error.marked()).take();
}

}   // namespace protea
