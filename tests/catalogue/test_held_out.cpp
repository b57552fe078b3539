// What a held-out part is for: nothing is learned from it but when to stop and how wide the scores are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <protea/catalogue/configure.hpp>
#include <protea/data/read.hpp>
#include <protea/data/split.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/calibration.hpp>
#include <protea/model/decision.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>
#include <support/noise.hpp>

namespace protea {
namespace {

constexpr std::size_t samples = 24;
constexpr std::size_t held_out_samples = 6;   // a quarter of each class of twelve

PrototypeModel trained(const Dataset& data, const Settings& settings) {
  Serial serial;
  return train_model(configure("glvq", settings), data, testing::encoding_of(data.x.columns()), serial).model;
}

Dataset ungrouped(Dataset data) {
  data.groups.clear();
  return data;
}

const Settings only_prepared{{"validation", "0.25"}, {"epochs", "0"}, {"init", "class-mean"}, {"init.noise", "0"}};

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// The rows that may be moved without a change of the first prototypes, which are means of the training rows.
std::vector<std::uint32_t> held_out_rows(const Dataset& data) {
  const Settings plain = with(only_prepared, {{"scale", "none"}});
  const std::vector<double> before = trained(data, plain).parameters;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    Dataset moved = data;
    testing::change_values(moved, [&](Matrix& x) { x(i, 0) += 5; });
    if (trained(moved, plain).parameters == before) rows.push_back(i);
  }
  return rows;
}

TEST(HeldOutRows, HaveNoPartInScalingAndFilling) {
  Dataset data = ungrouped(testing::noise(samples, 2, 4, 1));
  const std::vector<std::uint32_t> held_out = held_out_rows(data);
  ASSERT_EQ(held_out.size(), held_out_samples);
  const auto is_held_out = [&](std::uint32_t i) {
    return std::find(held_out.begin(), held_out.end(), i) != held_out.end();
  };
  std::uint32_t training_row = 0;
  while (is_held_out(training_row)) ++training_row;
  testing::change_values(data, [&](Matrix& x) { x(training_row, 1) = std::numeric_limits<double>::quiet_NaN(); });
  for (const std::string scale : {"z-score", "min-max"}) {
    for (const std::string missing : {"mean", "median"}) {
      SCOPED_TRACE(scale + ", " + missing);
      const Settings settings = with(only_prepared, {{"scale", scale}, {"missing", missing}});
      const Preparation before = trained(data, settings).preparation;
      Dataset far = data;
      testing::change_values(far, [&](Matrix& x) {
        for (const std::uint32_t i : held_out) {
          for (double& value : x.row(i)) value += 100;
        }
      });
      const Preparation after = trained(far, settings).preparation;
      EXPECT_EQ(after.shift, before.shift);
      EXPECT_EQ(after.factor, before.factor);
      EXPECT_EQ(after.fill, before.fill);
      Dataset other = data;
      testing::change_values(other, [&](Matrix& x) {
        for (std::uint32_t i = 0; i < samples; ++i) x(i, 0) += is_held_out(i) ? 0 : i;
      });
      EXPECT_NE(trained(other, settings).preparation.shift, before.shift);
    }
  }
}

// By hand: class means of the training rows, squared distances of the held-out rows to them, and the width that makes
// their labels likeliest.
TEST(HeldOutRows, AloneSayHowWideTheScoresAre) {
  const Dataset data = ungrouped(testing::noise(samples, 2, 4, 1));
  const std::vector<std::uint32_t> held_out = held_out_rows(data);
  ASSERT_EQ(held_out.size(), held_out_samples);
  Matrix means(2, 2);
  for (std::uint32_t i = 0; i < samples; ++i) {
    if (std::find(held_out.begin(), held_out.end(), i) != held_out.end()) continue;
    for (std::size_t j = 0; j < 2; ++j)
      means(static_cast<std::size_t>(data.y[i]), j) += data.x(i, j) / 9;   // three of twelve are held out
  }
  Matrix d(held_out.size(), 2);
  std::vector<Label> y;
  for (std::size_t h = 0; h < held_out.size(); ++h) {
    y.push_back(data.y[held_out[h]]);
    for (std::size_t k = 0; k < 2; ++k) {
      d(h, k) = std::pow(data.x(held_out[h], 0) - means(k, 0), 2) + std::pow(data.x(held_out[h], 1) - means(k, 1), 2);
    }
  }
  const std::vector<Label> one_each{0, 1};
  const double expected = with_likeliest_scores({}, {one_each, data.class_names}, std::as_const(d).view(), y).sigma;
  const double found = trained(data, with(only_prepared, {{"scale", "none"}})).decision.sigma;
  EXPECT_NEAR(found, expected, 1e-3 * expected);   // the search for the width ends within 10⁻⁴
}

// Groups of four rows each: a quarter of 24 rows is one group, and part of another would be torn off.
TEST(HeldOutRows, AreWholeGroups) {
  const Dataset data = testing::noise(samples, 2, 4, 1);
  const std::vector<std::uint32_t> held_out = held_out_rows(data);
  ASSERT_EQ(held_out.size(), 4u);
  for (const std::uint32_t i : held_out) EXPECT_EQ(data.groups[i], data.groups[held_out.front()]);
}

// Without held-out rows the width comes from models that have not seen the rows: three parts in turn, put
// together by hand.
TEST(OutOfFold, RowsSayHowWideTheScoresAre) {
  const Dataset data = testing::noise(30, 3, 4, 1);
  const Configuration configuration = configure("glvq", {{"epochs", "20"}, {"seed", "5"}});
  Serial serial;
  const PrototypeModel model = train_model(configuration, data, testing::encoding_of(data.x.columns()), serial).model;
  const auto parts = parts_by_content(data, 3, 5);
  Matrix d(data.size(), 2);
  for (const auto& part : parts) {
    const PrototypeModel other = train_model(configuration, data.subset(training_part(part, data.size())),
                                             testing::encoding_of(data.x.columns()), serial)
                                     .model;
    const Matrix own = other.distances(prepare(other, data.subset(part)).view());
    for (std::size_t i = 0; i < part.size(); ++i) std::copy_n(own.row(i).begin(), 2, d.row(part[i]).begin());
  }
  const Decision expected =
      with_likeliest_scores({}, {model.space.labels(), data.class_names}, std::as_const(d).view(), data.y);
  EXPECT_EQ(model.decision.sigma, expected.sigma);
  EXPECT_EQ(model.decision.scores, expected.scores);
}

// Rows that stand twice are never on both sides, and where a row stands says nothing.
// A decision that reads the scores needs their width, whether or not somebody looks at them.
TEST(OutOfFold, RowsAreAskedWhereAnswersDependOnScores) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  for (const Settings& settings : {Settings{{"decision", "soft"}}, Settings{{"decision.reject", "posterior"}}}) {
    const Configuration configuration = configure("glvq", settings);
    const auto width = [&](bool wants_scores) {
      return train_model(configuration, data.dataset, data.encoding, {.runtime = serial, .wants_scores = wants_scores})
          .model.decision.sigma;
    };
    EXPECT_EQ(width(false), width(true));
  }
}

