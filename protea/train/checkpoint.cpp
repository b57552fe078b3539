#include <protea/train/checkpoint.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/safetensors.hpp>

namespace protea {
namespace {

// Sums and counts: as many as before, finite.
void restore_companion(Companion& companion, const TensorFile& file) {
  for (const StateBuffer& buffer : companion.state()) {
    const std::vector<double>& values = file.real_values("companion." + buffer.name);
    if (values.size() != buffer.values->size() ||
        !std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
      throw DataError(fmt::format("{}: the checkpoint does not fit together", file.source));
    }
    *buffer.values = values;
  }
}

}   // namespace

void save_checkpoint(const std::string& path, const std::string& identity, const TrainingState& state,
                     const Learners& learners) {
  TensorFile file;
  file.metadata.emplace_back("protea.checkpoint", identity);
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    file.tensors.push_back({name, {values.size()}, values});
  };
  add("parameters", state.parameters);
  add("best_parameters", state.best_parameters);
  add("progress", {static_cast<double>(state.epoch), state.cost, state.has_cost ? 1.0 : 0.0,
                   state.is_converged ? 1.0 : 0.0, state.best_loss, static_cast<double>(state.best_epoch)});
  for (const StateBuffer& buffer : learners.optimizer.state()) add("optimizer." + buffer.name, *buffer.values);
  if (learners.companion) {
    for (const StateBuffer& buffer : learners.companion->state()) add("companion." + buffer.name, *buffer.values);
  }
  write_file_atomically(path, encode_tensors(file));
}

TrainingState load_checkpoint(const std::string& path, const std::string& identity, const Learners& learners,
                              const ParameterLayout& layout) {
  const TensorFile file = decode_tensors(read_file(path), path);
  if (!file.has_metadata("protea.checkpoint"))
    throw DataError(fmt::format("{}: not a checkpoint of a training run", path));
  if (file.metadata_text("protea.checkpoint") != identity) {
    throw UsageError(fmt::format("{}: this checkpoint belongs to a run with other data or options", path));
  }
  learners.optimizer.start(layout);
  TrainingState state;
  state.parameters = file.real_values("parameters");
  state.best_parameters = file.real_values("best_parameters");
  const std::vector<double>& progress = file.real_values("progress");
  if (state.parameters.size() != parameter_count(layout) || progress.size() != 6) {
    throw DataError(fmt::format("{}: the checkpoint is incomplete", path));
  }
  for (const std::size_t i : {0, 5}) {
    if (!(progress[i] >= 0 && progress[i] < 1e15))
      throw DataError(fmt::format("{}: the checkpoint counts impossible epochs", path));
  }
  state.epoch = static_cast<std::size_t>(progress[0]);
  state.cost = progress[1];
  state.has_cost = progress[2] != 0;
  state.is_converged = progress[3] != 0;
  state.best_loss = progress[4];
  state.best_epoch = static_cast<std::size_t>(progress[5]);
  for (const StateBuffer& buffer : learners.optimizer.state())
    *buffer.values = file.real_values("optimizer." + buffer.name);
  if (learners.companion) restore_companion(*learners.companion, file);
  const bool has_best = !state.best_parameters.empty();
  if ((has_best && state.best_parameters.size() != state.parameters.size()) ||
      !learners.optimizer.has_valid_state(state.parameters.size()) || state.best_epoch > state.epoch) {
    throw DataError(fmt::format("{}: the checkpoint does not fit together", path));
  }
  return state;
}

}   // namespace protea
