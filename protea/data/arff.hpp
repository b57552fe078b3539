// Attribute-relation files of Weka.
#pragma once

#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// Numeric, real and integer attributes become numbers, nominal and string ones words. The label is the attribute named
// 'class', else the last one if it is nominal. Dense and sparse rows.
Table parse_arff(std::string_view text, const std::string& source);

}   // namespace protea
