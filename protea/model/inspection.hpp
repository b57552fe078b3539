// What a model shows of itself to people: a few sentences, then exhibits.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/value.hpp>

namespace PROTEA_EXPORT protea {

// Something to look at under a title: bars with names, then lines.
struct Exhibit {
  std::string title;
  std::vector<std::string> names = {};   // of the bars
  std::vector<double> bars = {};
  std::vector<std::string> lines = {};
};

struct Showcase {
  std::string composition;   // "4 features, 3 classes (…), 3 prototypes"
  std::string parts;         // "rule glvq, dissimilarity matrix (shared), scaling z-score"
  std::vector<Exhibit> exhibits = {};
};

}   // namespace protea