TEST(OutOfFold, PartsGoByWhatRowsHold) {
  const Dataset data = ungrouped(testing::noise(30, 3, 4, 1));
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < 30; ++i) order.push_back(29 - i);
  for (std::uint32_t i = 0; i < 10; ++i) order.push_back(i);
  const auto parts = parts_by_content(data, 3, 1);
  const auto twice = parts_by_content(data.subset(order), 3, 1);
  std::size_t all = 0;
  for (std::size_t p = 0; p < 3; ++p) {
    all += parts[p].size();
    EXPECT_EQ(parts[p].size(), 10u);
    std::set<std::uint32_t> same;
    for (const std::uint32_t i : twice[p]) same.insert(order[i]);
    EXPECT_EQ(same, std::set<std::uint32_t>(parts[p].begin(), parts[p].end()));
  }
  EXPECT_EQ(all, 30u);
  EXPECT_NE(parts, parts_by_content(data, 3, 2));
  EXPECT_TRUE(parts_by_content(data.subset(std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}), 3, 1).empty());
}

TEST(OutOfFold, PartsKeepGroupsWhole) {
  const Dataset data = testing::noise(40, 3, 4, 1);
  const auto parts = parts_by_content(data, 3, 1);
  ASSERT_EQ(parts.size(), 3u);
  std::vector<std::set<std::size_t>> parts_of_group(10);
  for (std::size_t p = 0; p < 3; ++p) {
    for (const std::uint32_t i : parts[p]) parts_of_group[data.groups[i]].insert(p);
  }
  for (const auto& own : parts_of_group) EXPECT_EQ(own.size(), 1u);
  Dataset two = data;   // too few for three parts
  for (std::uint32_t& group : two.groups) group %= 2;
  EXPECT_TRUE(parts_by_content(two, 3, 1).empty());
}

// Labels that are nothing but noise can be learned by heart, and nothing is known of new rows: scores must not be
// sure of them.
TEST(OutOfFold, KeepsScoresFromBeingSureOfNoise) {
  const Dataset data = testing::noise(60, 25, 2);
  const Dataset news = testing::noise(400, 25, 3);
  Serial serial;
  const auto confidence = [&](bool wants_scores) {
    const TrainingContext context{.runtime = serial, .wants_scores = wants_scores};
    const PrototypeModel model =
        train_model(configure("gmlvq", {}), data, testing::encoding_of(data.x.columns()), context).model;
    const Predictions answers = model.predict(model.prepare(news).view(), serial);
    double sum = 0;
    for (std::size_t i = 0; i < news.size(); ++i) sum += std::max(answers.scores(i, 0), answers.scores(i, 1));
    return sum / static_cast<double>(news.size());
  };
  EXPECT_LT(confidence(true), 0.65);
  EXPECT_GT(confidence(false), 0.8);   // from the rows that were learned
}

// Asked before the three trainings, and once in the first epoch of each.
TEST(OutOfFold, TrainingsEndWhereTheModelIsNotWantedAnyMore) {
  const Dataset data = testing::noise(30, 3, 4, 1);
  Serial serial;
  const auto asked = [&](std::size_t patience) {
    std::size_t times = 0;
    TrainingContext context{.runtime = serial};
    context.gives_up = [&] { return ++times > patience; };
    train_model(configure("lvq1", {{"epochs", "50"}}), data, testing::encoding_of(3), context);
    return times;
  };
  EXPECT_EQ(asked(0), 1u);
  EXPECT_EQ(asked(1), 1u + 3u);
}

}   // namespace
}   // namespace protea
