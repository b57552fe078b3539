#include <protea/method/rows_elsewhere.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/row_groups.hpp>
#include <protea/base/weights.hpp>
#include <protea/dissimilarity/statistics.hpp>
#include <protea/method/calibration.hpp>
#include <protea/method/distant_objective.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/unit_record.hpp>
#include <protea/train/lloyd.hpp>
#include <protea/train/means_of_many.hpp>
#include <protea/train/principal_plane.hpp>

namespace protea {
namespace {

void demand_batches(const Configuration& configuration) {
  const bool steps = dynamic_cast<const Stepper*>(configuration.optimizer.get()) != nullptr;
  if (configuration.relevance)
    refuse_elsewhere(fmt::format("{} learns from one sample after the other", configuration.relevance->name()));
  if (configuration.rule->traits().sets_own_rates)
    refuse_elsewhere(fmt::format("{} sets the rate of each prototype after every sample", configuration.rule->name()));
  if (!steps) return;
  if (configuration.plan.batch == 1)
    throw UsageError(
        fmt::format("{} learns from one sample after the other, which processes cannot share: give {} for steps "
                    "of some, {} for steps of all, or {} where the rule has a cost",
                    configuration.optimizer->name(), setting("batch", "256"), setting("batch", "0"),
                    setting("optimizer", "l-bfgs")));
  if (configuration.plan.presentation == Presentation::balanced)
    refuse_elsewhere("presentation = balanced looks for samples of each class");
}

std::vector<std::uint32_t> first_places(std::size_t count) {
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

void add_sums_of(const Matrix& group, Matrix& to) {
  const MutableRow all = to.values();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += group.values()[i];
}

// Of a configuration what rows must know to prepare themselves and to be summed: nobody there starts or decides.
Settings settings_of_sums(const Configuration& configuration) {
  constexpr std::array families{"method", "rule",  "dissimilarity", "optimizer", "scope",
                                "space",  "scale", "missing",       "costs"};
  Settings result;
  for (const auto& [name, value] : describe(configuration)) {
    const std::string_view family = std::string_view(name).substr(0, name.find('.'));
    if (std::ranges::find(families, family) != families.end() && !value.empty()) result.emplace_back(name, value);
  }
  return result;
}

}   // namespace

void demand_sums_over_groups(const Configuration& configuration) {
  const AnyRule& rule = *configuration.rule;
  if (configuration.embedding) refuse_elsewhere("an embedding makes a unit of every row");
  if (configuration.space != Space::features)
    refuse_elsewhere("prototypes that are combinations of samples need all pairs of them");
  if (rule.traits().learns_label_vectors)
    refuse_elsewhere(fmt::format("{} starts label vectors from all rows at once", rule.name()));
  if (rule.growth()) refuse_elsewhere(fmt::format("{} inserts units among all rows", rule.name()));
  if (configuration.initialization == Initialization::samples)
    refuse_elsewhere(fmt::format("{} makes a prototype of every row", configuration.method));
  if (configuration.initialization == Initialization::even)
    refuse_elsewhere("init = even compares samples with one another");
  demand_batches(configuration);
  if (configuration.plan.validation > 0) refuse_elsewhere("validation holds rows out");
  demand_known_gaps(configuration.missing);
}

RowsElsewhere::RowsElsewhere(const Configuration& configuration, const RowsOfOthers& rows)
    : rows_(rows),
      is_supervised_(learns_from_targets(configuration)),
      learned_names_(is_supervised_ ? rows_.names() : without_targets(rows_.names())) {}

void RowsElsewhere::demand_fitting(const Configuration& configuration) const {
  const Dataset rows = rows_.present();
  demand_targets(PrototypeMethod(configuration), learns_from_targets(configuration) ? rows : without_targets(rows));
  if (configuration.initialization == Initialization::random_sample && rows_.has_weights())
    refuse_elsewhere(
        fmt::format("init = {} draws by weight among all rows", choice_name(configuration.initialization)));
  demand_sums_over_groups(configuration);
}

Preparation RowsElsewhere::prepare(const Configuration& configuration) {
  RowsPlan plan;
  plan.settings = settings_of_sums(configuration);
  plan.samples = rows_.size();
  preparation_ = rows_.learn_preparation(configuration.missing, configuration.scaling);
  plan.preparation = preparation_;
  const bool weighs_classes = configuration.class_weights.is_balanced || !configuration.class_weights.by_class.empty();
  if (weighs_classes) {
    if (!is_supervised_) row_weights(learned_names_, configuration.class_weights);   // says why not
    plan.class_factors = rows_.factors_of(configuration.class_weights);
  }
  rows_plan_ = plan.text();
  look();
  weighs_in_training_ = weighs_classes ? seen_.weighs : rows_.has_weights();
  if (!seen_.is_above_floor) refuse_below_floor(rows_.names().source, *configuration.dissimilarity);
  return preparation_;
}

void RowsElsewhere::look() {
  seen_ = {};
  training_weight_ = 0;
  std::string checksums;
  rows_.ask(about_rows(RowQuestion::look).take(), {}, [&](ParcelReader& from, std::size_t group) {
    FeatureRanges ranges{from.numbers(), {}};
    ranges.most = from.numbers();
    if (group == 0) seen_.ranges = ranges;
    else seen_.ranges.add(ranges);
    seen_.is_above_floor = from.count() == 1 || seen_.is_above_floor;
    seen_.weighs = from.count() == 1 || seen_.weighs;
    seen_.are_weights_whole = from.count() == 1 && seen_.are_weights_whole;
    checksums += from.text();
    training_weight_ += from.number();
  });
  seen_.checksum = checksum(checksums);
}

double RowsElsewhere::rows_meant() const {
  const bool counts_rows = weighs_in_training_ && seen_.are_weights_whole;
  return counts_rows ? training_weight_ : static_cast<double>(rows_.size());
}

Configuration RowsElsewhere::settle(const Configuration& configuration) {
  return settled(configuration, {rows_.size(), rows_meant(), [this] {
                                   const Part some = bring_each(step_of_plane(rows_.size()));
                                   return principal_plane(some.x.view(), some.rows.weights).ratio();
                                 }});
}

std::size_t RowsElsewhere::rows_of(std::size_t of_class) const {
  return rows_.ends(of_class).empty() ? 0 : rows_.ends(of_class).back();
}

Part RowsElsewhere::bring(std::size_t of_class, std::span<const std::uint32_t> places) const {
  BroughtRows brought = rows_.bring(rows_plan_, of_class, places);
  Part part{learned_names_, std::move(brought.x), std::move(brought.training_weights)};
  part.rows.y = std::move(brought.y);
  part.rows.weights = std::move(brought.weights);
  return part;
}

Part RowsElsewhere::bring_each(std::size_t step) const {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < rows_.size(); i += step) places.push_back(static_cast<std::uint32_t>(i));
  return bring(any_class, places);
}

Matrix RowsElsewhere::start_by_classes(const Configuration& configuration, const std::vector<Label>& labels,
                                       std::uint64_t seed, Runtime& runtime) const {
  const Initialization way = configuration.initialization;
  const std::size_t n = rows_.names().feature_names.size();
  const bool by_class = goes_by_classes(configuration, learned_names_);
  std::vector<double> spread;
  std::vector<WeightedSum> means;   // of the classes, and of all
  if (way == Initialization::class_mean) {
    rows_.ask(about_rows(RowQuestion::means).take(), {}, [&](ParcelReader& from, std::size_t) {
      const std::size_t count = from.count() + 1;
      means.resize(count, WeightedSum(n));
      for (WeightedSum& mean : means) mean.add(read_weighted(from));
    });
    std::vector<double> centre(n);
    means.back().mean(centre);
    WeightedSum squares(n);
    rows_.ask(about_rows(RowQuestion::squares).add(centre).take(), {},
              [&](ParcelReader& from, std::size_t) { squares.add(read_weighted(from)); });
    spread = squares.deviations();
  }
  std::vector<std::size_t> counts;
  for (std::size_t c = 1; by_class && c <= rows_.classes(); ++c) counts.push_back(rows_of(c));
  std::vector<ClassPlaces> starts = class_places(
      rows_.size(), counts, labels, by_class ? learned_names_.class_names : std::vector<std::string>{}, seed);
  Matrix w(labels.size(), n);
  runtime.run(starts.size(), [&](std::size_t s) {
    auto& [of, members, count, random] = starts[s];
    const std::size_t of_class = by_class ? of + 1 : any_class;
    Matrix own(members.size(), n);
    const MutableMatrixView block = own.view();
    const auto part_at = [&](std::span<const std::uint32_t> places) {
      Part brought = bring(of_class, places);
      ManySamples::Part part;
      part.own = std::move(brought.x);
      part.x = std::as_const(part.own).view();
      part.samples = first_places(part.own.rows());
      part.own_weights = std::move(brought.rows.weights);
      part.weights = part.own_weights;
      return part;
    };
    const auto part_of = [&](std::vector<std::uint32_t> places) {
      return part_at(places.empty() ? first_places(count) : places);
    };
    switch (way) {
      case Initialization::class_mean:
        means[by_class ? of : means.size() - 1].mean(block.row(0));
        spread_about(block, configuration.initialization_options.noise, spread, random);
        break;
      case Initialization::k_means: {
        if (rows_.size() <= few_samples) {
          const ManySamples::Part all = part_of({});
          seed_k_means(all.x, all.samples, all.weights, random, block);
          means_of_few({all.x, {}, {all.weights}, Missingness::none}, all.samples, block);
          break;
        }
        const auto sums = [&](MatrixView centres) {
          Matrix at(centres.rows, n);
          std::copy_n(centres.data, at.values().size(), at.values().begin());
          Matrix all(centres.rows, n + 1);
          rows_.ask(about_rows(RowQuestion::winners).add_count(of_class).add(at).take(), {},
                    [&](ParcelReader& from, std::size_t) { add_sums_of(from.matrix(), all); });
          return all;
        };
        means_of_many(ManySamples{count, part_at, sums}, random, runtime, block);
        break;
      }
      case Initialization::k_means_seeds: {
        const ManySamples::Part part = part_of(rows_.size() > few_samples ? part_of_many(count, members.size(), random)
                                                                          : std::vector<std::uint32_t>{});
        seed_k_means(part.x, part.samples, part.weights, random, block);
        break;
      }
      case Initialization::random_sample: {
        std::vector<std::uint32_t> places = first_places(count);
        draw_order(places, {}, random);
        places.resize(members.size());
        std::vector<std::uint32_t> ascending = places;
        std::ranges::sort(ascending);
        const Part brought = bring(of_class, ascending);
        for (std::size_t k = 0; k < places.size(); ++k) {
          const auto at = std::ranges::lower_bound(ascending, places[k]) - ascending.begin();
          std::ranges::copy(brought.x.row(static_cast<std::size_t>(at)), block.row(k).begin());
        }
        break;
      }
      case Initialization::uniform:
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t k = 0; k < block.rows; ++k)
            block.row(k)[j] = random.uniform(seen_.ranges.least[j], seen_.ranges.most[j]);
        }
        break;
      default: throw UsageError("these prototypes are set by the caller");
    }
    for (std::size_t k = 0; k < members.size(); ++k) std::ranges::copy(block.row(k), w.row(members[k]).begin());
  });
  return w;
}

