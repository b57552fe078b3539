// How sure a model of prototypes may be: the scale and the width of its scores, from rows that it was not trained on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/training_run.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// Rows in so many parts by what they hold, class by class: equal rows are in one part, wherever they stand, and so are
// groups where there are some. Nothing where a class has fewer different rows than there are parts.
std::vector<std::vector<std::uint32_t>> parts_by_content(const Dataset& rows, std::size_t parts, std::uint64_t seed);

// The decision of `model` with likeliest scores, from distances that rows have to models trained without them: three
// parts in turn, by `train`.
// Nothing where the rows are too few or too many for that, or such a model has other prototypes; `rows` are those the
// model has learned from.
inline constexpr std::size_t most_rows_out_of_fold = 2000;   // from there on those of the training tell as much
using TrainWithout = std::function<PrototypeModel(const Dataset& rows)>;
std::optional<Decision> decision_out_of_fold(const PrototypeModel& model, const Decision& decision, const Dataset& rows,
                                             std::uint64_t seed, Runtime& runtime, const TrainWithout& train);

// Takes over the decision, and calibrates the scores on the held-out part, or else on the training rows, unless their
// width is given, or the model has one and not every class is there.
void set_decision(PrototypeModel& model, const Decision& decision, const TrainingParts& parts);

}   // namespace protea
