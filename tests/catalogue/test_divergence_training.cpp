// Every divergence trains GLVQ and LVQ1 on histograms and spectra without leaving its domain.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

struct Case {
  std::string dissimilarity;
  Settings settings;
  std::string method;
  std::string set;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.dissimilarity;
  for (const auto& [key, text] : c.settings) *out << " " << key << "=" << text;
  *out << ", " << c.method << ", " << c.set;
}

std::vector<Case> all_cases() {
  std::vector<std::pair<std::string, Settings>> divergences;
  for (const auto& entry : dissimilarities().entries()) {
    const DataDomain domain = entry.make({})->domain();
    if (!domain.is_bounded()) continue;
    // Digits are full of zeros: where those are outside, a floor lifts them.
    divergences.emplace_back(entry.name,
                             domain.kind == Domain::positive ? Settings{{"dissimilarity.floor", "0.001"}} : Settings{});
  }
  for (const std::string beta : {"0.5", "2"}) divergences.emplace_back("beta", Settings{{"dissimilarity.beta", beta}});
  divergences.emplace_back("alpha", Settings{{"dissimilarity.alpha", "2"}});
  divergences.emplace_back("renyi", Settings{{"dissimilarity.alpha", "0.5"}, {"dissimilarity.floor", "0.001"}});
  divergences.emplace_back("gamma", Settings{{"dissimilarity.gamma", "2"}, {"dissimilarity.floor", "0.001"}});
  std::vector<Case> result;
  for (const auto& [name, settings] : divergences) {
    for (const std::string method : {"divergence-glvq", "divergence-lvq1"}) {
      for (const std::string set : {"digits", "tecator"}) result.push_back({name, settings, method, set});
    }
  }
  return result;
}

// Every so many rows, so that all classes are there.
EncodedTable some_rows(const std::string& set) {
  constexpr std::size_t most = 200;
  EncodedTable data = encode_training_table(read_table(set), "", Nominal::refuse);
  const std::size_t every = (data.dataset.size() + most - 1) / most;
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < data.dataset.size(); i += every) rows.push_back(static_cast<std::uint32_t>(i));
  data.dataset = data.dataset.subset(rows);
  return data;
}

class EveryDivergence : public ::testing::TestWithParam<Case> {};

TEST_P(EveryDivergence, TrainsOnHistogramsAndSpectraWithoutLeavingItsDomain) {
  const EncodedTable data = some_rows(GetParam().set);
  const auto configuration_of = [](const std::string& epochs) {
    Settings settings{{"dissimilarity", GetParam().dissimilarity}, {"prototypes", "1"}, {"epochs", epochs}};
    settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
    return configure(GetParam().method, settings);
  };
  const Configuration configuration = configuration_of("4");
  const auto dissimilarity = configuration.dissimilarity;
  const DataDomain domain = dissimilarity->domain();
  const bool is_probability = domain.kind == Domain::probability;
  const std::size_t n = data.dataset.x.columns();
  std::size_t epochs = 0;
  const Observer watch = [&](const EpochReport& report) {
    ++epochs;
    EXPECT_TRUE(std::isfinite(report.cost));
    const std::size_t prototypes = data.dataset.class_names.size();
    for (std::size_t k = 0; k < prototypes; ++k) {
      const Row w = Row(report.state.parameters).subspan(k * n, n);
      for (const double value : w) {
        EXPECT_TRUE(std::isfinite(value));
        EXPECT_GE(value, domain.least);
      }
      if (!is_probability) continue;
      EXPECT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 1, 1e-12);
    }
    return true;
  };
  Serial serial;
  const TrainedModel trained = train_model(configuration, data.dataset, data.encoding, serial, watch);
  EXPECT_GT(epochs, 0u);
  const TrainedModel start = train_model(configuration_of("0"), data.dataset, data.encoding, serial);
  EXPECT_NE(trained.model.parameters, start.model.parameters);
  if (GetParam().method == "divergence-glvq") {
    EXPECT_LT(trained.outcome.cost, start.outcome.cost);
  }
}

// Costs are descended in ln w, so that one rate serves shares of 64 features and of 100. l-bfgs, which needs none, says
// how far down it goes;
// the others must come a fifth of that way at least. Plain steps in w went up: shares are about 1/n, and a step of 0.05
// throws them to the floor.
TEST(Divergences, AreDescendedByEveryOptimizerAtItsDefaultRate) {
  Serial serial;
  for (const std::string set : {"digits", "tecator"}) {
    const EncodedTable data = some_rows(set);
    const auto cost_of = [&](const Settings& settings) {
      return train_model(configure("divergence-glvq", settings), data.dataset, data.encoding, serial).outcome.cost;
    };
    const double start = cost_of({{"epochs", "0"}});
    const double best = cost_of({{"epochs", "60"}});
    for (const std::string optimizer : {"sgd", "momentum", "waypoint", "adam"}) {
      Settings settings{{"optimizer", optimizer}, {"epochs", "100"}};
      if (optimizer == "adam")
        settings.emplace_back("optimizer.rate", "0.01");   // spectra differ by less than its usual 0.05
      EXPECT_LT(cost_of(settings) - best, 0.8 * (start - best)) << set << ", " << optimizer;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryDivergence, ::testing::ValuesIn(all_cases()));

}   // namespace
}   // namespace protea
