// The named methods: one row each.
#include <protea/catalogue/catalogue.hpp>

namespace protea {

const std::vector<Preset>& presets() {
  static const std::vector<Preset> rows{
      {"lvq1", "Kohonen's LVQ1", "lvq1", "squared-euclidean", Scope::shared, "sgd", {{"optimizer.rate", "0.03"}, {"init", "k-means"}}},
      {"lvq+", "learning from correct classifications only", "lvq+", "squared-euclidean", Scope::shared, "sgd",
       {{"optimizer.rate", "0.03"}, {"init", "k-means"}}},
      {"olvq1", "LVQ1 with a learning rate per prototype", "olvq1", "squared-euclidean", Scope::shared, "sgd",
       {{"optimizer.rate", "1"}, {"optimizer.schedule", "constant"}, {"epochs", "40"}, {"init", "k-means"}}},
      {"lvq2.1", "LVQ2.1: both nearest prototypes move inside a window", "lvq2.1", "squared-euclidean", Scope::shared, "sgd",
       {{"optimizer.rate", "0.01"}, {"init", "k-means"}, {"epochs", "50"}}},
      {"lvq3", "LVQ3: LVQ2.1 that also centres prototypes", "lvq3", "squared-euclidean", Scope::shared, "sgd",
       {{"optimizer.rate", "0.01"}, {"init", "k-means"}, {"epochs", "50"}}},
      {"rlvq", "relevance LVQ: LVQ1 that also learns feature relevances", "lvq1", "relevance", Scope::shared, "sgd",
       {{"optimizer.rate", "0.1"}, {"optimizer.metric_rate", "0.0001"}, {"init", "k-means"}}},
      {"dslvq", "distinction sensitive LVQ: LVQ3 with relevances from pairs of prototypes", "lvq3", "relevance", Scope::shared, "sgd",
       {{"relevance", "dslvq"}, {"dissimilarity.step", "plain"}, {"optimizer.rate", "0.01"}, {"optimizer.metric_rate", "0"},
        {"init", "k-means"}, {"epochs", "50"}}},
      {"fc1-lvq1", "LVQ1 with relevances from the Fisher score over all prototypes", "lvq1", "relevance", Scope::shared, "sgd",
       {{"relevance", "fisher-1"}, {"dissimilarity.step", "plain"}, {"optimizer.rate", "0.03"}, {"optimizer.metric_rate", "0"},
        {"init", "k-means"}}},
      {"fc2-lvq1", "LVQ1 with relevances from the Fisher score between neighbours", "lvq1", "relevance", Scope::shared, "sgd",
       {{"relevance", "fisher-2"}, {"dissimilarity.step", "plain"}, {"optimizer.rate", "0.03"}, {"optimizer.metric_rate", "0"},
        {"init", "k-means"}}},
      {"fc1-glvq", "generalized LVQ with relevances from the Fisher score over all prototypes", "glvq", "relevance", Scope::shared, "sgd",
       {{"relevance", "fisher-1"}, {"optimizer.rate", "0.1"}, {"optimizer.metric_rate", "0"}, {"init", "k-means"}}},
      {"fc2-glvq", "generalized LVQ with relevances from the Fisher score between neighbours", "glvq", "relevance", Scope::shared, "sgd",
       {{"relevance", "fisher-2"}, {"optimizer.rate", "0.1"}, {"optimizer.metric_rate", "0"}, {"init", "k-means"}}},
      {"glvq", "generalized LVQ", "glvq", "squared-euclidean", Scope::shared, "l-bfgs", {}},
      {"grlvq", "generalized relevance LVQ", "glvq", "relevance", Scope::shared, "l-bfgs", {}},
      {"gmlvq", "generalized matrix LVQ", "glvq", "matrix", Scope::shared, "l-bfgs", {}},
      {"liram-lvq", "generalized matrix LVQ of limited rank", "glvq", "matrix", Scope::shared, "l-bfgs", {{"dissimilarity.rank", "2"}}},
      {"rslvq", "robust soft LVQ", "rslvq", "squared-euclidean", Scope::shared, "l-bfgs", {{"rule.sigma", "1"}}},
      {"mrslvq", "robust soft LVQ with a matrix", "rslvq", "matrix", Scope::shared, "l-bfgs", {{"rule.sigma", "0.3"}}},
      {"lmrslvq", "robust soft LVQ with a matrix per prototype", "rslvq", "matrix", Scope::per_prototype, "l-bfgs",
       {{"rule.sigma", "0.3"}}},
      {"margin-lvq", "LVQ with the hinge loss of the hypothesis margin", "margin-hinge", "squared-euclidean", Scope::shared, "l-bfgs", {}},
      {"knn", "k nearest neighbours: every sample is a prototype, the k nearest vote", "lvq1", "squared-euclidean", Scope::shared, "sgd",
       {{"init", "samples"}, {"epochs", "0"}, {"decision", "k-nearest"}}},
      {"lgmlvq", "generalized matrix LVQ with a matrix per prototype", "glvq", "matrix", Scope::per_prototype, "l-bfgs", {}},
      {"angle-gmlvq", "generalized matrix LVQ on angles", "glvq", "angle", Scope::shared, "l-bfgs", {{"dissimilarity.metric", "matrix"}}},
      {"tangent-glvq", "generalized LVQ with learned tangents per prototype", "glvq", "tangent", Scope::per_prototype, "l-bfgs", {}},
      {"celvq", "LVQ with a softmax over the classes and log loss", "cross-entropy", "squared-euclidean", Scope::shared, "l-bfgs", {}},
      {"divergence-glvq", "generalized LVQ with a divergence of histograms or spectra", "glvq", "generalized-kullback-leibler", Scope::shared, "l-bfgs",
       {{"scale", "unit-sum"}}},
      {"divergence-lvq1", "LVQ1 with a divergence of histograms or spectra", "lvq1", "generalized-kullback-leibler", Scope::shared, "sgd",
       {{"scale", "unit-sum"}, {"optimizer.rate", "0.003"}, {"init", "k-means"}}},
      {"divergence-rslvq", "robust soft LVQ with a divergence of histograms or spectra", "rslvq", "generalized-kullback-leibler", Scope::shared, "l-bfgs",
       {{"scale", "unit-sum"}, {"rule.sigma", "0.05"}}},
      {"kernel-glvq", "generalized LVQ with the distance of an RBF kernel", "glvq", "kernel", Scope::shared, "l-bfgs",
       {{"dissimilarity.sigma", "0"}}},
      {"kernel-lvq1", "LVQ1 in the space of an RBF kernel: prototypes are combinations of samples", "lvq1", "kernel", Scope::shared,
       "sgd", {{"space", "combinations"}, {"dissimilarity.sigma", "0"}, {"optimizer.rate", "0.03"}, {"init", "k-means"}}},
  };
  return rows;
}

const Preset& find_preset(std::string_view name) {
  std::vector<std::string> known;
  for (const Preset& preset : presets()) {
    if (preset.name == name) return preset;
    known.push_back(preset.name);
  }
  throw UsageError(unknown_name("method", name, known));
}

}  // namespace protea
