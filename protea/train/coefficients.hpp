// Where prototypes that are combinations of samples start.
#pragma once

#include <protea/base/export.hpp>
#include <protea/train/initialize.hpp>

namespace PROTEA_EXPORT protea {

// A row of coefficients, summing to 1, for each of the prototype labels; `d` holds the dissimilarities among the
// samples y. `class-mean`, `random-sample` and `k-means` draw what initial_prototypes draws, so that with squared
// Euclidean distances Σ_j α_j x_j are its prototypes (but for the noise that parts several class means). Throws a
// UsageError for other ways.
Matrix initial_coefficients(Initialization way, const InitializationOptions& options, MatrixView d,
                            std::span<const Label> y, std::span<const Label> labels,
                            const std::vector<std::string>& class_names, std::uint64_t seed, Row weights = {});

// What initial_coefficients can do.
bool has_coefficients(Initialization way);

}   // namespace protea
