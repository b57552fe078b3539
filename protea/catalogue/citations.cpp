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
      {"method", "regression", {"Penrose1955", "Biehl2023"}},
      {"method", "ridge", {"HoerlKennard1970", "Allen1974", "Biehl2023"}},
      {"method", "svm", {"ChangLin2011", "Biehl2023"}},
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

const std::vector<Paper>& known_papers() {
  static const std::vector<Paper> papers{
      {"BiehlGhoshHammer2006",
       "article",
       {{"author", "Biehl, Michael and Ghosh, Anarta and Hammer, Barbara"},
        {"title", "Learning vector quantization: The dynamics of winner-takes-all algorithms"},
        {"journal", "Neurocomputing"},
        {"volume", "69"},
        {"number", "7--9"},
        {"pages", "660--670"},
        {"year", "2006"},
        {"doi", "10.1016/j.neucom.2005.12.007"}}},
      {"VillmannHaase2010",
       "techreport",
       {{"author", "Villmann, Thomas and Haase, Sven"},
        {"title",
         "Mathematical aspects of divergence based vector quantization using {Fr{\\'e}chet}-derivatives: Extended and revised version"},
        {"institution", "University of Applied Sciences Mittweida"},
        {"type", "Machine Learning Reports"},
        {"number", "01/2010"},
        {"year", "2010"},
        {"issn", "1865-3960"}}},
      {"Crammer2003",
       "inproceedings",
       {{"author", "Crammer, Koby and Gilad-Bachrach, Ran and Navot, Amir and Tishby, Naftali"},
        {"title", "Margin analysis of the {LVQ} algorithm"},
        {"booktitle", "Advances in Neural Information Processing Systems 15"},
        {"publisher", "MIT Press"},
        {"pages", "462--469"},
        {"year", "2003"}}},
      {"Biehl2023",
       "book",
       {{"author", "Biehl, Michael"},
        {"title", "The Shallow and the Deep: A biased introduction to neural networks and old school machine learning"},
        {"publisher", "University of Groningen Press"},
        {"year", "2023"},
        {"isbn", "9789403430287"}}},
      {"Ridge2012",
       "inproceedings",
       {{"author", "Ridge, Barry and Leonardis, Ale{\\v{s}} and Sko{\\v{c}}aj, Danijel"},
        {"title", "Relevance determination for learning vector quantization using the {Fisher} criterion score"},
        {"booktitle", "Proceedings of the Seventeenth Computer Vision Winter Workshop (CVWW)"},
        {"year", "2012"}}},
      {"Penrose1955",
       "article",
       {{"author", "Penrose, Roger"},
        {"title", "A generalized inverse for matrices"},
        {"journal", "Mathematical Proceedings of the Cambridge Philosophical Society"},
        {"volume", "51"},
        {"number", "3"},
        {"pages", "406--413"},
        {"year", "1955"},
        {"doi", "10.1017/S0305004100030401"}}},
      {"HoerlKennard1970",
       "article",
       {{"author", "Hoerl, Arthur E. and Kennard, Robert W."},
        {"title", "Ridge regression: Biased estimation for nonorthogonal problems"},
        {"journal", "Technometrics"},
        {"volume", "12"},
        {"number", "1"},
        {"pages", "55--67"},
        {"year", "1970"},
        {"doi", "10.1080/00401706.1970.10488634"}}},
      {"Allen1974",
       "article",
       {{"author", "Allen, David M."},
        {"title", "The relationship between variable selection and data augmentation and a method for prediction"},
        {"journal", "Technometrics"},
        {"volume", "16"},
        {"number", "1"},
        {"pages", "125--127"},
        {"year", "1974"},
        {"doi", "10.1080/00401706.1974.10489157"}}},
      {"Kohonen1990",
       "article",
       {{"author", "Kohonen, Teuvo"},
        {"title", "The self-organizing map"},
        {"journal", "Proceedings of the IEEE"},
        {"volume", "78"},
        {"number", "9"},
        {"pages", "1464--1480"},
        {"year", "1990"},
        {"doi", "10.1109/5.58325"}}},
      {"KohonenLvqPak1996",
       "techreport",
       {{"author", "Kohonen, Teuvo and Hynninen, Jussi and Kangas, Jari and Laaksonen, Jorma and Torkkola, Kari"},
        {"title", "{LVQ\\_PAK}: The learning vector quantization program package"},
        {"institution", "Helsinki University of Technology, Laboratory of Computer and Information Science"},
        {"number", "A30"},
        {"year", "1996"}}},
      {"SatoYamada1996",
       "inproceedings",
       {{"author", "Sato, Atsushi and Yamada, Keiji"},
        {"title", "Generalized learning vector quantization"},
        {"booktitle", "Advances in Neural Information Processing Systems 8"},
        {"publisher", "MIT Press"},
        {"pages", "423--429"},
        {"year", "1996"}}},
      {"SeoObermayer2003",
       "article",
       {{"author", "Seo, Sambu and Obermayer, Klaus"},
        {"title", "Soft learning vector quantization"},
        {"journal", "Neural Computation"},
        {"volume", "15"},
        {"number", "7"},
        {"pages", "1589--1604"},
        {"year", "2003"},
        {"doi", "10.1162/089976603321891819"}}},
      {"HammerVillmann2002",
       "article",
       {{"author", "Hammer, Barbara and Villmann, Thomas"},
        {"title", "Generalized relevance learning vector quantization"},
        {"journal", "Neural Networks"},
        {"volume", "15"},
        {"number", "8--9"},
        {"pages", "1059--1068"},
        {"year", "2002"},
        {"doi", "10.1016/S0893-6080(02)00079-5"}}},
      {"Bojer2001",
       "inproceedings",
       {{"author", "Bojer, Thorsten and Hammer, Barbara and Schunk, Daniel and Tluk von Toschanowitz, Katharina"},
        {"title", "Relevance determination in learning vector quantization"},
        {"booktitle", "European Symposium on Artificial Neural Networks (ESANN)"},
        {"pages", "271--276"},
        {"year", "2001"}}},
      {"Schneider2009matrices",
       "article",
       {{"author", "Schneider, Petra and Biehl, Michael and Hammer, Barbara"},
        {"title", "Adaptive relevance matrices in learning vector quantization"},
        {"journal", "Neural Computation"},
        {"volume", "21"},
        {"number", "12"},
        {"pages", "3532--3561"},
        {"year", "2009"},
        {"doi", "10.1162/neco.2009.11-08-908"}}},
      {"Schneider2009distance",
       "article",
       {{"author", "Schneider, Petra and Biehl, Michael and Hammer, Barbara"},
        {"title", "Distance learning in discriminative vector quantization"},
        {"journal", "Neural Computation"},
        {"volume", "21"},
        {"number", "10"},
        {"pages", "2942--2969"},
        {"year", "2009"}}},
      {"Schneider2010",
       "article",
       {{"author",
         "Schneider, Petra and Bunte, Kerstin and Stiekema, Han and Hammer, Barbara and Villmann, Thomas and Biehl, Michael"},
        {"title", "Regularization in matrix relevance learning"},
        {"journal", "IEEE Transactions on Neural Networks"},
        {"volume", "21"},
        {"number", "5"},
        {"pages", "831--840"},
        {"year", "2010"}}},
      {"Bunte2012",
       "article",
       {{"author",
         "Bunte, Kerstin and Schneider, Petra and Hammer, Barbara and Schleif, Frank-Michael and Villmann, Thomas and Biehl, Michael"},
        {"title", "Limited rank matrix learning, discriminative dimension reduction and visualization"},
        {"journal", "Neural Networks"},
        {"volume", "26"},
        {"pages", "159--173"},
        {"year", "2012"},
        {"doi", "10.1016/j.neunet.2011.10.001"}}},
      {"Bunte2016",
       "inproceedings",
       {{"author", "Bunte, Kerstin and Baranowski, Elizabeth S. and Arlt, Wiebke and Tino, Peter"},
        {"title", "Relevance learning vector quantization in variable dimensional spaces"},
        {"booktitle", "New Challenges in Neural Computation (NC2)"},
        {"year", "2016"}}},
      {"SaralajewVillmann2016",
       "inproceedings",
       {{"author", "Saralajew, Sascha and Villmann, Thomas"},
        {"title",
         "Adaptive tangent distances in generalized learning vector quantization for transformation and distortion invariant "
         "classification learning"},
        {"booktitle", "International Joint Conference on Neural Networks (IJCNN)"},
        {"pages", "2672--2679"},
        {"year", "2016"}}},
      {"Villmann2018",
       "inproceedings",
       {{"author", "Villmann, Andrea and Kaden, Marika and Saralajew, Sascha and Villmann, Thomas"},
        {"title",
         "Probabilistic learning vector quantization with cross-entropy for probabilistic class assignments in classification "
         "learning"},
        {"booktitle", "Artificial Intelligence and Soft Computing (ICAISC)"},
        {"series", "Lecture Notes in Computer Science"},
        {"volume", "10841"},
        {"pages", "724--735"},
        {"year", "2018"}}},
      {"Villmann2015",
       "article",
       {{"author", "Villmann, Thomas and Haase, Sven and Kaden, Marika"},
        {"title", "Kernelized vector quantization in gradient-descent learning"},
        {"journal", "Neurocomputing"},
        {"volume", "147"},
        {"pages", "83--95"},
        {"year", "2015"}}},
      {"Pregenzer1996",
       "article",
       {{"author", "Pregenzer, Martin and Pfurtscheller, Gert and Flotzinger, Doris"},
        {"title", "Automated feature selection with a distinction sensitive learning vector quantizer"},
        {"journal", "Neurocomputing"},
        {"volume", "11"},
        {"number", "1"},
        {"pages", "19--29"},
        {"year", "1996"}}},
      {"CoverHart1967",
       "article",
       {{"author", "Cover, Thomas M. and Hart, Peter E."},
        {"title", "Nearest neighbor pattern classification"},
        {"journal", "IEEE Transactions on Information Theory"},
        {"volume", "13"},
        {"number", "1"},
        {"pages", "21--27"},
        {"year", "1967"},
        {"doi", "10.1109/TIT.1967.1053964"}}},
      {"ChangLin2011",
       "article",
       {{"author", "Chang, Chih-Chung and Lin, Chih-Jen"},
        {"title", "{LIBSVM}: A library for support vector machines"},
        {"journal", "ACM Transactions on Intelligent Systems and Technology"},
        {"volume", "2"},
        {"number", "3"},
        {"pages", "27:1--27:27"},
        {"year", "2011"},
        {"doi", "10.1145/1961189.1961199"}}},
      {"Mahalanobis1936",
       "article",
       {{"author", "Mahalanobis, Prasanta Chandra"},
        {"title", "On the generalised distance in statistics"},
        {"journal", "Proceedings of the National Institute of Sciences of India"},
        {"volume", "2"},
        {"number", "1"},
        {"pages", "49--55"},
        {"year", "1936"}}},
      {"RobbinsMonro1951",
       "article",
       {{"author", "Robbins, Herbert and Monro, Sutton"},
        {"title", "A stochastic approximation method"},
        {"journal", "The Annals of Mathematical Statistics"},
        {"volume", "22"},
        {"number", "3"},
        {"pages", "400--407"},
        {"year", "1951"},
        {"doi", "10.1214/aoms/1177729586"}}},
      {"Polyak1964",
       "article",
       {{"author", "Polyak, Boris T."},
        {"title", "Some methods of speeding up the convergence of iteration methods"},
        {"journal", "USSR Computational Mathematics and Mathematical Physics"},
        {"volume", "4"},
        {"number", "5"},
        {"pages", "1--17"},
        {"year", "1964"},
        {"doi", "10.1016/0041-5553(64)90137-5"}}},
      {"KingmaBa2015",
       "inproceedings",
       {{"author", "Kingma, Diederik P. and Ba, Jimmy"},
        {"title", "Adam: A method for stochastic optimization"},
        {"booktitle", "International Conference on Learning Representations (ICLR)"},
        {"year", "2015"},
        {"eprint", "1412.6980"},
        {"archiveprefix", "arXiv"}}},
      {"Papari2011",
       "inproceedings",
       {{"author", "Papari, Giuseppe and Bunte, Kerstin and Biehl, Michael"},
        {"title", "Waypoint averaging and step size control in learning by gradient descent"},
        {"booktitle", "Mittweida Workshop on Computational Intelligence (MIWOCI)"},
        {"year", "2011"}}},
      {"LiuNocedal1989",
       "article",
       {{"author", "Liu, Dong C. and Nocedal, Jorge"},
        {"title", "On the limited memory {BFGS} method for large scale optimization"},
        {"journal", "Mathematical Programming"},
        {"volume", "45"},
        {"pages", "503--528"},
        {"year", "1989"},
        {"doi", "10.1007/BF01589116"}}},
      {"Kohonen1995",
       "book",
       {{"author", "Kohonen, Teuvo"},
        {"title", "Self-Organizing Maps"},
        {"series", "Springer Series in Information Sciences"},
        {"volume", "30"},
        {"publisher", "Springer"},
        {"address", "Berlin"},
        {"year", "1995"}}},
      {"Heskes1999",
       "incollection",
       {{"author", "Heskes, Tom"},
        {"title", "Energy functions for self-organizing maps"},
        {"editor", "Oja, Erkki and Kaski, Samuel"},
        {"booktitle", "Kohonen Maps"},
        {"publisher", "Elsevier"},
        {"address", "Amsterdam"},
        {"pages", "303--316"},
        {"year", "1999"}}},
      {"Martinetz1993",
       "article",
       {{"author", "Martinetz, Thomas M. and Berkovich, Stanislav G. and Schulten, Klaus J."},
        {"title", "`Neural-gas' network for vector quantization and its application to time-series prediction"},
        {"journal", "IEEE Transactions on Neural Networks"},
        {"volume", "4"},
        {"number", "4"},
        {"pages", "558--569"},
        {"year", "1993"},
        {"doi", "10.1109/72.238311"}}},
      {"Fritzke1995",
       "inproceedings",
       {{"author", "Fritzke, Bernd"},
        {"title", "A growing neural gas network learns topologies"},
        {"booktitle", "Advances in Neural Information Processing Systems 7"},
        {"publisher", "MIT Press"},
        {"pages", "625--632"},
        {"year", "1995"}}},
      {"Lloyd1982",
       "article",
       {{"author", "Lloyd, Stuart P."},
        {"title", "Least squares quantization in {PCM}"},
        {"journal", "IEEE Transactions on Information Theory"},
        {"volume", "28"},
        {"number", "2"},
        {"pages", "129--137"},
        {"year", "1982"},
        {"doi", "10.1109/TIT.1982.1056489"}}},
      {"ArthurVassilvitskii2007",
       "inproceedings",
       {{"author", "Arthur, David and Vassilvitskii, Sergei"},
        {"title", "k-means++: The advantages of careful seeding"},
        {"booktitle", "Proceedings of the Eighteenth Annual {ACM-SIAM} Symposium on Discrete Algorithms (SODA)"},
        {"pages", "1027--1035"},
        {"year", "2007"}}},
      {"Banerjee2005",
       "article",
       {{"author", "Banerjee, Arindam and Merugu, Srujana and Dhillon, Inderjit S. and Ghosh, Joydeep"},
        {"title", "Clustering with {Bregman} divergences"},
        {"journal", "Journal of Machine Learning Research"},
        {"volume", "6"},
        {"pages", "1705--1749"},
        {"year", "2005"}}},
      {"Wismueller2009",
       "inproceedings",
       {{"author", "Wism{\\\"u}ller, Axel"},
        {"title", "The exploration machine: A novel method for data visualization"},
        {"booktitle", "Advances in Self-Organizing Maps (WSOM)"},
        {"series", "Lecture Notes in Computer Science"},
        {"volume", "5629"},
        {"publisher", "Springer"},
        {"pages", "344--352"},
        {"year", "2009"}}},
  };
  return papers;
}

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
