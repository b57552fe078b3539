// Experiments of the lecture notes, for `protea reproduce`.
#pragma once

#include <string>
#include <vector>

#include "reproduce_dynamics.hpp"

namespace protea::app {

struct NotesExperiment {
  std::string name;
  std::string summary;
  void (*run)(const FigureRequest& request);
};
const std::vector<NotesExperiment>& notes_experiments();

}   // namespace protea::app
