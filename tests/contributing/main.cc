// Trains with the rule and the method of CONTRIBUTING.md, found by their names alone.
#include <cstdio>
#include <string>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/reference.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/read.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/runtime/serial.hpp>

namespace {

using namespace protea;

bool rule_learns(const EncodedTable& data) {
  Serial serial;
  const auto errors_after = [&](const char* epochs) {
    const Configuration configuration =
        configure("glvq", {{"rule", "mistakes"}, {"rule.push", "0.5"}, {"optimizer", "sgd"}, {"epochs", epochs}});
    return train_model(configuration, data.dataset, data.encoding, serial).outcome.cost;
  };
  const double before = errors_after("1");
  const double after = errors_after("60");
  std::printf("%s\nerrors on iris: %.0f after one epoch, %.0f after sixty\n", describe_name("mistakes").c_str(), before, after);
  return after < before;
}

std::size_t right_answers(const Model& model, const Dataset& rows) {
  Serial serial;
  const Predictions answers = model.predict(model.prepare(rows).view(), serial);
  std::size_t right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) right += answers.labels[i] == rows.y[i] ? 1 : 0;
  return right;
}

// Trains, saves, loads, predicts, tunes and is listed.
bool method_works(const EncodedTable& data, const std::string& path) {
  Serial serial;
  const Trained trained = make_method("nearest-mean", {})->train(data.dataset, data.encoding, {serial});
  save_model(*trained.model, path);
  const std::size_t right = right_answers(*load_model(path), data.dataset);
  TuningPlan plan;
  GridPlan grid;
  grid.method = "nearest-mean";
  grid.axes = {parse_axis("nearest-mean.shrinkage=0,0.5")};
  plan.candidates = candidates(grid);
  plan.folds = 3;
  plan.outer = 3;
  const Tuning tuning = tune(plan, data, serial);
  std::printf("\n%s\nright on iris: %zu of 150; tuned: %zu of %zu candidates\n", describe_name("nearest-mean").c_str(), right, tuning.chosen() + 1,
              tuning.table.size());
  // The class means of iris in z-scores answer 128 of 150 rightly, by a plain calculation outside this library.
  return right == 128 && tuning.table.size() == 2 && describe_all().find("nearest-mean") != std::string::npos;
}

}  // namespace

int main(int, char** argv) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  return rule_learns(data) && method_works(data, argv[1]) ? 0 : 1;
}
