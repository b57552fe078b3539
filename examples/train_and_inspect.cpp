// Trains GMLVQ on the built-in wine data and prints the accuracy and the five most relevant features.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/confusion.hpp>

int main() {
  try {
    const auto [dataset, encoding, notes] =
        protea::encode_training_table(protea::read_table("wine", "class"), "class", protea::Nominal::refuse);
    const protea::Configuration configuration = protea::configure("gmlvq", {{"prototypes", "1"}, {"scale", "z-score"}});
    const auto runtime = protea::make_runtime(0);   // all cores; the result is the same for any number
    const protea::TrainedModel trained = protea::train_model(configuration, dataset, encoding, *runtime);
    const protea::PrototypeModel& model = trained.model;

    const protea::Matrix x = protea::prepare(model, dataset);
    const protea::Predictions answers = protea::predict(model, x.view(), *runtime);
    const protea::Confusion confusion(dataset.y, answers.labels, model.class_names.size());
    std::printf("%zu samples, cost %.3f after %zu epochs, accuracy on the training data %.1f %%\n", dataset.size(),
                trained.outcome.cost, trained.outcome.epochs, 100 * confusion.accuracy());

    const protea::Matrix lambda = model.relevance_matrix(0);
    std::vector<std::size_t> order(lambda.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return lambda(a, a) > lambda(b, b); });
    const std::vector<std::string> names = model.encoding.feature_names();
    std::printf("most relevant features:\n");
    for (std::size_t r = 0; r < 5; ++r)
      std::printf("  %-30s %.4f\n", names[order[r]].c_str(), lambda(order[r], order[r]));
    return 0;
  } catch (const protea::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
