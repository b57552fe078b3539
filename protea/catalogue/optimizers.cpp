// The list of optimizers: one line each.
#include <protea/catalogue/catalogue.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/optimize/lbfgs.hpp>
#include <protea/optimize/means.hpp>
#include <protea/optimize/momentum.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/optimize/waypoint.hpp>

namespace protea {
namespace {

template <Described O>
Entry<Optimizer> optimizer() {
  return make_entry<Optimizer, O>("optimizer", [](O o) { return std::make_shared<O>(std::move(o)); });
}

}   // namespace

const Family<Optimizer>& optimizers() {
  static const Family<Optimizer> family("optimizer", {
                                                         optimizer<Sgd>(),
                                                         optimizer<Momentum>(),
                                                         optimizer<Adam>(),
                                                         optimizer<Waypoint>(),
                                                         optimizer<Lbfgs>(),
                                                         optimizer<Means>(),
                                                     });
  return family;
}

}   // namespace protea
