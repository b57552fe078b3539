// The inner loops for machines with AVX2.
#if defined(__x86_64__)
#define PROTEA_KERNEL_SPACE avx2_space
#define PROTEA_KERNEL_NAME "avx2"
#define PROTEA_KERNEL_TABLE avx2_kernels
#define PROTEA_REGISTER_DOUBLES 4
#include <protea/base/kernels_body.hpp>
#endif