Beginning RowsElsewhere::begin(const Configuration& configuration, const Preparation& preparation, Runtime& runtime,
                               std::size_t attempt) {
  Beginning result;
  Start& start = result.start;
  if (configuration.initialization == Initialization::file) {
    start = start_from_file(configuration, learned_names_, preparation);
  } else {
    std::vector<bool> has_samples;
    for (const FeatureSums::OfClass& each : rows_.sums().classes) has_samples.push_back(each.rows > 0);
    start.labels = first_labels(configuration, learned_names_, has_samples);
    if (configuration.initialization == Initialization::plane) {
      const Part some = bring_each(step_of_plane(rows_.size()));
      start.prototypes = prototypes_in_plane(*configuration.rule->lattice(), some.x.view(), some.rows.weights);
    } else {
      const std::uint64_t seed = static_cast<std::uint64_t>(configuration.plan.seed) + (std::uint64_t{attempt} << 32);
      start.prototypes = start_by_classes(configuration, start.labels, seed, runtime);
    }
  }
  auto dissimilarity = configuration.dissimilarity;
  if (dissimilarity->leaves_choices_open())
    dissimilarity = dissimilarity->chosen_for(bring_each(step_of_axes(rows_.size())).x.view());
  result.space = space_at(configuration, std::move(dissimilarity), learned_names_, start.labels);
  result.space.limit_prototypes(seen_.ranges, start.prototypes.values(), configuration.reach);
  return result;
}

