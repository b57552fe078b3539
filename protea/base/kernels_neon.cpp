// The inner loops for aarch64, all of whose machines have NEON: registers as wide as the baseline's, but twice as many.
#if defined(__aarch64__)
#define PROTEA_KERNEL_SPACE neon_space
#define PROTEA_KERNEL_NAME "neon"
#define PROTEA_KERNEL_TABLE neon_kernels
#define PROTEA_REGISTER_DOUBLES 2
#define PROTEA_REGISTER_COUNT 32
#include <protea/base/kernels_body.hpp>
#endif
