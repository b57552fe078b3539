// The papers that methods and parts come from, for those who publish what they did with them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct Paper {
  std::string key;    // "SatoYamada1996"
  std::string type;   // of BibTeX: "article", "inproceedings", …
  std::vector<std::pair<std::string, std::string>> fields;
};

const std::vector<Paper>& known_papers();
std::vector<const Paper*> all_papers();

// Of the member of a family ("rule", "glvq"); none where the catalogue has no such member.
std::vector<const Paper*> papers_of_part(std::string_view family, std::string_view name);
// Those of a method itself first, then those of its parts, each once.
std::vector<const Paper*> papers_of_method(std::string_view name);
// Of everything that has this name. Throws a UsageError with the nearest names where nothing has.
std::vector<const Paper*> papers_of(const std::string& name);

// An entry for each, in BibTeX.
std::string bibtex(const std::vector<const Paper*>& papers);

}   // namespace protea
