// What there is to see of units on a lattice: heights between them, hits, component planes, labels; as numbers and
// as characters.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// The U-matrix: for each unit the mean distance to its neighbours on the lattice, Euclidean where the dissimilarity is
// a squared distance. Empty for a model without a lattice.
std::vector<double> u_matrix(const PrototypeModel& model);

// Numbers of the units as rows and columns of their lattice; a free lattice is one row.
Matrix on_grid(const Lattice& lattice, Row of_units);

// The class that a unit stands for: its own, that of most samples it won, or none, which is empty.
std::string label_of_unit(const PrototypeModel& model, std::size_t unit);

// For Model::parts and Model::showcase: nothing where there are neither units nor a lattice.
Fields map_fields(const PrototypeModel& model);
std::vector<Exhibit> map_exhibits(const PrototypeModel& model);

}   // namespace protea
