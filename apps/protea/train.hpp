// The flags of `protea train`, shared by training on a file and learning from a stream.
#pragma once

#include <string>

#include <protea/method/method.hpp>

#include "flags.hpp"
#include "page_files.hpp"

namespace protea::app {

struct TrainFlags {
  CommonFlags common;
  TrainingFlags training;
  std::string output;
  std::string from;   // the model to go on from; empty: none
  CheckpointPlan checkpoints;
  std::int64_t checkpoint_every = 10;
  bool stream = false;
  std::int64_t snapshot_every = 1000;
  std::string on_error = "stop";   // what becomes of bad rows of a stream
  PageFlags page;
};

// Learns from standard input until it ends, and writes the model every so many samples.
void learn_from_stream(const TrainFlags& flags);

// Throws where the flags ask for a model of another kind than --from has.
std::unique_ptr<Model> load_model_to_go_on(const TrainFlags& flags);

}   // namespace protea::app
