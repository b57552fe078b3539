#include <protea/model/nearest_search.hpp>

#include <protea/base/kernels.hpp>

namespace protea {

void NearestSearch::find(MatrixView w, MatrixView x, std::span<std::uint32_t> winners, MutableRow distances) {
  if (!shortlist_.is_prepared_for(w.rows)) shortlist_.prepare(w);
  shortlist_.find(x);
  for (std::size_t i = 0; i < x.rows; ++i) {
    double best = infinity;
    std::uint32_t winner = 0;
    const auto try_one = [&](std::uint32_t k) {
      double d = 0;
      kernels().squared_distances(x.row(i).data(), w.row(k).data(), 1, w.columns, &d);
      if (!(d < best)) return;
      best = d;
      winner = k;
    };
    for (const std::uint32_t k : shortlist_.rivals(i)) try_one(k);
    for (std::uint32_t k = 0; shortlist_.rivals(i).empty() && k < w.rows; ++k) try_one(k);
    winners[i] = winner;
    distances[i] = best;
  }
}

}   // namespace protea
