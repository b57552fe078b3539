// Who is on a shortlist, and that nobody who is nearest is left out of it.
#include <protea/model/shortlist.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

Matrix normal_rows(std::size_t rows, std::size_t columns, double offset, std::uint32_t stream) {
  Random random(11, Purpose::generator, stream);
  Matrix x(rows, columns);
  for (double& value : x.values()) value = offset + random.normal();
  return x;
}

TEST(Shortlist, HoldsTheNearestAndFewOthers) {
  for (const std::size_t n : {1, 3, 16, 200}) {
    for (const std::size_t count : {1, 2, 16, 40, 500}) {
      const Matrix w = normal_rows(count, n, 0, 1);
      const Matrix x = normal_rows(130, n, 0, 2);
      for (const std::size_t nearest : {std::size_t{1}, std::size_t{5}, std::size_t{40}, count}) {
        Shortlist shortlist;
        shortlist.prepare(w.view());
        shortlist.find(x.view(), nearest);
        std::size_t listed = 0;
        for (std::size_t i = 0; i < x.rows(); ++i) {
          std::vector<std::pair<double, std::uint32_t>> all;
          for (std::uint32_t k = 0; k < count; ++k) {
            double d = 0;
            for (std::size_t j = 0; j < n; ++j) d += (x(i, j) - w(k, j)) * (x(i, j) - w(k, j));
            all.emplace_back(d, k);
          }
          std::sort(all.begin(), all.end());
          const auto rivals = shortlist.rivals(i);
          EXPECT_TRUE(std::is_sorted(rivals.begin(), rivals.end()));
          for (std::size_t r = 0; r < std::min(nearest, count); ++r)
            ASSERT_TRUE(std::binary_search(rivals.begin(), rivals.end(), all[r].second)) << n << ' ' << count;
          listed += rivals.size();
        }
        // Panels of 16 stand in for their least member, so that a few more than asked for are listed.
        EXPECT_LE(listed, x.rows() * std::min(count, nearest == 1 ? 2 : 3 * nearest + 16)) << n << ' ' << count;
      }
    }
  }
}

// Rows that were measured before a prototype moved know of it as those measured afterwards do, and slacks have room for where it is.
TEST(Shortlist, FollowsPrototypesThatMoveThroughSumsThatAreThere) {
  for (const std::size_t n : {1, 7, 16, 40, 200}) {
    const std::size_t count = 37;
    Matrix w = normal_rows(count, n, 0, 1);
    const Matrix x = normal_rows(6, n, 0, 2);
    std::vector<std::uint32_t> rows(6);
    std::iota(rows.begin(), rows.end(), 0U);
    Shortlist shortlist;
    shortlist.prepare_to_move(w.view());
    shortlist.measure(x.view(), rows);
    const std::vector<float> before(shortlist.sums(1).values.begin(), shortlist.sums(1).values.end());
    const double slack = shortlist.sums(5).slack;
    for (const std::size_t moved : {std::size_t{20}, std::size_t{3}}) {
      for (double& value : w.row(moved)) value = 9 - value;
      shortlist.move(moved, std::as_const(w).row(moved), 2);
    }
    EXPECT_GT(shortlist.sums(5).slack, slack);
    EXPECT_TRUE(std::ranges::equal(before, shortlist.sums(1).values)) << "that row has gone by";
    Shortlist anew;   // with the reference where it was
    anew.prepare_to_move(normal_rows(count, n, 0, 1).view());
    for (const std::size_t moved : {std::size_t{20}, std::size_t{3}}) anew.move(moved, std::as_const(w).row(moved), 0);
    anew.measure(x.view(), rows);
    for (std::size_t i = 2; i < 6; ++i) {
      const Shortlist::Sums followed = shortlist.sums(i);
      const Shortlist::Sums measured = anew.sums(i);
      EXPECT_EQ(followed.slack, measured.slack);
      for (std::size_t k = 0; k < count; ++k) EXPECT_NEAR(followed.values[k], measured.values[k], followed.slack);
    }
  }
}

// Scaled by (x + 1)/2, x comes to rest a rounding of 1/2 away from where it is: the direct formula, which sees that, prefers the first.
TEST(Shortlist, CountsWhatScalingLoses) {
  Matrix w(2, 1);
  w(0, 0) = 0.49999999999987099;
  w(1, 0) = 0.50000000000008926;
  const double x = -3.9734009357685213e-14;
  const double scaled = (x + 1) * 0.5;
  ASSERT_LE(std::abs(scaled - w(0, 0)), std::abs(scaled - w(1, 0)));   // and the first of equals wins
  Shortlist shortlist;
  shortlist.prepare(w.view());
  const double shift = -1;
  const double factor = 0.5;
  shortlist.scale({&shift, 1}, {&factor, 1});
  shortlist.find(matrix_view(Row(&x, 1), 1, 1));
  EXPECT_EQ(shortlist.rivals(0).size(), 2u);
}

