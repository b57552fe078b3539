// How well units stand for data, and their lattice for the neighbourhoods among these.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <protea/base/export.hpp>
#include <protea/evaluate/map_measures.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

struct MapAssessment {
  std::size_t samples = 0;
  std::size_t units = 0;
  double quantization_error = 0;                   // mean dissimilarity of samples from their nearest unit
  std::size_t dead_units = 0;                      // that won no sample
  std::optional<double> topographic_error = {};    // of a lattice
  std::optional<Preservation> preservation = {};   // of a lattice in a plane
  std::string no_preservation = {};                // why another lattice, or these samples, have none
  std::size_t preservation_samples = 0;            // on which it was measured
  std::size_t preservation_neighbours = 0;
  // With labels of the samples: those of the units and of the label map that training left.
  std::optional<double> purity = {};
  std::optional<double> mutual_information = {};   // normalized
  std::optional<double> label_map_accuracy = {};
};

// Rows in model units; `y` holds labels among `class_names`, or nothing. Weights count rows.
MapAssessment assess_map(const PrototypeModel& model, MatrixView x, std::span<const Label> y,
                         const std::vector<std::string>& class_names, Row weights, Runtime& runtime);

}   // namespace protea
