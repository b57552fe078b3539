// What a user should know of a model and the rows it was trained on, though nobody asked.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/model/model.hpp>

namespace PROTEA_EXPORT protea {

// Sentences, settings marked: classes that are never answered; classes of which one has more than five times the weight
// of another, unless they were weighed; prototypes that lie outside the range of the rows by more than half of it;
// units without classes that stand on one place. `confusion` is of the model's answers for the rows, and empty for a
// model without classes.
std::vector<std::string> training_notes(const Model& model, const Dataset& rows, const Confusion& confusion);

// Options of the dissimilarity that were left open and chosen for the training rows: what was given is `given`.
std::vector<std::string> notes_of_choices(const Settings& given, const Model& model);

}   // namespace protea
