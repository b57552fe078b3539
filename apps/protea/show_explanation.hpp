// Explanations of answers as JSON and for people.
#pragma once

#include <span>
#include <string>

#include <protea/evaluate/explanation.hpp>

#include "flags.hpp"
#include "json.hpp"

namespace protea::app {

// One object per row; `x` holds the rows of `dataset` in model units, `answers` what was answered, no_label where that
// was rejected.
Json explanations_json(const PrototypeModel& model, const Dataset& dataset, MatrixView x,
                       std::span<const Label> answers);
std::string explanations_text(const PrototypeModel& model, const Dataset& dataset, MatrixView x,
                              std::span<const Label> answers);

}   // namespace protea::app
