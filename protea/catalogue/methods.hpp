// The list of methods: compositions of parts, and methods of their own. Commands, tuning, comparison and files know
// methods and models through it alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>
#include <protea/evaluate/comparison.hpp>
#include <protea/method/method.hpp>
#include <protea/model/model_file.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

struct Preset;

struct MethodEntry {
  std::string name;
  std::string summary;
  std::string model_kind;           // of the models it makes, as files have it
  const Preset* preset = nullptr;   // the parts of a composition
  std::string formula = {};         // of a method of its own, as is what follows
  std::string source = {};
  std::vector<OptionDescription> options = {};   // settings "name.option"
  std::function<std::shared_ptr<const Method>(const Settings&)> make = {};
  // The method with which a model of it learns on.
  std::function<std::shared_ptr<const Method>(const Model&, const Settings&)> go_on = {};
};

const std::vector<MethodEntry>& methods();
std::vector<std::string> method_names();
// Throws a UsageError for an unknown name.
const MethodEntry& find_method(std::string_view name);

inline constexpr std::string_view default_method = "gmlvq";

// A method by name with its changes. Throws a UsageError for settings it does not have and parts that do not fit
// together.
std::shared_ptr<const Method> make_method(const std::string& name, const Settings& changes);
// "gmlvq", or "gmlvq:prototypes=2:rule.steepness=5"; `common` are changes for all methods.
std::shared_ptr<const Method> parse_method(const std::string& text, const Settings& common);
// The method a model was trained with, and changes of how it goes on.
std::shared_ptr<const Method> method_of(const Model& model, const Settings& changes);

// Throws a UsageError for a model that answers neither classes nor numbers.
void demand_answers(const Model& model);
// A method as something that trains on some rows and answers for others.
Contender contender_of(const std::string& name, std::shared_ptr<const Method> method, const Encoding& encoding);

// Parts of prototype models by name, from the lists of the catalogue.
PartMakers part_makers();

// The kinds of models that files may hold.
const std::vector<ModelKind>& model_kinds();

}   // namespace protea
