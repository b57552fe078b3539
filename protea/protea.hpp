// Everything a program needs to train, ask and keep models, in one header:
//
//   protea::Options options = protea::preset("gmlvq");
//   options.prototypes.each = 2;
//   const protea::Fitted model = protea::fit(options, protea::ArrayView::row_major(x, 150, 4), species);
//   model.predict(…); model.scores(…); model.save("iris.protea");
//
// See docs/cpp.md. Parts of one's own travel the same road: options.rule = protea::make_rule(MyRule{}).
#pragma once

#include <protea/facade/fitted.hpp>
