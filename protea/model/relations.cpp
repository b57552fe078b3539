#include <protea/model/relations.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

constexpr std::size_t most_samples = 30'000;   // 7 GB of dissimilarities
constexpr double rounding = 1e-8;              // of a written matrix, relative to its largest value

void demand_room(std::size_t samples, const std::string& source) {
  if (samples <= most_samples) return;
  throw DataError(fmt::format(
      "{}: combinations of samples need a number for every pair, and {} samples are more than {}: use fewer, "
      "or {}",
      source, samples, most_samples, setting("space", "features")));
}

// The values of the rows to one another, symmetric to the bit.
Matrix square_part(const Dataset& dataset) {
  const std::size_t count = dataset.size();
  demand_room(count, dataset.source);
  demand_square(dataset);
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < dataset.x.columns(); ++j) largest = std::max(largest, std::abs(dataset.x(i, j)));
  }
  Matrix result(count, count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = dataset.x(i, dataset.row_number(j));
      const double mirrored = dataset.x(j, dataset.row_number(i));
      if (!(std::abs(value - mirrored) <= rounding * largest)) {
        throw DataError(fmt::format("{}: the matrix is not symmetric: {} here, {} in row {}, column {}",
                                    dataset.place(i, dataset.row_number(j)), value, mirrored, dataset.row_number(j) + 1,
                                    dataset.row_number(i) + 1));
      }
      result(i, j) = result(j, i) = value / 2 + mirrored / 2;
    }
  }
  return result;
}

}   // namespace

void demand_whole(const Dataset& dataset) {
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    for (std::size_t j = 0; j < dataset.x.columns(); ++j) {
      if (!std::isnan(dataset.x(i, j))) continue;
      throw DataError(
          fmt::format("{}: the value is missing, and a matrix of all pairs needs each", dataset.place(i, j)));
    }
  }
}

void demand_square(const Dataset& dataset) {
  const std::size_t columns = dataset.x.columns();
  if (dataset.row_numbers.empty() && columns != dataset.size()) {
    throw DataError(
        fmt::format("{}: {} rows and {} columns beside the label: a matrix of all pairs has as many columns as rows",
                    dataset.source, dataset.size(), columns));
  }
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    if (dataset.row_number(i) >= columns) {
      throw DataError(
          fmt::format("{}: the matrix has no column for its row {}", dataset.source, dataset.row_number(i) + 1));
    }
  }
  demand_whole(dataset);
}

Matrix dissimilarities_among(MatrixView x, const AnyDissimilarity& dissimilarity, Runtime& runtime) {
  demand_room(x.rows, "the data");
  Matrix d(x.rows, x.rows);
  runtime.run(x.rows, [&](std::size_t i) {
    Scratch scratch;
    const std::size_t others = x.rows - i - 1;
    if (others == 0) return;
    const MatrixView own{x.row(i).data(), 1, x.columns, x.stride};
    const MatrixView later{x.row(i + 1).data(), others, x.columns, x.stride};
    dissimilarity.values(own, later, {}, {d.row(i).data() + i + 1, 1, others, others}, scratch);
    for (std::size_t j = i + 1; j < x.rows; ++j) {
      if (!std::isfinite(d(i, j))) {
        throw NumericalError(fmt::format(
            "the {} of samples {} and {} is not a finite number: scale the data, or use another dissimilarity",
            dissimilarity.name(), i + 1, j + 1));
      }
    }
  });
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) d(i, j) = d(j, i);
  }
  return d;
}

Matrix from_dissimilarity_matrix(const Dataset& dataset) {
  Matrix d = square_part(dataset);
  double largest = 0;
  for (const double value : std::as_const(d).values()) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < d.rows(); ++i) {
    if (std::abs(d(i, i)) > rounding * largest) {
      throw DataError(fmt::format("{}: the dissimilarity of a sample to itself is {}: it must be 0, or use {}",
                                  dataset.place(i, dataset.row_number(i)), d(i, i), setting("space", "kernel-matrix")));
    }
    d(i, i) = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (d(i, j) < 0) {
        throw DataError(fmt::format("{}: the dissimilarity is {}: it must not be negative",
                                    dataset.place(i, dataset.row_number(j)), d(i, j)));
      }
    }
  }
  return d;
}

Matrix from_kernel_matrix(const Dataset& dataset) {
  const Matrix kappa = square_part(dataset);
  double largest = 0;
  for (const double value : kappa.values()) largest = std::max(largest, std::abs(value));
  Matrix d(kappa.rows(), kappa.rows());
  for (std::size_t i = 0; i < d.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double value = kappa(i, i) - 2 * kappa(i, j) + kappa(j, j);
      if (!(value >= -4 * rounding * largest)) {
        throw DataError(fmt::format(
            "{}: {} is no value of a kernel: it is more than ½({} + {}), the values of both samples with themselves",
            dataset.place(i, dataset.row_number(j)), kappa(i, j), kappa(i, i), kappa(j, j)));
      }
      d(i, j) = d(j, i) = std::max(0.0, value);
    }
  }
  return d;
}

}   // namespace protea
