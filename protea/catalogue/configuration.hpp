// A complete description of a training run: a preset and what the user changed of it.
#pragma once

#include <string>
#include <vector>

#include <protea/catalogue/catalogue.hpp>
#include <protea/data/encoding.hpp>
#include <protea/data/preparation.hpp>
#include <protea/train/initialize.hpp>
#include <protea/model/model.hpp>
#include <protea/train/plan.hpp>

namespace protea {

struct Configuration {
  std::string method = "gmlvq";
  ComponentRecord rule;
  ComponentRecord dissimilarity;
  ComponentRecord optimizer;
  ComponentRecord relevance{"none", {}};   // the relevance estimator, or none
  Scope scope = Scope::shared;
  Space space = Space::features;
  std::string prototypes = "1";            // a number for every class, or "setosa=1,virginica=3"
  Initialization initialization = Initialization::class_mean;
  InitializationOptions initialization_options;
  Scaling scaling = Scaling::z_score;
  Missing missing = Missing::refuse;
  Decision decision;
  std::string class_weights = "none";      // or "balanced", or "sick=5,healthy=1"
  std::string costs;                       // "sick>healthy=5"; empty: all errors are alike
  Nominal nominal = Nominal::refuse;
  Plan plan;

  bool has_estimator() const { return relevance.name != "none"; }
};

// The settings a configuration understands beside those of the components ("rule.steepness", "init.noise"): name and help.
struct ConfigurationKey {
  std::string name;
  std::string help;
  std::vector<std::string> choices;        // empty: free text
  std::string default_text;
};
const std::vector<ConfigurationKey>& configuration_keys();

// The preset `method` with `changes` applied: keys of configuration_keys(), of Plan, "rule.…", "dissimilarity.…",
// "optimizer.…", "relevance.…", "init.…". Throws a UsageError for unknown keys, values out of range and parts that do not fit together.
Configuration configure(const std::string& method, const Settings& changes);

// What the user set without effect, in sentences.
std::vector<std::string> notes(const Settings& changes, const Configuration& configuration);

// The whole configuration as text, every option with its value: for records and for telling two runs apart.
Settings describe(const Configuration& configuration);
// The part of it that belongs to no component.
Settings describe_plan(const Configuration& configuration);

}  // namespace protea
