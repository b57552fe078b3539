// What a model has learned and how it answers, as a page.
#pragma once

#include <optional>
#include <string>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/model/model.hpp>
#include <protea/report/page.hpp>
#include <protea/report/training_figures.hpp>

namespace PROTEA_EXPORT protea {

struct ModelPageOptions {
  std::string name;                  // of the model, for the title
  std::size_t most_samples = 1000;   // that can be looked at one by one
  // What else is known, and shown where it is: the training of the model, the same training on resamples of the rows.
  const TrainingHistory* history = nullptr;
  const RelevanceStability* stability = nullptr;
};

// Of the model alone, or with what it answers for rows, which stand for new ones unless they are those it has learned
// from.
Page model_page(const Model& model, const std::optional<Dataset>& data, const ModelPageOptions& options,
                Runtime& runtime);

}   // namespace protea
