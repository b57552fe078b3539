// Tells the format of a file from its name or, failing that, from its contents.
#pragma once

#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/read.hpp>

namespace PROTEA_EXPORT protea {

// By the ending, a final ".gz" aside; `automatic` when it says nothing.
Format format_of_name(std::string_view name);

// By the first lines; csv when nothing else fits.
Format format_of_contents(std::string_view bytes);

}   // namespace protea
