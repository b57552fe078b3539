#include <protea/evaluate/bias_variance.hpp>

#include <algorithm>

namespace protea {

ZeroOneDecomposition decompose(std::span<const std::vector<Label>> answers, std::span<const Label> truth,
                               std::size_t classes) {
  // Counts, so that the identity holds but for the last division.
  std::size_t wrong = 0;
  std::size_t biased = 0;
  std::size_t losses = 0;
  std::size_t gains = 0;
  std::vector<std::size_t> votes(classes + 1);   // the last for rejections
  for (std::size_t i = 0; i < truth.size(); ++i) {
    std::fill(votes.begin(), votes.end(), std::size_t{0});
    for (const std::vector<Label>& given : answers)
      ++votes[given[i] == no_label ? classes : static_cast<std::size_t>(given[i])];
    const auto main = std::max_element(votes.begin(), votes.end());
    const auto y = static_cast<std::size_t>(truth[i]);
    wrong += answers.size() - votes[y];
    if (static_cast<std::size_t>(main - votes.begin()) == y) {
      losses += answers.size() - *main;
    } else {
      ++biased;
      gains += votes[y];
    }
  }
  const auto samples = static_cast<double>(truth.size());
  const double all = samples * static_cast<double>(answers.size());
  return {static_cast<double>(wrong) / all, static_cast<double>(biased) / samples, static_cast<double>(losses) / all,
          static_cast<double>(gains) / all};
}

}   // namespace protea