Matrix RowsElsewhere::covariance_of_class(std::size_t of_class) const {
  std::optional<MeanTerms> sums;
  rows_.ask(about_rows(RowQuestion::axis_means).add_count(of_class).take(), {}, [&](ParcelReader& from, std::size_t) {
    const std::size_t rows = from.count();
    MeanTerms own{from.numbers(), {}};
    own.counts = from.numbers();
    if (rows == 0) return;
    if (sums) sums->add(own);
    else sums = std::move(own);
  });
  std::optional<ScatterTerms> scatter;
  rows_.ask(about_rows(RowQuestion::scatter).add_count(of_class).add(sums->mean()).take(), {},
            [&](ParcelReader& from, std::size_t) {
              const std::size_t rows = from.count();
              ScatterTerms own{from.matrix(), {}, {}, true};
              own.counts = from.matrix();
              own.squares = from.matrix();
              own.are_whole = from.count() == 1;
              if (rows == 0) return;
              if (scatter) scatter->add(own);
              else scatter = std::move(own);
            });
  return scatter->covariance();
}

void RowsElsewhere::use_starting_part(std::size_t of_class, const PrototypeSpace::UseOfPart& use) const {
  const std::size_t rows = rows_of(of_class);
  StartingPart part;
  if (rows >= rows_.names().feature_names.size()) {
    part.covariance = [this, of_class] { return covariance_of_class(of_class); };
    return use(part);
  }
  const Part brought = bring(of_class, first_places(rows));
  part.x = brought.x.view();
  part.weights = brought.rows.weights;
  use(part);
}

