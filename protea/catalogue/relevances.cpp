// The list of relevance estimators: one line each.
#include <protea/catalogue/catalogue.hpp>
#include <protea/relevance/dslvq.hpp>
#include <protea/relevance/fisher_1.hpp>
#include <protea/relevance/fisher_2.hpp>

namespace protea {
namespace {

template <Described E>
Entry<RelevanceEstimator> estimator() {
  return make_entry<RelevanceEstimator, E>("relevance", [](E e) { return std::make_shared<E>(std::move(e)); });
}

}   // namespace

const Family<RelevanceEstimator>& relevance_estimators() {
  static const Family<RelevanceEstimator> family("relevance", {
                                                                  estimator<Fisher1>(),
                                                                  estimator<Fisher2>(),
                                                                  estimator<Dslvq>(),
                                                              });
  return family;
}

}   // namespace protea
