// The batch limit of the chain: cells of units by their borders, units by the samples of all cells, in turn
// until both rest.
#include <algorithm>
#include <cmath>
#include <deque>

#include <protea/base/linear_algebra.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/experiment/divergence_chain.hpp>
#include <protea/rule/som.hpp>

namespace protea {
namespace {

constexpr std::size_t chain_units = 100;
using Places = std::vector<double>;   // w₁, w₂ of one unit after the other

// Samples of one cell with their weights: four Gauss–Legendre points, with the density 2v.
struct Node {
  double v;
  double weight;
};

std::vector<Node> nodes_of(double from, double to) {
  constexpr double places[] = {-0.861136311594052575, -0.339981043584856265, 0.339981043584856265,
                               0.861136311594052575};
  constexpr double weights[] = {0.347854845137453857, 0.652145154862546143, 0.652145154862546143, 0.347854845137453857};
  std::vector<Node> nodes;
  for (std::size_t q = 0; q < 4; ++q) {
    const double v = 0.5 * (from + to) + 0.5 * (to - from) * places[q];
    nodes.push_back({v, weights[q] * 0.5 * (to - from) * 2 * v});
  }
  return nodes;
}

// The direction t = w₂/w₁ at which a γ divergence from weighted samples is least: the mean of v₁/(v₁ + v₂t^γ) is
// 1/(1 + t^(γ+1)). By halving in ln t.
double direction_of(const std::vector<Node>& nodes, double gamma) {
  const auto excess = [&](double t) {
    const double tau = std::pow(t, gamma);
    double sum = 0;
    double all = 0;
    for (const auto& [v, weight] : nodes) {
      sum += weight * v / (v + (1 - v) * tau);
      all += weight;
    }
    return sum / all - 1 / (1 + tau * t);
  };
  double low = -20;
  double high = 20;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(std::exp(middle)) < 0 ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

// Where the divergence from weighted samples is least: the mean for Bregman divergences, the power mean for α, a
// direction for γ.
void place_unit(const ChainCase& divergence, const std::vector<Node>& nodes, double* w) {
  if (divergence.divergence == "gamma") {
    const double t = direction_of(nodes, divergence.parameter);
    w[0] = 1 / (1 + t);
    w[1] = t / (1 + t);
    return;
  }
  const double power = divergence.divergence == "alpha" ? divergence.parameter : 1;
  double sums[2] = {0, 0};
  double all = 0;
  for (const auto& [v, weight] : nodes) {
    sums[0] += weight * std::pow(v, power);
    sums[1] += weight * std::pow(1 - v, power);
    all += weight;
  }
  for (std::size_t j = 0; j < 2; ++j) w[j] = std::pow(sums[j] / all, 1 / power);
}

class BatchChain {
 public:
  BatchChain(const ChainCase& divergence, std::size_t grid)
      : divergence_(divergence),
        dissimilarity_(dissimilarities().make(divergence.divergence,
                                              {{divergence.divergence, number_text(divergence.parameter)}})),
        grid_(grid) {}

  void set_range(double range) {
    cooperation_ = Cooperation({Topology::chain, static_cast<std::int64_t>(chain_units), 1}, Falloff::gaussian, range);
  }

  // Units that learn from all cells, each unit with the weight of its neighbourhood.
  Places units_of(const std::vector<double>& borders) const {
    std::vector<std::vector<Node>> cells;
    for (std::size_t s = 0; s < chain_units; ++s) {
      const double from = s == 0 ? 0 : borders[s - 1];
      const double to = s + 1 == chain_units ? 1 : borders[s];
      cells.push_back(to > from ? nodes_of(from, to) : std::vector<Node>{});
    }
    Places w(2 * chain_units);
    std::vector<Node> nodes;
    for (std::size_t r = 0; r < chain_units; ++r) {
      nodes.clear();
      for (std::size_t s = 0; s < chain_units; ++s) {
        for (const Node& node : cells[s]) nodes.push_back({node.v, node.weight * cooperation_.between(s, r)});
      }
      place_unit(divergence_, nodes, &w[2 * r]);
    }
    return w;
  }

  // The upper ends of the cells of all units but the last. Winners on a grid, then halving between two of them.
  std::vector<double> borders_of(const Places& w) const {
    std::vector<double> borders(chain_units - 1, 0);
    double v = 0.5 / static_cast<double>(grid_);
    std::size_t winner = winner_of(v, w);
    std::fill(borders.begin(), borders.begin() + static_cast<std::ptrdiff_t>(std::min(winner, borders.size())), 0.0);
    for (std::size_t i = 1; i < grid_; ++i) {
      const double next = (static_cast<double>(i) + 0.5) / static_cast<double>(grid_);
      const std::size_t other = winner_of(next, w);
      if (other > winner) {
        double low = v;
        double high = next;
        for (int halving = 0; halving < 40; ++halving) {
          const double middle = 0.5 * (low + high);
          (winner_of(middle, w) <= winner ? low : high) = middle;
        }
        for (std::size_t s = winner; s < other; ++s) borders[s] = low;
        winner = other;
      }
      v = next;
    }
    for (std::size_t s = winner; s < borders.size(); ++s) borders[s] = 1;
    return borders;
  }

 private:
  std::size_t winner_of(double v, const Places& w) const {
    const double x[2] = {v, 1 - v};
    double d[chain_units];
    dissimilarity_->values({x, 1, 2, 2}, matrix_view(Row(w), chain_units, 2), {}, {d, 1, chain_units, chain_units},
                           scratch_);
    return heskes_winner(cooperation_, Row(d, chain_units)).unit;
  }

  ChainCase divergence_;
  std::shared_ptr<const AnyDissimilarity> dissimilarity_;
  std::size_t grid_;
  Cooperation cooperation_;
  mutable Scratch scratch_;
};

// Anderson's acceleration [Anderson 1965]: of the last steps, the combination whose changes cancel most. Plain steps
// would shrink the slowest deviation of the chain to 0.997 of itself, one after the other.
class Acceleration {
 public:
  std::vector<double> next(const std::vector<double>& from, const std::vector<double>& to) {
    constexpr std::size_t memory = 8;
    std::vector<double> change(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) change[i] = to[i] - from[i];
    if (!last_change_.empty()) {
      differences_.push_back({minus(change, last_change_), minus(to, last_to_)});
      if (differences_.size() > memory) differences_.pop_front();
    }
    last_change_ = change;
    last_to_ = to;
    std::vector<double> result = to;
    if (differences_.empty()) return result;
    Matrix columns(differences_.size(), from.size());
    for (std::size_t m = 0; m < differences_.size(); ++m)
      std::ranges::copy(differences_[m].of_change, columns.row(m).begin());
    const std::vector<double> shares = least_squares(columns, change);
    for (std::size_t m = 0; m < differences_.size(); ++m) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] -= shares[m] * differences_[m].of_step[i];
    }
    // Borders stay in their order; a leap out of it is not taken.
    const bool is_sound = std::ranges::is_sorted(result) && result.front() >= 0 && result.back() <= 1;
    if (is_sound) return result;
    differences_.clear();
    return to;
  }

