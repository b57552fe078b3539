// Models on disk: a safetensors file whose tensors are the parameters and whose metadata say what they mean.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <protea/model/model.hpp>

namespace protea {

// Makes a dissimilarity from its name and options; the catalogue knows how.
using DissimilarityMaker = std::function<std::shared_ptr<const AnyDissimilarity>(const ComponentRecord&)>;

std::string encode_model(const Model& model);
// Throws a DataError for anything that is not a whole, unaltered model file.
Model decode_model(std::string_view bytes, const std::string& source, const DissimilarityMaker& make);

void save_model(const Model& model, const std::string& path);
Model load_model(const std::string& path, const DissimilarityMaker& make);

}  // namespace protea
