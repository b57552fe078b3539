// Methods beside each other on the same splits, as a page.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/evaluate/comparison.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// `plan` says how the rows were cut: "10 folds".
Page comparison_page(const Comparison& result, const std::vector<std::string>& names, const Dataset& dataset,
                     const std::string& plan);

}   // namespace protea
