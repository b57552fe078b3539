// A checkpoint belongs to one run: its options, its samples and what they weigh.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <protea/base/error.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>
#include <support/noise.hpp>

namespace protea {
namespace {

enum class Checkpoint { written, resumed };

class Resuming : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  TrainedModel train(const Dataset& data, const std::string& seed, Checkpoint checkpoint) const {
    Serial serial;
    const Configuration configuration = configure("glvq", {{"optimizer", "sgd"}, {"epochs", "4"}, {"seed", seed}});
    return train_model(configuration, data, testing::encoding_of(2), serial, {},
                       {.path = path_, .every = 2, .resume = checkpoint == Checkpoint::resumed});
  }

  std::string path_ =
      ::testing::TempDir() + "protea_resume_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  Dataset data_ = testing::noise(20, 2, 3, 1);
};

TEST_F(Resuming, GoesOnWithTheSameRun) {
  data_.weights.assign(20, 1.0);
  data_.weights[7] = 3;
  const PrototypeModel first = train(data_, "1", Checkpoint::written).model;
  EXPECT_EQ(train(data_, "1", Checkpoint::resumed).model.parameters, first.parameters);
}

TEST_F(Resuming, RefusesOtherSampleWeights) {
  data_.weights.assign(20, 1.0);
  train(data_, "1", Checkpoint::written);
  data_.weights[7] = 3;
  EXPECT_THROW(train(data_, "1", Checkpoint::resumed), UsageError);
}

TEST_F(Resuming, RefusesOtherSamplesLabelsAndOptions) {
  train(data_, "1", Checkpoint::written);
  EXPECT_THROW(train(data_, "2", Checkpoint::resumed), UsageError) << "seed";
  Dataset moved = data_;
  testing::change_values(moved, [](Matrix& x) { x(3, 1) += 0.5; });
  EXPECT_THROW(train(moved, "1", Checkpoint::resumed), UsageError) << "samples";
  Dataset renamed = data_;
  std::swap(renamed.y[0], *std::find(renamed.y.begin(), renamed.y.end(), 1 - renamed.y[0]));
  EXPECT_THROW(train(renamed, "1", Checkpoint::resumed), UsageError) << "labels";
}

}   // namespace
}   // namespace protea