 private:
  struct Difference {
    std::vector<double> of_change;
    std::vector<double> of_step;
  };
  static std::vector<double> minus(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
    return result;
  }

  std::vector<double> last_change_;
  std::vector<double> last_to_;
  std::deque<Difference> differences_;
};

}   // namespace

std::vector<double> chain_limit(const ChainCase& divergence, std::size_t grid) {
  BatchChain chain(divergence, grid);
  std::vector<double> borders;   // cells that are all as likely
  for (std::size_t s = 1; s < chain_units; ++s) borders.push_back(std::sqrt(static_cast<double>(s) / chain_units));
  Places w;
  for (const double range : {4.0, 2.0}) {
    chain.set_range(range);
    for (int step = 0; step < 10; ++step) {
      w = chain.units_of(borders);
      borders = chain.borders_of(w);
    }
  }
  chain.set_range(1);
  constexpr int most_steps = 400;
  constexpr double at_rest = 1e-7;
  Acceleration acceleration;
  for (int step = 0; step < most_steps; ++step) {
    w = chain.units_of(borders);
    const std::vector<double> next = chain.borders_of(w);
    double largest = 0;
    for (std::size_t s = 0; s < borders.size(); ++s) largest = std::max(largest, std::abs(next[s] - borders[s]));
    borders = acceleration.next(borders, next);
    if (largest < at_rest) break;
  }
  std::vector<double> shares;
  for (std::size_t k = 0; k < chain_units; ++k) shares.push_back(w[2 * k] / (w[2 * k] + w[2 * k + 1]));
  return shares;
}

}   // namespace protea
