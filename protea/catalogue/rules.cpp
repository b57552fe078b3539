// The list of rules: one line each.
#include <protea/catalogue/catalogue.hpp>
#include <protea/rule/cross_entropy.hpp>
#include <protea/rule/fuzzy_labels.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/rule/growing_gas.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/rule/lvq2_1.hpp>
#include <protea/rule/lvq3.hpp>
#include <protea/rule/lvq_plus.hpp>
#include <protea/rule/margin_loss.hpp>
#include <protea/rule/neural_gas.hpp>
#include <protea/rule/olvq1.hpp>
#include <protea/rule/rslvq.hpp>
#include <protea/rule/som.hpp>
#include <protea/rule/vq.hpp>

namespace protea {
namespace {

template <Rule R>
Entry<const AnyRule> rule() {
  return make_entry<const AnyRule, R>("rule", [](R r) { return std::make_shared<const LiftedRule<R>>(std::move(r)); });
}

}   // namespace

const Family<const AnyRule>& rules() {
  static const Family<const AnyRule> family("rule", {
                                                        rule<Lvq1>(),
                                                        rule<LvqPlus>(),
                                                        rule<Vq>(),
                                                        rule<Olvq1>(),
                                                        rule<Lvq21>(),
                                                        rule<Lvq3>(),
                                                        rule<Glvq>(),
                                                        rule<Rslvq>(),
                                                        rule<MarginHinge>(),
                                                        rule<MarginBrokenLinear>(),
                                                        rule<MarginExponential>(),
                                                        rule<CrossEntropy>(),
                                                        rule<NeuralGas>(),
                                                        rule<GrowingNeuralGas>(),
                                                        rule<Som>(),
                                                        rule<HeskesSom>(),
                                                        rule<FlSom>(),
                                                        rule<FlNg>(),
                                                    });
  return family;
}

}   // namespace protea
