// Maps of SOM_PAK and the ESOM tools as models: what they answer, what they are trained on with, and what they are
// written as.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/continue_model.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

PrototypeModel map_of(const std::string& text) {
  return model_from_codebook(parse_codebook(text, "map.cod"), "map.cod");
}

std::string written(const PrototypeModel& model) { return format_codebook(codebook_from_model(model)); }

PrototypeModel read_again(const PrototypeModel& model) {
  const std::unique_ptr<Model> again = decode_model(encode_model(model), "m.protea", model_kinds());
  return dynamic_cast<const PrototypeModel&>(*again);
}

TEST(MapCodebook, BecomesAMapOnItsLatticeAndIsWrittenAsItWas) {
  for (const std::string text :
       {"1 hexa 3 2 bubble\n0 a \n1 \n2 b \n3 \n4 a \n5 a \n", "1 rect 2 3 gaussian\n0 \n1 \n2 \n3 \n4 \n5 \n",
        "2 rect 3 1 gaussian\n0 1 \n1 1 p \n2 1 \n"}) {
    SCOPED_TRACE(text);
    const PrototypeModel model = map_of(text);
    EXPECT_EQ(written(model), text);
    EXPECT_EQ(written(read_again(model)), text);
    EXPECT_EQ(model.record.method, "som");
    EXPECT_FALSE(model.has_classes());
    ASSERT_NE(model.lattice(), nullptr);
    EXPECT_EQ(model.lattice()->size(), model.space.prototype_count());
    // The recorded parts are those with which the rule is made again.
    const Configuration configuration = configuration_of(model, {});
    EXPECT_EQ(configuration.rule->lattice()->topology, model.lattice()->topology);
    EXPECT_EQ(configuration.scaling, Scaling::none);
  }
}

TEST(MapCodebook, KeepsLabelsAsALabelMapWhereUnitsMayHaveNone) {
  const PrototypeModel model = map_of("1 hexa 3 1 bubble\n0 b\n1\n2 a\n");
  ASSERT_TRUE(model.units);
  EXPECT_EQ(model.units->class_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(model.units->label_of(0), 1);
  EXPECT_EQ(model.units->label_of(1), no_label);
  EXPECT_EQ(model.units->label_of(2), 0);
  EXPECT_TRUE(model.units->hits.empty());   // how many each has won is not in the file
  EXPECT_EQ(model.encoding.label_name, "class");
  EXPECT_FALSE(map_of("1 hexa 2 1 bubble\n0\n1\n").units);
}

TEST(MapCodebook, OfATorusIsWrittenAsARectangleAndOfAFreeLatticeWithoutOne) {
  PrototypeModel model = map_of("1 rect 3 2 gaussian\n0 a \n1 \n2 \n3 \n4 \n5 \n");
  model.rule = model.rule->on({Topology::torus, 3, 2});
  EXPECT_EQ(written(model), "1 rect 3 2 gaussian\n0 a \n1 \n2 \n3 \n4 \n5 \n");
  model.rule = model.rule->on({Topology::free, 0, 0, std::make_shared<const Matrix>(6, 6)});
  EXPECT_EQ(written(model), "1 lvq\n0 \n1 \n2 \n3 \n4 \n5 \n");
  EXPECT_THROW(weights_from_model(model), UsageError);
}

TEST(EsomMap, IsARectangleAChainOrATorusAsTheFileSays) {
  const auto topology_of = [](const std::string& text) {
    return model_from_weights(parse_esom_weights(text, "m.wts")).lattice()->topology;
  };
  EXPECT_EQ(topology_of("% 2 2\n% 1\n0\n1\n2\n3\n"), Topology::rectangle);
  EXPECT_EQ(topology_of("% 2 2 0\n% 1\n0\n1\n2\n3\n"), Topology::rectangle);
  EXPECT_EQ(topology_of("% 2 2 1\n% 1\n0\n1\n2\n3\n"), Topology::torus);
  EXPECT_EQ(topology_of("% 1 4\n% 1\n0\n1\n2\n3\n"), Topology::chain);
  EXPECT_EQ(topology_of("% 1 4 1\n% 1\n0\n1\n2\n3\n"), Topology::torus);
  const PrototypeModel model = model_from_weights(parse_esom_weights("% 2 3 1\n% 1\n0\n1\n2\n3\n4\n5\n", "m.wts"));
  const EsomWeights again = weights_from_model(read_again(model));
  EXPECT_EQ(again.grid.rows, 2u);
  EXPECT_EQ(again.grid.columns, 3u);
  EXPECT_EQ(again.grid.is_toroid, true);
  EXPECT_EQ(again.vectors(4, 0), 4);
  EXPECT_THROW(weights_from_model(map_of("1 lvq\n0\n1\n")), UsageError);
}

// The rule som with a constant range and rate ½: the winner, unit 1 at 0, goes half of the way to the sample at 1; its
// neighbour, one place away, half of the way times exp(−1/2σ²), σ = 1.
TEST(MapCodebook, GoesOnWithTheRuleOfAMap) {
  const PrototypeModel model = map_of("1 rect 2 1 gaussian\n0\n4\n");
  const Configuration configuration = configuration_of(
      model, {{"epochs", "1"}, {"rule.schedule", "constant"}, {"optimizer.schedule", "constant"}, {"reach", "inf"}});
  Dataset one;
  one.source = "one";
  one.feature_names = {"x1"};
  Matrix x(1, 1);
  x(0, 0) = 1;
  one.x = x;
  Serial serial;
  const TrainedModel trained = continue_model(model, configuration, one, serial);
  EXPECT_NEAR(trained.model.parameters[0], 0.5, 1e-15);
  EXPECT_NEAR(trained.model.parameters[1], 4 - 0.5 * std::exp(-0.5) * 3, 1e-15);
}

}   // namespace
}   // namespace protea
