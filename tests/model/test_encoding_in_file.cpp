// The encoding in a model file: every kind of target survives, and that of labels is written as it always was.
#include <gtest/gtest.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>
#include <support/loaded.hpp>

namespace protea {
namespace {

PrototypeModel small_model() {
  const auto [dataset, encoding, notes] = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  return train_model(configure("lvq1", {{"epochs", "1"}}), dataset, encoding, serial).model;
}

Encoding read_back(const PrototypeModel& model) { return testing::decoded(encode_model(model)).encoding; }

TEST(EncodingInFile, KeepsMembershipsAndNumbers) {
  PrototypeModel model = small_model();
  model.encoding.label_name.clear();
  model.encoding.label_columns = {"wet", "dry"};
  model.encoding.target_positions = {4, 5};
  const Encoding memberships = read_back(model);
  EXPECT_EQ(memberships.target_kind(), TargetKind::memberships);
  EXPECT_EQ(memberships.label_columns, model.encoding.label_columns);
  EXPECT_EQ(memberships.target_positions, model.encoding.target_positions);

  model.encoding.label_columns.clear();
  model.encoding.target_name = "price";
  model.encoding.target_positions = {4};
  const Encoding numbers = read_back(model);
  EXPECT_EQ(numbers.target_kind(), TargetKind::numbers);
  EXPECT_EQ(numbers.target_name, "price");
  EXPECT_EQ(numbers.target_positions, model.encoding.target_positions);
}

TEST(EncodingInFile, HasNoKeysOfOtherTargetsForLabels) {
  const PrototypeModel model = small_model();
  const std::string bytes = encode_model(model);
  for (const std::string key : {"label_columns", "target"})
    EXPECT_EQ(bytes.find("\\\"" + key), std::string::npos) << key;
  EXPECT_NE(bytes.find("\\\"label_position"), std::string::npos);
  EXPECT_EQ(read_back(model).target_kind(), TargetKind::labels);
}

}   // namespace
}   // namespace protea
