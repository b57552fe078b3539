// The samples among which choices are made, and the parts they are tried on: those of all samples, and those of each
// outer training part, so that what a choice is worth can be told by samples that had no part in it.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/splits.hpp>

namespace PROTEA_EXPORT protea {

// Samples among which one choice is made, all or the training part of an outer fold, and their test parts as rows
// of the whole.
struct Selection {
  Samples rows;
  std::vector<Samples> tests;

  Samples training(std::size_t fold) const;
};

struct Selections {
  std::vector<Samples> outer;     // test parts
  std::vector<Selection> inner;   // of all samples, then of each outer fold
};

// `inner_folds` for each choice, in so many cuts, `outer_folds` for the outer validation, 0 for none, all by splits of
// the kind of `plan`; its seed is that of the choice. Throws a UsageError where there are too few of either or the data
// have no labels.
Selections make_selections(const Dataset& dataset, const SplitPlan& plan, std::size_t inner_folds,
                           std::size_t outer_folds, std::size_t repeats = 1);

}   // namespace protea
