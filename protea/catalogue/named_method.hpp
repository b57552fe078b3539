// A method by name, as something that trains on some rows and answers for others: a preset with changes, or the support vector machine.
#pragma once

#include <string>
#include <vector>

#include <protea/catalogue/configuration.hpp>
#include <protea/evaluate/comparison.hpp>

namespace protea {

// "gmlvq", "gmlvq:prototypes=2:rule.steepness=5" or "svm"; `common` are changes for all methods. Throws a UsageError for what is unknown.
Contender make_method(const std::string& text, const Settings& common, const Encoding& encoding);

// The names that make_method() knows.
std::vector<std::string> method_names();

// Answers and scores (see SupportVectorMachine::scores) of a machine with a Gaussian kernel for z-scored features, whose C ∈ {1, 10, 100} and γn ∈ {¼, 1, 4} are chosen by three-fold
// cross-validation on `training` alone; of equals the smoothest. Scaling and filling are learned from the training rows each time.
Predictions tuned_machine_answers(const Dataset& training, const Dataset& test, Missing missing, std::uint64_t seed);

}  // namespace protea
