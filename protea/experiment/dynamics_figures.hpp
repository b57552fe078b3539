// The figures of "The dynamics of winner-takes-all algorithms", computed again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct DynamicsFigure {
  std::string name;
  std::string caption;
  std::vector<std::string> columns = {};
  std::vector<std::vector<double>> rows = {};    // all numbers
  std::vector<std::string> table_columns = {};   // a table for people
  std::vector<std::vector<double>> table = {};
  std::vector<std::vector<double>> centres = {};   // of the clusters, as rows are, where rows are samples
  std::vector<std::string> notes = {};
  std::optional<double> training_share = {};   // of a simulation: see Simulation
};

struct FigureOptions {
  std::uint64_t seed = 1;
  std::size_t dimension = 200;
  std::size_t runs = 100;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

// dynamics-fig-1, dynamics-fig-2, dynamics-fig-3-left, dynamics-fig-3-right
std::vector<std::string> dynamics_figures();
// Throws a UsageError for another name.
DynamicsFigure dynamics_figure(const std::string& name, const FigureOptions& options, Runtime& runtime);

}   // namespace protea