void RowsElsewhere::initialize_metric(const PrototypeSpace& space, std::uint64_t seed, MutableRow parameters) {
  if (!space.dissimilarity().uses_starting_rows()) return space.initialize_metric(parameters, seed);
  use_starting_part(any_class, [&](const StartingPart& all) {
    space.initialize_metric(parameters, seed, all, [&](Label label, const PrototypeSpace::UseOfPart& use) {
      const std::size_t of_class = label == no_label ? any_class : static_cast<std::size_t>(label) + 1;
      if (of_class == any_class || rows_of(of_class) == 0) return use(all);
      use_starting_part(of_class, use);
    });
  });
}

void RowsElsewhere::start_label_vectors(const PrototypeSpace&, MutableRow) {
  refuse_elsewhere("label vectors start from all rows");
}

double RowsElsewhere::typical_distance(const PrototypeSpace&, const Configuration&, const Preparation&, Runtime&) {
  refuse_elsewhere("the typical distance is that of all rows");
}

std::string RowsElsewhere::objective_text(const Configuration& configuration, const PrototypeSpace& space) const {
  Configuration settled = configuration;
  settled.dissimilarity = space.shared_dissimilarity();
  ObjectivePlan plan;
  plan.settings = settings_of_sums(settled);
  if (const Lattice* const lattice = on_lattice(configuration.rule, space.prototype_count())->lattice())
    plan.lattice = *lattice;
  plan.labels = space.labels();
  plan.has_weights = weighs_in_training_;
  plan.penalty_share = space.dissimilarity().penalty_share(rows_meant());
  return plan.text();
}

