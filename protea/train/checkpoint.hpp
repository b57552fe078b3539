// A training run on disk, between two epochs: a resumed run ends in the same bytes as an uninterrupted one.
#pragma once

#include <string>

#include <protea/train/fit.hpp>

namespace protea {

// `identity` names the run (configuration and data); resuming another one is a UsageError.
void save_checkpoint(const std::string& path, const std::string& identity, const TrainingState& state, Optimizer& optimizer);
TrainingState load_checkpoint(const std::string& path, const std::string& identity, Optimizer& optimizer,
                              const ParameterLayout& layout);

}  // namespace protea
