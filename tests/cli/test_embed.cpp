// protea embed, as a person uses it.
#include <cmath>

#include <cli/words.hpp>

namespace protea::cli {
namespace {

const Words short_embedding{"--epochs", "3", "--embedding.draws", "500"};

TEST(Embed, WritesPlacesAndSaysHowGoodTheyAre) {
  const Folder folder;
  const Json report = folder.json(
      joined({"embed", "iris", "--method", "xom", "--dimensions", "2", "-o", "e.csv", "--model", "e.protea"},
             short_embedding));
  EXPECT_EQ(report["method"], "xom");
  EXPECT_EQ(report["samples"], 150);
  EXPECT_EQ(report["dimensions"], 2);
  EXPECT_EQ(report["preservation_samples"], 150);
  EXPECT_EQ(report["preservation_neighbours"], 10);
  EXPECT_GT(report["trustworthiness"].get<double>(),
            0.5);   // of places at random, whose original ranks are n/2 in the mean
  EXPECT_LE(report["trustworthiness"].get<double>(), 1);
  EXPECT_GT(report["continuity"].get<double>(), 0.5);
  EXPECT_EQ(report["output"], "e.csv");
  const std::vector<Words> rows = csv_cells(folder.read("e.csv"));
  ASSERT_EQ(rows.size(), 151u);
  EXPECT_EQ(rows[0], (Words{"class", "z1", "z2"}));
  EXPECT_EQ(rows[1][0], "setosa");
  EXPECT_EQ(rows[150][0], "virginica");
  const Json places = folder.json({"inspect", "e.protea"})["places"];
  for (std::size_t i = 0; i < 150; ++i) {
    EXPECT_EQ(std::stod(rows[i + 1][1]), places[i][0].get<double>());
    EXPECT_EQ(std::stod(rows[i + 1][2]), places[i][1].get<double>());
  }
  // The same as training and asking.
  folder.json(joined({"train", "iris", "--method", "xom", "-o", "t.protea"}, short_embedding));
  EXPECT_TRUE(folder.read("t.protea") == folder.read("e.protea"));
  EXPECT_EQ(first_line(folder.text({"predict", "e.protea", "iris"})), "z1,z2");

  const std::string text = folder.text(joined({"embed", "iris", "-o", "f.csv", "--threads", "3"}, short_embedding));
  EXPECT_TRUE(folder.read("f.csv") == folder.read("e.csv")) << "xom is the method that is not named";
  for (const char* const part : {"xom: 150 samples, 4 features, places in 2 dimensions", "trustworthiness",
                                 "continuity", "(10 nearest of 150 samples)", "written to f.csv"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  EXPECT_EQ(folder.text(joined({"embed", "iris", "-o", "-"}, short_embedding)), folder.read("e.csv"));
}

TEST(Embed, TakesNamesUnlabelledRowsOtherDimensionsAndDissimilarities) {
  const Folder folder;
  std::string text = "name,a,b\n";
  for (int i = 0; i < 30; ++i)
    text += "s" + std::to_string(i) + "," + std::to_string(1 + i % 6) + "," + std::to_string(1 + i / 6) + "\n";
  folder.write("rows.csv", text);
  folder.json(joined({"embed", "rows.csv", "--id", "name", "--label", "none", "--dimensions", "1", "-o", "e.csv"},
                     short_embedding));
  const std::vector<Words> rows = csv_cells(folder.read("e.csv"));
  EXPECT_EQ(rows[0], (Words{"name", "z1"}));
  EXPECT_EQ(rows[30][0], "s29");
  const Json three =
      folder.json(joined({"embed", "rows.csv", "--id", "name", "--label", "none", "--dimensions", "3",
                          "--dissimilarity", "generalized-kullback-leibler", "--scale", "unit-sum", "-o", "e3.csv"},
                         short_embedding));
  EXPECT_EQ(three["dimensions"], 3);
  EXPECT_EQ(first_line(folder.read("e3.csv")), "name,z1,z2,z3");
  folder.write("few.csv", "a,b\n1,2\n2,1\n0,5\n");
  // Three rows have at most one neighbour to ask for: k < n/2.
  EXPECT_EQ(folder.json(joined({"embed", "few.csv", "--label", "none", "-o", "few3.csv"},
                               short_embedding))["preservation_neighbours"],
            1);
}

// The ranks of the others as seen from each row, from 1, by a matrix of dissimilarities; the lower index first
// among equals.
std::vector<std::vector<double>> ranks_of(const std::vector<std::vector<double>>& d) {
  std::vector<std::vector<double>> ranks(d.size(), std::vector<double>(d.size()));
  for (std::size_t i = 0; i < d.size(); ++i) {
    for (std::size_t j = 0; j < d.size(); ++j) {
      for (std::size_t l = 0; l < d.size(); ++l)
        ranks[i][j] += l != i && (d[i][l] < d[i][j] || (d[i][l] == d[i][j] && l <= j)) ? 1 : 0;
    }
  }
  return ranks;
}

// 1 − 2/(nk(2n − 3k − 1)) Σ (original rank − k) over those that are near by `near` and were not before.
double preserved(const std::vector<std::vector<double>>& near, const std::vector<std::vector<double>>& original,
                 double k) {
  const auto n = static_cast<double>(near.size());
  double sum = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::size_t j = 0; j < near.size(); ++j)
      sum += i != j && near[i][j] <= k && original[i][j] > k ? original[i][j] - k : 0;
  }
  return 1 - 2 / (n * k * (2 * n - 3 * k - 1)) * sum;
}

// Counted again from the file, with the divergence written out: it is not symmetric, so that its direction counts too.
TEST(Embed, MeasuresNeighboursByTheDissimilarityOfTheMethod) {
  const Folder folder;
  constexpr std::size_t n = 12;
  std::vector<std::vector<double>> x;
  std::string text = "a,b,c\n";
  for (std::size_t i = 0; i < n; ++i) {
    const double a = 1 + static_cast<double>(i * 7 % 12), b = 1 + static_cast<double>(i * 5 % 9), c = 2;
    x.push_back({a / (a + b + c), b / (a + b + c), c / (a + b + c)});
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "\n";
  }
  folder.write("rows.csv", text);
  const Json report =
      folder.json({"embed", "rows.csv", "--label", "none", "--dimensions", "1", "--epochs", "1", "--embedding.draws",
                   "10", "--dissimilarity", "generalized-kullback-leibler", "--scale", "unit-sum", "-o", "e.csv"});
  const std::vector<Words> places = csv_cells(folder.read("e.csv"));
  std::vector<std::vector<double>> before(n, std::vector<double>(n)), after = before;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t f = 0; f < 3; ++f) before[i][j] += x[i][f] * std::log(x[i][f] / x[j][f]) - x[i][f] + x[j][f];
      after[i][j] = std::pow(std::stod(places[i + 1][0]) - std::stod(places[j + 1][0]), 2);
    }
  }
  EXPECT_EQ(report["preservation_neighbours"], 5);   // k < n/2
  EXPECT_NEAR(report["trustworthiness"].get<double>(), preserved(ranks_of(after), ranks_of(before), 5), 1e-12);
  EXPECT_NEAR(report["continuity"].get<double>(), preserved(ranks_of(before), ranks_of(after), 5), 1e-12);
  EXPECT_LT(report["trustworthiness"].get<double>(), 1) << "an embedding that leaves something to count";
}

