#include <protea/catalogue/curated.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace protea {
namespace {

// What is worth trying, the likeliest first: measured on the sets of `make accuracy`.
const std::vector<Candidate>& whole_list() {
  static const std::vector<Candidate> list{
      {"gmlvq", {}},
      {"lgmlvq", {}},
      {"glvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"svm", {}},
      {"lgmlvq", {{"scope", "class"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"gmlvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"knn", {{"decision.k", "3"}}},
      {"lgmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"rslvq", {{"rule.sigma", "1"}, {"prototypes", "4"}, {"init", "k-means"}}},
      {"gmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"glvq", {{"prototypes", "8"}, {"init", "k-means"}}},
      {"mrslvq", {{"rule.sigma", "0.5"}}},
      {"knn", {{"decision.k", "1"}}},
      {"gmlvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"lgmlvq", {{"scope", "class"}, {"prototypes", "4"}, {"init", "k-means"}}},
      {"rslvq", {{"rule.sigma", "0.5"}, {"prototypes", "8"}, {"init", "k-means"}}},
      {"glvq", {{"rule.steepness", "20"}}},
      {"lgmlvq", {{"rule.steepness", "10"}, {"dissimilarity.log_det", "0.02"}}},
      {"grlvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"knn", {{"decision.k", "7"}}},
      {"mrslvq", {{"rule.sigma", "0.5"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"gmlvq", {{"dissimilarity.rank", "2"}}},
      {"lgmlvq",
       {{"prototypes", "4"}, {"init", "k-means"}, {"rule.steepness", "10"}, {"dissimilarity.log_det", "0.004"}}},
      {"glvq", {{"prototypes", "2"}, {"init", "k-means"}}},
      {"celvq", {{"prototypes", "4"}, {"init", "k-means"}}},
      {"rslvq", {{"rule.sigma", "1"}}},
      {"grlvq", {{"rule.steepness", "20"}}},
      {"gmlvq", {{"rule.steepness", "1"}, {"epochs", "10"}}},
      {"rslvq", {{"rule.sigma", "2"}, {"prototypes", "2"}, {"init", "k-means"}}},
      {"glvq", {{"prototypes", "16"}, {"init", "k-means"}}},
  };
  return list;
}

std::vector<Candidate> of_methods(const std::vector<std::string>& names) {
  if (names.empty()) return whole_list();
  std::vector<std::vector<Candidate>> of_each;
  for (const std::string& name : names) {
    std::vector<Candidate>& result = of_each.emplace_back();
    std::ranges::copy_if(whole_list(), std::back_inserter(result),
                         [&](const Candidate& each) { return each.name == name; });
    const bool is_listed = !result.empty();
    // As it is, whatever the list has: who names a method wants to know.
    const auto plain = std::ranges::find_if(result, [](const Candidate& each) { return each.settings.empty(); });
    if (plain == result.end()) result.insert(result.begin(), {name, {}});
    if (is_listed) continue;
    if (!find_method(name).preset) continue;
    for (const char* const count : {"2", "4", "8"})
      result.push_back({name, {{"prototypes", count}, {"init", "k-means"}}});
  }
  // In turn, so that a short budget leaves no method out.
  std::vector<Candidate> result;
  for (std::size_t place = 0; std::ranges::any_of(of_each, [&](const auto& own) { return place < own.size(); });
       ++place) {
    for (std::vector<Candidate>& own : of_each) {
      if (place < own.size()) result.push_back(std::move(own[place]));
    }
  }
  return result;
}

}   // namespace

std::vector<Candidate> curated_candidates(const std::vector<std::string>& methods, const Settings& changes) {
  std::vector<Candidate> result = of_methods(methods);
  // What is given is given, and candidates that differ in it alone are one.
  const auto is_given = [&](const auto& setting) {
    return std::ranges::any_of(changes, [&](const auto& change) { return change.first == setting.first; });
  };
  std::set<std::string> seen;
  for (Candidate& each : result) std::erase_if(each.settings, is_given);
  std::erase_if(result, [&](const Candidate& each) { return !seen.insert(each.text()).second; });
  for (Candidate& each : result) {
    Settings all = changes;
    all.insert(all.end(), each.settings.begin(), each.settings.end());
    try {
      each.method = make_method(each.name, all);
    } catch (const UsageError&) {
      if (!methods.empty() && each.settings.empty()) throw;   // asked for, and it cannot be
    }
  }
  std::erase_if(result, [](const Candidate& each) { return !each.method; });
  if (result.empty()) throw UsageError("no candidate fits together with the options given");
  return result;
}

}   // namespace protea
