// The rules that the theory laboratory treats: those of a family whose traits say so, with their options in units of
// the theory.
#pragma once

#include <protea/base/export.hpp>
#include <protea/catalogue/family.hpp>
#include <protea/rule/lifted.hpp>

namespace PROTEA_EXPORT protea {

// Options keep their names; the defaults are those that have a limit, and the help says what N multiplies.
Family<const AnyRule> rules_of_theory(const Family<const AnyRule>& all);

// Those of the catalogue.
const Family<const AnyRule>& dynamics_rules();

}   // namespace protea