TEST(Embed, MeasuresAtMostTwoThousandRows) {
  const Folder folder;
  std::string text = "a,b\n";
  for (int i = 0; i < 2500; ++i) text += std::to_string(i % 50) + "," + std::to_string(i / 50) + "\n";
  folder.write("rows.csv", text);
  const Json report =
      folder.json({"embed", "rows.csv", "--label", "none", "--epochs", "1", "--embedding.draws", "20", "-o", "e.csv"});
  EXPECT_EQ(report["samples"], 2500);
  EXPECT_EQ(report["preservation_samples"], 1250);   // every second
}

TEST(Embed, RefusesWhatCannotBe) {
  const Folder folder;
  folder.write("one.csv", "a,b\n1,2\n");
  folder.refuses({"embed", "one.csv", "--label", "none", "-o", "e.csv"}, 3,
                 "one.csv: there is 1 sample to embed: xom needs three at least");
  folder.refuses({"embed", "one.csv", "--label", "none", "-o", "one.csv"}, 2,
                 "one.csv: writing there would destroy what is read from it");
  folder.refuses({"embed", "iris", "-o", "e.csv", "--model", "e.csv"}, 2,
                 "the places and the model need different files");
  folder.refuses({"embed", "iris", "-o", "-", "--json"}, 2,
                 "the places and the JSON document cannot both go to standard output: use -o FILE");
  folder.refuses({"embed", "iris", "--dimensions", "0", "-o", "e.csv"}, 2,
                 "dimensions = 0: must be at least 1 and at most 3");
  folder.refuses({"embed", "iris", "--dimensions", "4", "-o", "e.csv"}, 2,
                 "dimensions = 4: must be at least 1 and at most 3");
  folder.refuses({"embed", "iris", "--method", "som", "-o", "e.csv"}, 2,
                 "method = som: gives no places: methods that do are xom");
  folder.refuses({"embed", "iris", "--method", "xon", "-o", "e.csv"}, 2, "unknown method 'xon': did you mean 'xom'?");
  folder.refuses_naming({"embed", "iris"}, 2, {"--output is required"});
}

}   // namespace
}   // namespace protea::cli