// Rows in single precision are compared where they are, with the factors of the scaling in the slopes; far from the origin they are
// shifted first. The nearest by the formula in double precision is on the list, and settle() names nobody else.
TEST(Shortlist, ComparesRowsOfSinglePrecisionAsTheyAre) {
  for (const double offset : {0.0, 3.0, 1000.0}) {
    for (const std::size_t n : {1, 16, 200}) {
      const std::size_t count = 40;
      const Matrix w = normal_rows(count, n, 0, 1);
      const std::vector<double> shift(n, offset);
      const std::vector<double> factor(n, 0.5);
      Shortlist shortlist;
      shortlist.prepare(w.view());
      shortlist.scale(shift, factor);
      const Matrix normal = normal_rows(130, n, 0, 2);
      const std::size_t stride = n + 3;
      std::vector<float> x(130 * stride);
      for (std::size_t i = 0; i < 130; ++i) {
        for (std::size_t j = 0; j < n; ++j) x[i * stride + j] = static_cast<float>(2 * normal(i, j) + offset);
      }
      shortlist.find(x.data(), 130, n, stride);
      std::size_t listed = 0;
      std::size_t settled = 0;
      for (std::size_t i = 0; i < 130; ++i) {
        const std::vector<double> row(x.begin() + static_cast<std::ptrdiff_t>(i * stride),
                                      x.begin() + static_cast<std::ptrdiff_t>(i * stride + n));
        std::vector<double> d(count);
        for (std::size_t k = 0; k < count; ++k) {
          for (std::size_t j = 0; j < n; ++j) {
            const double difference = (row[j] - shift[j]) * factor[j] - w(k, j);
            d[k] += difference * difference;
          }
        }
        const auto nearest = static_cast<std::uint32_t>(std::ranges::min_element(d) - d.begin());
        const auto rivals = shortlist.rivals(i);
        ASSERT_TRUE(std::ranges::binary_search(rivals, nearest)) << offset << ' ' << n;
        listed += rivals.size();
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0U);
        const std::uint32_t winner = shortlist.settle(row.data(), all);
        ASSERT_TRUE(winner == nearest || winner == Shortlist::nobody) << offset << ' ' << n;
        settled += winner == nearest ? 1 : 0;
      }
      EXPECT_LE(listed, 200U) << offset << ' ' << n;   // few rows have a second one
      EXPECT_GE(settled, 129U) << offset << ' ' << n;
    }
  }
}

// Every prototype and its twin, so close to it that the order of their sums in single precision is that of roundings.
Matrix rows_with_twins(std::size_t pairs, std::size_t n, double apart) {
  const Matrix all = normal_rows(pairs, n, 0, 1);
  const Matrix move = normal_rows(pairs, n, 0, 3);
  Matrix w(2 * pairs, n);
  for (std::size_t k = 0; k < pairs; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      w(2 * k, j) = all(k, j);
      w(2 * k + 1, j) = all(k, j) + apart * move(k, j);
    }
  }
  return w;
}

std::vector<double> direct_distances(Row x, MatrixView w) {
  std::vector<double> d(w.rows);
  for (std::size_t k = 0; k < w.rows; ++k) kernels().squared_distances(x.data(), w.row(k).data(), 1, w.columns, &d[k]);
  return d;
}

TEST(Shortlist, HoldsTheNearestOfTwinsWhoseSumsRoundingsExchange) {
  constexpr std::size_t count = 500;
  for (const std::size_t n : {1, 16, 200}) {
    for (const double apart : {1e-6, 1e-7, 1e-8}) {
      const Matrix w = rows_with_twins(20, n, apart);
      Matrix x = normal_rows(count, n, 0, 2);
      std::vector<float> floats(x.values().begin(), x.values().end());
      std::ranges::copy(floats, x.values().begin());
      Shortlist doubles;
      doubles.prepare(w.view());
      doubles.find(std::as_const(x).view(), 1);
      Shortlist singles;
      singles.prepare(w.view());
      singles.find(floats.data(), count, n, n);
      for (std::size_t i = 0; i < count; ++i) {
        const std::vector<double> d = direct_distances(std::as_const(x).row(i), w.view());
        const auto nearest = static_cast<std::uint32_t>(std::ranges::min_element(d) - d.begin());
        ASSERT_TRUE(std::ranges::binary_search(doubles.rivals(i), nearest)) << n << ' ' << apart << ' ' << i;
        ASSERT_TRUE(std::ranges::binary_search(singles.rivals(i), nearest)) << n << ' ' << apart << ' ' << i;
      }
    }
  }
}

