// What became of the units of a quantizer, a map or a gas: for label maps, hits and the answers of units with
// label vectors.
#pragma once

#include <protea/base/export.hpp>
#include <protea/method/training_run.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// Of a model whose rule does not go by classes: how many of the training rows each unit has won, and of which classes
// these are in `all`, of which they are a part; units whose label vectors were learned belong from now on to the class
// that these have most of. Others are left as they are.
void look_at_units(PrototypeModel& model, const Part& training, const Dataset& all, Runtime& runtime);

// The sums of which such records are made, over the rows of one group at a time. No labels: there are none.
UnitRecord empty_record(const PrototypeModel& model, const std::vector<std::string>& class_names);
void add_to_record(UnitRecord& record, std::span<const std::uint32_t> winners, Labels labels, Row weights);
void add(UnitRecord& record, const UnitRecord& other);

}   // namespace protea
