// Papers: everything that can be named has one, and CITATION.cff says the same as the list.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include <protea/base/version.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/citations.hpp>
#include <protea/catalogue/methods.hpp>

namespace protea {
namespace {

std::string citation_file() {
  std::ifstream file(PROTEA_SOURCE_DIR "/CITATION.cff");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::string* field_of(const Paper& paper, std::string_view name) {
  for (const auto& [known, value] : paper.fields) {
    if (known == name) return &value;
  }
  return nullptr;
}

// A title as people write it: without the marks of BibTeX.
std::string plain(std::string text) {
  for (const auto& [from, to] : {std::pair{"{\\'e}", "é"}, std::pair{"{", ""}, std::pair{"}", ""}}) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
      text.replace(at, std::string(from).size(), to);
  }
  return text;
}

TEST(Citations, EveryMethodAndEveryPartComesFromAPaper) {
  std::set<const Paper*> used;
  const auto use = [&](const std::string& what, const std::vector<const Paper*>& papers) {
    EXPECT_FALSE(papers.empty()) << what;
    used.insert(papers.begin(), papers.end());
  };
  for (const MethodEntry& entry : methods()) use(entry.name, papers_of_method(entry.name));
  const auto use_family = [&](const auto& family) {
    for (const auto& entry : family.entries()) use(entry.name, papers_of_part(family.title(), entry.name));
  };
  use_family(rules());
  use_family(dissimilarities());
  use_family(optimizers());
  use_family(relevance_estimators());
  EXPECT_EQ(used.size(), known_papers().size()) << "a paper in the list is nobody's";
}

TEST(Citations, EachPaperHasWhatABibliographyNeedsAndIsThereOnce) {
  std::set<std::string> keys;
  for (const Paper& paper : known_papers()) {
    SCOPED_TRACE(paper.key);
    EXPECT_TRUE(keys.insert(paper.key).second);
    for (const char* const name : {"author", "title", "year"}) EXPECT_NE(field_of(paper, name), nullptr) << name;
    EXPECT_TRUE(field_of(paper, "journal") || field_of(paper, "booktitle") || field_of(paper, "publisher") ||
                field_of(paper, "institution"));
    const std::string text = bibtex({&paper});
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
    EXPECT_EQ(text.find("@" + paper.type + "{" + paper.key + ",\n"), 0u);
  }
}

TEST(Citations, AMethodHasThePapersOfItsPartsEachOnce) {
  const auto keys = [](const std::vector<const Paper*>& papers) {
    std::vector<std::string> result;
    for (const Paper* paper : papers) result.push_back(paper->key);
    return result;
  };
  // {glvq, matrix, l-bfgs}: the matrix version by name, then the rule, the metric with its limited rank and penalty,
  // the minimizer
  EXPECT_EQ(keys(papers_of_method("gmlvq")),
            (std::vector<std::string>{"Schneider2009matrices", "SatoYamada1996", "Biehl2023", "Bunte2012",
                                      "Schneider2010", "LiuNocedal1989"}));
  // nothing is learned: no rule and no optimizer
  EXPECT_EQ(keys(papers_of_method("knn")), std::vector<std::string>{"CoverHart1967"});
  // {vq, squared-euclidean, means}: who iterated, who seeded, the rule, the metric, why means
  EXPECT_EQ(keys(papers_of_method("k-means")),
            (std::vector<std::string>{"Lloyd1982", "ArthurVassilvitskii2007", "BiehlGhoshHammer2006",
                                      "VillmannHaase2010", "Biehl2023", "Banerjee2005"}));
  // {som on the data, squared-euclidean, sgd}
  EXPECT_EQ(keys(papers_of_method("xom")),
            (std::vector<std::string>{"Wismueller2009", "Kohonen1995", "VillmannHaase2010", "Biehl2023",
                                      "RobbinsMonro1951"}));
}

TEST(Citations, TheCitationFileHasTheVersionAndTheFivePapersAsTheListHasThem) {
  const std::string file = citation_file();
  EXPECT_NE(file.find("cff-version: 1.2.0\n"), std::string::npos);
  EXPECT_NE(file.find("\nversion: " + std::string(version()) + "\n"), std::string::npos);
  for (const char* const key : {"BiehlGhoshHammer2006", "VillmannHaase2010", "Crammer2003", "Biehl2023", "Ridge2012"}) {
    const auto paper =
        std::find_if(known_papers().begin(), known_papers().end(), [&](const Paper& each) { return each.key == key; });
    ASSERT_NE(paper, known_papers().end());
    EXPECT_NE(file.find("title: \"" + plain(*field_of(*paper, "title")) + "\""), std::string::npos) << key;
  }
}

}   // namespace
}   // namespace protea
