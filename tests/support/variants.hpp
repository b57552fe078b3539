// Settings of a catalogue entry beside its defaults, for contract tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <protea/catalogue/family.hpp>

namespace protea::testing {

// Each choice of each option of an entry beside the defaults, and each number doubled, where the limits allow it.
template <class Interface>
std::vector<Settings> variants(const Entry<Interface>& entry) {
  std::vector<Settings> result;
  for (const OptionDescription& option : entry.options) {
    for (const std::string& choice : option.choices) {
      if (choice != option.default_text) result.push_back({{option.name, choice}});
    }
    if (option.kind == "truth") {
      const Settings changed{{option.name, option.default_text == "true" ? "false" : "true"}};
      try {
        entry.make(changed);
        result.push_back(changed);
      } catch (const UsageError&) {
      }
    }
    const auto number = parse_number(option.default_text);
    if (option.kind != "number" && option.kind != "integer") continue;
    for (const double other : {*number == 0 ? 2 : *number * 2, *number * 0.5}) {
      const Settings changed{{option.name, option.kind == "integer" ? fmt::format("{}", static_cast<long long>(other))
                                                                    : number_text(other)}};
      try {
        entry.make(changed);
        result.push_back(changed);
      } catch (const UsageError&) {
      }
    }
  }
  return result;
}

inline bool is_parametrised_divergence(std::string_view name) {
  for (const std::string_view known : {"alpha", "beta", "gamma", "eta", "tsallis", "renyi", "generalized-renyi"}) {
    if (name == known) return true;
  }
  return false;
}

// Options of dissimilarities that mean something only together.
inline std::vector<Settings> combinations(std::string_view dissimilarity) {
  if (dissimilarity == "angle") {
    return {{{"metric", "matrix"}, {"rank", "2"}, {"shape", "2"}}, {{"metric", "relevance"}, {"shape", "2"}}};
  }
  if (dissimilarity == "matrix")
    return {{{"rank", "2"}, {"log_det", "0.5"}}, {{"rank", "2"}, {"start", "pca"}, {"learn", "false"}}};
  if (is_parametrised_divergence(dissimilarity)) return {{{"learn", "true"}, {"relevances", "true"}}};
  return {};
}

}   // namespace protea::testing
