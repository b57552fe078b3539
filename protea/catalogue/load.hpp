// Models from files: our own, codebooks of LVQ_PAK, and maps of SOM_PAK and the ESOM tools.
#pragma once

#include <memory>
#include <string>

#include <protea/base/export.hpp>
#include <protea/model/codebook.hpp>
#include <protea/model/esom.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// A model file, or a codebook when the name ends in ".cod", or the weights of a map when it ends in ".wts".
std::unique_ptr<Model> load_model(const std::string& path);

// Nearest prototype under the Euclidean distance, in original units; without classes where no vector has a label.
// Throws a DataError where some have one and others not. The codebook of a map becomes a model of the method som that
// can go on: its labels are those of a label map, where units may have none.
PrototypeModel model_from_codebook(const Codebook& codebook, const std::string& source);

// The prototypes in original units. A learned metric has no place in a codebook, nor have a torus, which becomes a
// rectangle, and a free lattice.
Codebook codebook_from_model(const PrototypeModel& model);

// Maps of the ESOM tools: rectangles, or a torus where the file says so. Throws a UsageError for a model that
// has no grid.
PrototypeModel model_from_weights(const EsomWeights& weights);
EsomWeights weights_from_model(const PrototypeModel& model);

}   // namespace protea
