// Uses the installed library: lists the rules of the catalogue and draws one number; fails where glvq is not
// among them.
#include <algorithm>
#include <iostream>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>

int main() {
  const auto names = protea::rules().names();
  for (const auto& name : names) std::cout << name << '\n';
  protea::Random random(1, protea::Purpose::generator);
  const double u = random.uniform();
  const bool is_in_range = u >= 0 && u < 1;
  const bool has_glvq = std::find(names.begin(), names.end(), "glvq") != names.end();
  return is_in_range && has_glvq ? 0 : 1;
}
