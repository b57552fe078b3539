// Data files of LVQ_PAK, SOM_PAK and the SOM Toolbox.
#pragma once

#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// The first line gives the dimension (what follows it, in a codebook "lvq" or the shape of a map, is skipped); each
// further line holds that many components, `x` or NaN for a missing one, then label words, of which the first counts,
// and `weight=` and `fixed=` in any order. Lines starting with '#' are comments; '#n' names the components. Rows
// without any component are skipped. The label becomes the last column, 'class'.
Table parse_lvq_pak(std::string_view text, const std::string& source);

}   // namespace protea