// Units of the last place apart, it says nothing or what the direct formula says.
TEST(Shortlist, SettlesTwinsAsTheDirectFormulaDoesOrNotAtAll) {
  const std::vector<std::uint32_t> all{0, 1};
  for (const std::size_t n : {1, 16, 200}) {
    for (const double apart : {1e-14, 1e-15, 3e-16, 1e-9}) {
      const Matrix w = rows_with_twins(1, n, apart);
      const Matrix x = normal_rows(500, n, 0, 2);
      Shortlist shortlist;
      shortlist.prepare(w.view());
      std::size_t settled = 0;
      for (std::size_t i = 0; i < x.rows(); ++i) {
        const std::uint32_t winner = shortlist.settle(x.row(i).data(), all);
        if (winner == Shortlist::nobody) continue;
        const std::vector<double> d = direct_distances(x.row(i), w.view());
        ASSERT_LT(d[winner], d[1 - winner]) << n << ' ' << apart << ' ' << i;
        ++settled;
      }
      if (apart == 1e-9) {
        EXPECT_GT(settled, 450U) << n;
      }
    }
  }
}

// Equal prototypes are never told apart: who of them comes first is for the direct formula to say.
TEST(Shortlist, SettlesNothingBetweenEquals) {
  Matrix w = normal_rows(3, 5, 0, 1);
  std::ranges::copy(std::as_const(w).row(0), w.row(2).begin());
  Shortlist shortlist;
  shortlist.prepare(std::as_const(w).view());
  const std::vector<std::uint32_t> all{0, 1, 2};
  EXPECT_EQ(shortlist.settle(w.row(0).data(), all), Shortlist::nobody);
  EXPECT_EQ(shortlist.settle(w.row(1).data(), all), 1U);
}

// A form of somebody else: d = s·‖x − w‖², and s, an option, is no parameter that one could look at. With roundings of its own, of
// which nobody knows, far larger than those of the forms of the house, a shortlist would be wrong about it.
struct CoarseForm {
  double scale = 1e6;

  static constexpr std::string_view name = "coarse";
  static constexpr std::string_view summary = "A quadratic form, rounded to sixteenths.";
  static constexpr DissimilarityTraits traits{
      .symmetric = true, .is_quadratic_form = true, .formula = "s·‖x − w‖²", .source = "a test"};
  static constexpr auto options() { return std::tuple{option("scale", &CoarseForm::scale, "s", {.at_least = 0})}; }

  double value(Row x, Row w, Row) const {
    double d = 0;
    for (std::size_t j = 0; j < x.size(); ++j) d += (x[j] - w[j]) * (x[j] - w[j]);
    return scale * std::round(16 * d) / 16;
  }
  void add_gradient(Row x, Row w, Row, double pull, MutableRow gw, MutableRow) const {
    for (std::size_t j = 0; j < x.size(); ++j) gw[j] += pull * scale * 2 * (w[j] - x[j]);
  }
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}
};

TEST(Labels, OfAFormOfSomebodyElseAreThoseOfItsDistances) {
  PrototypeModel model;
  model.space = PrototypeSpace(std::make_shared<const LiftedDissimilarity<CoarseForm>>(), 1, {0, 1}, Scope::shared);
  model.class_names = {"a", "b"};
  model.parameters = {0, 1};
  EXPECT_FALSE(Shortlist::serves(model.space));
  Matrix x(1, 1);
  x(0, 0) = 0.51;   // 0.2601 and 0.2401 round to the same sixteenth, and the first of equals wins
  Serial serial;
  ASSERT_EQ(model.predict(std::as_const(x).view(), serial).labels, std::vector<Label>{0});
  EXPECT_EQ(model.labels(std::as_const(x).view(), serial), std::vector<Label>{0});
}

