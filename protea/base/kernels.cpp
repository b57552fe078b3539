#include <protea/base/kernels.hpp>

#include <memory>
#include <new>
#include <vector>

namespace protea {

double* kernel_memory(std::size_t count) {
  constexpr std::align_val_t line{64};
  struct Release {
    void operator()(double* memory) const { ::operator delete[](memory, line); }
  };
  thread_local std::unique_ptr<double[], Release> memory;
  thread_local std::size_t size = 0;
  if (count > size) {
    memory.reset();
    size = 0;
    memory.reset(static_cast<double*>(::operator new[](count * sizeof(double), line)));
    size = count;
  }
  return memory.get();
}

std::span<const Kernels* const> available_kernels() {
  static const std::vector<const Kernels*> tables = [] {
    std::vector<const Kernels*> found{&baseline_kernels};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found.push_back(&avx2_kernels);
    if (found.size() > 1 && __builtin_cpu_supports("avx512f")) found.push_back(&avx512_kernels);
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
