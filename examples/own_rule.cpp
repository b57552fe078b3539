// Trains with a rule of one's own, from arrays, through the one header: the model is scaled, calibrated and saved like any other.
#include <cstdio>
#include <string>
#include <vector>

#include <protea/protea.hpp>

// Only a misclassified sample moves anything: its right prototype towards it, the winner away.
struct Mistakes : protea::Steady<Mistakes> {
  double push = 1;

  static constexpr std::string_view name = "mistakes";
  static constexpr std::string_view summary = "Prototypes move for misclassified samples only.";
  static constexpr protea::RuleTraits traits{.needs_own_prototype = true,
                                             .reads = protea::Reads::nearest_right_and_wrong};
  static constexpr auto options() {
    return std::tuple{protea::option("push", &Mistakes::push, "strength of the push", {.at_least = 0})};
  }

  double pull(protea::Row d, protea::Labels labels, protea::Label y, protea::MutableRow pull) const {
    const auto [right, wrong] = protea::nearest_pair(d, labels, y);
    if (wrong == protea::nobody || d[right] <= d[wrong]) return 0;
    pull[right] = 0.5;
    pull[wrong] = -0.5 * push;
    return 1;
  }
};

int main() {
  try {
    // Two noisy classes of a plane, 100 samples each, row after row.
    std::vector<double> x;
    std::vector<std::string> y;
    for (int i = 0; i < 200; ++i) {
      const bool is_sick = i % 2 == 1;
      x.insert(x.end(), {(i * 37 % 100) / 50.0 + (is_sick ? 1.8 : 0), (i * 53 % 100) / 50.0});
      y.emplace_back(is_sick ? "sick" : "healthy");
    }
    const auto rows = protea::ArrayView::row_major(x.data(), y.size(), 2);

    protea::Options options = protea::preset("lvq1");
    Mistakes rule;
    rule.push = 0.5;
    options.rule = protea::make_rule(rule);
    options.prototypes.each = 2;
    options.plan.epochs = 30;
    const protea::Fitted model = protea::fit(options, rows, y);
    std::printf("%.0f errors left, accuracy %.1f %%\n", model.outcome().cost, 100 * model.accuracy(rows, y));

    const protea::CrossValidation honest =
        protea::cross_validate(options, rows, y, {.folds = 5, .repeats = 1, .seed = 1});
    std::printf("cross-validated %.1f %%\n", 100 * protea::mean_and_deviation(honest.accuracy).mean);

    const protea::Fitted again = protea::Fitted::from_bytes(model.bytes());
    return again.predict(rows) == model.predict(rows) && model.accuracy(rows, y) > 0.8 ? 0 : 1;
  } catch (const protea::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
