// protea tune without a grid, across methods, or for any measure.
#pragma once

#include <string>

#include <protea/catalogue/search.hpp>

#include "selection.hpp"

namespace protea::app {

struct SearchTask {
  SearchPlan plan;
  const TrainingFlags& training;
  const CommonFlags& common;
  const LedgerFlags& ledger;
  std::string output;   // of the model; empty: none
  std::string csv;      // of the table; empty: none
};

// "60s", "5min" or a number of trainings, into the plan.
void set_budget(SearchPlan& plan, const std::string& text);

void run_search(const SearchTask& task);

}   // namespace protea::app
