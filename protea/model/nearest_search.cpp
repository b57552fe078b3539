#include <protea/model/nearest_search.hpp>

#include <protea/base/kernels.hpp>

namespace protea {

NearestSearch::Nearest NearestSearch::measure_rivals(MatrixView w, const double* x, std::size_t i) const {
  Nearest nearest;
  const auto try_one = [&](std::uint32_t k) {
    double d = 0;
    kernels().squared_distances(x, w.row(k).data(), 1, w.columns, &d);
    if (d < nearest.distance) nearest = {k, d};
  };
  const std::span<const std::uint32_t> rivals = shortlist_.rivals(i);
  for (const std::uint32_t k : rivals) try_one(k);
  for (std::uint32_t k = 0; rivals.empty() && k < w.rows; ++k) try_one(k);
  return nearest;
}

void NearestSearch::find(MatrixView w, MatrixView x, std::span<std::uint32_t> winners, MutableRow distances) {
  if (!shortlist_.is_prepared_for(w.rows)) shortlist_.prepare(w);
  shortlist_.find(x);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Nearest nearest = measure_rivals(w, x.row(i).data(), i);
    winners[i] = nearest.winner;
    distances[i] = nearest.distance;
  }
}

void NearestSearch::take_winners(MatrixView w, std::span<const double* const> rows,
                                 std::span<std::uint32_t> winners) const {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<const std::uint32_t> rivals = shortlist_.rivals(i);
    winners[i] = rivals.size() == 1 ? rivals[0] : measure_rivals(w, rows[i], i).winner;
  }
}

void NearestSearch::find_winners(MatrixView w, std::span<const double* const> rows, std::span<std::uint32_t> winners) {
  if (!shortlist_.is_prepared_for(w.rows)) shortlist_.prepare(w);
  shortlist_.find(rows, w.columns);
  take_winners(w, rows, winners);
}

void NearestSearch::find_winners(MatrixView w, std::span<const double* const> rows, const Rounded& rounded,
                                 std::span<std::uint32_t> winners) {
  if (!shortlist_.is_prepared_for(w.rows)) {
    Matrix from_centre(w.rows, w.columns);
    for (std::size_t k = 0; k < w.rows; ++k) {
      for (std::size_t j = 0; j < w.columns; ++j) from_centre(k, j) = w.row(k)[j] - rounded.centre[j];
    }
    shortlist_.prepare(std::as_const(from_centre).view());
  }
  shortlist_.find(rounded.rows, rows.size(), w.columns, w.columns);
  take_winners(w, rows, winners);
}

}   // namespace protea
