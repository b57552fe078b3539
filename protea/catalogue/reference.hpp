// Explanations of catalogue entries, for people: one entry, all names, or the whole reference page.
#pragma once

#include <string>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

std::string describe_all();
// Throws a UsageError with the nearest known name.
std::string describe_name(const std::string& name);
// docs/reference.md
std::string reference_page();

}   // namespace protea
