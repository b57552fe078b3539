// JSON documents of the commands, on standard output.
#pragma once

#include <protea/report/json.hpp>

namespace protea::app {

using protea::Json;
using protea::to_json;   // beside those of the commands

void print_json(const Json& json);

// With the settings in its sentences as flags.
Json in_flags(const Json& marked);

}   // namespace protea::app
