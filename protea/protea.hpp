// Everything a program needs to train, ask and keep models, in one header:
//
//   protea::Options options = protea::preset("gmlvq");
//   options.prototypes.each = 2;
//   const protea::Fitted model = protea::fit(options, protea::ArrayView::row_major(x, 150, 4), species);
//   model.predict(…); model.scores(…); model.save("iris.protea");
//
// See docs/cpp.md. Parts of one's own travel the same road: options.rule = protea::make_rule(MyRule{}).
#pragma once

#include <protea/catalogue/methods.hpp>
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
#include <protea/facade/fitted.hpp>
#include <protea/model/abilities.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/optimize/lbfgs.hpp>
#include <protea/optimize/momentum.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/optimize/waypoint.hpp>
#include <protea/rule/cross_entropy.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/rule/lvq2_1.hpp>
#include <protea/rule/lvq3.hpp>
#include <protea/rule/lvq_plus.hpp>
#include <protea/rule/margin_loss.hpp>
#include <protea/rule/olvq1.hpp>
#include <protea/rule/rslvq.hpp>
#include <protea/rule/vq.hpp>
#include <protea/rule/winners.hpp>
