#include <protea/perceptron/regression_in_groups.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/linear_frame.hpp>

namespace protea {
namespace {

enum class LinearQuestion : std::size_t {
  moments,    // of inputs and target about a point: of weights, of the first and of the second order, and mean sizes
  products,   // of columns in new coordinates, the target behind them
  errors      // for prices
};

constexpr std::size_t rows_of_a_block = 512;
constexpr double least_square = 1e-280;   // below, squares of single rows lose their digits

// Numbers of a question in the order in which they were put together.
class Parameters {
 public:
  explicit Parameters(Row all) : rest_(all) {}
  double next() { return next(1).front(); }
  std::size_t next_count() { return static_cast<std::size_t>(next()); }
  Row next(std::size_t count) {
    if (count > rest_.size())
      throw UsageError("rows were asked what they do not know: all processes need the same version of protea");
    const Row numbers = rest_.first(count);
    rest_ = rest_.subspan(count);
    return numbers;
  }

 private:
  Row rest_;
};

void append(Row more, std::vector<double>& to) { to.insert(to.end(), more.begin(), more.end()); }

// Where rows are looked at from.
struct Centre {
  double weight_unit = 1;
  std::vector<double> means = {};
  double level = 0;

  void append_to(std::vector<double>& question) const {
    question.push_back(weight_unit);
    append(means, question);
    question.push_back(level);
  }
  static Centre from(Parameters& numbers, std::size_t inputs) {
    Centre centre{numbers.next()};
    const Row means = numbers.next(inputs);
    centre.means.assign(means.begin(), means.end());
    centre.level = numbers.next();
    return centre;
  }
};

// √w·(ξ − means) and √w·(y − level) of some rows.
struct Block {
  MatrixView z;
  Row target;
  Row weights;   // in units; empty: all one
};

template <class Use>
void for_each_block(const RowsOfGroup& group, const PolynomialTerms& terms, const Centre& centre, Use use) {
  const std::size_t n = terms.size();
  if (group.numbers.size() != group.x.rows) throw DataError("each row needs a number to learn");
  Matrix z(rows_of_a_block, n);
  std::vector<double> target(rows_of_a_block);
  std::vector<double> weights(group.weights.empty() ? 0 : rows_of_a_block);
  for (std::size_t first = 0; first < group.x.rows; first += rows_of_a_block) {
    const std::size_t count = std::min(rows_of_a_block, group.x.rows - first);
    for (std::size_t i = 0; i < count; ++i) {
      const MutableRow row = z.row(i);
      terms.evaluate(group.x.row(first + i), row);
      for (std::size_t j = 0; j < n; ++j) row[j] -= centre.means[j];
      target[i] = group.numbers[first + i] - centre.level;
      if (weights.empty()) continue;
      weights[i] = group.weights[first + i] / centre.weight_unit;
      const double root = std::sqrt(weights[i]);
      for (double& value : row) value *= root;
      target[i] *= root;
    }
    use(Block{{std::as_const(z).values().data(), count, n, n},
              Row(target).first(count),
              weights.empty() ? Row{} : Row(weights).first(count)});
  }
}

std::vector<double> moments(const RowsOfGroup& group, const PolynomialTerms& terms, Parameters question) {
  const std::size_t n = terms.size();
  const Centre about = Centre::from(question, n);
  double total = 0;
  std::vector<double> sums(n + 1);
  std::vector<double> squares(n + 1);
  std::vector<double> sizes(n + 1);
  std::vector<double> row(n + 1);
  if (group.numbers.size() != group.x.rows) throw DataError("each row needs a number to learn");
  for (std::size_t i = 0; i < group.x.rows; ++i) {
    terms.evaluate(group.x.row(i), MutableRow(row).first(n));
    for (std::size_t j = 0; j < n; ++j) row[j] -= about.means[j];
    row[n] = group.numbers[i] - about.level;
    const double weight = weight_at(group.weights, i);
    total += weight;
    for (std::size_t j = 0; j <= n; ++j) {
      sums[j] += weight * row[j];
      squares[j] += weight * row[j] * row[j];
      sizes[j] += weight * std::abs(row[j]);
    }
  }
  std::vector<double> answer{total, are_whole(group.weights) ? 0.0 : 1.0};
  append(sums, answer);
  append(squares, answer);
  append(sizes, answer);
  return answer;
}

// Of the columns as `map` makes them of the inputs; without one, as they are.
std::vector<double> products(const RowsOfGroup& group, const PolynomialTerms& terms, Parameters question) {
  const std::size_t n = terms.size();
  const Centre centre = Centre::from(question, n);
  const double target_unit = question.next();
  const bool has_map = question.next() > 0;
  const Row map = has_map ? question.next(n * n) : Row{};
  Matrix result(n + 1, n + 1);
  Matrix columns(rows_of_a_block, n + 1);
  for_each_block(group, terms, centre, [&](const Block& block) {
    if (has_map) kernels().products(block.z.data, block.z.rows, map.data(), n, n, columns.values().data(), n + 1);
    for (std::size_t i = 0; i < block.z.rows; ++i) {
      if (!has_map) std::ranges::copy(block.z.row(i), columns.row(i).begin());
      columns(i, n) = block.target[i] / target_unit;
    }
    const double* const all = std::as_const(columns).values().data();
    kernels().add_outer_products(all, block.z.rows, n + 1, all, n + 1, result.values().data());
  });
  return {result.values().begin(), result.values().end()};
}

std::vector<double> errors(const RowsOfGroup& group, const PolynomialTerms& terms, Parameters question) {
  const std::size_t n = terms.size();
  const Centre centre = Centre::from(question, n);
  LinearFrame frame;
  frame.has_intercept = question.next() > 0;
  frame.total = question.next();
  const bool is_count = question.next() > 0;
  const std::size_t rank = question.next_count();
  const auto take = [&](std::size_t count) {
    const Row numbers = question.next(count);
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  frame.values = take(rank);
  frame.along = take(rank);
  const Row map = question.next(rank * n);
  const std::vector<double> strengths = take(question.next_count());
  std::vector<ErrorSums> all(strengths.size());
  Matrix left(rank, rows_of_a_block);
  for_each_block(group, terms, centre, [&](const Block& block) {
    if (rank > 0)
      kernels().products(map.data(), rank, block.z.data, block.z.rows, n, left.values().data(), rows_of_a_block);
    const FramedRows rows{std::as_const(left).view(), block.target, block.weights, is_count};
    const std::vector<ErrorSums> own = error_sums(frame, rows, strengths);
    for (std::size_t k = 0; k < all.size(); ++k) all[k].add(own[k]);
  });
  std::vector<double> answer;
  for (const ErrorSums& sums : all) append(std::vector{sums.squared, sums.left_out, sums.counted}, answer);
  return answer;
}

// Moments of all rows about a point, divided by their weight.
struct Moments {
  double total = 0;
  bool is_whole = true;
  std::vector<double> means;   // of inputs, and of the target behind them
  std::vector<double> squares;
  std::vector<double> sizes;
};

Moments moments_of(GroupedRows& rows, const Centre& about) {
  std::vector<double> question;
  about.append_to(question);
  const std::vector<double> sums = rows.sum(static_cast<std::size_t>(LinearQuestion::moments), question);
  const std::size_t count = about.means.size() + 1;
  Moments result{sums[0], sums[1] == 0, {}, {}, {}};
  for (std::size_t j = 0; j < count; ++j) {
    result.means.push_back(sums[2 + j] / result.total);
    result.squares.push_back(sums[2 + count + j] / result.total);
    result.sizes.push_back(sums[2 + 2 * count + j] / result.total);
  }
  demand_finite(result.squares);
  return result;
}

void move_to_mean(Centre& centre, const Moments& moments) {
  for (std::size_t j = 0; j < centre.means.size(); ++j) centre.means[j] += moments.means[j];
  centre.level += moments.means.back();
}

Matrix products_of(GroupedRows& rows, const Centre& centre, double target_unit, const Matrix& map) {
  const std::size_t n = centre.means.size();
  std::vector<double> question;
  centre.append_to(question);
  append(std::vector{target_unit, map.rows() > 0 ? 1.0 : 0.0}, question);
  append(map.values(), question);
  const std::vector<double> sums = rows.sum(static_cast<std::size_t>(LinearQuestion::products), question);
  Matrix result(n + 1, n + 1);
  std::ranges::copy(sums, result.values().begin());
  demand_finite(result.values());
  return result;
}

double or_one(double unit) { return unit > 0 ? unit : 1; }

// Columns of length one, as R with Z = QR, and Qᵀ·target, in two steps. The first makes columns W = Z·Vᵀ/√λ of the eigenvectors of ZᵀZ,
// where a λ that rounding has made is replaced by the least that can be told; the second takes WᵀW exactly enough to see
// singular values down to rounding.
struct Triangle {
  Matrix r;
  std::vector<double> target;
  std::vector<double> units;   // of the columns
  std::vector<bool> is_constant;
};
Triangle triangle_of(GroupedRows& rows, const Centre& centre) {
  const std::size_t n = centre.means.size();
  const Matrix first = products_of(rows, centre, 1, {});
  Triangle result;
  for (std::size_t j = 0; j < n; ++j) {
    result.units.push_back(or_one(std::sqrt(first(j, j))));
    result.is_constant.push_back(first(j, j) == 0);
  }
  Matrix even(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < n; ++k) even(j, k) = first(j, k) / (result.units[j] * result.units[k]);
  }
  Spectrum spectrum = spectrum_of(even);
  const double largest = spectrum.values.empty() ? 0 : spectrum.values.back();
  const double least = largest * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  std::vector<double> roots;
  Matrix map = spectrum.vectors;
  for (std::size_t r = 0; r < n; ++r) {
    roots.push_back(or_one(std::sqrt(std::max(spectrum.values[r], least))));
    for (std::size_t j = 0; j < n; ++j) map(r, j) /= roots[r] * result.units[j];
  }
  const double target_unit = or_one(std::sqrt(first(n, n)));
  const Matrix second = products_of(rows, centre, target_unit, map);
  Matrix own(n, n);
  for (std::size_t j = 0; j < n; ++j) std::copy_n(second.row(j).begin(), n, own.row(j).begin());
  const Spectrum refined = spectrum_of(own);   // of columns of length one at most
  constexpr double nothing = 1e-13;
  Matrix turned(n, n);   // √μ·P·√λ
  result.target.assign(n, 0.0);
  for (std::size_t r = 0; r < n; ++r) {
    if (!(refined.values[r] > nothing)) continue;
    const double root = std::sqrt(refined.values[r]);
    for (std::size_t j = 0; j < n; ++j) {
      turned(r, j) = root * refined.vectors(r, j) * roots[j];
      result.target[r] += refined.vectors(r, j) * second(j, n);
    }
    result.target[r] *= target_unit / root;
  }
  result.r = product(turned, spectrum.vectors);
  return result;
}

// As decompose() in regression.cpp: by columns of one length where that leaves nothing open.
void decompose(const Triangle& triangle, bool is_plain, std::size_t rows, LinearFrame& frame) {
  const auto take = [&](const Matrix& r) {
    const SingularValues svd = singular_values_of(r);
    frame.set(svd, rows);
    for (std::size_t j = 0; j < r.columns(); ++j) {
      for (std::size_t k = 0; k < frame.values.size() && triangle.is_constant[j]; ++k) frame.directions(k, j) = 0;
    }
    frame.along.clear();
    for (std::size_t k = 0; k < frame.values.size(); ++k) frame.along.push_back(dot(svd.left.row(k), triangle.target));
  };
  if (is_plain) {
    take(triangle.r);
    if (frame.values.size() == frame.means.size()) {
      frame.column_unit = triangle.units;
      return;
    }
  }
  Matrix given = triangle.r;
  for (std::size_t k = 0; k < given.rows(); ++k) {
    for (std::size_t j = 0; j < given.columns(); ++j) given(k, j) *= triangle.units[j];
  }
  take(given);
}

}   // namespace

std::vector<double> answer_about_regression(const RowsOfGroup& group, const PolynomialTerms& terms, std::size_t what,
                                            Row parameters) {
  switch (static_cast<LinearQuestion>(what)) {
    case LinearQuestion::moments: return moments(group, terms, Parameters(parameters));
    case LinearQuestion::products: return products(group, terms, Parameters(parameters));
    case LinearQuestion::errors: break;
  }
  return errors(group, terms, Parameters(parameters));
}

GroupedFit fit_linear(GroupedRows& rows, std::size_t inputs, const LinearFitOptions& options) {
  // The mean of equal numbers is that number to the bit when it is looked at from near.
  Centre centre{1, std::vector<double>(inputs), 0};
  for (int times = 0; times < 2; ++times) move_to_mean(centre, moments_of(rows, centre));
  const Moments about_mean = moments_of(rows, centre);
  for (std::size_t j = 0; j <= inputs; ++j) {
    if (about_mean.squares[j] < least_square && about_mean.sizes[j] > 0)
      throw NumericalError("the numbers of the regression are too small to compute with: change their unit");
  }
  GroupedFit result;
  for (const double square : about_mean.squares) result.deviations.push_back(std::sqrt(square));
  result.target_deviation = result.deviations.back();
  result.deviations.pop_back();

  // Counts as they are; other weights with mean one.
  if (!about_mean.is_whole) centre.weight_unit = about_mean.total / static_cast<double>(rows.size());
  if (!options.intercept) {
    std::ranges::fill(centre.means, 0.0);
    centre.level = 0;
  }
  LinearFrame frame{options.intercept, about_mean.total / centre.weight_unit, centre.means, centre.level};
  const bool is_plain = options.strength == 0 && !options.chooses_strength;
  decompose(triangle_of(rows, centre), is_plain, rows.size(), frame);

  std::vector<double> head;
  centre.append_to(head);
  append(std::vector{frame.has_intercept ? 1.0 : 0.0, frame.total, about_mean.is_whole ? 1.0 : 0.0,
                     static_cast<double>(frame.values.size())},
         head);
  append(frame.values, head);
  append(frame.along, head);
  for (std::size_t r = 0; r < frame.values.size(); ++r) {
    for (std::size_t j = 0; j < inputs; ++j)
      head.push_back(frame.directions(r, j) /
                     (frame.values[r] * (frame.column_unit.empty() ? 1 : frame.column_unit[j])));
  }
  result.fit = finished_fit(frame, options, [&](Row strengths) {
    std::vector<double> question = head;
    question.push_back(static_cast<double>(strengths.size()));
    append(strengths, question);
    const std::vector<double> sums = rows.sum(static_cast<std::size_t>(LinearQuestion::errors), question);
    std::vector<ErrorSums> all;
    for (std::size_t k = 0; k < strengths.size(); ++k) all.push_back({sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]});
    return all;
  });
  return result;
}

}   // namespace protea
