// The list of dissimilarities: one line each.
#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/dissimilarity/angle.hpp>
#include <protea/dissimilarity/divergence_alpha.hpp>
#include <protea/dissimilarity/divergence_beta.hpp>
#include <protea/dissimilarity/divergence_gamma.hpp>
#include <protea/dissimilarity/divergence_itakura_saito.hpp>
#include <protea/dissimilarity/divergence_kullback_leibler.hpp>
#include <protea/dissimilarity/euclidean.hpp>
#include <protea/dissimilarity/hellinger.hpp>
#include <protea/dissimilarity/kernel_distance.hpp>
#include <protea/dissimilarity/mahalanobis.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/minkowski.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/dissimilarity/tangent.hpp>

namespace protea {
namespace {

std::vector<Property> properties_of(const DissimilarityTraits& traits) {
  return {{"symmetric", "symmetric", traits.symmetric},
          {"Bregman", "bregman", traits.bregman},
          {"scale-invariant", "scale_invariant", traits.scale_invariant}};
}

std::vector<std::string> remarks_on(const DissimilarityTraits& traits) {
  std::vector<std::string> result;
  if (traits.bregman) result.push_back("the mean minimizes the expected dissimilarity");
  if (traits.is_quadratic_form) result.push_back("a quadratic form of the difference");
  if (traits.masking != Masking::none) result.push_back("can skip missing values");
  return result;
}

Elsewhere made_in_cpp(const std::string& name, const std::string& what) {
  return {name,
          fmt::format("{} is made in C++ from a generating function, {}: see examples/own_divergence.cpp", name, what)};
}

template <Dissimilarity D>
Entry<const AnyDissimilarity> dissimilarity() {
  auto entry = make_entry<const AnyDissimilarity, D>(
      "dissimilarity", [](D d) { return std::make_shared<const LiftedDissimilarity<D>>(std::move(d)); });
  entry.limits = D::traits.limits;
  entry.domain = choice_name(D::traits.domain);
  entry.properties = properties_of(D::traits);
  entry.remarks = remarks_on(D::traits);
  return entry;
}

}   // namespace

const Family<const AnyDissimilarity>& dissimilarities() {
  static const Family<const AnyDissimilarity> family("dissimilarity",
                                                     {
                                                         dissimilarity<SquaredEuclidean>(),
                                                         dissimilarity<Relevance>(),
                                                         dissimilarity<MatrixDistance>(),
                                                         dissimilarity<Euclidean>(),
                                                         dissimilarity<Minkowski>(),
                                                         dissimilarity<KernelDistance>(),
                                                         dissimilarity<Angle>(),
                                                         dissimilarity<Mahalanobis>(),
                                                         dissimilarity<Tangent>(),
                                                         dissimilarity<GeneralizedKullbackLeibler>(),
                                                         dissimilarity<KullbackLeibler>(),
                                                         dissimilarity<ItakuraSaito>(),
                                                         dissimilarity<Eta>(),
                                                         dissimilarity<Beta>(),
                                                         dissimilarity<Alpha>(),
                                                         dissimilarity<Tsallis>(),
                                                         dissimilarity<Renyi>(),
                                                         dissimilarity<GeneralizedRenyi>(),
                                                         dissimilarity<Hellinger>(),
                                                         dissimilarity<Gamma>(),
                                                         dissimilarity<CauchySchwarz>(),
                                                     },
                                                     {
                                                         made_in_cpp("bregman", "a convex function of one number"),
                                                         made_in_cpp("f-divergence", "a convex function of a ratio"),
                                                     });
  return family;
}

}   // namespace protea
