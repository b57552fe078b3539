// What happened while a model was trained.
#pragma once

#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/report/page.hpp>
#include <protea/train/fit.hpp>

namespace PROTEA_EXPORT protea {

// Epoch by epoch, as an observer hears of it.
struct TrainingHistory {
  std::vector<double> epochs = {};
  std::vector<double> cost = {};
  std::vector<double> held_out = {};   // of held-out rows; empty without these

  void add(const EpochReport& report);
};

// Nothing where fewer than two epochs were seen.
std::optional<PageSection> training_section(const TrainingHistory& history);

}   // namespace protea
