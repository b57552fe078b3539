// Margins and certificates of a model's answers, as a page.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Numbers of the rows, kind by kind: "hypothesis margin" and how far each row is by it. The first is the one that the
// θ-error is of. Rows without a number are left out.
struct ShownMargins {
  std::string model;
  double theta = 0;
  std::vector<std::pair<std::string, std::vector<double>>> kinds = {};
  std::string unit = {};                                // what they are measured in
  std::vector<std::pair<double, double>> bounds = {};   // θ and the bound on the error there
  std::vector<std::string> remarks = {};                // a sentence each
};

Page margins_page(const ShownMargins& margins);

}   // namespace protea
