// Where the numbers of one unit of a parameter block may lie, and how they move there. The base class is the plain one:
// all numbers, plain steps. Whoever steps or minimizes asks the manifold and knows nothing of what it stands for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/outer_products.hpp>

namespace PROTEA_EXPORT protea {

// In what a step is taken: in the numbers themselves, or in the coordinates that the manifold finds natural, for
// positive numbers their logarithms. What a step of a given length means is the same for units of any size in the
// latter only.
enum class StepCoordinates : std::uint8_t { plain, natural };

class Manifold {
 public:
  virtual ~Manifold() = default;

  // Back to the admissible numbers. Idempotent, and a unit that is admissible keeps its bits as far as its author can
  // see to that.
  virtual void project(MutableRow /*unit*/) const {}

  // Leaves of a gradient at `unit` what does not lead out of the manifold.
  virtual void make_tangential(Row /*unit*/, MutableRow /*gradient*/) const {}

  // Does it have a say in steps? Then they go as follows: `prepare_step` turns unit and (tangential) gradient into the
  // coordinates of the step, somebody changes the unit along −gradient, and `finish_step` leads back, no farther from
  // `before` than is good. A projection follows.
  virtual bool guides_steps() const { return false; }
  virtual void prepare_step(StepCoordinates, MutableRow /*unit*/, MutableRow /*gradient*/) const {}
  virtual void finish_step(StepCoordinates, Row /*before*/, MutableRow /*unit*/) const {}

  // From the unit to project(unit − rate·gradient), where it is a matrix and its gradient a sum of few outer products,
  // which becomes the change of the unit. Only for blocks whose gradients come in factors.
  virtual void step_along(OuterProducts& /*gradient*/, double /*rate*/, MutableRow /*unit*/) const {
    throw UsageError("this manifold has no steps along outer products");
  }

  // A smooth map from unconstrained numbers onto the manifold, for minimizers that need one: `from_free` puts the unit where these
  // were, `to_free` inverts it, and `pull_back` turns the gradient at the unit into that at `free`, in place.
  virtual void to_free(MutableRow /*unit*/) const {}
  virtual void from_free(MutableRow /*unit*/) const {}
  virtual void pull_back(Row /*free*/, MutableRow /*gradient*/) const {}
};

// The one that asks nothing.
inline const std::shared_ptr<const Manifold>& plain_manifold() {
  static const std::shared_ptr<const Manifold> plain = std::make_shared<Manifold>();
  return plain;
}

}   // namespace protea
