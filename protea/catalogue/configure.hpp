// From text to a configuration of objects, and from a model to the one it was trained with. Nothing behind this
// reads text again.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/method/configuration.hpp>

namespace PROTEA_EXPORT protea {

// The settings a configuration understands beside those of the components ("rule.steepness", "init.noise"):
// name and help.
struct ConfigurationKey {
  std::string name;
  std::string help;
  std::vector<std::string> choices;   // empty: free text
  std::string default_text;
};
const std::vector<ConfigurationKey>& configuration_keys();

// The preset `method` with `changes` applied: keys of configuration_keys(), of Plan, "rule.…", "dissimilarity.…",
// "optimizer.…", "relevance.…", "init.…". Replacing a part drops what the preset had set for it. Throws a UsageError
// for unknown keys, values out of range and parts that do not fit together.
// A lattice is that of a map that goes on.
Configuration configure(const std::string& method, const Settings& changes, const Lattice* lattice = nullptr);

// The configuration a model was trained with, and changes of how it goes on: rule, optimizer and plan, weights,
// decision. What the model is made of (metric, prototypes, scaling, …) stays; a UsageError says so.
Configuration configuration_of(const PrototypeModel& model, const Settings& changes);

}   // namespace protea
