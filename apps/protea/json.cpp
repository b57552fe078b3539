#include "json.hpp"

#include <cstdio>

#include "show.hpp"

namespace protea::app {

void print_json(const Json& json) { std::fputs(json_document(json).c_str(), stdout); }

Json in_flags(const Json& marked) { return with_settings_spelled(marked, as_flag); }

}   // namespace protea::app
