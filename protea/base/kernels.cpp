#include <protea/base/kernels.hpp>

#include <vector>

namespace protea {

std::span<const Kernels* const> available_kernels() {
  static const std::vector<const Kernels*> tables = [] {
    std::vector<const Kernels*> found{&baseline_kernels};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) found.push_back(&avx2_kernels);
    if (__builtin_cpu_supports("avx512f")) found.push_back(&avx512_kernels);
#elif defined(__aarch64__)
    found.push_back(&neon_kernels);
#endif
    return found;
  }();
  return tables;
}

const Kernels& kernels() {
  static const Kernels& widest = *available_kernels().back();
  return widest;
}

}   // namespace protea