// Labels by shortlist are those of all distances, for every shared quadratic form, on data far from the origin too.
TEST(Labels, AreThoseOfAllDistances) {
  const EncodedTable wine = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  Threads threads(3);
  for (const std::string method : {"lvq1", "grlvq", "gmlvq", "lgmlvq"}) {
    for (const std::string scaling : {"z-score", "none"}) {
      Settings settings{{"prototypes", "4"}, {"scale", scaling}, {"epochs", "3"}, {"init", "random-sample"}};
      const auto model = make_method(method, settings)->train(wine.dataset, wine.encoding, {serial}).model;
      const Matrix x = model->prepare(wine.dataset);
      const std::vector<Label> expected = model->predict(x.view(), serial).labels;
      EXPECT_EQ(model->labels(x.view(), serial), expected) << method << ' ' << scaling;
      EXPECT_EQ(model->labels(x.view(), threads), expected) << method << ' ' << scaling;
      EXPECT_EQ(model->labels(wine.dataset, serial), expected) << method << ' ' << scaling;
      // In single precision the samples are others: their answers are those of a data set with the same numbers.
      const Matrix original = wine.dataset.x.to_matrix();
      std::vector<float> floats;
      for (const double value : original.values()) floats.push_back(static_cast<float>(value));
      Matrix rounded_rows(original.rows(), original.columns());
      std::ranges::copy(floats, rounded_rows.values().begin());
      Dataset rounded_data = wine.dataset;
      rounded_data.x = SampleRows(rounded_rows);
      const auto& prototypes = dynamic_cast<const PrototypeModel&>(*model);
      const FloatRows rows{floats.data(), original.rows(), original.columns(), original.columns()};
      EXPECT_EQ(prototypes.labels(rows, threads), model->predict(model->prepare(rounded_data).view(), serial).labels)
          << method << ' ' << scaling;
      Dataset singles = wine.dataset;
      singles.x = SampleRows(ArrayView::row_major(floats.data(), original.rows(), original.columns()));
      EXPECT_EQ(model->labels(singles, threads), prototypes.labels(rows, serial)) << method << ' ' << scaling;
      floats[3 * original.columns() + 2] = std::numeric_limits<float>::quiet_NaN();
      EXPECT_THROW(model->labels(singles, serial), DataError) << method << ' ' << scaling;
      Matrix rounded = x;   // many ties with prototypes that are samples
      for (double& value : rounded.values()) value = std::round(4 * value) / 4;
      EXPECT_EQ(model->labels(rounded.view(), serial), model->predict(rounded.view(), serial).labels) << method;
    }
  }
}

// Numbers behind each row are nobody's. Prototypes of another class one apart are told apart in single precision, those 1e-9 apart in
// double precision only, and of equal ones the first wins.
TEST(Labels, OfSinglesWithGapsBetweenRowsAreThoseOfTheirRows) {
  const EncodedTable wine = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  const Matrix original = wine.dataset.x.to_matrix();
  const std::size_t n = original.columns();
  const std::size_t stride = n + 2;
  std::vector<float> floats(original.rows() * stride, 1e4F);
  Matrix rounded(original.rows(), n);
  for (std::size_t i = 0; i < original.rows(); ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      floats[i * stride + j] = static_cast<float>(original(i, j));
      rounded(i, j) = static_cast<double>(floats[i * stride + j]);
    }
  }
  const FloatRows rows{floats.data(), original.rows(), n, stride};
  Dataset doubles = wine.dataset;
  doubles.x = SampleRows(rounded);
  Dataset singles = wine.dataset;
  singles.x = SampleRows(ArrayView{nullptr, original.rows(), n, static_cast<std::ptrdiff_t>(stride), 1, floats.data()});
  std::vector<std::uint32_t> backwards(original.rows());
  std::iota(backwards.rbegin(), backwards.rend(), 0U);
  const auto trained =
      make_method("gmlvq", {{"prototypes", "4"}, {"epochs", "3"}})->train(wine.dataset, wine.encoding, {serial});
  auto& model = dynamic_cast<PrototypeModel&>(*trained.model);
  ASSERT_EQ(model.space.labels()[3], 0);
  ASSERT_EQ(model.space.labels()[4], 1);
  for (const double apart : {1.0, 1e-9, 0.0}) {
    for (std::size_t p = 0; p < 4 * n; ++p) model.parameters[4 * n + p] = model.parameters[p] + apart;
    std::vector<Label> expected = model.predict(model.prepare(doubles).view(), serial).labels;
    EXPECT_EQ(model.labels(rows, serial), expected) << apart;
    EXPECT_EQ(model.labels(singles, serial), expected) << apart;
    std::ranges::reverse(expected);
    EXPECT_EQ(model.labels(singles.subset(backwards), serial), expected) << apart;
  }
}

