#include <protea/data/builtin.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/inflate.hpp>

namespace protea {

namespace {

// Licences: data/README.md.
constexpr std::array<BuiltinSet, 9> sets{{
    {"iris", 150, 4, 3, "sepals and petals of three species of iris (Fisher 1936)"},
    {"wine", 178, 13, 3, "chemical analysis of wines of three growers (Forina et al., UCI)"},
    {"wdbc", 569, 30, 2, "cell nuclei of benign and malignant breast tumours (Wolberg et al., UCI)"},
    {"digits", 1797, 64, 10, "handwritten digits of 8 x 8 pixels (Alpaydin and Kaynak, UCI)"},
    {"penguins", 344, 7, 3, "three species of penguins, with missing values and nominal columns (Horst et al.)"},
    {"crabs", 200, 5, 4, "rock crabs of two species and sexes (Campbell and Mahon 1974)"},
    {"tecator", 215, 100, 2,
     "absorbance spectra of meat, up to and above 20 % fat; these data are recorded on a Tecator Infratec Food and Feed "
     "Analyzer"},
    {"ionosphere", 351, 34, 2, "radar returns from the ionosphere (Sigillito et al., UCI, CC BY 4.0)"},
    {"soybean_small", 47, 35, 4,
     "four diseases of soybeans, nominal values as codes (Michalski and Chilausky, UCI, CC BY 4.0)"},
}};

}   // namespace

std::span<const BuiltinSet> builtin_sets() { return sets; }

bool is_builtin_set(std::string_view name) { return std::ranges::find(sets, name, &BuiltinSet::name) != sets.end(); }

std::string builtin_text(std::string_view name) {
  if (!is_builtin_set(name)) {
    std::vector<std::string> known;
    for (const BuiltinSet& set : sets) known.emplace_back(set.name);
    throw UsageError(unknown_name("built-in set", name, known));
  }
  const auto bytes = embedded_bytes(name);
  const Bytes text = unpack_gzip({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, std::string(name));
  return {text.begin(), text.end()};
}

}   // namespace protea