void RowsElsewhere::attach(TrainingRun& run, const PrototypeSpace& space, Runtime& runtime) {
  objective_plan_ = objective_text(run.configuration, space);
  if (dynamic_cast<const Stepper*>(run.optimizer.get()) && run.configuration.plan.batch != 0 && weighs_in_training_)
    refuse_elsewhere("batches of weighted rows repeat some");
  DistantRows rows{.samples = rows_.size(),
                   .weight = training_weight_,
                   .penalty_share = space.dissimilarity().penalty_share(rows_meant()),
                   .class_names = learned_names_.class_names};
  for (std::size_t c = 0; c < learned_names_.class_names.size(); ++c) {
    if (rows_.sums().classes[c].rows > 0) rows.present.push_back(static_cast<Label>(c));
  }
  rows.about = [this, plan = objective_plan_](RowQuestion question) {
    return std::move(about_rows(question).add(plan));
  };
  rows.ask = [this](const std::string& question, const DistantRows::Use& use) {
    rows_.ask(question, {}, [&](ParcelReader& from, std::size_t) { use(from); });
  };
  rows.bring = [this](std::span<const std::uint32_t> samples) {
    Part part = bring(any_class, samples);
    if (!weighs_in_training_) part.weights.clear();
    return part;
  };
  run.objective = std::make_unique<DistantObjective>(std::move(rows), space, run.configuration, runtime);
}

std::string RowsElsewhere::identity(const Configuration& configuration, Row start, const std::vector<Label>& labels) {
  return identity_of(configuration, seen_.checksum, start, labels);
}

void RowsElsewhere::look_at_units(PrototypeModel& model, Runtime&) {
  if (model.rule->traits().supervised) return;
  UnitRecord record = empty_record(model, rows_.names().class_names);
  rows_.ask(about_rows(RowQuestion::units).add(objective_plan_).add(model.parameters).take(), {},
            [&](ParcelReader& from, std::size_t) {
              UnitRecord own = empty_record(model, rows_.names().class_names);
              own.hits = from.numbers();
              own.classes = from.matrix();
              add(record, own);
            });
  model.units = record;
}

void RowsElsewhere::set_decision(PrototypeModel& model, const Decision& decision) {
  model.decision = decision;
  if (!model.has_classes() || decision.kind == DecisionKind::k_nearest || decision.sigma > 0) return;
  const Part some = bring_each(step_of_calibration(rows_.size()));
  calibrate(model, some.x.view(), some.rows.y, some.rows.weights);
}

std::optional<Decision> RowsElsewhere::decision_out_of_fold(const PrototypeModel& model, const Decision& decision,
                                                            std::uint64_t seed, Runtime& runtime,
                                                            const TrainWithout& train) {
  if (rows_.size() > most_rows_out_of_fold) return std::nullopt;   // they are in one group
  std::optional<Decision> result;
  rows_.ask(question_of(RowQuestion::original).take(), {}, [&](ParcelReader& from, std::size_t) {
    Dataset rows = learned_names_;
    rows.x = from.matrix();
    rows.y = from.labels();
    rows.weights = from.numbers();
    result = protea::decision_out_of_fold(model, decision, rows, seed, runtime, train);
  });
  return result;
}

}   // namespace protea
