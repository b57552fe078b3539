// The inner loops for any machine.
#define PROTEA_KERNEL_SPACE baseline_space
#define PROTEA_KERNEL_NAME "baseline"
#define PROTEA_KERNEL_TABLE baseline_kernels
#define PROTEA_REGISTER_DOUBLES 2
#include <protea/base/kernels_body.hpp>
