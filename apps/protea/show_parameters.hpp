// Learned numbers that have names of their own: the γ of a divergence, the power of minkowski, the width of rslvq.
#pragma once

#include <string>

#include <protea/model/model.hpp>

#include "flags.hpp"

namespace protea::app {

// Whose metric it is: a class, a prototype, or shared.
std::string group_name(const Model& model, std::size_t group);

// For each name its values, one of each group; a rule's own is "rule.NAME". Empty where nothing of the kind was learned.
Json parameters_json(const Model& model);
// Adds "parameters" and, for local ones, "parameter_groups", the classes or prototypes that the values belong to.
void add_parameters(Json& json, const Model& model);

// "learned gamma 0.73" or "learned gamma 0.73 (setosa), 0.51 (virginica)": a line for each name.
std::string parameters_text(const Model& model);

}  // namespace protea::app
