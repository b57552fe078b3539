#include <protea/base/version.hpp>

namespace protea {

std::string_view version() { return PROTEA_VERSION; }

}   // namespace protea
