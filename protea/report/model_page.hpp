// What a model has learned and how it answers, as a page.
#pragma once

#include <optional>
#include <string>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/model/model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

struct ModelPageOptions {
  std::string name;                  // of the model, for the title
  std::size_t most_samples = 1000;   // that can be looked at one by one
};

// Of the model alone, or with what it answers for rows, which stand for new ones unless they are those it has learned
// from.
Page model_page(const Model& model, const std::optional<Dataset>& data, const ModelPageOptions& options,
                Runtime& runtime);

}   // namespace protea
