// Measures of answers as JSON and as tables for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/evaluate/assessment.hpp>

#include "flags.hpp"
#include "json.hpp"

namespace protea::app {

// Adds the keys of every measure beside those that the document has; `positive` is the class of the area for two
// classes.
void add_measures(Json& json, const Assessment& assessment, std::size_t positive);
// The area of the positive class for two classes, Hand and Till's for more.
std::optional<double> area(const Assessment& assessment, std::size_t positive);
// A measure of the samples with an answer; a dash where there are none.
std::string if_answered(const Assessment& assessment, double value);

// The figures for all classes together, one line each, and those of each class as a table.
std::string overall_lines(const Assessment& assessment, std::size_t positive);
std::string class_table(const Assessment& assessment, const std::vector<std::string>& class_names);
// "class,threshold,fpr,tpr,precision" of the positive class where there are two, else of each class against the rest.
std::string curves_csv(MatrixView scores, std::span<const Label> truth, const std::vector<std::string>& class_names,
                       std::size_t positive);

// The class of that name, the second one where there is none.
std::size_t positive_class(const std::string& name, const std::vector<std::string>& class_names);

}   // namespace protea::app
