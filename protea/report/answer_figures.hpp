// Figures of answers where the truth is known: who was confused with whom, how well scores order and what they mean.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/report/figure.hpp>

namespace PROTEA_EXPORT protea {

// `shown` gives for each sample its place among the samples of the page; −1: it is not there.
Figure confusion_figure(const Confusion& confusion, const std::vector<std::string>& classes,
                        std::span<const Label> truth, std::span<const Label> answers,
                        std::span<const std::int64_t> shown);
// One curve for two classes, with its thresholds of the score of the second; else one for each class against the rest.
Figure roc_figure(const Ranking& ranking, const std::vector<std::string>& classes, std::span<const Label> truth);
Figure reliability_figure(const Calibration& calibration);
// Accuracy of the answers that are kept when those of the least certainty are left out.
Figure rejection_figure(std::span<const Label> truth, std::span<const Label> answers, Row certainty);

}   // namespace protea
