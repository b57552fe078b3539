// The data of the Fisher tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

struct FisherSet {
  std::string name;   // as in the tables
  Dataset dataset;    // scaled to [0, 1] over all rows, the test folds included, as the tables were
};

struct FisherSets {
  std::vector<FisherSet> sets;
  std::vector<std::string> notes;   // a sentence for each one that is read from a file, or not there
};

// Three classes of two clusters each in the first two features, 15 samples per cluster; features 3 to 6 are the first
// one with noise, 7 to 10 noise alone. Unscaled.
Dataset simulated_fisher_set(std::uint64_t seed);

// Simulated, Iris, Ionosphere, Wine, Soybean, WBC: generated, or built in, or CSV files in the place of those, where
// `directory` is not empty and has them.
FisherSets load_fisher_sets(const std::string& directory, std::uint64_t seed);

}   // namespace protea
