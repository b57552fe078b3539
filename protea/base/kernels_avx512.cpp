// The inner loops for machines with AVX512.
#if defined(__x86_64__)
#define PROTEA_KERNEL_SPACE avx512_space
#define PROTEA_KERNEL_NAME "avx512"
#define PROTEA_KERNEL_TABLE avx512_kernels
#define PROTEA_REGISTER_DOUBLES 8
#include <protea/base/kernels_body.hpp>
#endif
