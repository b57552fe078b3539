#include <protea/train/shuffle.hpp>

#include <algorithm>
#include <vector>

#include <protea/base/large_memory.hpp>

namespace protea {

void shuffle_by_windows(std::span<std::uint32_t> samples, std::size_t values_per_sample, Random& random) {
  const std::size_t window = values_in_window / std::max<std::size_t>(1, values_per_sample);
  const std::size_t block = std::max<std::size_t>(1, window / blocks_in_window);
  if (values_per_sample == 0 || samples.size() <= window) return random.shuffle(samples);
  std::vector<std::size_t> starts;
  for (std::size_t start = 0; start < samples.size(); start += block) starts.push_back(start);
  random.shuffle(std::span(starts));
  const Indices before(samples.begin(), samples.end());
  std::size_t done = 0;
  for (std::size_t first = 0; first < starts.size(); first += blocks_in_window) {
    const std::size_t begin = done;
    for (std::size_t b = first; b < std::min(first + blocks_in_window, starts.size()); ++b) {
      const std::span own = std::span(before).subspan(starts[b], std::min(block, samples.size() - starts[b]));
      std::ranges::copy(own, samples.subspan(done).begin());
      done += own.size();
    }
    random.shuffle(samples.subspan(begin, done - begin));
  }
}

}   // namespace protea
