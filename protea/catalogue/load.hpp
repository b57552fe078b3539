// Models from files: our own, and codebooks of LVQ_PAK.
#pragma once

#include <memory>
#include <string>

#include <protea/base/export.hpp>
#include <protea/model/codebook.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// A model file, or a codebook when the name ends in ".cod".
std::unique_ptr<Model> load_model(const std::string& path);

// Nearest prototype under the Euclidean distance, in original units; without classes where no vector has a label. Throws a DataError where
// some have one and others not.
PrototypeModel model_from_codebook(const Codebook& codebook, const std::string& source);

// The prototypes in original units. A learned metric has no place in a codebook.
Codebook codebook_from_model(const PrototypeModel& model);

}   // namespace protea
