// --sensitivity of evaluate and reject: a threshold chosen on labelled data, said and used the same way by both.
#pragma once

#include <string>

#include <protea/evaluate/operating_point.hpp>
#include <protea/model/model.hpp>

#include "json.hpp"

namespace protea::app {

struct ChosenPoint {
  std::string positive;   // the class that is to be found
  double wanted = 0;
  OperatingPoint point;
};

// Chooses the threshold on rows in model units, and gives it to the model. Throws where there are other than two
// classes, or the model answers otherwise than by its nearest prototype.
ChosenPoint take_sensitivity(Model& model, const std::string& wanted, MatrixView x, std::span<const Label> y);

std::string point_text(const ChosenPoint& chosen);
Json to_json(const ChosenPoint& chosen);

}   // namespace protea::app
