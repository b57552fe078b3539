// Values of a data set never change: tests that need other ones put a changed copy in their place.
#pragma once

#include <concepts>
#include <utility>

#include <protea/data/dataset.hpp>

namespace protea::testing {

template <std::invocable<Matrix&> Change>
void change_values(Dataset& data, Change change) {
  Matrix x = data.x.to_matrix();
  change(x);
  data.x = std::move(x);
}

}   // namespace protea::testing
