// What is worth trying on data of which nothing is known yet.
#pragma once

#include <protea/base/export.hpp>
#include <protea/catalogue/grid.hpp>

namespace PROTEA_EXPORT protea {

// The candidates for these methods, the likeliest first, with `changes` the same for all; no methods: all that the list
// knows. A method that is named is tried as it is too, and, where the list does not know it, with some numbers of
// prototypes.
std::vector<Candidate> curated_candidates(const std::vector<std::string>& methods = {}, const Settings& changes = {});

}   // namespace protea
