// The list of dissimilarities: one line each.
#include <protea/catalogue/catalogue.hpp>
#include <protea/dissimilarity/angle.hpp>
#include <protea/dissimilarity/euclidean.hpp>
#include <protea/dissimilarity/kernel_distance.hpp>
#include <protea/dissimilarity/mahalanobis.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/minkowski.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/dissimilarity/tangent.hpp>

namespace protea {
namespace {

template <Dissimilarity D>
Entry<const AnyDissimilarity> dissimilarity() {
  return make_entry<const AnyDissimilarity, D>("dissimilarity",
                                               [](D d) { return std::make_shared<const LiftedDissimilarity<D>>(std::move(d)); });
}

}  // namespace

const Family<const AnyDissimilarity>& dissimilarities() {
  static const Family<const AnyDissimilarity> family("dissimilarity", {
      dissimilarity<SquaredEuclidean>(),
      dissimilarity<Relevance>(),
      dissimilarity<MatrixDistance>(),
      dissimilarity<Euclidean>(),
      dissimilarity<Minkowski>(),
      dissimilarity<KernelDistance>(),
      dissimilarity<Angle>(),
      dissimilarity<Mahalanobis>(),
      dissimilarity<Tangent>(),
  });
  return family;
}

}  // namespace protea