// Rows far from the origin in their own units, by an offset that single precision could not tell from its neighbours, and
// with gaps, whose answers and errors are those of prepared rows.
TEST(Labels, OfADataSetAreThoseOfItsPreparedRows) {
  Matrix x = normal_rows(300, 3, 0, 5);
  std::vector<Label> y(300);
  for (std::size_t i = 0; i < 300; ++i) {
    y[i] = x(i, 0) + x(i, 1) > 0 ? 1 : 0;
    x(i, 1) = 1e9 + x(i, 1);
    x(i, 2) = 1e-6 * x(i, 2);
  }
  Dataset data;
  data.source = "rows";
  data.x = SampleRows(x);
  data.y = y;
  data.class_names = {"a", "b"};
  data.feature_names = {"p", "q", "r"};
  Serial serial;
  for (const std::string missing : {"refuse", "mean", "mask"}) {
    const auto model = make_method("gmlvq", {{"missing", missing}, {"prototypes", "3"}, {"epochs", "5"}})
                           ->train(data, Encoding{}, {serial})
                           .model;
    EXPECT_EQ(model->labels(data, serial), model->predict(model->prepare(data).view(), serial).labels) << missing;
    Matrix with_gap = x;
    with_gap(7, 2) = std::numeric_limits<double>::quiet_NaN();
    Dataset gappy = data;
    gappy.x = SampleRows(with_gap);
    if (missing == "refuse") {
      EXPECT_THROW(model->labels(gappy, serial), DataError);
    } else {
      EXPECT_EQ(model->labels(gappy, serial), model->predict(model->prepare(gappy).view(), serial).labels) << missing;
    }
  }
}

// Rows of 1024 are looked at together, and prepared 4096 at a time where a shortlist cannot serve. Of the prototypes 0 0 1 1 2 2, the
// third is at the first and the last at the fourth, apart by so little that double precision tells, or nothing does.
TEST(Labels, OfManyRowsAreThoseOfEachByItself) {
  constexpr std::size_t count = 5000;
  constexpr std::size_t n = 3;
  const Matrix normal = normal_rows(count, n, 0, 5);
  const std::vector<float> floats(normal.values().begin(), normal.values().end());
  Matrix x(count, n);
  std::ranges::copy(floats, x.values().begin());
  Dataset data;
  data.source = "rows";
  data.x = SampleRows(x);
  data.class_names = {"a", "b", "c"};
  data.feature_names = {"p", "q", "r"};
  for (std::size_t i = 0; i < count; ++i) data.y.push_back(x(i, 0) > 0.5 ? 2 : (x(i, 0) > -0.5 ? 1 : 0));
  Serial serial;
  Threads threads(2);
  for (const std::string method : {"glvq", "lgmlvq"}) {
    const auto trained = make_method(method, {{"prototypes", "2"}, {"epochs", "2"}})->train(data, {}, {serial});
    auto& model = dynamic_cast<PrototypeModel&>(*trained.model);
    for (const double apart : {1.0, 1e-9, 0.0}) {
      for (std::size_t j = 0; j < n; ++j) {
        model.parameters[2 * n + j] = model.parameters[j] + apart;
        model.parameters[5 * n + j] = model.parameters[3 * n + j] + apart;
      }
      const std::vector<Label> expected = model.predict(model.prepare(data).view(), serial).labels;
      for (Runtime* runtime : {static_cast<Runtime*>(&serial), static_cast<Runtime*>(&threads)}) {
        EXPECT_EQ(model.labels(data, *runtime), expected) << method << ' ' << apart;
        EXPECT_EQ(model.labels(model.prepare(data).view(), *runtime), expected) << method << ' ' << apart;
        EXPECT_EQ(model.labels(FloatRows{floats.data(), count, n, n}, *runtime), expected) << method << ' ' << apart;
      }
    }
  }
}

// The votes of the k nearest of a shortlist are those of a sort of all distances.
TEST(Votes, AreThoseOfAllDistances) {
  const EncodedTable wine = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  for (const std::string k : {"1", "5", "30", "178"}) {
    const auto model = make_method("knn", {{"decision.k", k}})->train(wine.dataset, wine.encoding, {serial}).model;
    auto& prototypes = dynamic_cast<PrototypeModel&>(*model);
    Matrix x = model->prepare(wine.dataset);
    for (double& value : x.values()) value = std::round(2 * value) / 2;   // ties
    const Predictions found = model->predict(x.view(), serial);
    const Matrix d = prototypes.distances(x.view());
    Decider decider(prototypes.decision, {prototypes.space.labels(), model->class_names});
    std::vector<double> scores(model->class_names.size());
    for (std::size_t i = 0; i < x.rows(); ++i) {
      EXPECT_EQ(found.labels[i], decider.decide(d.row(i), scores)) << k << ' ' << i;
      EXPECT_TRUE(std::equal(scores.begin(), scores.end(), found.scores.row(i).begin())) << k << ' ' << i;
    }
  }
}

}   // namespace
}   // namespace protea
