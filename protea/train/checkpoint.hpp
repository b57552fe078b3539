// A training run on disk, between two epochs: a resumed run ends in the same bytes as an uninterrupted one.
#pragma once

#include <string>

#include <protea/base/export.hpp>
#include <protea/train/fit.hpp>

namespace PROTEA_EXPORT protea {

// Who has buffers that must survive.
struct Learners {
  Optimizer& optimizer;
  Companion* companion = nullptr;
};

// `identity` names the run (configuration and data); resuming another one is a UsageError.
void save_checkpoint(const std::string& path, const std::string& identity, const TrainingState& state,
                     const Learners& learners);
TrainingState load_checkpoint(const std::string& path, const std::string& identity, const Learners& learners,
                              const ParameterLayout& layout);

}   // namespace protea
