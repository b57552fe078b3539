// Sparse text of LIBSVM and SVMlight: "label index:value …", indices ascending from 1.
#pragma once

#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// Cells that are not given are zero. The label is kept as text in the first column, 'class'; "qid:" is skipped, and so
// is everything from '#' on.
Table parse_libsvm(std::string_view text, const std::string& source);

}   // namespace protea
