// Trains with the rule of CONTRIBUTING.md, found by its name alone.
#include <cstdio>

#include <protea/catalogue/reference.hpp>
#include <protea/method/train_model.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

int main() {
  using namespace protea;
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const auto errors_after = [&](const char* epochs) {
    const Configuration configuration =
        configure("glvq", {{"rule", "mistakes"}, {"rule.push", "0.5"}, {"optimizer", "sgd"}, {"epochs", epochs}});
    return train_model(configuration, data.dataset, data.encoding, serial).outcome.cost;
  };
  const double before = errors_after("1");
  const double after = errors_after("60");
  std::printf("%s\nerrors on iris: %.0f after one epoch, %.0f after sixty\n", describe_name("mistakes").c_str(), before, after);
  return after < before ? 0 : 1;
}
