// A catalogue name as the name of a test case: letters and digits only.
#pragma once

#include <cctype>
#include <string>

namespace protea::testing {

inline std::string case_name(std::string name) {
  for (char& c : name) {
    if (c == '+') c = 'p';
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

}   // namespace protea::testing
