// What protea tune prints: the whole table of a grid of one method, or the best of a search.
#pragma once

#include <string>
#include <vector>

#include <protea/catalogue/tuning.hpp>

#include "selection.hpp"

namespace protea::app {

struct ShownTuning {
  const TuningPlan& plan;
  const Tuning& result;
  const Dataset& dataset;
  std::string model;   // where it was saved; empty: nowhere
};

std::vector<CsvRow> grid_rows(const ShownTuning& shown);
Json grid_json(const ShownTuning& shown);
void print_grid(const ShownTuning& shown);

std::vector<CsvRow> search_rows(const ShownTuning& shown);
Json search_json(const ShownTuning& shown);
void print_search(const ShownTuning& shown);

}   // namespace protea::app
