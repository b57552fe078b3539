// What a model of prototypes has learned, as tables for other programs.
#pragma once

#include <string>
#include <vector>

#include <protea/model/prototype_model.hpp>

namespace protea::app {

// Writes prototypes.csv and, where there is a metric to see, relevances.csv, lambda.csv, lambda_original_units.csv and
// eigenvectors.csv to the folder, which is made where it is not there. The names of the files that were written.
std::vector<std::string> write_parts(const PrototypeModel& model, const std::string& folder);

}   // namespace protea::app
