// Leaving unsure samples without an answer: what that costs in coverage and gains in accuracy.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Samples of at least this certainty get their answer.
struct RejectionPoint {
  double certainty;
  double coverage;   // share of the samples that keep their answer
  double accuracy;   // among those
};

// From the surest samples alone to all; samples of equal certainty stay together. The accuracy–reject curve is accuracy
// against 1 − coverage [Nadeem, Zucker, Hanczar 2010].
std::vector<RejectionPoint> accuracy_reject_curve(std::span<const Label> truth, std::span<const Label> answers,
                                                  Row certainty);

// The point of the largest coverage that reaches the wanted accuracy; nothing where none does.
std::optional<RejectionPoint> point_for_accuracy(const std::vector<RejectionPoint>& curve, double accuracy);

}   // namespace protea
