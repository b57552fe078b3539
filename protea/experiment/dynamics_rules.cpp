#include <protea/experiment/dynamics_rules.hpp>

#include <protea/catalogue/catalogue.hpp>

namespace protea {
namespace {

using RuleEntry = Entry<const AnyRule>;

// By what an option is multiplied in N dimensions, read off at N = 4; empty: by nothing.
std::string unit_of(const OptionValue& plain, const OptionValue& in_four_dimensions) {
  const double* const before = std::get_if<double>(&plain);
  const double* const after = std::get_if<double>(&in_four_dimensions);
  if (before == nullptr || after == nullptr || *before == *after) return {};
  if (*after == 4 * *before) return ", times N in the simulation";
  return *after == 2 * *before ? ", times √N in the simulation" : ", which changes with N in the simulation";
}

RuleEntry in_units_of_theory(RuleEntry entry) {
  const Settings starting = entry.make({})->limit_settings();
  const auto with_starting = [starting](const Settings& given) {
    Settings all = starting;
    all.insert(all.end(), given.begin(), given.end());
    return all;
  };
  entry.make = [make = entry.make, with_starting](const Settings& given) { return make(with_starting(given)); };
  entry.complete = [complete = entry.complete, with_starting](const Settings& given) {
    return complete(with_starting(given));
  };
  const auto rule = entry.make({});
  const auto values = rule->options();
  const auto scaled = rule->in_dimensions(4)->options();
  for (std::size_t i = 0; i < values.size(); ++i) {
    entry.options[i].default_text = value_text(values[i].second);
    entry.options[i].help += unit_of(values[i].second, scaled[i].second);
  }
  return entry;
}

}   // namespace

Family<const AnyRule> rules_of_theory(const Family<const AnyRule>& all) {
  std::vector<RuleEntry> entries;
  for (const RuleEntry& entry : all.entries()) {
    if (entry.make({})->traits().depends_on != DependsOn::distances) entries.push_back(in_units_of_theory(entry));
  }
  return {all.title(), std::move(entries)};
}

const Family<const AnyRule>& dynamics_rules() {
  static const Family<const AnyRule> family = rules_of_theory(rules());
  return family;
}

}   // namespace protea
