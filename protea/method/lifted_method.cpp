#include <protea/method/lifted_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/error.hpp>
#include <protea/base/version.hpp>
#include <protea/base/weights.hpp>
#include <protea/train/plan.hpp>

namespace protea {

bool MethodTraits::takes(TargetKind kind) const {
  switch (kind) {
    case TargetKind::none: return learns_nothing;
    case TargetKind::labels: return learns_labels;
    case TargetKind::memberships: return learns_memberships;
    case TargetKind::numbers: return learns_numbers;
  }
  return false;
}

PlainSettings parse_plain(std::string_view name, const std::vector<std::string>& options, const Settings& changes,
                          Settings& own) {
  PlainSettings settings;
  const std::string prefix = std::string(name) + ".";
  for (const auto& [key, text] : changes) {
    if (key == "scale") settings.data.scaling = parse_choice<Scaling>("scale", text);
    else if (key == "missing") settings.data.missing = parse_choice<Missing>("missing", text);
    else if (key == "nominal") settings.data.nominal = parse_choice<Nominal>("nominal", text);
    else if (key == "class_weights") settings.class_weights = parse_class_weights(text);
    else if (key == "seed") settings.seed = static_cast<std::uint64_t>(with_settings<Plan>("", {{key, text}}).seed);
    else if (key.starts_with(prefix)) own.emplace_back(key.substr(prefix.size()), text);
    else if (key == "epochs" && std::ranges::find(options, key) != options.end()) own.emplace_back(key, text);
    else {
      std::string known = "scale, missing, nominal, class_weights, seed";
      for (const std::string& option : options) known += fmt::format(", {}{}", prefix, option);
      throw UsageError(fmt::format("{} = {}: {} has no such setting: it has {}", key, text, name, known));
    }
  }
  return settings;
}

Settings describe(const PlainSettings& settings) {
  return {{"scale", std::string(choice_name(settings.data.scaling))},
          {"missing", std::string(choice_name(settings.data.missing))},
          {"nominal", std::string(choice_name(settings.data.nominal))},
          {"class_weights", text_of(settings.class_weights)},
          {"seed", fmt::format("{}", settings.seed)}};
}

PlainRows prepare_plain(const Method& method, const MethodTraits& traits, const PlainSettings& settings,
                        const Dataset& dataset) {
  if (settings.data.missing == Missing::mask && !traits.takes_missing) {
    throw UsageError(fmt::format("missing = mask: {} cannot skip missing values: use {} or median", method.name(),
                                 setting("missing", "mean")));
  }
  demand_targets(method, dataset);
  PlainRows result;
  result.rows = settings.data.missing == Missing::drop ? without_missing(dataset) : dataset;
  result.dropped = dataset.size() - result.rows.size();
  demand_targets(method, result.rows);
  result.weights = row_weights(result.rows, settings.class_weights);
  if (!result.weights.empty() && !traits.weighs_samples) {
    const std::vector<std::uint32_t> samples = repeated_if_few(result.weights);
    if (samples.empty()) {
      throw UsageError(fmt::format(
          "{} can repeat a sample and not weigh it: weights of samples and classes must be whole numbers, 20 at "
          "most on average",
          method.name()));
    }
    result.preparation = learn_preparation(result.rows, settings.data.missing, settings.data.scaling);
    result.rows = result.rows.subset(samples);
    result.rows.weights.clear();
    result.weights.clear();
  } else {
    result.preparation = learn_preparation(result.rows, settings.data.missing, settings.data.scaling);
  }
  result.x = result.preparation.apply(result.rows, traits.takes_missing ? Gaps::may_be_masked : Gaps::cannot_be_masked);
  return result;
}

PlainRows prepare_further(const Method& method, const Model& model, const PlainSettings& settings,
                          const Dataset& dataset) {
  if (!method.takes(dataset.target_kind())) demand_targets(method, dataset);   // one class is enough to go on with
  PlainRows result;
  result.rows = model.preparation.missing == Missing::drop ? without_missing(dataset) : dataset;
  result.dropped = dataset.size() - result.rows.size();
  result.weights = row_weights(result.rows, settings.class_weights);
  result.preparation = model.preparation;
  result.x = model.prepare(result.rows);
  return result;
}

std::string identity_of(const Method& method, const PlainRows& rows) {
  const auto sum_of = [](const auto& values) {
    return checksum({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
  };
  return fmt::format("{};{};{};{}", identity_of(method), sum_of(rows.x.values()), sum_of(rows.rows.y),
                     sum_of(rows.weights));
}

void demand_no_checkpoint(const Method& method, const CheckpointPlan& checkpoints) {
  if (checkpoints.path.empty()) return;
  throw UsageError(fmt::format("{} trains in one go, and has nothing to save on the way: leave out {}", method.name(),
                               setting("checkpoint")));
}

void finish_plain(Model& model, const Method& method, const LearnedRows& rows, const Encoding& encoding) {
  model.class_names = rows.class_names;
  model.encoding = encoding;
  model.preparation = rows.preparation;
  model.record.method = std::string(method.name());
  model.record.plan = method.describe();
  model.record.plan.erase(model.record.plan.begin());   // the method itself
  model.record.samples = rows.count;
  model.record.version = std::string(version());
}

}   // namespace protea
