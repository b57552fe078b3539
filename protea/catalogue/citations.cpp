// One list of papers, and one of what comes from which.
#include <protea/catalogue/citations.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/reference.hpp>

namespace protea {
namespace {

// What comes from which papers: a family of the catalogue, or "method", a name in it, the keys of its papers.
struct Origin {
  std::string_view family;
  std::string_view name;
  std::vector<std::string_view> keys;
};

const std::vector<Origin>& origins() {
  static const std::vector<Origin> list{
      {"rule", "lvq1", {"Kohonen1990", "BiehlGhoshHammer2006"}},
      {"rule", "lvq+", {"BiehlGhoshHammer2006"}},
      {"rule", "vq", {"BiehlGhoshHammer2006", "VillmannHaase2010"}},
      {"rule", "olvq1", {"KohonenLvqPak1996"}},
      {"rule", "lvq2.1", {"Kohonen1990", "KohonenLvqPak1996"}},
      {"rule", "lvq3", {"Kohonen1990", "KohonenLvqPak1996"}},
      {"rule", "glvq", {"SatoYamada1996", "Biehl2023"}},
      {"rule", "rslvq", {"SeoObermayer2003"}},
      {"rule", "margin-hinge", {"Crammer2003"}},
      {"rule", "margin-broken-linear", {"Crammer2003"}},
      {"rule", "margin-exponential", {"Crammer2003"}},
      {"rule", "cross-entropy", {"Villmann2018"}},
      {"rule", "neural-gas", {"Martinetz1993", "VillmannHaase2010"}},
      {"rule", "growing-neural-gas", {"Fritzke1995", "Martinetz1993"}},
      {"rule", "som", {"Kohonen1995", "VillmannHaase2010"}},
      {"rule", "heskes-som", {"Heskes1999", "Kohonen1995", "VillmannHaase2010"}},
      {"rule", "fl-som", {"VillmannHaase2010", "Heskes1999", "Kohonen1995"}},
      {"rule", "fl-ng", {"VillmannHaase2010", "Martinetz1993"}},
      {"dissimilarity", "squared-euclidean", {"Biehl2023"}},
      {"dissimilarity", "euclidean", {"Biehl2023"}},
      {"dissimilarity", "minkowski", {"Biehl2023"}},
      {"dissimilarity", "mahalanobis", {"Mahalanobis1936", "Biehl2023"}},
      {"dissimilarity", "relevance", {"HammerVillmann2002", "Ridge2012"}},
      {"dissimilarity", "matrix", {"Schneider2009matrices", "Bunte2012", "Schneider2010"}},
      {"dissimilarity", "kernel", {"Villmann2015", "Biehl2023"}},
      {"dissimilarity", "angle", {"Bunte2016"}},
      {"dissimilarity", "tangent", {"SaralajewVillmann2016"}},
      {"dissimilarity", "generalized-kullback-leibler", {"VillmannHaase2010"}},
      {"dissimilarity", "kullback-leibler", {"VillmannHaase2010"}},
      {"dissimilarity", "itakura-saito", {"VillmannHaase2010"}},
      {"dissimilarity", "eta", {"VillmannHaase2010"}},
      {"dissimilarity", "beta", {"VillmannHaase2010"}},
      {"dissimilarity", "alpha", {"VillmannHaase2010"}},
      {"dissimilarity", "tsallis", {"VillmannHaase2010"}},
      {"dissimilarity", "renyi", {"VillmannHaase2010"}},
      {"dissimilarity", "generalized-renyi", {"VillmannHaase2010"}},
      {"dissimilarity", "hellinger", {"VillmannHaase2010"}},
      {"dissimilarity", "gamma", {"VillmannHaase2010"}},
      {"dissimilarity", "cauchy-schwarz", {"VillmannHaase2010"}},
      {"optimizer", "sgd", {"RobbinsMonro1951"}},
      {"optimizer", "momentum", {"Polyak1964"}},
      {"optimizer", "adam", {"KingmaBa2015"}},
      {"optimizer", "waypoint", {"Papari2011"}},
      {"optimizer", "l-bfgs", {"LiuNocedal1989"}},
      {"optimizer", "means", {"Lloyd1982", "Banerjee2005"}},
      {"relevance", "fisher-1", {"Ridge2012"}},
      {"relevance", "fisher-2", {"Ridge2012"}},
      {"relevance", "dslvq", {"Pregenzer1996"}},
      // What a combination of parts is known by.
      {"method", "rlvq", {"Bojer2001"}},
      {"method", "dslvq", {"Pregenzer1996"}},
      {"method", "fc1-lvq1", {"Ridge2012"}},
      {"method", "fc2-lvq1", {"Ridge2012"}},
      {"method", "fc1-glvq", {"Ridge2012"}},
      {"method", "fc2-glvq", {"Ridge2012"}},
      {"method", "grlvq", {"HammerVillmann2002"}},
      {"method", "gmlvq", {"Schneider2009matrices"}},
      {"method", "lgmlvq", {"Schneider2009matrices"}},
      {"method", "liram-lvq", {"Bunte2012"}},
      {"method", "mrslvq", {"Schneider2009distance"}},
      {"method", "lmrslvq", {"Schneider2009distance"}},
      {"method", "margin-lvq", {"Crammer2003"}},
      {"method", "knn", {"CoverHart1967"}},
      {"method", "divergence-glvq", {"VillmannHaase2010"}},
      {"method", "divergence-lvq1", {"VillmannHaase2010"}},
      {"method", "divergence-rslvq", {"VillmannHaase2010"}},
      {"method", "kernel-glvq", {"Villmann2015"}},
      {"method", "perceptron", {"Rosenblatt1958", "Biehl2023"}},
      {"method", "minover", {"KrauthMezard1987", "Biehl2023"}},
      {"method", "adaline", {"WidrowHoff1960", "Biehl2023"}},
      {"method", "adatron", {"AnlaufBiehl1989", "Biehl2023"}},
      {"method", "soft-adatron", {"AnlaufBiehl1989", "CortesVapnik1995", "Biehl2023"}},
      {"method", "pocket", {"Gallant1990", "Biehl2023"}},
      {"method", "cost-perceptron", {"Biehl2023"}},
      {"method", "kernel-adatron", {"Friess1998", "CortesVapnik1995", "Biehl2023"}},
      {"method", "committee", {"MitchisonDurbin1989", "Biehl2023"}},
      {"method", "parity", {"BiehlOpper1991", "Biehl2023"}},
      {"method", "regression", {"Penrose1955", "Biehl2023"}},
      {"method", "ridge", {"HoerlKennard1970", "Allen1974", "Biehl2023"}},
      {"method", "svm", {"ChangLin2011", "Biehl2023"}},
      {"method", "hopfield", {"Hopfield1982", "Amit1985", "Amit1987", "Biehl2023"}},
      {"method", "k-means", {"Lloyd1982", "ArthurVassilvitskii2007"}},
      {"method", "xom", {"Wismueller2009"}},
  };
  return list;
}

const Paper& find_paper(std::string_view key) {
  const std::vector<Paper>& papers = known_papers();
  const auto found = std::find_if(papers.begin(), papers.end(), [&](const Paper& paper) { return paper.key == key; });
  if (found == papers.end()) throw UsageError(fmt::format("there is no paper '{}'", key));
  return *found;
}

void add_once(std::vector<const Paper*>& papers, const std::vector<const Paper*>& more) {
  for (const Paper* paper : more) {
    if (std::find(papers.begin(), papers.end(), paper) == papers.end()) papers.push_back(paper);
  }
}

// A classifier that keeps its samples neither learns nor minimizes.
bool is_trained(const Preset& preset) {
  return std::find(preset.settings.begin(), preset.settings.end(), Settings::value_type{"epochs", "0"}) ==
         preset.settings.end();
}

}   // namespace

std::vector<const Paper*> all_papers() {
  std::vector<const Paper*> papers;
  for (const Paper& paper : known_papers()) papers.push_back(&paper);
  return papers;
}

std::vector<const Paper*> papers_of_part(std::string_view family, std::string_view name) {
  std::vector<const Paper*> papers;
  for (const Origin& origin : origins()) {
    if (origin.family != family || origin.name != name) continue;
    for (const std::string_view key : origin.keys) papers.push_back(&find_paper(key));
  }
  return papers;
}

std::vector<const Paper*> papers_of_method(std::string_view name) {
  std::vector<const Paper*> papers = papers_of_part("method", name);
  const MethodEntry& method = find_method(name);
  if (!method.preset || !is_trained(*method.preset)) return papers;
  const Preset& preset = *method.preset;
  add_once(papers, papers_of_part("rule", preset.rule));
  add_once(papers, papers_of_part("dissimilarity", preset.dissimilarity));
  for (const auto& [key, text] : preset.settings) {
    if (key == "relevance") add_once(papers, papers_of_part("relevance", text));
  }
  add_once(papers, papers_of_part("optimizer", preset.optimizer));
  return papers;
}

std::vector<const Paper*> papers_of(const std::string& name) {
  describe_name(name);   // refuses what is unknown
  std::vector<const Paper*> papers;
  const std::vector<std::string> names = method_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) add_once(papers, papers_of_method(name));
  for (const char* const family : {"rule", "dissimilarity", "optimizer", "relevance"})
    add_once(papers, papers_of_part(family, name));
  return papers;
}

std::string bibtex(const std::vector<const Paper*>& papers) {
  std::string text;
  for (const Paper* paper : papers) {
    text += fmt::format("{}@{}{{{},\n", text.empty() ? "" : "\n", paper->type, paper->key);
    for (const auto& [name, value] : paper->fields) text += fmt::format("  {} = {{{}}},\n", name, value);
    text += "}\n";
  }
  return text;
}

}   // namespace protea
